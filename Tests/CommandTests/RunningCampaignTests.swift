import Foundation
import Testing

@Suite("A campaign that runs")
struct RunningCampaignTests {
  /// It takes minutes.
  private static let long = """
    schema: reflector/campaign/1
    id: long
    title: Long
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [1:50:1], procedures: 20000}

    """

  private func status(_ campaign: String, in folder: Folder) throws -> String {
    let ended = try Tool.run(["campaign", "status", campaign], in: folder)
    try #require(ended.status == 0, "\(ended.error)")
    return ended.output
  }

  /// Begins a run of a campaign, and returns when a unit is stored.
  private func begin(_ arguments: [String], in folder: Folder) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Tool.path)
    process.arguments = ["campaign", "run"] + arguments
    process.currentDirectoryURL = folder.url
    process.standardError = try folder.handle("errors")
    try process.run()
    while process.isRunning, try !status(arguments[0], in: folder).contains(#/: [1-9][\d,]* of /#) {
      usleep(20_000)
    }
    let errors = try folder.text("errors")
    try #require(process.isRunning, "\(errors)")
    return process
  }

  /// Runs the long campaign, and ends it when `body` has.
  private func withRun(_ body: (Folder, Process) throws -> Void) throws {
    let folder = try Folder()
    try folder.write(Self.long, "a.yaml")
    let process = try begin(["a.yaml", "--quiet"], in: folder)
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try body(folder, process)
  }

  @Test("keeps its store from a second run and from a merge, which name its process")
  func second() throws {
    try withRun { folder, process in
      // A shard has a store of its own.
      let shard = try Tool.run(
        ["campaign", "run", "a.yaml", "--shard", "2000/2000", "--quiet"], in: folder)
      #expect(shard.status == 0, "\(shard.error)")
      for command in ["run", "merge"] {
        let ended = try Tool.run(["campaign", command, "a.yaml"], in: folder)
        #expect(ended.status == 2)
        let holder = "process \(process.processIdentifier) on "
        #expect(ended.error.hasPrefix("Error: a.sqlite is in use by \(holder)"), "\(ended.error)")
      }
      #expect(process.isRunning)
    }
  }

  @Test("that crashes names the unit, which the next run may leave out")
  func crash() throws {
    let folder = try Folder()
    try folder.write(Self.long.replacing("1:50:1", with: "1:3:1").replacing("20000", with: "10"), "a.yaml")
    let crashed = try Tool.run(
      ["campaign", "run", "a.yaml", "--jobs", "1", "--quiet", "--trap-in-unit", "1"], in: folder)
    #expect(crashed.status == 70)
    #expect(crashed.error.contains("reflector: unit 1 crashed; "), "\(crashed.error)")
    #expect(try status("a.yaml", in: folder).contains(#/\n  lost      process \d+ on /#))
    let json = try Tool.run(["campaign", "status", "a.yaml", "--json", "-"], in: folder)
    #expect(json.error.contains("under way: 1\n"), "\(json.error)")
    #expect(try Tool.complaints(json.output, "campaign-status", in: folder) == [])
    let root = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let store = try #require(root?["store"] as? [String: Any])
    #expect((store["lost"] as? [String: Any])?["units"] as? [Int] == [1])
    let next = try Tool.run(["campaign", "run", "a.yaml", "--leave-out", "1"], in: folder)
    #expect(next.status == 0 && next.output.contains("2 of 3 units done, "), "\(next)")
    let lost = #/note: process \d+ on .* crashed or was killed with these units under way: 1\. /#
    #expect(next.error.contains(lost), "\(next.error)")
  }

  @Test("leaves out units, has then nothing left to run, and is not complete without them")
  func leftOut() throws {
    let folder = try Folder()
    try folder.write(Self.long.replacing("1:50:1", with: "1:3:1").replacing("20000", with: "10"), "a.yaml")
    let bad = try Tool.run(["campaign", "run", "a.yaml", "--leave-out", "3"], in: folder)
    #expect(bad.status == 2 && bad.error == "Error: found --leave-out 3, expected 0 to 2.\n")
    for _ in 0...1 {
      let ended = try Tool.run(["campaign", "run", "a.yaml", "--leave-out", "0", "2"], in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      #expect(ended.output.contains("long: 1 of 3 units done, "))
      #expect(ended.output.hasSuffix(" now; 2 units left out\n"), "\(ended.output)")
    }
    let rest = try Tool.run(["campaign", "run", "a.yaml"], in: folder)
    #expect(rest.output == "long: 3 of 3 units done, 2 now; complete\n", "\(rest.error)")
  }

  @Test("is seen by one who may not write to its files")
  func holder() throws {
    try withRun { folder, process in
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder.url.appending(path: "a.sqlite.lock").path)
      let ended = try Tool.runBound(["campaign", "status", "a.yaml"], in: folder)
      #expect(ended.output.contains("in use by process \(process.processIdentifier) on "), "\(ended)")
    }
  }

  @Test("ends where its store is moved away, and loses nothing", arguments: [[], ["--shard", "1/1"]])
  func moved(_ shard: [String]) throws {
    let folder = try Folder()
    try folder.write(Self.long, "here/a.yaml")
    let store = shard.isEmpty ? "a.sqlite" : "a.1-of-1.sqlite"
    let process = try begin(["here/a.yaml", "--quiet"] + shard, in: folder)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "here"), to: folder.url.appending(path: "there"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let errors = try folder.text("errors")
    #expect(
      errors.hasPrefix("Error: here/\(store) was moved, removed or replaced while it was in use."),
      "\(errors)")
    #expect(try status("there/a.yaml", in: folder).contains(#/: [1-9][\d,]* of 2,000 units done/#))
  }

  @Test("at a terminal shows a line with rate and time left, which Control-C takes away")
  func terminal() throws {
    let folder = try Folder()
    try folder.write(Self.long, "a.yaml")
    try folder.write(
      """
      from os import environ, execl, read, waitpid, waitstatus_to_exitcode, write
      from pty import fork
      pid, terminal = fork()
      if pid == 0:
          execl(environ["REFLECTOR"], "reflector", "campaign", "run", "a.yaml")
      shown, is_running = b"", True
      try:
          while data := read(terminal, 65536):
              shown += data
              if is_running and b" left" in shown:
                  write(terminal, b"\\x03")
                  is_running = False
      except OSError:
          pass
      print(waitstatus_to_exitcode(waitpid(pid, 0)[1]))
      print(repr(shown.decode()))

      """, "watch")
    let ended = try Tool.shell("exec python3 watch", in: folder)
    #expect(ended.output.hasPrefix("3\n"), "\(ended)")
    #expect(
      ended.output.contains(#/\\r\\x1b\[K1 of 2,000 units, [\d,]+ procedures\/s, [\dhmins ]+ left/#),
      "\(ended)")
    #expect(ended.output.contains(#"\r\x1b[Kreflector: pausing after the units under way; "#), "\(ended)")
  }
}
