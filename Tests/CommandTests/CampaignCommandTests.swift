import Foundation
import Testing

@Suite("reflector campaign")
struct CampaignCommandTests {
  /// A campaign that takes a second or two.
  private static let small = """
    schema: reflector/campaign/1
    id: small
    title: Small
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [2, 4], sweeps: [{knob: tau, values: [5, 10]}], procedures: 1100}

    """

  private func folder(_ text: String = small) throws -> Folder {
    let folder = try Folder()
    try folder.write(text, "a.yaml")
    return folder
  }

  private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Ended {
    try Tool.run(["campaign"] + arguments, in: folder)
  }

  /// What a store came to, for programs.
  private func outcome(_ folder: Folder, store: String = "a.sqlite") throws -> String {
    let ended = try run("report", "a.yaml", "--store", store, "--json", "-", "-q", in: folder)
    #expect(ended.error == "")
    return ended.output
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("the example runs, fits the schema of campaigns, and its report that of reports")
  func example() throws {
    let folder = try Folder()
    #expect(
      try run("new", "a.yaml", in: folder).output == "wrote a.yaml; next: reflector campaign run a.yaml\n")
    #expect(try run("new", "a.yaml", in: folder).status == 2)
    let schema = "# yaml-language-server: $schema=campaign.schema.json\n"
    #expect(try folder.text("a.yaml").hasPrefix(schema))
    #expect(try Tool.run(["profile", "validate", "a.yaml"], in: folder).output == "a.yaml: valid\n")
    #expect(try run("status", "a.yaml", in: folder).output.contains("none yet"))
    let ran = try run("run", "a.yaml", in: folder)
    #expect(ran.status == 0, "\(ran.error)")
    #expect(ran.output.contains("; complete"))
    let report = try run(
      "report", "a.yaml", "--json", "a.json", "--html", "a.html", "--worst", "2", in: folder)
    // One of its accessories does not do what iOS 27 asks for.
    #expect(report.status == 1, "\(report.error)")
    #expect(report.output.contains("CS-A03"))
    #expect(try Tool.complaints(folder.text("a.json"), "campaign-report", in: folder) == [])
    let root = try json(folder.text("a.json"))
    #expect(root["partial"] as? Bool == false)
    #expect(try #require(root["units_not_needed"] as? Int) > 0)
    #expect((root["worst"] as? [Any])?.count == 2)
    #expect(try folder.text("a.html").contains("Failed and inconclusive requirements"))
    let again = try run("run", "a.yaml", in: folder)
    #expect(again.status == 0 && again.output.contains(", 0 now; complete"))
  }

