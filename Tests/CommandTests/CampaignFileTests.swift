import Foundation
import Testing

@Suite("The files of a campaign")
struct CampaignFileTests {
  private static let small = """
    schema: reflector/campaign/1
    id: small
    title: Small
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [2, 4], procedures: 10}

    """

  private func run(_ arguments: [String], in folder: Folder) throws -> Tool.Ended {
    try Tool.run(["campaign"] + arguments, in: folder)
  }

  /// A folder with a campaign that has run.
  private func finished() throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.small, "a.yaml")
    #expect(try run(["run", "a.yaml", "-q"], in: folder).status == 0)
    return folder
  }

  /// Changes a store as no version of the tool does.
  private func change(_ store: String, _ statement: String, in folder: Folder) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()",
      store, statement,
    ]
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "are not replaced by an output",
    arguments: [
      (
        ["report", "a.yaml", "--json", "a.sqlite"],
        "it is the store of a campaign; name another file with --json"
      ),
      (["report", "a.yaml", "--html", "a.yaml"], "this command reads it; name another file with --html"),
      (["export", "a.yaml", "--csv", "./a.sqlite"], "it is the store of a campaign"),
      (["export", "a.yaml", "--sqlite", "a.sqlite"], "it is the store of a campaign"),
      (["export", "a.yaml", "--csv", "a.sqlite-wal"], "it belongs to the store of a campaign"),
      (
        ["replay", "a.yaml", "0", "--capture", "./a.sqlite-journal"], "it belongs to the store of a campaign"
      ),
      (["export", "a.yaml", "--sqlite", "./a.yaml"], "this command reads it"),
      (["export", "a.yaml", "--csv", "x", "--sqlite", "x"], "found x for --csv and for --sqlite"),
      (["export", "a.yaml", "--sqlite", "-"], "found --sqlite -, expected the name of a file"),
      (["replay", "a.yaml", "0", "--capture", "a.sqlite"], "it is the store of a campaign"),
      (["replay", "a.yaml", "0", "--capture", "a.yaml"], "this command reads it"),
      (["replay", "a.yaml", "0", "--capture", "-"], "found --capture -, expected the name of a file"),
    ])
  func outputs(_ arguments: [String], _ message: String) throws {
    let folder = try finished()
    let store = try folder.data("a.sqlite")
    let names = try folder.names(".")
    let ended = try run(arguments, in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(try folder.text("a.yaml") == Self.small)
    #expect(try folder.data("a.sqlite") == store)
    #expect(try folder.names(".") == names)
  }

  @Test("stay beside an export, which goes where a link points")
  func link() throws {
    let folder = try finished()
    try folder.write("mine", "link.partial")
    try folder.write("old", "real")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"), withDestinationURL: folder.url.appending(path: "real"))
    #expect(try run(["export", "a.yaml", "--sqlite", "link"], in: folder).status == 0)
    #expect(try folder.text("link.partial") == "mine")
    #expect(try folder.data("real").prefix(15) == Data("SQLite format 3".utf8))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.url.appending(path: "link").path)
        .hasSuffix("real"))
  }

  @Test("are files", arguments: ["", ":memory:"])
  func memory(_ store: String) throws {
    let folder = try finished()
    let ended = try run(["run", "a.yaml", "--store", store], in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains("found --store '\(store)', expected the name of a file"), "\(ended.error)")
  }

  @Test("have the name that was given, also one that SQLite takes for an address")
  func address() throws {
    let folder = try Folder()
    try folder.write(Self.small, "a.yaml")
    let (whole, shard) = ("file:a?mode=memory", "file:a?mode=memory.1-of-1.sqlite")
    let ran = try run(["run", "a.yaml", "--store", whole, "--shard", "1/1", "-q"], in: folder)
    #expect(ran.status == 0, "\(ran.error)")
    let merged = try run(["merge", "a.yaml", "--store", whole, shard], in: folder)
    #expect(merged.output == "small: 2 units of 1 shard; 2 of 2 units done; complete\n", "\(merged.error)")
    #expect(try folder.names(".") == ["Profiles", "a.yaml", whole, shard])
    #expect(try run(["report", "a.yaml", "--store", whole, "-q"], in: folder).status == 0)
  }

  @Test("are merged without the store itself, and not into that of another campaign")
  func ownStore() throws {
    let folder = try finished()
    #expect(try run(["run", "a.yaml", "--shard", "1/1", "-q"], in: folder).status == 0)
    let merged = try run(["merge", "a.yaml", "a.1-of-1.sqlite", "a.sqlite"], in: folder)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(merged.error == "note: the shards are joined into a.sqlite: it is left out\n")
    #expect(merged.output == "small: 0 units of 1 shard; 2 of 2 units done; complete\n")
    try folder.write(Self.small.replacing("id: small", with: "id: other"), "b.yaml")
    #expect(try run(["run", "b.yaml", "--shard", "1/1", "-q"], in: folder).status == 0)
    let other = try run(["merge", "b.yaml", "--store", "a.sqlite", "b.1-of-1.sqlite"], in: folder)
    #expect(other.status == 2)
    #expect(
      other.error.contains("has results of the campaign 'small', expected those of 'other'"), "\(other.error)"
    )
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "a.1-of-1.sqlite"), to: folder.url.appending(path: "c.1-of-1.sqlite"))
    try folder.write(Self.small.replacing("10", with: "20"), "c.yaml")
    let none = try run(["merge", "c.yaml"], in: folder)
    #expect(none.status == 2)
    #expect(none.error.contains("no shard has results of c.yaml as it is now"), "\(none.error)")
    #expect(!folder.exists("c.sqlite"))
  }

  @Test(
    "are merged once, by however many names", arguments: ["a.1-of-1.sqlite", "./a.1-of-1.sqlite", "link"])
  func twice(_ second: String) throws {
    let folder = try finished()
    #expect(try run(["run", "a.yaml", "--shard", "1/1", "-q"], in: folder).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link").path, withDestinationPath: "a.1-of-1.sqlite")
    let merged = try run(["merge", "a.yaml", "--store", "s.sqlite", "a.1-of-1.sqlite", second], in: folder)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(merged.error == "note: a.1-of-1.sqlite and \(second) are one store: it counts once\n")
    #expect(merged.output == "small: 2 units of 1 shard; 2 of 2 units done; complete\n")
  }

  @Test("stay as they are if they are of another campaign, or of this one before a change")
  func otherCampaign() throws {
    let folder = try finished()
    try folder.write(Self.small.replacing("id: small", with: "id: other"), "other.yaml")
    try folder.write(Self.small.replacing("10", with: "20"), "later.yaml")
    let refusals: [([String], String)] = [
      (
        ["other.yaml", "--accept-change"],
        "a.sqlite has results of the campaign 'small', expected those of 'other'; name another store with"
          + " --store."
      ),
      (["other.yaml"], "a.sqlite has results of the campaign 'small', expected those of 'other'"),
      (["later.yaml"], "a.sqlite has results from before a change: the campaign file."),
    ]
    let store = try folder.data("a.sqlite")
    for (arguments, message) in refusals {
      let ended = try run(["run", "--store", "a.sqlite"] + arguments, in: folder)
      #expect(ended.status == 2)
      #expect(ended.error.hasPrefix("Error: " + message), "\(ended.error)")
      #expect(try folder.data("a.sqlite") == store, "\(arguments)")
    }
    #expect(try run(["run", "later.yaml", "--store", "a.sqlite", "--accept-change"], in: folder).status == 0)
  }

  @Test(
    "that are damaged within are found before they are used",
    arguments: [
      ("UPDATE unit SET tally = zeroblob(200) WHERE number = 1", "unit 1: "),
      ("UPDATE unit SET tally = x'00' WHERE number = 1", "unit 1: "),
      (
        "UPDATE unit SET tally = NULL, verdict = 'perfect' WHERE number = 1",
        "unit 1 has the verdict 'perfect'"
      ),
      ("UPDATE unit SET tally = 'abc', verdict = x'ff' WHERE number = 1", "unit 1"),
      (
        "UPDATE unit SET number = 9223372036854775807 WHERE number = 1",
        "unit 9223372036854775807 does not match its digest"
      ),
      ("UPDATE unit SET number = 'abc' WHERE number = 1", "unit 0 is none of the campaign"),
      (
        "UPDATE unit SET tally = (SELECT tally FROM unit WHERE number = 0) WHERE number = 1",
        "unit 1 does not match its digest"
      ),
      ("UPDATE unit SET digest = NULL WHERE number = 1", "unit 1 does not match its digest"),
      ("UPDATE edition SET tool = 'reflector 0.0.9'", "an edition does not match its digest"),
      ("UPDATE edition SET number = 2", "an edition of its units is missing"),
    ])
  func damage(_ statement: String, _ reason: String) throws {
    let folder = try finished()
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "a.sqlite"), to: folder.url.appending(path: "s.1-of-1.sqlite"))
    try change("s.1-of-1.sqlite", statement, in: folder)
    let merged = try run(["merge", "a.yaml", "--store", "s.sqlite"], in: folder)
    #expect(merged.status == 2)
    #expect(
      merged.error.contains("s.1-of-1.sqlite is damaged (") && merged.error.contains(reason),
      "\(merged.error)")
    #expect(!folder.exists("s.sqlite"))
    let report = try run(["report", "a.yaml", "--store", "s.1-of-1.sqlite"], in: folder)
    #expect(report.status == 2 && report.error.contains(reason), "\(report.error)")
  }

  @Test(
    "stay as they are if their tables are damaged",
    arguments: [
      ("UPDATE edition SET sources = 'nordic'", "an edition has no list of its files"),
      ("DELETE FROM grdb_migrations", "its tables have no version"),
      ("DROP TABLE grdb_migrations", "its tables have no version"),
    ])
  func damagedTables(_ statement: String, _ reason: String) throws {
    let folder = try finished()
    try change("a.sqlite", statement, in: folder)
    let before = try folder.data("a.sqlite")
    for command in ["run", "status", "report"] {
      let ended = try run([command, "a.yaml"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.error.contains("a.sqlite is damaged (\(reason))"), "\(ended.error)")
      #expect(try folder.data("a.sqlite") == before)
    }
  }

  @Test("stay as they are if a run would go on with a result that is not as it was stored")
  func alteredResult() throws {
    let folder = try finished()
    try change(
      "a.sqlite", "UPDATE unit SET tally = (SELECT tally FROM unit WHERE number = 0) WHERE number = 1",
      in: folder)
    let before = try folder.data("a.sqlite")
    let ended = try run(["run", "a.yaml"], in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error.hasPrefix(
        "Error: a.sqlite is damaged (unit 1 does not match its digest); nothing was changed."),
      "\(ended.error)")
    #expect(try folder.data("a.sqlite") == before)
  }

  @Test("of the first version are read, merged, and get digests from the next writer")
  func firstVersion() throws {
    let folder = try Folder()
    try folder.write(Self.small + "checks: {requirements: [apple-ios27-cs]}\n", "a.yaml")
    #expect(try run(["run", "a.yaml", "-q"], in: folder).status == 0)
    let new = try run(["report", "a.yaml", "--json", "-", "-q"], in: folder)
    for statement in [
      "ALTER TABLE unit DROP COLUMN digest", "ALTER TABLE edition DROP COLUMN digest",
      "DELETE FROM grdb_migrations WHERE identifier = '2'",
    ] { try change("a.sqlite", statement, in: folder) }
    let before = try folder.data("a.sqlite")
    let old = try run(["report", "a.yaml", "--json", "-", "-q"], in: folder)
    #expect(old.status == 0 && old.output == new.output, "\(old.error)")
    let merged = try run(["merge", "a.yaml", "a.sqlite", "--store", "s.sqlite"], in: folder)
    #expect(merged.output == "small: 3 units of 1 shard; 3 of 3 units done; complete\n", "\(merged.error)")
    #expect(try folder.data("a.sqlite") == before)
    #expect(try run(["run", "a.yaml"], in: folder).output == "small: 3 of 3 units done, 0 now; complete\n")
    for store in ["a.sqlite", "s.sqlite"] {
      let report = try run(["report", "a.yaml", "--store", store, "--json", "-", "-q"], in: folder)
      #expect(report.status == 0 && report.output == new.output, "\(report.error)")
      try change(store, "UPDATE verdict SET requirement = 'CS-A99' WHERE place = 1", in: folder)
      let damaged = try run(["report", "a.yaml", "--store", store, "-q"], in: folder)
      #expect(damaged.status == 2 && damaged.error.contains("unit 2 does not match"), "\(damaged.error)")
    }
  }

  @Test("of a later version stay as they are")
  func laterVersion() throws {
    let folder = try finished()
    try change("a.sqlite", "INSERT INTO grdb_migrations VALUES ('3')", in: folder)
    let before = try folder.data("a.sqlite")
    for command in ["run", "status", "report"] {
      let ended = try run([command, "a.yaml"], in: folder)
      #expect(ended.status == 2)
      #expect(
        ended.error == "Error: a later version of reflector has written a.sqlite; use that version\n")
      #expect(try folder.data("a.sqlite") == before)
    }
  }

  @Test(
    "are read where nothing can be written, and a run is refused",
    .enabled(if: OutputRefusalTests.mayMount, "a file system of its own needs root"))
  func readOnly() throws {
    let folder = try finished()
    let mount = try Tool.shell(
      "mkdir ro && mount -t tmpfs tmpfs ro && cp a.sqlite ro && mount -o remount,ro ro", in: folder)
    try #require(mount.status == 0, "\(mount.error)")
    let old = try run(["run", "a.yaml", "--store", "ro/a.sqlite"], in: folder)
    let new = try run(["run", "a.yaml", "--store", "ro/b.sqlite"], in: folder)
    let report = try run(["report", "a.yaml", "--store", "ro/a.sqlite", "-q"], in: folder)
    let merged = try run(["merge", "a.yaml", "ro/a.sqlite", "--store", "c.sqlite", "-q"], in: folder)
    #expect(try Tool.shell("umount ro", in: folder).status == 0)
    #expect(old.status == 2 && old.error == "Error: cannot use ro/a.sqlite: Read-only file system\n")
    #expect(
      new.status == 2 && new.error.contains("into the folder ro: Read-only file system; choose another"))
    #expect(report.status == 0, "\(report.error)")
    #expect(merged.status == 0, "\(merged.error)")
  }

  @Test("that other commands read stay, too")
  func profile() throws {
    let folder = try Folder()
    let profile = try Tool.run(["profile", "new", "p.yaml"], in: folder)
    #expect(profile.status == 0, "\(profile.error)")
    let text = try folder.text("p.yaml")
    for arguments in [["check", "p.yaml", "--html", "p.yaml"], ["range", "p.yaml", "--json", "./p.yaml"]] {
      let ended = try Tool.run(arguments, in: folder)
      #expect(ended.status == 2 && ended.error.contains("this command reads it"), "\(ended.error)")
      #expect(try folder.text("p.yaml") == text)
    }
    try folder.write("schema: nonsense\n", "bad.yaml")
    #expect(try Tool.run(["check", "bad.yaml", "--html", "bad.yaml"], in: folder).status == 2)
    #expect(try folder.text("bad.yaml") == "schema: nonsense\n")
  }
}
