import Foundation
import Testing

@Suite("reflector range")
struct RangeTests {
  private static let profile = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"

  private func json(_ text: String) throws -> [String: Any] {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "reflector/range/1")
    return root
  }

  @Test("distances give a line each, what was agreed, and a line through them")
  func distances() throws {
    let ended = try Tool.run(
      ["range", Self.profile, "--distance", "1,2:4:1", "--procedures", "20"], in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.error == "")
    let lines = ended.output.split(separator: "\n")
    for metres in ["1", "2", "3", "4"] {
      #expect(lines.contains { $0.drop { $0 == " " }.hasPrefix("\(metres)    100.0  ") }, "\(ended.output)")
    }
    for text in [
      "mode-2, inline PCT, 72 channels, T_FCS 100 us", "80 distances of 80 procedures", "x distance",
    ] {
      #expect(ended.output.contains(text))
    }
  }

  @Test("--fault plants what the key 'faults' plants, and the report says so")
  func planted() throws {
    let ended = try Tool.run(
      ["range", Self.profile, "--procedures", "20", "--fault", "delay-too-long", "--json", "-", "--quiet"],
      in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    let report = try json(ended.output)
    #expect(report["notices"] as? [String] == ["planted: delay-too-long"])
    let point = try #require((report["points"] as? [[String: Any]])?.first)
    // The fault delays a round trip by 2 ns.
    #expect(abs((point["bias_m"] as? Double ?? 0) - 0.2998) < 0.02, "\(point)")
  }

  @Test("--set puts a value in place of the profile's, and the reports say so")
  func changed() throws {
    let folder = try Folder()
    try folder.write(
      "schema: reflector/accessory/1\nextends: nordic-nrf54l15-ipt\nradio: {fixed_delay_ns: 10}\n"
        + "sources: {radio: assumed}\n", "own.yaml")
    let options = ["--procedures", "20", "--quiet", "--json"]
    let own = try Tool.run(["range", "own.yaml"] + options + ["-"], in: folder)
    let set = try Tool.run(
      ["range", Self.profile, "--set", "radio.fixed_delay_ns=10", "--html", "a.html"] + options + ["-"],
      in: folder)
    #expect(own.status == 0 && set.status == 0, "\(set.error)")
    #expect(try json(set.output)["notices"] as? [String] == ["--set radio.fixed_delay_ns=10"])
    let points = try [own, set].map { try json($0.output)["points"] as? NSArray }
    #expect(points[0] != nil && points[0] == points[1])
    #expect(try folder.text("a.html").contains("--set radio.fixed_delay_ns=10"))
  }

  @Test("an accessory that is given twice is studied once")
  func repeated() throws {
    let ended = try Tool.run(
      ["range", Self.profile, Self.profile, "--procedures", "5", "--json", "-", "--quiet"], in: try Folder())
    #expect(try json(ended.output)["profile"] as? String == Self.profile)
  }

  @Test("the CSV has a line a procedure, the JSON what they come to")
  func files() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["range", Self.profile, "--sweep", "tau=2,4", "--procedures", "30", "--csv", "out/a.csv"]
        + ["--json", "out/a.json", "--make-folders", "--quiet"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output == "" && ended.error == "")
    let rows = try folder.text("out/a.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 61)
    #expect(rows.allSatisfy { $0.count == 12 })
    #expect(rows[0].joined(separator: ",").hasPrefix("distance_m,knob,knob_value,procedure,time_s,true_m,"))
    #expect(rows[31].prefix(4) == ["3", "tau", "4", "0"])
    let points = try #require(try json(folder.text("out/a.json"))["points"] as? [[String: Any]])
    #expect(points.map { $0["knob_value"] as? Double } == [2, 4])
    for (index, point) in points.enumerated() {
      let errors = rows[(1 + 30 * index)...(30 + 30 * index)].compactMap { Double($0[11]) }
      let bias = errors.reduce(0, +) / Double(errors.count)
      #expect(abs(try #require(point["bias_m"] as? Double) - bias) < 1e-6)
    }
  }

  @Test("several profiles, environments and estimators are compared in one table, CSV, JSON and page")
  func several() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["range", Self.profile, "silabs-xg24", "--estimator", "ml,mmse", "--environment", "office"]
        + ["--procedures", "10", "--csv", "a.csv", "--json", "a.json", "--html", "a.html", "--plot"],
      in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    for name in [
      "nordic-nrf54l15-ipt, ml", "nordic-nrf54l15-ipt, mmse", "silabs-xg24, ml", "silabs-xg24, mmse",
    ] {
      #expect(ended.output.components(separatedBy: name).count == 3, "\(ended.output)")
    }
    #expect(try folder.text("a.csv").split(separator: "\n").count == 41)
    let root = try JSONSerialization.jsonObject(with: Data(folder.text("a.json").utf8)) as? [String: Any]
    #expect(root?["schema"] as? String == "reflector/range-comparison/1")
    #expect(
      (root?["studies"] as? [[String: Any]])?.map { $0["estimator"] as? String } == [
        "ml", "mmse", "ml", "mmse",
      ])
    let page = try folder.text("a.html")
    #expect(page.contains("<h2 id=\"study-4\">silabs-xg24, mmse</h2>"))
    #expect(page.contains("--estimator ml,mmse"))
  }

  @Test("the number of jobs changes no octet")
  func jobs() throws {
    func run(_ jobs: String) throws -> [String] {
      let folder = try Folder()
      let ended = try Tool.run(
        ["range", Self.profile, "--distance", "1,5", "--procedures", "1100", "--jobs", jobs]
          + ["--csv", "a.csv", "--json", "a.json"], in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      return [ended.output, try folder.text("a.csv"), try folder.text("a.json")]
    }
    let one = try run("1")
    #expect(try run("2") == one)
    #expect(try run("7") == one)
  }

  @Test("what goes to standard output for programs moves the text for people to standard error")
  func streams() throws {
    let command = ["range", Self.profile, "--procedures", "5"]
    let csv = try Tool.run(command + ["--csv", "-"], in: try Folder())
    #expect(csv.output.split(separator: "\n").count == 6)
    #expect(csv.error.contains("DISTANCE m"))
    let quiet = try Tool.run(command + ["--json", "-", "-q"], in: try Folder())
    _ = try json(quiet.output)
    #expect(quiet.error == "")
  }

  @Test("a time that the accessory does not support is said not to be used")
  func unsupportedTime() throws {
    let ended = try Tool.run(
      ["range", Self.profile, "--sweep", "tFCS=15:60", "--procedures", "5"], in: try Folder())
    #expect(ended.status == 0)
    let words = ended.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(
      words.contains("the accessory does not support tFCS 15, 20, 30, 40, 50: those rows used 150 us"),
      "\(ended.output)")
  }

  @Test("an estimator needs one value of a sweep that it can use, in any order; the rest has a reason")
  func partlyUsable() throws {
    for modes in ["2,3", "3,2"] {
      let ended = try Tool.run(
        ["range", "everything", "--phone", "secure-mode-3", "--estimator", "rtt", "--procedures", "3"]
          + ["--sweep", "main_mode=\(modes)"], in: try Folder())
      #expect(ended.status == 3, "\(ended.error)")
      #expect(ended.output.contains("mode-\(modes.replacing(",", with: "/"))"), "\(ended.output)")
      let words = ended.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      #expect(
        words.contains("with main_mode 2: procedures have no round-trip times of both devices"), "\(words)")
    }
  }

  @Test("distances beyond the ambiguity of the channels that were agreed have a notice")
  func ambiguity() throws {
    let folder = try Folder()
    try folder.write(
      """
      schema: reflector/phone/1
      extends: Profiles/phones/android16.yaml
      id: sparse
      sources:
        channel_sounding.channels: assumed
      channel_sounding:
        channels: every-second

      """, "sparse.yaml")
    func notice(_ distances: String) throws -> [String] {
      let ended = try Tool.run(
        ["range", "everything", "--phone", "sparse.yaml", "--distance", distances, "--procedures", "3"]
          + ["--json", "-", "--quiet"], in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      return try #require(try json(ended.output)["notices"] as? [String])
    }
    let start = "the phases of tones 2 MHz apart repeat after 74.9 m: estimates beyond 69.9 m, here at"
    #expect(try notice("10,70,100") == ["\(start) 70 to 100 m, are 74.9 m too short"])
    #expect(try notice("148") == ["\(start) 148 m, are 74.9 m or a multiple of it too short"])
    #expect(try notice("10") == [])
  }

  @Test("a point without any distance ends with 3, and the reason")
  func unreachable() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["range", Self.profile, "--sweep", "direct_path_loss_db=0,60", "--procedures", "3", "--csv", "a.csv"],
      in: folder)
    #expect(ended.status == 3, "\(ended.error)")
    #expect(ended.output.contains("with direct_path_loss_db 60: the phone does not discover the accessory"))
    #expect(try folder.text("a.csv").split(separator: "\n").count == 4)
  }

  @Test("every knob listed can be named, and takes a value it is said to take")
  func knobs() throws {
    let listed = try Tool.run(["list", "knobs"], in: try Folder()).output.split(separator: "\n").dropFirst()
    #expect(listed.count > 20)
    for line in listed {
      let path = String(try #require(line.split(separator: " ").first))
      let ended = try Tool.run(["range", Self.profile, "--sweep", "\(path)=nothing"], in: try Folder())
      #expect(ended.status == 2)
      #expect(ended.error.contains("found 'nothing' in --sweep \(path)=nothing"), "\(ended.error)")
    }
    #expect(listed.contains { $0.contains(" tau ") } && listed.contains { $0.contains(" tFCS ") })
  }

  @Test(
    "on a terminal it tells how far it is, and nothing of that stays",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func progress() throws {
    let command = "$REFLECTOR range \(Self.profile) --procedures 600"
    let ended = try Tool.shell(
      "TERM=xterm script -qec \"stty cols 70; \(command)\" /dev/null", in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.output.contains("\r\u{1B}[K500 of 600 procedures"))
    let quiet = try Tool.shell(
      "TERM=xterm script -qec \"\(command) --quiet\" /dev/null", in: try Folder())
    #expect(quiet.output == "")
  }

  @Test("Control-C writes what is done, marked partial, and leaves no other file")
  func interrupted() throws {
    let folder = try Folder()
    // A shell has what it starts behind its back ignore Control-C. The CSV is begun once it is listened for.
    let ended = try Tool.shell(
      """
      env --default-signal=INT "$REFLECTOR" range reference --procedures 9000000 --json r.json --csv r.csv &
      tries=0
      until ls -A | grep -q '[.]partial$' || [ $tries = 600 ]; do sleep 0.1; tries=$((tries + 1)); done
      kill -INT $!
      wait $!
      """, in: folder)
    #expect(ended.status == 3)
    #expect(ended.error.contains("reflector: ending with the procedures so far; press Control-C again"))
    #expect(ended.output.contains("partial: the study was interrupted, procedures are missing"))
    #expect(try folder.text("r.json").contains("\"partial\": true"))
    #expect(try folder.text("r.csv").hasSuffix("\n"))
    #expect(try folder.names(".") == ["Profiles", "r.csv", "r.json"])
  }
}
