import Capture
import Conformance
import ConformanceTester
import CoreTypes
import Foundation
import Profiles
import TestSupport
import Testing

/// Wireshark reads the capture of a whole check: what it does not understand, a user would see in red.
/// `WiresharkMarksTests` look at all sets and accessories.
@Suite(.enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct WholeRunTests {
  private let gate: WiresharkGate

  init() throws { gate = try #require(WiresharkGate.installed) }

  /// Runs a check, writes its capture and lets `body` look at the file.
  private func withCapture(
    of profile: String, only ids: [String] = [], _ body: (String) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pcapng")
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = CheckRunner(try Shipped.request(profile, only: ids)).run()
    try PcapngWriter(application: "reflector test").writeFile(outcome.capture, at: file.path)
    try body(file.path)
  }

  @Test("nothing in the capture of a conforming accessory is malformed, a warning or an error")
  func conforming() throws {
    // All but what provokes a refusal.
    let ids = try Shipped.request("nordic-nrf54l15-ipt").requirements.requirements.map(\.id)
      .filter { $0 != "CS-A08" }
    try withCapture(of: "nordic-nrf54l15-ipt", only: ids) { file throws in
      #expect(try gate.complaints(about: file, in: gate.widestScope) == [])
      #expect(try gate.summary(of: file, in: gate.widestScope) == [])
      for opcode in ["0x30", "0x31", "0x32", "0x33", "0x34", "0x39", "0x2d", "0x2e", "0x2f", "0x02", "0x03"] {
        #expect(try gate.count(in: file, where: "btle.control_opcode == \(opcode)") > 0, "\(opcode)")
      }
      #expect(try gate.count(in: file, where: "btsmp") > 10)
    }
  }

  @Test(
    "every subevent of both sides is read down to its steps and tones",
    .enabled(if: WiresharkGate.installed?.decodesChannelSounding ?? false, WiresharkGate.tooOld))
  func results() throws {
    try withCapture(of: "nordic-nrf54l15-ipt") { file throws in
      for interface in ["hci-initiator", "hci-reflector"] {
        for subevent in ["0x2f", "0x30", "0x31", "0x32"] {
          let filter =
            #"bthci_evt.le_meta_subevent == \#(subevent) && frame.interface_name == "\#(interface)""#
          #expect(try gate.count(in: file, where: filter) > 0, "\(subevent) on \(interface)")
        }
        let tones = #"bthci_evt.pct_i_sample && frame.interface_name == "\#(interface)""#
        #expect(try gate.count(in: file, where: tones) > 0)
      }
    }
  }
}
