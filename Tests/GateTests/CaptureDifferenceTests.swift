import Capture
import CoreTypes
import Testing

@testable import Gate

@Suite("The first frame that differs")
struct CaptureDifferenceTests {
  /// LL_TERMINATE_IND of either end, then HCI Reset.
  private func capture(
    _ change: (inout LinkFrame, inout HCIFrame) -> Void = { _, _ in }, count: Int = 2
  ) throws -> RecordingReader {
    var frame = LinkFrame(
      time: .start, rfChannel: 3, accessAddress: 0x1234_5678, pdu: [0x03, 2, 0x02, 0x13], crc: [1, 2, 3],
      direction: .centralToPeripheral)
    var packet = HCIFrame(
      time: .start + .milliseconds(5), role: .initiator, direction: .hostToController,
      packet: [1, 0x03, 0x0C, 0])
    change(&frame, &packet)
    let log = CaptureLog()
    _ = log.append(frame)
    if count > 1 { _ = log.append(packet) }
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return try RecordingReader(octets: sink.octets)
  }

  @Test("the same frames differ in nothing")
  func same() throws { #expect(try CaptureDifference(capture(), capture()) == nil) }

  @Test("an octet of a PDU is named with the PDU")
  func octet() throws {
    let other = try capture { frame, _ in frame.pdu[3] = 0x16 }
    let found = try #require(try CaptureDifference(try capture(), other))
    #expect(found.frame == 1 && found.interface == "ll" && found.seconds == 0)
    #expect(found.before == "LL_TERMINATE_IND, central to peripheral")
    #expect(found.what.hasSuffix("0x13 -> 0x16"))
  }

  @Test("both frames are decoded: what they say, and the fields that differ")
  func decoded() throws {
    let found = try #require(
      try CaptureDifference(try capture(), try capture { frame, _ in frame.pdu[3] = 0x16 }))
    #expect(!found.sentencesBefore.isEmpty && found.sentencesBefore != found.sentencesAfter)
    #expect(found.fields.last?.name == "LL_TERMINATE_IND ErrorCode")
    #expect(found.fields.allSatisfy { $0.before != $0.after && $0.before != nil && $0.after != nil })

    let other = try #require(
      try CaptureDifference(try capture(), try capture { frame, _ in frame.pdu = [0x03, 1, 0x05] }))
    #expect(other.fields.contains { $0.before != nil && $0.after == nil })

    let end = try #require(try CaptureDifference(try capture(), try capture(count: 1)))
    #expect(end.sentencesAfter.isEmpty && end.fields.allSatisfy { $0.after == nil })
  }

  @Test("a command is named, with its time since the first frame")
  func command() throws {
    let other = try capture { _, packet in packet.packet = [1, 0x01, 0x0C, 0] }
    let found = try #require(try CaptureDifference(try capture(), other))
    #expect(found.frame == 2 && found.interface == "hci-initiator" && found.seconds == 0.005)
    #expect(found.before != found.after)
  }

  @Test("a moved frame and a missing one differ, a remark does not")
  func timeAndEnd() throws {
    let later = try capture { _, packet in packet.time = packet.time + .microseconds(2) }
    #expect(try #require(try CaptureDifference(try capture(), later)).what == "2000 ns later")
    let short = try capture(count: 1)
    let found = try #require(try CaptureDifference(try capture(), short))
    #expect(found.frame == 2 && found.after == nil && found.what == "the candidate ends earlier")
  }
}
