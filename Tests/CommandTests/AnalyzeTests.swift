import Foundation
import ProjectFiles
import Testing

@Suite("reflector analyze")
struct AnalyzeTests {
  /// A capture of a check in which procedures run.
  private static func captured() throws -> (Folder, String) {
    let folder = try Folder()
    let ended = try Tool.run(
      ["check", "nordic-nrf54l15-ipt", "--only", "CS-A07", "--capture", "c", "--quiet"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    return (folder, "c/" + (try #require(try folder.names("c").first { $0.hasSuffix(".pcapng") })))
  }

  @Test("a capture of our own has the distance that was simulated, in every output")
  func own() throws {
    let (folder, capture) = try Self.captured()
    let ended = try Tool.run(
      ["analyze", capture, "--csv", "t.csv", "--json", "a.json", "--strict"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("PROCEDURE") && ended.output.contains("T_FCS 100 us"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: folder.data("a.json")) as? [String: Any])
    #expect(root["schema"] as? String == "reflector/analysis/1")
    let procedures = try #require(root["procedures"] as? [[String: Any]])
    #expect(!procedures.isEmpty)
    for procedure in procedures {
      let estimates = try #require(procedure["estimates"] as? [String: Any])
      let line = try #require(estimates["ml"] as? [String: Any])
      #expect(abs((line["distance_m"] as? Double ?? 0) - 3) < 0.1)
    }
    let lines = try folder.text("t.csv").split(separator: "\n")
    #expect(lines.count > 1 && lines.allSatisfy { $0.filter { $0 == "," }.count == 15 })
  }

  @Test("an API trace is read like any other recording, and a frame of it names its line")
  func apiTrace() throws {
    let folder = try Folder()
    let trace = ProjectFolder.url.appending(path: "Tests/Fixtures/recording-silicon-labs-trace.txt").path
    let ended = try Tool.run(["analyze", trace], in: folder)
    #expect(
      ended.status == 0 && ended.output.contains("API trace of a Silicon Labs host, 14 frames"),
      "\(ended.error)")
    #expect(ended.output.contains("interval 30 ms") && ended.output.contains("encrypted"))
    let frame = try Tool.run(["frame", trace, "3"], in: folder)
    #expect(frame.status == 0 && frame.output.contains("HCI_LE_Connection_Complete"), "\(frame.error)")
    let words = frame.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("rebuilt from line 7;"))
  }

  @Test("a filter chooses procedures, and the fields it knows are those of the manual")
  func filter() throws {
    let (folder, capture) = try Self.captured()
    let ended = try Tool.run(["analyze", capture, "--filter", "counter == 1"], in: folder)
    #expect(ended.status == 0 && ended.output.contains("left out"), "\(ended.error)")
    let none = try Tool.run(
      ["analyze", capture, "--filter", "counter == 1", "--filter", "counter == 2"], in: folder)
    #expect(none.status == 0 && none.output.contains("no procedure matches the filter"))
    let fields = try Tool.run(["analyze", "--list-fields"], in: folder)
    let manual = try String(contentsOf: ProjectFolder.url.appending(path: "docs/analyze.md"), encoding: .utf8)
    for line in fields.output.split(separator: "\n") {
      let (field, meaning) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.drop { $0 == " " })
      #expect(manual.contains("| `\(field)` | \(meaning) |"), "\(field)")
    }
  }

  @Test("a recording settles requirements by what the accessory declares, and by what it did")
  func requirements() throws {
    let folder = try Folder()
    let check = ["check", "nordic-nrf54l15-ipt", "--only", "CS-A04,CS-A06", "--capture", "c", "--quiet"]
    #expect(try Tool.run(check, in: folder).status == 0)
    let arguments = ["analyze", "c/nordic-nrf54l15-ipt.pcapng", "--requirements", "apple-ios27-cs"]
    let ended = try Tool.run(arguments, in: folder)
    #expect(ended.status == 0 && ended.output.contains("CS-A04  PASS          Reflector role (nordic"))
    #expect(ended.output.contains("CS-A06  PASS          Mode-2 as main mode: 576 of 576 tones usable"))
    _ = try Tool.run(arguments + ["--json", "a.json"], in: folder)
    let root = try #require(
      try JSONSerialization.jsonObject(with: folder.data("a.json")) as? [String: Any])
    let verdicts = try #require((root["verdicts"] as? [[String: Any]])?.first)
    let settled = try #require(verdicts["requirements"] as? [[String: Any]])
    let bases = Dictionary(
      uniqueKeysWithValues: settled.map { ($0["id"] as? String, $0["basis"] as? String) })
    #expect(bases["CS-A04"] == "declaration" && bases["CS-A06"] == "conduct")
  }

  @Test("a requirement that a recording shows to be broken is status 1")
  func brokenRequirement() throws {
    let folder = try Folder()
    _ = try Tool.run(
      ["check", "reference", "--fault", "does-not-bond", "--only", "CS-A08", "--capture", "c", "--quiet"],
      in: folder)
    let ended = try Tool.run(
      ["analyze", "c/reference.pcapng", "--requirements", "apple-ios27-cs"], in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    #expect(ended.output.contains("CS-A08  FAIL") && ended.output.contains("paired, not bonded"))
  }

  @Test("what was fitted settles only what its whole interval does", arguments: [("2", true), ("45", false)])
  func fitted(offset: String, isSettled: Bool) throws {
    let folder = try Self.captured(offset: offset, limit: 50)
    let ended = try Tool.run(["analyze", "c/far.pcapng", "--requirements", "carrier.yaml"], in: folder)
    // 45 ppm are allowed, and the crystal of the other end leaves open whether it is so many.
    #expect(ended.status == 0 && ended.output.contains("CAR-01  PASS") == isSettled, "\(ended.error)")
  }

  @Test("what was fitted fails nothing where packets are missing")
  func fittedToDamaged() throws {
    let folder = try Self.captured(offset: "28", limit: 5)
    try folder.octets(Array(try folder.data("c/far.pcapng").dropLast(10)), "cut.pcapng")
    for (capture, status) in [("c/far.pcapng", 1), ("cut.pcapng", 0)] {
      let ended = try Tool.run(["analyze", capture, "--requirements", "carrier.yaml"], in: folder)
      let isFailure = ended.output.contains("CAR-01  FAIL")
      #expect(ended.status == status && isFailure == (status == 1), "\(ended.error)")
    }
  }

  /// A capture of an accessory whose carrier is off by so many ppm, and a set that limits this.
  private static func captured(offset: String, limit: Int) throws -> Folder {
    let folder = try Folder()
    let url = ProjectFolder.url.appending(path: "Profiles/accessories/nordic-nrf54l15-ipt.yaml")
    let text = try String(contentsOf: url, encoding: .utf8)
    let known = "carrier_offset_ppm: 2\n"
    try #require(text.contains(known))
    try folder.write(text.replacing(known, with: "carrier_offset_ppm: \(offset)\n"), "far.yaml")
    _ = try Tool.run(["check", "far.yaml", "--only", "CS-A06", "--capture", "c", "--quiet"], in: folder)
    try folder.write(
      """
      schema: reflector/requirements/1
      id: carrier
      title: The carrier
      version: "1"
      last_seen: 2026-11-21
      requirements:
        - id: CAR-01
          title: Offset of the carrier
          level: must
          source: Our own
          text: The carrier is within \(limit) ppm.
          declared_in: [radio.carrier_offset_ppm]
          settled_by: declaration
          cases: [TRM-RCV/CS/BV-01-C]
          limits:
            mode_0_steps: 72
            offset_ppm: \(limit)
            offset_change_ppm: 1
            tone_to_packet_khz: 20
            fraction: 0.95

      """, "carrier.yaml")
    return folder
  }

  @Test("damage is told with its place, and is bad input under --strict alone")
  func damaged() throws {
    let (folder, capture) = try Self.captured()
    try folder.octets(Array(try folder.data(capture).dropLast(10)), "cut.pcapng")
    let ended = try Tool.run(["analyze", "cut.pcapng"], in: folder)
    #expect(ended.status == 0 && ended.output.contains("the file ends inside"))
    let strict = try Tool.run(["analyze", "cut.pcapng", "--strict", "--csv", "t.csv"], in: folder)
    #expect(strict.status == 2 && strict.error.contains("the first in cut.pcapng: octet"))
    #expect(folder.exists("t.csv"))
  }

  @Test("a link type that is not read is named, and is no damage")
  func unreadLinkType() throws {
    let folder = try Folder()
    // The header of a pcap file of Ethernet, and one packet of four octets.
    let header: [UInt8] = [
      0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 1, 0, 0, 0,
    ]
    try folder.octets(header + [1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4], "wired.pcap")
    let ended = try Tool.run(["analyze", "wired.pcap", "--strict", "--json", "a.json"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("unread    octet"), "\(ended.output)")
    #expect(!ended.output.contains("damaged"))
    #expect(try folder.text("a.json").contains("link type 1 is not supported"))
  }

  @Test(
    "a recording that is given twice, by any name or as a copy, is refused",
    arguments: ["a.pcapng", "./a.pcapng", "link.pcapng", "copy.pcapng", "-", "/dev/stdin"])
  func givenTwice(name: String) throws {
    let (folder, capture) = try Self.captured()
    let made = try Tool.shell(
      "cp \(capture) a.pcapng && cp a.pcapng copy.pcapng && ln -s a.pcapng link.pcapng", in: folder)
    #expect(made.status == 0, "\(made.error)")
    for command in ["analyze", "import -o made.yaml"] {
      let ended = try Tool.shell("$REFLECTOR \(command) a.pcapng \(name) < a.pcapng", in: folder)
      #expect(ended.status == 2 && ended.output.isEmpty && !folder.exists("made.yaml"))
      #expect(
        ended.error.contains("found the same recording in a.pcapng and")
          && ended.error.contains("expected each recording once; leave one out"), "\(ended.error)")
    }
  }

  @Test("what a terminal would obey is not passed on, in the text or in a message")
  func escapeSequences() throws {
    let (folder, capture) = try Self.captured()
    let name = "\u{1B}[31mcut.pcapng"
    try folder.octets(Array(try folder.data(capture).dropLast(10)), name)
    for arguments in [[name, "--strict"], [name, "\u{1B}[2Jnone.log"]] {
      let ended = try Tool.run(["analyze"] + arguments, in: folder)
      #expect(ended.status == 2 && !(ended.output + ended.error).contains("\u{1B}"), "\(ended.error)")
      #expect(ended.error.contains("\u{FFFD}["))
    }
  }

  @Test(
    "bad input gives one message, exit status 2 and no file",
    arguments: [
      (["none.log"], "cannot read none.log: No such file or directory"),
      (["text.log"], "text.log"),
      (["text.log", "--estimator", "best"], "found 'best', expected some of mmse, ml"),
      (["text.log", "--procedures", "-1"], "expected 0 or more"),
      (["text.log", "--json", "-", "--csv", "-"], "expected one report a file"),
      (["text.log", "--csv", ""], "an empty name for --csv"),
      ([], "found no recording, expected at least one"),
      (["text.log", "--filter", "conter == 1"], "column 1: found 'conter', expected a field"),
      (["text.log", "--filter", "counter == 1 or ending == abort"], "did you mean 'aborted'?"),
      (["text.log", "--filter", "address == x"], "column 12: found 'x', expected an address"),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    try folder.write("nothing of a recording\n", "text.log")
    let ended = try Tool.run(["analyze"] + arguments, in: folder)
    #expect(ended.status == 2 && ended.output.isEmpty)
    #expect(ended.error.contains(message), "\(ended.error)")
  }
}
