import CoreTypes
import HCI
import Notation
import Testing
import Wire

@testable import Capture
@testable import Dissection

@Suite("What recorders add, in words")
struct RecorderTests {
  @Test(
    "records of the Linux monitor that are no packet have their meaning, and those that are packets are read")
  func monitor() throws { try PacketCase.check(Self.monitor) }

  @Test("custom blocks, unknown packets, unknown link types and cut headers are reported as that")
  func unread() throws { try PacketCase.check(Self.recorder) }

  @Test("a packet that the recorder cut names how much of it was kept")
  func cut() throws {
    var recording = try Recording(["> 01030C00"])
    recording.appendCut([4, 0x0E, 4, 1, 3], missing: 2)
    let explanation = try FrameExplainer.explain(2, of: RecordingReader(octets: recording.octets))
    #expect(explanation.name == "HCI event that cannot be read")
    #expect(
      explanation.sentences == [
        "Its octets are invalid: the packet ends inside Event_Parameters: 32 bits needed, 16 there.",
        "The recorder kept 9 of 11 octets.",
      ])
  }

  @Test("a file that cannot be read on fails with the reason, and a missing frame with the number of frames")
  func failures() throws {
    var recording = try Recording(["> 01030C00"])
    recording.appendInterfaces(4_096)
    let error = #expect(throws: FrameError.self) {
      try FrameExplainer.explain(2, of: RecordingReader(octets: recording.octets))
    }
    #expect(error?.description.contains("more than 4096 interfaces") == true, "\(error?.description ?? "")")
    let missing = #expect(throws: FrameError.self) {
      try FrameExplainer.explain(3, of: RecordingReader(octets: Recording(["> 01030C00", "C 0100"]).octets))
    }
    #expect(
      missing?.description
        == "found 2 frames, expected frame 3 among them; give a number from 1 to 2")
    let none = #expect(throws: FrameError.self) {
      try FrameExplainer.explain(1, of: RecordingReader(octets: Recording([]).octets))
    }
    #expect(none?.description == "found no frame, expected frame 1; the recording has no packet")
  }

  @Test("a note of PacketLogger and an entry of the journal are text")
  func texts() throws {
    // PacketLogger: length, seconds and microseconds of 4 octets each, big-endian, then the type and the text.
    let note: [UInt8] = [0, 0, 0, 12, 0x60, 0, 0, 0, 0, 0, 0, 0, 0xFB] + Array("abc".utf8)
    let reset: [UInt8] = [0, 0, 0, 12, 0x60, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x03, 0x0C, 0x00]
    let log = try FrameExplainer.explain(1, of: RecordingReader(octets: note + reset))
    #expect(log.name == "note" && log.sentences == ["Note of the recorder: abc"])
    let journal = try RecordingReader(octets: Recording(["J 4D45535341474500"]).octets)
    let entry = try FrameExplainer.explain(1, of: journal)
    #expect(entry.name == "journal entry" && entry.sentences[0].hasPrefix("Journal entry: MESSAGE"))
  }

  @Test("a subevent of a log names the device and the procedure, as far as the log does")
  func subevents() {
    var subevent = LoggedSubevent()
    #expect(LogWords.reading(nil).sentences.isEmpty)
    #expect(LogWords.reading(subevent).sentences == ["The results of a device in a CS subevent."])
    (subevent.role, subevent.procedureCounter) = (.reflector, 7)
    #expect(
      LogWords.reading(subevent).sentences == [
        "The results of the reflector in a CS subevent.", "They belong to procedure 7.",
      ])
  }

  @Test("the reception of a packet has what the recorder knows, in its units")
  func reception() {
    var reception = LinkReception()
    reception.accessAddress = 0x5_5D5A
    #expect(ReceptionWords.facts(.link(reception)) == ["access address 0x00055D5A"])
    (reception.rfChannel, reception.phy, reception.signalDbm) = (39, .le2M, -70)
    (reception.isCRCValid, reception.isDecrypted, reception.isMICValid) = (true, true, false)
    #expect(
      ReceptionWords.facts(.link(reception)) == [
        "access address 0x00055D5A", "2480 MHz", "LE 2M", "-70 dBm", "CRC right", "encrypted on the air",
        "MIC wrong",
      ])
    (reception.phy, reception.isCRCValid, reception.isMICValid) = (.leCoded, false, true)
    #expect(
      ReceptionWords.facts(.link(reception)).suffix(4) == [
        "LE Coded", "-70 dBm", "CRC wrong", "encrypted on the air",
      ])
    reception.phy = .le1M
    #expect(ReceptionWords.facts(.link(reception)).contains("LE 1M"))
    #expect(ReceptionWords.facts(.note).isEmpty && ReceptionWords.facts(.hci(.event)).isEmpty)
  }

  @Test("a frame's short name says which way a packet of the air went")
  func names() throws {
    let reader = try RecordingReader(
      octets: Recording(["C3 12", "P3 13", "A 0006060504030201", "> 01030C00"]).octets)
    var names: [String] = []
    while let frame = try reader.next() { names.append(FrameContent(frame, of: reader).name) }
    #expect(
      names == [
        "LL_PING_REQ, central to peripheral", "LL_PING_RSP, peripheral to central", "ADV_IND", "HCI_Reset",
      ])
  }

  private static let monitor: [PacketCase] = [
    PacketCase("M 0000000000000000000000000000000000000000", "monitor: newIndex", ["A controller appeared."]),
    PacketCase("M 00000001", "monitor: deleteIndex", ["A controller was removed."]),
    PacketCase("M 00000008", "monitor: openIndex", ["A controller was opened."]),
    PacketCase("M 00000009", "monitor: closeIndex", ["A controller was closed."]),
    PacketCase("M 0000000A0605040302015900", "monitor: indexInfo", ["Address and company of a controller."]),
    PacketCase("M 0000000BAABBCC", "monitor: vendorDiagnostics", ["3 vendor-specific octets."]),
    PacketCase("M 0000000C426C7565746F6F746800", "monitor: systemNote", ["Text: Bluetooth"]),
    PacketCase("M 0000000D06006869", "monitor: userLogging", ["Text: hi"]),
    PacketCase(
      "M 0000000D060B626C7565746F6F74686400557000", "monitor: userLogging", ["Text of bluetoothd: Up"]),
    PacketCase(
      "M 0000000D0621" + String(repeating: "61", count: 32) + "0062", "monitor: userLogging",
      ["Text of \(String(repeating: "a", count: 32)): b"]),
    PacketCase("M 0000000D06", "monitor: userLogging", ["Text: "]),
    PacketCase("M 0000000E00000000", "monitor: controlOpen", ["A program opened a management socket."]),
    PacketCase("M 0000000F", "monitor: controlClose", ["A program closed a management socket."]),
    PacketCase("M 000000100102", "monitor: controlCommand", ["A program sent a management command."]),
    PacketCase("M 0000001101", "monitor: controlEvent", ["The system sent a management event."]),
    PacketCase("M 0000000B07", "monitor: vendorDiagnostics", ["1 vendor-specific octet."]),
    PacketCase(
      "M 00000002030C00", "HCI_Reset",
      ["The host resets the controller: all connections and settings are lost."]),
    PacketCase(
      "M 000000030E0401030C00", "HCI_Command_Complete of HCI_Reset",
      ["A command has completed.", "It succeeded."]),
    PacketCase(
      "M 0000000401200700030004000A0300", "ATT_READ_REQ",
      ["The client reads a value.", "It is the attribute at handle 0x3."]),
    PacketCase("M 000000130100040001020304", "ISO data", ["Data of an isochronous stream."]),
  ]

  private static let recorder: [PacketCase] = [
    PacketCase(
      "M 00000012", "HCI ISO data that cannot be read",
      ["Its octets are invalid: the packet ends inside Connection_Handle and flags: 16 bits needed, 0 there."]
    ),
    PacketCase(
      "M 0000006300", "1 octet",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "M 000000630011", "2 octets",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "B 000000000102030405060708", "custom block", ["8 octets of a program's own data, not a packet."]),
    PacketCase("B 0000000001", "custom block", ["4 octets of a program's own data, not a packet."]),
    PacketCase("B 01", "custom block", ["0 octets of a program's own data, not a packet."]),
    PacketCase(
      "? 0011223344", "5 octets",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "M 00", "1 octet",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "L 5A5D6550030112000000", "LL_PING_REQ",
      ["The device requests a packet with a valid MIC from the peer."]),
    PacketCase(
      "L 5A5D65500301", "6 octets",
      ["The packet ends inside its header, or this tool does not decode its link type or its packet type."]),
    PacketCase(
      "S 4353535402", "a step that cannot be read",
      ["Its octets are invalid: the packet ends inside Kind: 8 bits needed, 0 there."]),
  ]
}

