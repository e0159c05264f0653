import Foundation
import Testing

@Suite("reflector check")
struct CheckTests {
  private static let good = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let defective = "tfcs-100-refused.yaml"
  private static let outputs = ["--json", "out/a.json", "--junit", "out/a.xml", "--capture", "out"]

  private func reports(_ data: Data) throws -> [[String: Any]] {
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(root["schema"] as? String == "reflector/check-report/1")
    return try #require(root["reports"] as? [[String: Any]])
  }

  private func verdicts(_ report: [String: Any]) throws -> [String] {
    try #require(report["requirements"] as? [[String: Any]]).map {
      "\($0["id"] ?? "") \($0["verdict"] ?? "")"
    }
  }

  @Test("a good accessory ends with 0, and all its files are there")
  func good() throws {
    let folder = try Folder()
    let ended = try Tool.run(["check", Self.good, "--pcap"] + Self.outputs, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.error == "")
    #expect(
      try folder.names("out") == [
        "a.json", "a.xml", "nordic-nrf54l15-ipt.pcap", "nordic-nrf54l15-ipt.pcapng",
      ])
    #expect(try folder.data("out/nordic-nrf54l15-ipt.pcapng").starts(with: [0x0A, 0x0D, 0x0D, 0x0A]))
    let report = try #require(try reports(folder.data("out/a.json")).first)
    #expect(report["verdict"] as? String == "pass")
    #expect(try verdicts(report).count == 25)
    for word in [
      "CS-A07", "PASS", "out/nordic-nrf54l15-ipt.pcapng", "seed 1", report["digest"] as? String ?? "none",
    ] {
      #expect(ended.output.contains(word))
    }
  }

  @Test("a failed requirement ends with 1 and the command that repeats it, which fails again")
  func defective() throws {
    let folder = try Folder()
    try folder.writeDefective("tfcs-100-refused")
    let ended = try Tool.run(["check", Self.defective] + Self.outputs, in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    let report = try #require(try reports(folder.data("out/a.json")).first)
    #expect(try verdicts(report).filter { $0.hasSuffix(" fail") } == ["CS-A07 fail"])
    let replay = try #require(report["replay"] as? String)
    #expect(replay == "reflector check \(Self.defective) --seed 1 --only CS-A07")
    #expect(ended.output.contains(replay))
    let again = try Tool.shell("$REFLECTOR \(replay.dropFirst("reflector ".count))", in: folder)
    #expect(again.status == 1)
  }

  @Test(
    "--fault plants in any profile what the key 'faults' plants, and stands in the command that repeats it")
  func planted() throws {
    let folder = try Folder()
    let named = try Tool.run(["check", Self.good, "--fault", "tfcs-100-refused"] + Self.outputs, in: folder)
    #expect(named.status == 1, "\(named.error)")
    let report = try #require(try reports(folder.data("out/a.json")).first)
    try folder.writeDefective("tfcs-100-refused")
    let written = try Tool.run(["check", Self.defective] + Self.outputs, in: folder)
    let expected = try #require(try reports(folder.data("out/a.json")).first)
    #expect(written.status == 1)
    #expect(try verdicts(report) == verdicts(expected))
    #expect((report["notices"] as? [String])?.first == "planted: tfcs-100-refused")
    let replay = try #require(report["replay"] as? String)
    #expect(replay == "reflector check \(Self.good) --fault tfcs-100-refused --seed 1 --only CS-A07")
    let again = try Tool.shell("$REFLECTOR \(replay.dropFirst("reflector ".count))", in: folder)
    #expect(again.status == 1)
  }

  @Test("one seed gives the same octets, another gives others and the same verdicts")
  func seeds() throws {
    let files = ["out/nordic-nrf54l15-ipt.pcapng", "out/nordic-nrf54l15-ipt.pcap", "out/a.json", "out/a.xml"]
    func run(_ seed: String) throws -> (files: [Data], output: String, verdicts: [String]) {
      let folder = try Folder()
      let ended = try Tool.run(["check", Self.good, "--pcap", "--seed", seed] + Self.outputs, in: folder)
      let report = try #require(try reports(folder.data("out/a.json")).first)
      return (try files.map(folder.data), ended.output, try verdicts(report))
    }
    let first = try run("7")
    let second = try run("7")
    let other = try run("8")
    for (index, file) in files.enumerated() { #expect(first.files[index] == second.files[index], "\(file)") }
    #expect(first.output == second.output)
    #expect(first.files[0] != other.files[0])
    #expect(first.verdicts == other.verdicts)
  }

  @Test("the same octets, wherever the tool and the working folder lie")
  func places() throws {
    let ended = try Tool.shell(
      """
      set -e
      for place in one another/below; do
        mkdir -p $place/tool $place/work
        ln "$REFLECTOR" $place/tool/ 2>/dev/null || cp "$REFLECTOR" $place/tool/
        cp -RL Profiles $place/tool/
        cp Profiles/accessories/nordic-nrf54l15-ras.yaml $place/work/own.yaml
        (
          cd $place/work
          ../tool/reflector check reference own.yaml "$PWD/own.yaml" --capture out --json out/a.json --junit out/a.xml \
            --sarif out/a.sarif --markdown out/a.md --tap out/a.tap > out.txt 2>&1 || [ $? = 1 ]
          ../tool/reflector range reference --procedures 3 --json range.json > range.txt 2>&1
        )
      done
      diff -r one/work another/below/work
      ! grep -rl "$PWD" one/work
      ls one/work one/work/out
      """, in: try Folder())
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    #expect(ended.output.contains("reference.pcapng") && ended.output.contains("range.json"))
  }

  @Test(
    "prove of Perl reads the TAP report",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prove"), "prove is not installed"))
  func prove() throws {
    let folder = try Folder()
    let command =
      "$REFLECTOR check reference silabs-xg24 --quiet --tap a.tap; prove --verbose --exec cat a.tap"
    let ended = try Tool.shell(command, in: folder)
    let failed = try folder.text("a.tap").matches(of: /(?m)^not ok/).count
    #expect(failed > 0 && ended.output.contains("Failed \(failed)/"), "\(ended.output)")
    #expect(!ended.output.contains("Parse error"), "\(ended.output)")
  }

  @Test("the number of jobs changes no octet")
  func jobs() throws {
    func run(_ jobs: String) throws -> [Data] {
      let folder = try Folder()
      try folder.writeDefective("tfcs-100-refused")
      let profiles = [Self.defective, Self.good, "Profiles/accessories/nordic-nrf54l15-ras.yaml"]
      let ended = try Tool.run(["check"] + profiles + ["--jobs", jobs] + Self.outputs, in: folder)
      #expect(ended.status == 1, "\(ended.error)")
      return try folder.names("out").map { try folder.data("out/\($0)") } + [Data(ended.output.utf8)]
    }
    let one = try run("1")
    #expect(one.count == 6)
    #expect(try run("2") == one)
    #expect(try run("8") == one)
  }

  @Test("--only checks what it names and comes to the same verdict with the same measurements")
  func only() throws {
    let folder = try Folder()
    #expect(try Tool.run(["check", Self.good] + Self.outputs, in: folder).status == 0)
    let all = try #require(try reports(folder.data("out/a.json")).first?["requirements"] as? [[String: Any]])
    let ended = try Tool.run(
      ["check", Self.good, "--only", "cs-a07", "--only", "CS-A03"] + Self.outputs, in: folder)
    #expect(ended.status == 0)
    let some = try #require(try reports(folder.data("out/a.json")).first?["requirements"] as? [[String: Any]])
    #expect(some.map { $0["id"] as? String } == ["CS-A03", "CS-A07"])
    func measured(_ requirements: [[String: Any]], _ id: String) -> [String] {
      let cases = requirements.first { $0["id"] as? String == id }?["cases"] as? [[String: Any]]
      let steps = (cases ?? []).flatMap { $0["steps"] as? [[String: Any]] ?? [] }
      return steps.compactMap { $0["measured"] as? String }
    }
    for id in ["CS-A03", "CS-A07"] {
      #expect(!measured(some, id).isEmpty)
      #expect(measured(some, id) == measured(all, id))
    }
  }

  @Test("profiles with one name get captures of their own")
  func captureNames() throws {
    let folder = try Folder()
    try folder.octets([UInt8](try folder.data(Self.good)), "other/nordic-nrf54l15-ipt.yaml")
    let ended = try Tool.run(
      ["check", Self.good, "other/nordic-nrf54l15-ipt.yaml", "--capture", "out/"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(try folder.names("out") == ["nordic-nrf54l15-ipt-2.pcapng", "nordic-nrf54l15-ipt.pcapng"])
    #expect(ended.output.contains("2 checked: 2 passed"))
  }

  @Test("each requirement set has a report and a capture of its own")
  func requirementSets() throws {
    let folder = try Folder()
    let text = try folder.text("Profiles/requirements/apple-ios27-cs.yaml")
    try folder.write(text.replacing("id: apple-ios27-cs", with: "id: second-set"), "second.yaml")
    let sets = "apple-ios27-cs,second.yaml"
    let ended = try Tool.run(
      ["check", Self.good, "--requirements", sets, "--only", "CS-A04"] + Self.outputs, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let found = try reports(folder.data("out/a.json"))
    #expect(found.compactMap { $0["requirement_set"] as? String } == ["apple-ios27-cs", "second-set"])
    #expect(
      found.last?["replay"] as? String
        == "reflector check \(Self.good) --requirements second.yaml --seed 1 --only CS-A04")
    #expect(
      try folder.names("out").filter { $0.hasSuffix(".pcapng") } == [
        "nordic-nrf54l15-ipt.apple-ios27-cs.pcapng", "nordic-nrf54l15-ipt.second-set.pcapng",
      ])
  }

  @Test("--no-capture keeps none")
  func noCapture() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["check", Self.good, "--no-capture", "--only", "CS-A04", "--json", "a.json"], in: folder)
    #expect(ended.status == 0)
    #expect(try folder.names(".") == ["Profiles", "a.json"])
    #expect(try #require(try reports(folder.data("a.json")).first)["capture"] is NSNull)
  }

  @Test("the digest is that of the file and of the one it extends")
  func digest() throws {
    let folder = try Folder()
    try folder.writeDefective("tfcs-100-refused")
    let ended = try Tool.run(
      ["check", Self.defective, "--only", "CS-A04", "--no-capture", "--json", "a.json"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let sum = try Tool.shell("cat \(Self.defective) \(Self.good) | sha256sum | cut -d' ' -f1", in: folder)
    let digest = try #require(try reports(folder.data("a.json")).first?["digest"] as? String)
    #expect(digest + "\n" == sum.output)
  }

  @Test("a page explains the frames of the capture and changes no octet of it")
  func page() throws {
    let folder = try Folder()
    let check = ["check", "nordic-nrf54l15-ipt", "--only", "CS-A07", "--quiet", "--capture"]
    #expect(try Tool.run(check + ["plain"], in: folder).status == 0)
    #expect(try Tool.run(check + ["paged", "--html", "page.html"], in: folder).status == 0)
    let captures = try ["plain", "paged"].map { try folder.data("\($0)/nordic-nrf54l15-ipt.pcapng") }
    #expect(captures[0] == captures[1])
    let page = try folder.text("page.html")
    #expect(page.contains("HCI_LE_CS_Subevent_Result") && page.contains("steps of procedure"))
  }

  @Test(
    "a value that --set gives holds in the run and in the command that repeats it, and a failure names it")
  func setting() throws {
    let folder = try Folder()
    let check = ["check", "nordic-nrf54l15-ipt", "--only", "CS-A07", "--no-capture"]
    let slow = ["--set", "radio.pll_settling_tau_us=40"]
    let ended = try Tool.run(check + slow + ["--sarif", "a.sarif", "--json", "a.json"], in: folder)
    #expect(ended.status == 1)
    #expect(ended.output.contains("notice    --set radio.pll_settling_tau_us=40\n"))
    #expect(ended.output.contains("suspect: radio.pll_settling_tau_us is 40 ("))
    #expect(ended.output.contains(" --set radio.pll_settling_tau_us=40 --seed 1 --only CS-A07\n"))
    let place = "Profiles/accessories/nordic-nrf54l15-ipt.yaml:115:24"
    let sarif = try folder.text("a.sarif")
    #expect(sarif.contains("radio.pll_settling_tau_us is 40 (by --set; \(place) has 5); passes with "))
    #expect(sarif.contains("radio.pll_settling_tau_us: passes with ") && sarif.contains("\"startLine\": 115"))
    let report = try #require(try reports(folder.data("a.json")).first)
    let requirement = try #require((report["requirements"] as? [[String: Any]])?.first)
    let suspects = try #require(requirement["suspects"] as? [[[String: Any]]])
    let passing = try #require(suspects.first?.first?["passing"] as? String)
    let explained = try Tool.run(["explain", "cs-a07", "--report", "a.json"], in: folder)
    #expect(explained.status == 0 && explained.output.contains("  verdict     FAIL\n"), "\(explained.error)")
    let spoken = explained.output.replacing(/\s+/, with: " ")
    #expect(spoken.contains("is 40 (by --set; \(place) has 5); passes with "), "\(explained.output)")
    #expect(explained.output.contains("  shipped     radio.pll_settling_tau_us: everything "))
    #expect(explained.output.contains("  replay      reflector check "))
    let unknown = try Tool.run(["explain", "CS-A03", "--report", "a.json"], in: folder)
    #expect(unknown.status == 2)
    #expect(unknown.error.contains("a.json: found no requirement 'CS-A03', expected one of CS-A07"))
    let cured = try Tool.run(check + ["--set", "radio.pll_settling_tau_us=\(passing)"], in: folder)
    #expect(cured.status == 0 && !cured.output.contains("suspect"))
    let unsearched = try Tool.run(check + slow + ["--no-suspects"], in: folder)
    #expect(unsearched.status == 1 && !unsearched.output.contains("suspect"))
    let list = try Tool.run(check + ["--set", "channel_sounding.t_fcs_us=[150 , 120]"], in: folder)
    #expect(list.status == 1 && list.output.contains("channel_sounding.t_fcs_us lacks 100 ("))
    let spaced = ["--set", "channel_sounding.t_fcs_us= [80, 100, 150]", "--set", "core.version=\"6.3\""]
    #expect(try Tool.run(check + spaced, in: folder).status == 0)
    let left = try Tool.run(check + ["--set", "radio.pll_settling_tau_us="], in: folder)
    #expect(left.status == 0, "\(left.output)")
  }

  @Test("the explanation of a requirement in a report replays that requirement")
  func explainedReplay() throws {
    let folder = try Folder()
    let check = ["check", "reference", "--set", "radio.pll_settling_tau_us=40", "--no-suspects", "--quiet"]
    let ids = ["CS-A01", "CS-A07", "CS-A20"]
    let checked = try Tool.run(
      check + ["--only", ids.joined(separator: ","), "--json", "a.json"], in: folder)
    #expect(checked.status == 1)
    for id in ids {
      let explained = try Tool.run(["explain", id, "--report", "a.json"], in: folder)
      #expect(explained.output.contains("_us=40 --seed 1 --only \(id)\n"), "\(explained.output)")
    }
  }

  @Test("a page that would be too large has a page for each report beside it, or nothing is written")
  func pages() throws {
    let folder = try Folder()
    let profiles = ["everything", "reference"]
    let check = ["check"] + profiles + ["--requirements", "all", "--no-capture", "--quiet", "--no-suspects"]
    try folder.write("<meta name=\"generator\" content=\"reflector 0.0.1\">", "out/all-pages/99.html")
    _ = try Tool.run(check + ["--html", "out/all.html", "--make-folders"], in: folder)
    #expect(!folder.exists("out/all-pages/99.html"))
    let overview = try folder.text("out/all.html")
    #expect(overview.utf8.count < 200_000 && overview.contains("href=\"all-pages/1.html\""))
    #expect(try folder.text("out/all-pages/1.html").contains("href=\"../all.html\">All results"))
    try Data().write(to: folder.url.appending(path: "other-pages"))
    let ended = try Tool.run(check + ["--html", "other.html"], in: folder)
    #expect(ended.status == 2 && ended.error.contains("other-pages"), "\(ended.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "other.html").path))
  }
}