  @Test("a study has the distances of 'reflector range'")
  func sameAsRange() throws {
    let folder = try folder()
    #expect(try run("run", "a.yaml", "-q", in: folder).status == 0)
    let campaign = try json(outcome(folder))
    let range = try json(
      Tool.run(
        [
          "range", "nordic-nrf54l15-ipt", "--distance", "2,4", "--sweep", "tau=5,10", "--procedures", "1100",
          "--json", "-", "-q",
        ], in: folder
      ).output)
    let study = try #require((campaign["studies"] as? [[String: Any]])?.first)
    let pairs = zip(
      try #require(study["points"] as? [[String: Any]]), try #require(range["points"] as? [[String: Any]]))
    #expect(Array(pairs).count == 4)
    for (found, wanted) in pairs {
      for key in ["distance_m", "knob_value", "procedures", "estimates", "tones", "procedures_per_s"] {
        #expect(found[key] as? Double == (try #require(wanted[key] as? Double)), "\(key)")
      }
      for (key, part) in [("bias_m", 1e-9), ("rmse_m", 1e-9), ("bound_m", 1e-9), ("p90_m", 1.0 / 256)] {
        let (a, b) = (try #require(found[key] as? Double), try #require(wanted[key] as? Double))
        #expect(abs(a - b) <= part * abs(b), "\(key)")
      }
      #expect(found["agreed"] as? NSDictionary == (try #require(wanted["agreed"] as? NSDictionary)))
    }
  }

  @Test("killed again and again, it loses nothing, does nothing twice, and comes to the same")
  func kills() throws {
    // Units of a few milliseconds.
    let folder = try folder(
      Self.small.replacing("[2, 4], sweeps: [{knob: tau, values: [5, 10]}]", with: "[1:100:0.1]")
        .replacing("procedures: 1100", with: "procedures: 20"))
    #expect(try run("run", "a.yaml", "--jobs", "1", "--store", "whole.sqlite", "-q", in: folder).status == 0)
    var state: UInt64 = 20_261_127
    var doneCounts: [Int] = []
    // The longest time between lock and kill, longer where the machine is too slow for a unit in it.
    var longest: UInt64 = 60_000
    for round in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      try killRun(after: UInt32((state >> 40) % longest), in: folder)
      guard round % 10 == 0, folder.exists("a.sqlite") else { continue }
      let status = try run("status", "a.yaml", in: folder)
      #expect(status.status == 0, "\(status.error)")
      if let match = status.output.firstMatch(of: #/edition   1: (\d+) of 991 units done/#) {
        let count = try #require(Int(match.1))
        if count == doneCounts.last { longest *= 2 }
        doneCounts.append(count)
      }
    }
    #expect(doneCounts == doneCounts.sorted())
    #expect(Set(doneCounts).count > 2, "the kills came too early: \(doneCounts)")
    #expect(try run("run", "a.yaml", "-q", in: folder).status == 0)
    #expect(try outcome(folder) == outcome(folder, store: "whole.sqlite"))
  }

  /// Kills a run so many microseconds after it has taken the lock of its store, or sees it end.
  private func killRun(after microseconds: UInt32, in folder: Folder) throws {
    let process = Process()
    process.executableURL = URL(filePath: Tool.path)
    process.arguments = ["campaign", "run", "a.yaml", "--jobs", "1", "-q"]
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    // The lock of the run that was killed before says nothing.
    let lock = folder.url.appending(path: "a.sqlite.lock")
    if folder.exists("a.sqlite.lock") { try FileManager.default.removeItem(at: lock) }
    try process.run()
    while process.isRunning, !folder.exists("a.sqlite.lock") { usleep(500) }
    for _ in 0...microseconds / 1000 where process.isRunning { usleep(1000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test("shards that are merged come to the same octets as one run, with any number of jobs")
  func shards() throws {
    let folder = try folder()
    #expect(try run("run", "a.yaml", "--jobs", "3", "-q", in: folder).status == 0)
    for shard in ["1/3", "3/3", "3/3", "2/3"] {
      if shard == "2/3" {
        let early = try run("merge", "a.yaml", "--store", "s.sqlite", in: folder)
        #expect(early.status == 3 && early.output == "small: 8 units of 2 shards; 8 of 12 units done\n")
      }
      let ran = try run("run", "a.yaml", "--store", "s.sqlite", "--shard", shard, in: folder)
      #expect(ran.status == 0, "\(ran.error)")
    }
    #expect(
      try run("status", "a.yaml", "--store", "s.sqlite", in: folder).output.contains("2/3: 4 of 4 units done")
    )
    let merged = try run("merge", "a.yaml", "--store", "s.sqlite", in: folder)
    #expect(merged.output == "small: 4 units of 3 shards; 12 of 12 units done; complete\n")
    #expect(try outcome(folder) == outcome(folder, store: "s.sqlite"))
    for store in ["a", "s"] {
      let export = ["--csv", "\(store).csv", "--sqlite", "\(store).export"]
      let ended = try Tool.run(
        ["campaign", "export", "a.yaml", "--quiet", "--store", "\(store).sqlite"] + export, in: folder)
      #expect(ended.status == 0 && ended.output == "" && ended.error == "", "\(ended)")
    }
    #expect(try folder.data("a.csv") == folder.data("s.csv"))
    #expect(try folder.data("a.export") == folder.data("s.export"))
    #expect(try folder.names(".").filter { $0.hasSuffix(".partial") || $0.hasSuffix(".lock") } == [])
  }

  @Test("pauses at an interrupt, and goes on")
  func pause() throws {
    let folder = try folder(Self.small.replacing("1100", with: "20000"))
    let process = Process()
    process.executableURL = URL(filePath: Tool.path)
    process.arguments = ["campaign", "run", "a.yaml", "-q"]
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The signals are taken care of before there is a store.
    while process.isRunning, !folder.exists("a.sqlite-wal") { usleep(1000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    let report = try run("report", "a.yaml", in: folder)
    #expect(report.status == 3 && report.output.contains("PARTIAL"))
  }

  @Test("a run counts what the stopping rule needs, and what is not needed, as the status does")
  func spared() throws {
    let folder = try folder(
      """
      schema: reflector/campaign/1
      id: spared
      title: Spared
      accessories: [nordic-nrf54l15-ipt]
      ranging: {distances_m: [3], procedures: 8000, until_p90_within_m: 0.001}

      """)
    #expect(try run("run", "a.yaml", "--leave-out", "3", "-q", in: folder).status == 0)
    for now in [1, 0] {
      let ran = try run("run", "a.yaml", in: folder)
      #expect(
        ran.output == "spared: 10 of 16 units done, 6 not needed, \(now) now; complete\n", "\(ran.error)")
    }
    #expect(try run("status", "a.yaml", in: folder).output.contains("10 of 16 units done, 6 not needed"))
  }

  @Test(
    "a full disk ends a run with what is stored, which goes on where there is room",
    .enabled(if: OutputRefusalTests.mayMount, "a small file system needs root"))
  func fullDisk() throws {
    let folder = try folder(Self.small.replacing("[2, 4]", with: "[1:50:1]"))
    let mount = try Tool.shell("mkdir small && mount -t tmpfs -o size=160k tmpfs small", in: folder)
    try #require(mount.status == 0, "\(mount.error)")
    let full = try run("run", "a.yaml", "--store", "small/a.sqlite", "-q", in: folder)
    let kept = try Tool.shell("cp small/a.sqlite* . && umount small", in: folder)
    try #require(kept.status == 0, "\(kept.error)")
    #expect(full.status == 2)
    #expect(
      full.error.contains("the disk is full: small/a.sqlite has all units but those under way"),
      "\(full.error)")
    let status = try run("status", "a.yaml", in: folder).output
    let done = try #require(
      status.firstMatch(of: #/edition   1: (\d+) of 300 units done/#).flatMap { Int($0.1) })
    #expect((1..<300).contains(done))
    let rest = try run("run", "a.yaml", in: folder)
    #expect(rest.output == "small: 300 of 300 units done, \(300 - done) now; complete\n", "\(rest.error)")
  }

  @Test(
    "a disk with no room for a store is reported as full",
    .enabled(if: OutputRefusalTests.mayMount, "a small file system needs root"), arguments: [8, 16, 32])
  func fullFromTheStart(_ kilobytes: Int) throws {
    let folder = try folder()
    let mount = try Tool.shell("mkdir small && mount -t tmpfs -o size=\(kilobytes)k tmpfs small", in: folder)
    try #require(mount.status == 0, "\(mount.error)")
    let full = try run("run", "a.yaml", "--store", "small/a.sqlite", "-q", in: folder)
    #expect(try Tool.shell("umount small", in: folder).status == 0)
    #expect(full.status == 2)
    #expect(full.error.contains("Error: the disk is full: small/a.sqlite has"), "\(full.error)")
  }

  @Test("a changed campaign, profile or phone is refused unless its results are kept apart")
  func change() throws {
    let folder = try folder(Self.small.replacing("[nordic-nrf54l15-ipt]", with: "[b.yaml]"))
    try folder.writeDefective("delay-too-long")
    let profile = try folder.text("delay-too-long.yaml")
    try folder.write(profile, "b.yaml")
    #expect(try run("run", "a.yaml", "-q", in: folder).status == 0)
    let before = try outcome(folder)
    try folder.write(profile + "# later\n", "b.yaml")
    let refused = try run("run", "a.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(refused.error.contains("a change: b.yaml. Keep the new ones apart with --accept-change"))
    #expect(try run("report", "a.yaml", in: folder).error.contains("b.yaml changed"))
    #expect(try run("run", "a.yaml", "--accept-change", "-q", in: folder).status == 0)
    #expect(
      try run("status", "a.yaml", in: folder).output.contains(
        "1: 12 of 12 units done; before a change of b.yaml"))
    #expect(try json(outcome(folder))["edition"] as? Int == 2)
    let first = try run("report", "a.yaml", "--edition", "1", "--json", "-", "-q", in: folder).output
    #expect(first == before.replacing("\"changed_since\": []", with: "\"changed_since\": [\"b.yaml\"]"))
    #expect(first != before)
    let replay = try run("replay", "a.yaml", "0", "--edition", "1", in: folder)
    #expect(replay.status == 2 && replay.error.contains("ran before a change of b.yaml"))
    #expect(try run("report", "a.yaml", "--edition", "3", in: folder).status == 2)
  }

  @Test("a unit runs again as it did, with a capture")
  func replay() throws {
    let folder = try folder(Self.small + "checks: {requirements: [apple-ios27-cs]}\n")
    let before = try run("replay", "a.yaml", "0", in: folder)
    #expect(before.status == 2 && before.error.contains("there is no store a.sqlite"))
    #expect(try run("run", "a.yaml", "-q", in: folder).status == 0)
    for unit in ["2", "12"] {
      let ended = try run("replay", "a.yaml", unit, "--capture", "\(unit).pcapng", in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      #expect(ended.output.contains("has the same"))
      #expect(try folder.data("\(unit).pcapng").count > 10_000)
    }
    #expect(try run("replay", "a.yaml", "13", in: folder).error.contains("expected 0 to 12"))
  }

  @Test(
    "what is wrong in a campaign is told with its place",
    arguments: [
      (
        "[nordic-nrf54l15-ipt]", "[nordic-nrf54l15-ipx]",
        "a.yaml:4:15: found no profile 'nordic-nrf54l15-ipx'"
      ),
      (
        "distances_m: [2, 4]", "distances_m: [2, 400]",
        "a.yaml:5:28: found 400 in distances_m, expected 0.1 to 149"
      ),
      (
        "[nordic-nrf54l15-ipt]", "[./missing.yaml]",
        "a.yaml:4:15: accessories: missing.yaml: cannot be read: No such file"
      ),
      (
        "ranging:", "checks: {requirements: [./sets/none.yaml]}\nphones: [./none.yaml]\nranging:",
        "a.yaml:6:10: phones: none.yaml: cannot be read: No such file"
      ),
      ("knob: tau", "knob: tua", "a.yaml:5:"), ("[5, 10]", "[5, -1]", "found -1 in tau -1, expected"),
      ("procedures: 1100", "procedures: 0", "a.yaml:5:"), ("ranging:", "rangin:", "Did you mean 'ranging'"),
      ("distances_m: [2, 4]", "estimators: [mll], distances_m: [2]", "Did you mean 'ml'?"),
      ("procedures: 1100", "procedures: 9, smooth: medean", "Did you mean 'median'?"),
    ])
  func mistakes(_ good: String, _ bad: String, _ message: String) throws {
    #expect(Self.small.contains(good))
    let folder = try folder(Self.small.replacing(good, with: bad))
    let ended = try run("run", "a.yaml", in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(try folder.names(".").filter { $0.contains("sqlite") } == [])
  }

  @Test(
    "a campaign beyond memory is refused before it is multiplied out",
    arguments: [
      (
        "distances_m: [2, 4], sweeps: [{knob: tau, values: [5, 10]}]",
        """
        distances_m: ["1:100:0.1"], sweeps: [{knob: tau, values: ["1:15:0.02"]}, {knob: phase_noise_rad, values: \
        ["0.01:0.1:0.0001"]}]
        """,
        "a.yaml:5:25: found 625,916,591 points for each of 1 combination of accessory"
      ),
      (
        "ranging:",
        "phones: [\(names("phone"))]\nenvironments: [\(names("room"))]\n"
          + "checks: {requirements: [\(names("set"))], seeds: 100000}\nranging:",
        "a.yaml:5:10: found 262,144 combinations of accessories, phones, environments and requirement sets"
      ),
    ])
  func size(_ good: String, _ bad: String, _ message: String) throws {
    let folder = try folder(Self.small.replacing(good, with: bad))
    let ended = try run("status", "a.yaml", in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
  }

  /// As `a1, a2`, as many as a list takes.
  private static func names(_ name: String) -> String {
    (1...64).map { "\(name)\($0)" }.joined(separator: ", ")
  }

  @Test("has an end to its minutes, names no option that it has not, and shows its title in a line")
  func words() throws {
    let folder = try folder(Self.small.replacing("title: Small", with: #"title: "Small\nor not""#))
    let minutes = try run("run", "a.yaml", "--minutes", "9223372036854775807", in: folder)
    #expect(minutes.status == 2)
    #expect(minutes.error.contains("expected 1 to 100000."), "\(minutes.error)")
    let store = try run("run", "a.yaml", "--store", "none/a.sqlite", in: folder)
    #expect(store.status == 2 && store.error.contains("there is no folder none; make it"), "\(store.error)")
    #expect(!store.error.contains("--make-folders"))
    #expect(try run("status", "a.yaml", in: folder).output.hasPrefix("small: Small or not\n"))
  }

  @Test("says what is missing where there is nothing to run or to merge, and no cluster")
  func nothing() throws {
    let folder = try folder("schema: reflector/campaign/1\nid: a\ntitle: A\naccessories: [reference]\n")
    #expect(try run("run", "a.yaml", in: folder).error.contains("found neither 'ranging' nor 'checks'"))
    try folder.write(Self.small, "a.yaml")
    #expect(try run("merge", "a.yaml", in: folder).error.contains("found no shards beside a.sqlite"))
    #expect(
      try run("merge", "a.yaml", "b.1-of-2.sqlite", in: folder).error
        == "Error: there is no store b.1-of-2.sqlite; run its shard, or leave it out.\n")
    #expect(
      try run("merge", "a.yaml", "a.yaml", in: folder).error
        == "Error: a.yaml is no store of a campaign; name a store, or a new file with --store\n")
    #expect(!folder.exists("a.sqlite"))
    #expect(try run("export", "a.yaml", in: folder).error.contains("expected --csv or --sqlite"))
    #expect(try run("report", "a.yaml", in: folder).error.contains("there is no store a.sqlite"))
    try folder.write("text", "a.sqlite")
    #expect(try run("run", "a.yaml", in: folder).error.contains("a.sqlite is no store of a campaign"))
    #expect(try folder.text("a.sqlite") == "text")
    let shard = try run("run", "a.yaml", "--shard", "4/3", in: folder)
    #expect(shard.status == 2 && shard.error.contains("4/3"))
  }
}
