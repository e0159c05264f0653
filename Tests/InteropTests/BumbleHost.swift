import Foundation
import ProjectFiles
import Testing

/// Bumble, a Bluetooth host written in Python by others, run by `Bumble/host.py`.
enum Bumble {
  private static let environment = PythonEnvironment("bumble", module: "bumble.device")
  /// The Python with Bumble; nil without one.
  static let python = environment.python?.path
  /// Said when the tests that need Bumble are skipped.
  static let missing = Comment(rawValue: environment.missing)
  /// Whether a test must fail rather than be skipped for want of Bumble.
  static let isRequired = environment.isRequired
}

/// What a host reported on one line.
struct HostEvent: Decodable {
  /// A step as Bumble parsed it.
  struct Step: Decodable {
    var mode: UInt8
    var channel: UInt8
    /// I, Q and quality of each tone of a mode-2 step.
    var tones: [[Int]]
  }

  var event: String
  var reason: UInt8?
  var peer: String?
  var counter: UInt16?
  var paths: Int?
  var procedureDone: UInt8?
  var subeventDone: UInt8?
  var abort: UInt8?
  var steps: [Step]?
}

/// A host of Bumble above one of the controllers of `reflector serve`.
final class BumbleHost {
  /// Which device it is.
  enum Role: String {
    case phone, accessory
  }

  let program: RunningProgram
  /// What it reported so far.
  private(set) var events: [HostEvent] = []

  init(_ role: Role, python: String, port: UInt16, _ arguments: [String]) throws {
    let script = ProjectFolder.url.appending(path: "Tests/InteropTests/Bumble/host.py").path
    program = try RunningProgram(
      "Bumble as \(role)", python,
      ["-u", script, role.rawValue, "tcp-client:127.0.0.1:\(port)"] + arguments)
  }

  /// Reads on until it tells of `event`.
  @discardableResult
  func next(
    _ event: String, where condition: (HostEvent) -> Bool = { _ in true }
  ) async throws -> HostEvent {
    try await program.next("'\(event)'") { line throws in
      guard let told = try take(line) else { return nil }
      return told.event == event && condition(told) ? told : nil
    }
  }

  /// Reads to the end and gives what it reported from the start.
  func all() async throws -> [HostEvent] {
    for line in try await program.rest() { _ = try take(line) }
    return events
  }

  private func take(_ line: String) throws -> HostEvent? {
    guard line.hasPrefix("{") else { return nil }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let event = try decoder.decode(HostEvent.self, from: Data(line.utf8))
    events.append(event)
    return event
  }
}
