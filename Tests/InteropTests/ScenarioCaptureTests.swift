import Foundation
import ProjectFiles
import Testing

@Suite(
  "Wireshark reads captures of scenarios", .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing)
)
struct ScenarioCaptureTests {
  @Test(
    "and has nothing against them",
    arguments: ["background", "bond-forgotten", "busy-air", "reboot", "two-thermometers", "walk-in-zones"])
  func clean(name: String) throws {
    let gate = try #require(WiresharkGate.installed)
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tool = Process()
    tool.executableURL = BuiltExecutable.reflector
    let file = ProjectFolder.url.appending(path: "Profiles/scenarios/\(name).yaml").path
    tool.arguments = ["scenario", file, "--quiet", "--capture", folder]
    try tool.run()
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 0)
    let capture = "\(folder)/\(name).pcapng"
    #expect(try gate.complaints(about: capture, in: gate.widestScope) == [])
    #expect(try gate.count(in: capture, where: "btsmp.opcode == 0x01 && btsmp.sc_flag == 1") >= 1)
    #expect(try gate.count(in: capture, where: "bthci_evt.le_meta_subevent == 0x31") > 10)
  }
}