@Suite("Steps of both devices in words")
struct StepRecordTests {
  private static func record() -> StepRecord {
    var step = StepRecord()
    (step.stepIndex, step.stepCount, step.subeventIndex, step.procedureCounter) = (4, 72, 1, 9)
    (step.mode, step.channel, step.megahertz, step.tFCS) = (2, 10, 2412, 100)
    (step.isShared, step.usesInlinePCT) = (true, true)
    return step
  }

  private static func reading(_ step: StepRecord) throws -> PacketReading {
    let reader = try RecordingReader(octets: Recording(["S " + step.encoded().hex()]).octets)
    let frame = try #require(try reader.next())
    var conversation = Conversation()
    return conversation.read(frame, reader.octets, subevent: nil)
  }

  @Test("a step has its place, its channel and the T_FCS that each device kept, to the nanosecond")
  func step() throws {
    var step = Self.record()
    (step.initiator.keptTFCS, step.reflector.keptTFCS) = (100_000_499, -1_500)
    let reading = try Self.reading(step)
    #expect(reading.name == "mode-2 step")
    #expect(
      reading.sentences == [
        "Step 5 of 72 in subevent 2 of procedure 9: mode-2 on channel 10, 2412 MHz.",
        "T_FCS of 100 us is negotiated.", "The initiator kept 100.000 us.", "The reflector kept -0.002 us.",
        "The reflector returns the measured phase (inline PCT).",
      ])
  }

  @Test("what was not measured is left out, and two devices in different steps are reported")
  func apart() throws {
    var step = Self.record()
    (step.isShared, step.usesInlinePCT) = (false, false)
    #expect(
      try Self.reading(step).sentences == [
        "Step 5 of 72 in subevent 2 of procedure 9: mode-2 on channel 10, 2412 MHz.",
        "The two devices are not in the same step.", "T_FCS of 100 us is negotiated.",
      ])
  }

  @Test("signed fields have their sign and unit, and the least value stands for none")
  func fields() throws {
    var step = Self.record()
    (step.slip, step.initiator.packetStart) = (-2_000, 1_000)
    (step.initiator.rssi, step.initiator.frequencyOffset, step.initiator.roundTripTime) = (-60, -125, -3)
    let layer = try #require(try Self.reading(step).parts.flatMap(\.layers).first)
    let fields = layer.fields.map(\.text)
    for field in [
      "T_FCS = 100 (us)", "Slip = -2000 (ps)", "T_IP_Kept = -2147483648 (not available)",
      "Packet_Start = 1000 (ps)",
      "RSSI = -60 (dBm)", "RSSI = 127 (not available)", "Frequency_Offset = -125 (-1.25 ppm)",
      "Frequency_Offset = -32768 (not available)", "Round_Trip_Time = -3 (in 0.5 ns)",
      "Round_Trip_Time = -32768 (not available)",
    ] {
      #expect(fields.contains(field), "\(field) is not in \(fields)")
    }
  }
}
