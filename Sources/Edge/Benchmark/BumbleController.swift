internal import Foundation

/// Bumble's own virtual controller, served in a process of its own, for a figure to stand beside ours.
struct BumbleController {
  /// Ends the process when it goes.
  private final class Running {
    let process: Process

    init(_ process: Process) { self.process = process }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private static let script = "Tests/InteropTests/Bumble/controllers.py"
  private static let commandCount = 2_000

  private let running: Running
  private let port: UInt16

  /// Starts it; nil where `REFLECTOR_BUMBLE_PYTHON` names no Python with Bumble.
  init?() throws {
    guard let python = ProcessInfo.processInfo.environment["REFLECTOR_BUMBLE_PYTHON"],
      FileManager.default.isExecutableFile(atPath: python)
    else { return nil }
    let (listener, port) = try LoadSocket.listen()
    listener.close()
    self.port = port
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [Self.script, "tcp-server:127.0.0.1:\(port)"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    running = Running(process)
    // It says where it is when it is there.
    guard !output.fileHandleForReading.availableData.isEmpty else { return nil }
  }

  /// Commands a second over a TCP connection.
  func rate() throws -> Double {
    let generator = try LoadGenerator(port: port, count: Self.commandCount)
    guard let seconds = generator.seconds() else { throw TransportBenchmark.Failure() }
    return Double(Self.commandCount) / seconds
  }
}
