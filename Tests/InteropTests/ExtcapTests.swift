import Capture
import Foundation
import ProjectFiles
import Testing

/// The tool as Wireshark's capture program: called as Wireshark calls it, and by tshark itself.
@Suite("The capture program of Wireshark", .serialized)
struct ExtcapTests {
  /// A folder with a pipe in it, removed afterwards.
  private func withPipe<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "fifo").path
    try #require(mkfifo(pipe, 0o600) == 0)
    return try body(pipe)
  }

  private func start(_ arguments: [String], fifo: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: BuiltExecutable.reflector.path)
    process.arguments = ["--capture", "--extcap-interface", "reflector", "--fifo", fifo] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The first `count` octets that come.
  private func octets(_ count: Int, from pipe: FileHandle) throws -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count < count, let more = try pipe.read(upToCount: count - octets.count), !more.isEmpty {
      octets += more
    }
    try #require(octets.count == count)
    return octets
  }

  @Test("sends packets of all interfaces, the same for the same seed, until nobody reads")
  func pipe() throws {
    let runs = try (0..<2).map { _ in
      try withPipe { fifo in
        let process = try start(["--distance", "5", "--t-fcs=60", "--seed=7"], fifo: fifo)
        let reader = try FileHandle(forReadingFrom: URL(filePath: fifo))
        let octets = try octets(40_000, from: reader)
        try reader.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        return octets
      }
    }
    #expect(runs[0] == runs[1])
    // Cut where the last whole block ends.
    let reader = try RecordingReader(octets: runs[0])
    var interfaces: Set<Int> = []
    while let record = try reader.next() { interfaces.insert(record.interface) }
    #expect(interfaces == [0, 1, 2, 3])
    #expect(reader.interfaces.map(\.name) == CaptureInterface.allCases.map(\.name))
  }

  @Test("ends when it is asked to")
  func asked() throws {
    try withPipe { fifo in
      let process = try start([], fifo: fifo)
      let reader = try FileHandle(forReadingFrom: URL(filePath: fifo))
      _ = try octets(2_000, from: reader)
      process.terminate()
      _ = try reader.readToEnd()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
  }

  /// The tshark that can capture: the one in use, else that of `PATH`; nil if neither has dumpcap beside it.
  private static let capturing: WiresharkGate? = {
    let hasDumpcap = { (tshark: String) in
      let folder = URL(filePath: tshark).deletingLastPathComponent()
      return FileManager.default.isExecutableFile(atPath: folder.appending(path: "dumpcap").path)
    }
    let paths = [WiresharkGate.executableInUse, WiresharkGate.executableOfPath].compactMap(\.self)
    return paths.first(where: hasDumpcap).flatMap(WiresharkGate.working)
  }()

  private static let missing: Comment = "no tshark with dumpcap beside it: install tshark"

  @Test(
    "is found by tshark, which captures a running simulation with it",
    .enabled(if: capturing != nil, missing))
  func driven() throws {
    let gate = try #require(Self.capturing)
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let install = Process()
    install.executableURL = URL(filePath: BuiltExecutable.reflector.path)
    install.arguments = ["wireshark", "install", "--folder", home.path]
    install.standardOutput = FileHandle.nullDevice
    try install.run()
    install.waitUntilExit()
    #expect(install.terminationStatus == 0)
    // Root's tshark does not look there, so root captures as nobody.
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: home.path)
    let file = home.appending(path: "live.pcapng").path
    let extcap = home.appending(path: ".local/lib/wireshark/extcap").path
    try run(gate, ["-i", "reflector", "-c", "400", "-w", file], home: home.path, extcap: extcap)
    let dissecting = gate.loading(home.appending(path: ".local/lib/wireshark/plugins/reflector.lua").path)
    #expect(try dissecting.count(in: file, where: "frame") == 400)
    #expect(try dissecting.count(in: file, where: "csstep.initiator.i") > 20)
    #expect(try dissecting.count(in: file, where: "btle.control_opcode == 0x30") == 1)
    let isSeen = #"(frame.interface_name == "ll" || frame.interface_name == "cs-steps")"#
    #expect(
      try dissecting.lines(of: file, where: "(_ws.malformed || _ws.expert.severity >= 6291456) && \(isSeen)")
        == [])
  }

  private func run(_ gate: WiresharkGate, _ arguments: [String], home: String, extcap: String) throws {
    let process = Process()
    let isRoot = geteuid() == 0
    process.executableURL = URL(filePath: isRoot ? "/usr/bin/setpriv" : gate.executable)
    process.arguments =
      (isRoot ? ["--reuid=65534", "--regid=65534", "--clear-groups", gate.executable] : []) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["HOME": home, "WIRESHARK_EXTCAP_DIR": extcap, "TMPDIR": home, "XDG_CONFIG_HOME": home + "/config"]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    let message = Pipe()
    process.standardError = message
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = try message.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}
