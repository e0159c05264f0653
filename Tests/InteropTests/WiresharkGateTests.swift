import Capture
import CoreTypes
import Foundation
import PacketTap
import Testing
import Wire

@Suite struct WiresharkTests {
  @Test(
    "the tshark in use runs and names its version",
    .enabled(if: WiresharkGate.executableInUse != nil, WiresharkGate.missing))
  func tsharkUse() throws {
    let executable = try #require(WiresharkGate.executableInUse)
    #expect(try WiresharkGate(executable: executable).version >= WiresharkGate.Version(major: 4, minor: 0))
  }

  @Test(
    "every tshark named beside it runs",
    .enabled(if: !WiresharkGate.namedBeside.isEmpty, "no tshark is named in REFLECTOR_TSHARKS"),
    arguments: WiresharkGate.namedBeside)
  func tsharkNamed(executable: String) throws {
    _ = try WiresharkGate(executable: executable)
  }
}

/// What is given to Wireshark here is made by hand, so that a complaint is about the writer and not about a run.
@Suite(.enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct WiresharkGateTests {
  private let gate: WiresharkGate

  init() throws { gate = try #require(WiresharkGate.installed) }

  @Test("a clean link passes the gate")
  func cleanLink() throws {
    try withCapture { file throws in
      #expect(try gate.complaints(about: file, in: .link) == [])
      #expect(try gate.summary(of: file, in: .link) == [])
      #expect(try gate.count(in: file, where: "btle.control_opcode == 0x30") == 1)
      #expect(try gate.count(in: file, where: "btle.access_address == 0x71f13a5c") == 32)
      #expect(
        try gate.count(in: file, where: "btle_rf.flags.decrypted == 1 && btle_rf.flags.mic_valid == 1") == 6)
      #expect(try gate.count(in: file, where: "btatt.opcode == 0x02") == 1)
    }
  }

  @Test(
    "a clean run passes the strict gate on all interfaces",
    .enabled(if: WiresharkGate.installed?.decodesChannelSounding ?? false, WiresharkGate.tooOld))
  func cleanRunPasses() throws {
    try withCapture { file throws in
      #expect(try gate.complaints(about: file, in: .all, tolerating: .chats) == [])
      #expect(try gate.summary(of: file, in: .all) == [])
      for interface in ["hci-initiator", "hci-reflector"] {
        let result = #"bthci_evt.le_meta_subevent == 0x31 && frame.interface_name == "\#(interface)""#
        #expect(try gate.count(in: file, where: result) == 1)
      }
      #expect(
        try gate.lines(of: file, where: "bthci_evt.cs_step", showing: ["bthci_evt.step_channel"])
          == ["2,4", "2,4"])
    }
  }

  @Test("Wireshark sees numbers, times and comments of the log")
  func wiresharkSees() throws {
    try withCapture { log, file in
      log.comment(frame: 3, text: "first")
      log.comment(frame: 3, text: "second")
      try PcapngWriter(application: "reflector test").writeFile(log, at: file)
      #expect(
        try gate.lines(
          of: file, where: "frame.comment", showing: ["frame.number", "frame.time_epoch", "frame.comment"])
          == ["3\t\(seconds(log[3].nanoseconds))\tfirst,second"])
      #expect(
        try gate.lines(of: file, where: "frame", showing: ["frame.interface_name"])
          == log.frames.map(\.interface.name))
    }
  }

  @Test("the classic file of the link passes the gate too")
  func classicFile() throws {
    try withCapture { log, file in
      try PcapWriter().writeFile(log, at: file)
      #expect(try gate.complaints(about: file, in: .all) == [])
      #expect(try gate.count(in: file, where: "btle") == log.frames.count { $0.interface == .link })
    }
  }

  @Test("a wrong CRC is seen on its frame")
  func wrongCRC() throws {
    try withTemporaryFile { file in
      var link = LinkScript(log: CaptureLog())
      link.connect()
      link.event()
      let number = link.loseCentralPacket()
      try PcapngWriter(application: "reflector test").writeFile(link.log, at: file)
      let complaints = try gate.complaints(about: file, in: .link)
      #expect(complaints.count == 1)
      #expect(complaints.first?.hasPrefix("\(number)\tll\t") == true)
      #expect(try gate.summary(of: file, in: .link).isEmpty == false)
      #expect(try gate.lines(of: file, where: "btle.crc.incorrect") == ["\(number)"])
    }
  }

  @Test("Wireshark computes the same CRC")
  func wiresharkComputes() throws {
    try withCapture { log, file in
      // With "CRC checked" cleared, Wireshark computes the CRC of advertising packets itself.
      var octets = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      let link = log.frames.filter { $0.interface == .link }
      for frame in link.prefix(2) { try clearCRCChecked(of: frame, in: &octets) }
      try Data(octets).write(to: URL(fileURLWithPath: file))
      let advertising = "btle.advertising_header"
      #expect(try gate.count(in: file, where: "\(advertising) && btle_rf.flags.crc_checked == 0") == 2)
      #expect(try gate.count(in: file, where: "\(advertising) && btle.crc.incorrect") == 0)
    }
  }

  @Test("a filter that Wireshark does not know is a failure and no pass")
  func unknownFilter() throws {
    try withCapture { file throws in
      #expect(throws: WiresharkGate.Failure.self) {
        try gate.count(in: file, where: "no.such.field == 1")
      }
    }
  }

  private func clearCRCChecked(of frame: CapturedFrame, in octets: inout [UInt8]) throws {
    let place = try #require(octets.firstRange(of: frame.octets))
    octets[place.lowerBound + 9] &= ~0x0C
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    let fraction = String(nanoseconds % 1_000_000_000)
    let zeros = String(repeating: "0", count: 9 - fraction.count)
    return "\(nanoseconds / 1_000_000_000).\(zeros)\(fraction)"
  }

  private func withCapture(_ body: (String) throws -> Void) throws {
    try withCapture { _, file in try body(file) }
  }

  private func withCapture(_ body: (CaptureLog, String) throws -> Void) throws {
    try withTemporaryFile { file in
      let log = try cleanRun()
      try PcapngWriter(application: "reflector test").writeFile(log, at: file)
      try body(log, file)
    }
  }

  private func withTemporaryFile(_ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).capture")
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }
}
