import Foundation
import ProjectFiles
import Testing

@Suite(
  "Wireshark reads the capture of a check that was killed",
  .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct KilledCheckTests {
  @Test("as far as it went, with the steps or without", arguments: [[], ["--steps"]])
  func killed(options: [String]) throws {
    let script = ProjectFolder.url.appending(path: "Wireshark/reflector.lua").path
    let gate = try #require(WiresharkGate.installed).loading(script)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: BuiltExecutable.reflector.path)
    process.currentDirectoryURL = folder
    process.arguments =
      ["check", "nordic-nrf54l15-ipt", "--capture", "out", "--plant", "kill:CS/SEC/BV-01"] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    let file = folder.appending(path: "out/nordic-nrf54l15-ipt.partial.pcapng").path
    #expect(try gate.complaints(about: file, in: gate.widestScope) == [])
    #expect(try gate.summary(of: file, in: gate.widestScope) == [])
    #expect(try gate.count(in: file, where: "btle.control_opcode == 0x30") > 1)
    let stepCount = try gate.count(in: file, where: "csstep.initiator.i")
    #expect(options.isEmpty ? stepCount == 0 : stepCount > 100)
  }
}
