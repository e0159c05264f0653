import Foundation
import ProjectFiles
import Testing

/// `reflector serve`, and the hosts that come to it.
final class ServedAir {
  /// What failed, and all that was said until then.
  struct Failure: Error, CustomStringConvertible {
    let cause: any Error
    let said: String

    var description: String { "\(cause)\n\(said)" }
  }

  private static let longestLine = 240

  /// `reflector serve`.
  let tool: RunningProgram
  private let python: String
  private var ports: [BumbleHost.Role: UInt16] = [:]
  private var programs: [RunningProgram]

  /// Serves real hosts in the roles `roles` with a shipped accessory, on ports that the system chooses.
  private init(_ roles: [BumbleHost.Role], _ arguments: [String]) throws {
    python = try #require(Bumble.python, Bumble.missing)
    tool = try RunningProgram(
      "reflector serve", BuiltExecutable.reflector.path,
      ["serve", "nordic-nrf54l15-ipt"]
        + roles.flatMap { ["--attach", "\($0)=tcp:127.0.0.1:0"] } + arguments)
    programs = [tool]
  }

  /// Starts to serve, lets `body` act, and ends all programs. What `body` throws comes with what they said.
  static func with<Value>(
    _ roles: BumbleHost.Role..., arguments: [String] = [], _ body: (ServedAir) async throws -> Value
  ) async throws -> Value {
    try await with(roles, arguments: arguments, body)
  }

  /// Starts to serve, lets `body` act, and ends all programs. What `body` throws comes with what they said.
  ///
  /// - Parameter roles: in the order in which their ports are printed, the phone first.
  static func with<Value>(
    _ roles: [BumbleHost.Role], arguments: [String], _ body: (ServedAir) async throws -> Value
  ) async throws -> Value {
    let air = try ServedAir(roles, arguments)
    do {
      for role in roles { air.ports[role] = try await air.portToldOf(role) }
      let value = try await body(air)
      air.end()
      return value
    } catch {
      air.end()
      let failure = Failure(cause: error, said: air.transcript)
      // What is thrown after the time limit is not shown.
      if Task.isCancelled { Issue.record(failure) }
      throw failure
    }
  }

  private func portToldOf(_ role: BumbleHost.Role) async throws -> UInt16 {
    let place = "\(role): a host can attach at tcp:127.0.0.1:"
    return try await tool.next("the port of the \(role)") { line in
      line.hasPrefix(place) ? UInt16(line.dropFirst(place.count)) : nil
    }
  }

  /// Where a host attaches.
  func port(_ role: BumbleHost.Role) throws -> UInt16 { try #require(ports[role]) }

  /// Starts a host.
  func host(_ role: BumbleHost.Role, _ arguments: String...) throws -> BumbleHost {
    try host(role, arguments)
  }

  /// Starts a host, at another port than that of its role if one is given.
  func host(_ role: BumbleHost.Role, at port: UInt16? = nil, _ arguments: [String]) throws -> BumbleHost {
    let host = try BumbleHost(role, python: python, port: try port ?? self.port(role), arguments)
    programs.append(host.program)
    return host
  }

  /// Starts `reflector capture` between a host and its controller, and gives the port where the host attaches.
  func tap(_ role: BumbleHost.Role, into file: String) async throws -> (tap: RunningProgram, port: UInt16) {
    let tap = try RunningProgram(
      "reflector capture", BuiltExecutable.reflector.path,
      ["capture", "--hci-from", "tcp:127.0.0.1:\(port(role))", "--once", "--out", file])
    programs.append(tap)
    let place = "a host can attach at tcp:127.0.0.1:"
    let port = try await tap.next("where a host can attach") { line in
      line.hasPrefix(place) ? UInt16(line.dropFirst(place.count).prefix(while: \.isNumber)) : nil
    }
    return (tap, port)
  }

  private func end() { for program in programs { program.kill() } }

  private var transcript: String {
    programs.map { program in
      let lines = program.said.map { "  \($0.prefix(Self.longestLine))" }
      return ([program.name] + lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
