import Foundation
import ProjectFiles
import TestSupport
import Testing

/// What `reflector serve` does when its surroundings let it down. The hosts are sockets of the test.
@Suite("serve", .timeLimit(.minutes(1)))
struct ServeLifeTests {
  private static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
  /// More of these than a pipe or a small disk holds.
  private static let resetCount = 2_000
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Runs `serve` with a phone's port in the folder, after `before` in the same shell.
  private func serve(_ arguments: String, after before: String = ":") throws -> RunningProgram {
    let reflector = BuiltExecutable.reflector.path
    let command =
      "cd '\(folder.path)' && \(before) && exec '\(reflector)' serve nordic-nrf54l15-ipt"
      + " --attach phone=unix:phone.socket \(arguments)"
    return try RunningProgram("reflector serve", "/bin/sh", ["-c", command])
  }

  private func attach(to tool: RunningProgram) async throws -> PlainSocket {
    try await tool.next("a host can attach at")
    let host = try PlainSocket(unixPath: path("phone.socket"))
    try host.limitReads(toSeconds: 30)
    return host
  }

  /// `serve` has ended, or hung up.
  private struct ServerGone: Error {}

  /// Has the controller reset so often, and reads each answer.
  private func reset(_ host: PlainSocket, times count: Int) throws {
    for _ in 0..<count {
      try host.write(Self.reset)
      var missing = 7
      while missing > 0 {
        let octets = try host.read(missing)
        guard !octets.isEmpty else { throw ServerGone() }
        missing -= octets.count
      }
    }
  }

  /// The octets of a pcapng behind its last whole block.
  private func rest(of octets: Data) -> Int {
    var start = octets.startIndex
    while octets.endIndex - start >= 8 {
      let length = (0..<4).reduce(0) { $0 | Int(octets[start + 4 + $1]) << (8 * $1) }
      guard length >= 12, start + length <= octets.endIndex else { break }
      start += length
    }
    return octets.endIndex - start
  }

  @Test("ends with --timeout, and its status says whether the procedures came that were asked for")
  func timeout() async throws {
    let short = try serve("--timeout 0.3 --procedures 2")
    try await short.next("0 of 2 procedures")
    #expect(try await short.exitStatus() == 1)
    let open = try serve("--timeout 0.3")
    try await open.next("0 procedures")
    #expect(try await open.exitStatus() == 0)
    try FileManager.default.removeItem(at: folder)
  }

  @Test("ends at once with an interrupt that comes as soon as it says that it is ready", arguments: 0..<5)
  func earlyInterrupt(_: Int) async throws {
    let tool = try serve("")
    try await tool.next("a host can attach at")
    tool.interrupt()
    #expect(try await tool.exitStatus() == 0)
    #expect(!FileManager.default.fileExists(atPath: path("phone.socket")))
    try FileManager.default.removeItem(at: folder)
  }

  @Test("takes its socket away when the terminal hangs up")
  func hangUp() async throws {
    let tool = try serve("")
    let host = try await attach(to: tool)
    try reset(host, times: 1)
    tool.hangUp()
    #expect(try await tool.exitStatus() == 0)
    #expect(!FileManager.default.fileExists(atPath: path("phone.socket")))
    try FileManager.default.removeItem(at: folder)
  }

  @Test("goes on, and ends, though nobody reads the pipe that it captures to")
  func stalledReader() async throws {
    // The test holds the pipe open for as long as it takes, and does not read.
    try #require(mkfifo(path("air"), 0o600) == 0)
    let reader = open(path("air"), O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }
    let tool = try serve("--capture air")
    let host = try await attach(to: tool)
    try reset(host, times: Self.resetCount)
    tool.interrupt()
    try await tool.next("0 procedures")
    #expect(try await tool.exitStatus() == 0)
  }

  @Test(
    "ends while it waits for a reader of the pipe that it captures to, when it is told to and in time",
    arguments: [true, false])
  func noReader(isInterrupted: Bool) async throws {
    try #require(mkfifo(path("air"), 0o600) == 0)
    let tool = try serve("--capture air" + (isInterrupted ? "" : " --timeout 0.2"))
    try await tool.next("waiting for a reader of air")
    if isInterrupted { tool.interrupt() }
    try await tool.next("found nothing that reads the pipe air")
    #expect(try await tool.exitStatus() == 2)
    try FileManager.default.removeItem(at: folder)
  }

  @Test("leaves whole packets on a full disk")
  func fullDisk() async throws {
    let tool = try serve(
      "--capture air.pcapng",
      after: "export LLVM_PROFILE_FILE=/dev/null && trap '' XFSZ && ulimit -f 64")
    let host = try await attach(to: tool)
    for _ in 0..<Self.resetCount {
      do {
        try reset(host, times: 1)
      } catch {
        break
      }
    }
    try await tool.next("cannot write")
    #expect(try await tool.exitStatus() == 2)
    let octets = try Data(contentsOf: folder.appending(path: "air.pcapng"))
    #expect(octets.count > 20_000)
    #expect(rest(of: octets) == 0)
    try FileManager.default.removeItem(at: folder)
  }

  @Test("captures to standard output, and talks on standard error")
  func standardOutput() async throws {
    let tool = try serve("--capture - > out.pcapng")
    let host = try await attach(to: tool)
    try reset(host, times: 20)
    tool.interrupt()
    #expect(try await tool.exitStatus() == 0)
    let octets = try Data(contentsOf: folder.appending(path: "out.pcapng"))
    #expect(Array(octets.prefix(4)) == [0x0A, 0x0D, 0x0D, 0x0A])
    #expect(octets.count > 1_000)
    #expect(rest(of: octets) == 0)
    try FileManager.default.removeItem(at: folder)
  }
}
