import Foundation
import ProjectFiles
import Synchronization

/// A program that runs while a test reads its lines, those of both output streams in the order of writing.
final class RunningProgram {
  /// The test waits for something that the program did not say before it ended, or before time was up.
  struct Silent: Error, CustomStringConvertible {
    let name: String
    let awaited: String

    var description: String { "\(name) has not said \(awaited)" }
  }

  /// The lines that came, kept beside those that wait to be read.
  private final class Transcript: Sendable {
    let lines = Mutex<[String]>([])
  }

  let name: String
  private let transcript = Transcript()
  private let process = Process()
  private var lines: AsyncStream<String>.Iterator

  /// Starts a program in the folder of the project.
  init(_ name: String, _ executable: String, _ arguments: [String]) throws {
    self.name = name
    let pipe = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream.makeAsyncIterator()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = ProjectFolder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe.fileHandleForWriting
    process.standardError = pipe.fileHandleForWriting
    try process.run()
    try pipe.fileHandleForWriting.close()
    Thread.detachNewThread { [reader = pipe.fileHandleForReading, transcript] in
      Self.readLines(of: reader) { line in
        transcript.lines.withLock { $0.append(line) }
        continuation.yield(line)
      }
      continuation.finish()
    }
  }

  deinit { kill() }

  private static func readLines(of reader: FileHandle, _ take: (String) -> Void) {
    var rest = Data()
    while case let octets = reader.availableData, !octets.isEmpty {
      rest.append(octets)
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
  }

  /// All that it said so far.
  var said: [String] { transcript.lines.withLock { $0 } }

  /// Reads on until a line has what is looked for.
  func next<Found>(_ awaited: String, _ find: (String) throws -> Found?) async throws -> Found {
    while let line = await next() {
      if let found = try find(line) { return found }
    }
    throw Silent(name: name, awaited: awaited)
  }

  /// Reads on until a line contains `text`, and gives that line.
  @discardableResult
  func next(_ text: String) async throws -> String {
    try await next("'\(text)'") { $0.contains(text) ? $0 : nil }
  }

  /// Reads to the end. Throws when time is up.
  func rest() async throws -> [String] {
    var rest: [String] = []
    while let line = await next() { rest.append(line) }
    try Task.checkCancellation()
    return rest
  }

  private func next() async -> String? {
    var lines = self.lines
    return await lines.next()
  }

  /// Waits for the end and gives the exit status; nil if a signal ended it.
  func exitStatus() async throws -> Int32? {
    _ = try await rest()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// Asks it to end, as Control-C does.
  func interrupt() { signal(SIGINT) }

  /// Tells it that its terminal is gone.
  func hangUp() { signal(SIGHUP) }

  /// Ends it at once.
  func kill() { signal(SIGKILL) }

  private func signal(_ number: Int32) {
    if process.isRunning { Glibc.kill(process.processIdentifier, number) }
  }
}
