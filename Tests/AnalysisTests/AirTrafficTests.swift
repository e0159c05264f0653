import Analysis
import Capture
import CoreTypes
import Foundation
import TestSupport
import Testing
import Wire

/// The same session as sniffers have it that know less than a capture of ours.
@Suite("What a sniffer shows")
struct AirTrafficTests {
  /// A packet of the air: its header of link type 256, and what follows.
  private struct Packet {
    var time: RecordTime
    var reception: LinkReception
    var direction: RecordedDirection
    var octets: [UInt8]

    var flags: UInt16 {
      get { UInt16(octets[8]) | UInt16(octets[9]) << 8 }
      set { (octets[8], octets[9]) = (UInt8(truncatingIfNeeded: newValue), UInt8(newValue >> 8)) }
    }
  }

  private static let session = Result { () throws -> [Packet] in
    let octets = try SessionCapture("nordic-nrf54l15-ras", phone: "android16", procedures: 2).octets
    let reader = try RecordingReader(octets: octets)
    var packets: [Packet] = []
    while let frame = try reader.next() {
      guard case .link(let reception) = frame.kind, let time = frame.time else { continue }
      packets.append(
        Packet(
          time: time, reception: reception, direction: frame.direction,
          octets: reader.withPacket { Array($0) }))
    }
    return packets
  }

  /// A classic file of one link type.
  private static func file(_ linkType: UInt32, _ packets: [(time: RecordTime, octets: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = []
    func number(_ value: UInt32) { file += withUnsafeBytes(of: value.littleEndian, Array.init) }
    for value in [0xA1B2_3C4D, 0x0004_0002, 0, 0, 65_535, linkType] { number(value) }
    for (time, octets) in packets {
      let nanoseconds = UInt32(time.picoseconds / 1_000)
      for value in [UInt32(time.seconds), nanoseconds, UInt32(octets.count), UInt32(octets.count)] {
        number(value)
      }
      file += octets
    }
    return file
  }

  private static func analyze(_ octets: [UInt8]) throws -> RecordingAnalyzer {
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets), name: "air")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    return analyzer
  }

  /// All as it was on the air: where encryption began, the payload means nothing to who has no key, and a MIC follows it.
  private static func withoutKey(_ packet: Packet) -> Packet {
    guard packet.reception.isDecrypted else { return packet }
    var packet = packet
    packet.flags &= ~0x3008
    for index in 16..<packet.octets.count - 3 { packet.octets[index] ^= 0xA5 }
    packet.octets.insert(contentsOf: [0x11, 0x22, 0x33, 0x44], at: packet.octets.count - 3)
    packet.octets[15] += 4
    return packet
  }

  @Test("without the key a link is known up to its encryption, and the rest is counted as hidden")
  func hidden() throws {
    let packets = try Self.session.get()
    let analyzer = try Self.analyze(Self.file(256, packets.map { ($0.time, Self.withoutKey($0).octets) }))
    let whole = try Self.analyze(Self.file(256, packets.map { ($0.time, $0.octets) }))
    let open = try #require(whole.connections.first)
    let connection = try #require(analyzer.connections.first)
    #expect(analyzer.connections.count == 1 && connection.isWhole && connection.isEncrypted)
    #expect(connection.hiddenCount == packets.count { $0.reception.isDecrypted } && open.hiddenCount == 0)
    #expect(connection.peer.version?.value == open.peer.version?.value)
    #expect(connection.intervalMicroseconds == open.intervalMicroseconds)
    #expect(connection.peer.capabilities == nil && connection.configurations.isEmpty)
    #expect(open.peer.capabilities != nil && !open.configurations.isEmpty)
    #expect(analyzer.recordings[0].problems.isEmpty)
  }

  @Test("a sniffer that missed LL_START_ENC_REQ takes nothing behind it for anything")
  func missedStart() throws {
    let packets = try Self.session.get()
    let (control, startEncReq): (UInt8, UInt8) = (3, 0x05)
    let missed = try #require(
      packets.firstIndex {
        $0.reception.accessAddress != .advertising && !$0.reception.isDecrypted
          && $0.octets[14] & 3 == control && $0.octets[16] == startEncReq
      })
    var rest = packets
    rest.remove(at: missed)
    let analyzer = try Self.analyze(Self.file(256, rest.map { ($0.time, Self.withoutKey($0).octets) }))
    let connection = try #require(analyzer.connections.first)
    #expect(connection.isWhole && connection.hiddenCount > 0)
    #expect(connection.peer.capabilities == nil && connection.configurations.isEmpty)
    #expect(analyzer.recordings[0].problems.isEmpty)
  }

  @Test("what is in the clear while encryption pauses is read, and is not counted as hidden")
  func paused() throws {
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(RefreshedLink.capture(), to: &sink)
    let connection = try #require(Self.analyze(sink.octets).connections.first)
    #expect(connection.hiddenCount == RefreshedLink.hiddenFrames.count && connection.isEncrypted)
  }

  @Test("a recording that begins on an encrypted link takes none of it for anything")
  func middle() throws {
    let packets = try Self.session.get()
    let late = packets.drop { !$0.reception.isDecrypted }.map { ($0.time, Self.withoutKey($0).octets) }
    let analyzer = try Self.analyze(Self.file(256, late))
    let connection = try #require(analyzer.connections.first)
    #expect(!connection.isWhole && connection.peer.version == nil && connection.peer.capabilities == nil)
    #expect(connection.configurations.isEmpty && connection.peer.database.services.isEmpty)
    #expect(analyzer.recordings[0].problems.isEmpty)
  }

  /// The header of the nRF Sniffer, version 2, instead of that of link type 256.
  private static func ofNordicSniffer(_ packet: Packet) -> [UInt8] {
    let channel = packet.octets[0]
    let index: UInt8 =
      switch channel {
      case 0: 37
      case 12: 38
      case 39: 39
      case 1...11: channel - 1
      default: channel - 2
      }
    var flags: UInt8 = 1
    if packet.direction == .centralToPeripheral { flags |= 2 }
    if packet.reception.isDecrypted { flags |= 0x0C }
    flags |= ((packet.reception.phy ?? .le1M).rawValue - 1) << 4
    let header: [UInt8] = [0, 0, 0, 2, 0, 0, 6, 10, flags, index, 40, 0, 0, 0, 0, 0, 0]
    return header + packet.octets[10...]
  }

  @Test(
    "a configuration with a value that has no meaning is a problem of its frame",
    arguments: [
      (36, "Role is 3, expected 0 or 1"), (39, "T_IP1 is 255, expected 0 to 7"), (40, "T_IP2"), (41, "T_FCS"),
      (42, "T_PM is 255, expected 0 to 2"),
    ])
  func meaninglessValue(place: Int, problem: String) throws {
    var packets = try Self.session.get()
    // Header of the link type, access address and header of the PDU come before the opcode.
    let request = try #require(packets.firstIndex { $0.octets.count == 47 && $0.octets[16] == 0x30 })
    let response = try #require(packets.firstIndex { $0.octets.count == 21 && $0.octets[16] == 0x31 })
    packets[request].octets[place] = 255
    let connection = try #require(
      try Self.analyze(Self.file(256, packets.map { ($0.time, $0.octets) })).connections.first)
    #expect(connection.configurations.isEmpty)
    let refusal = try #require(connection.refusals.first)
    #expect(refusal.hasPrefix("configuration 0: \(problem)"))
    #expect(refusal.hasSuffix("(frame \(response + 1))"))
  }

  @Test("the nRF Sniffer tells of both ends what a capture of ours does")
  func nordicSniffer() throws {
    let packets = try Self.session.get()
    let sniffed = try Self.analyze(Self.file(272, packets.map { ($0.time, Self.ofNordicSniffer($0)) }))
    let own = try Self.analyze(Self.file(256, packets.map { ($0.time, $0.octets) }))
    let (one, other) = (try #require(sniffed.connections.first), try #require(own.connections.first))
    #expect(sniffed.connections.count == 1 && one.isWhole && one.isEncrypted)
    for (device, twin) in [(one.own, other.own), (one.peer, other.peer)] {
      #expect(device.version == twin.version && device.features == twin.features)
      #expect(device.capabilities == twin.capabilities && device.pairing == twin.pairing)
      #expect(device.database.services == twin.database.services && device.address == twin.address)
    }
    #expect(one.configurations == other.configurations && one.schedule == other.schedule)
    #expect(
      one.peer.capabilities != nil && !one.peer.database.services.isEmpty && !one.configurations.isEmpty)
    let (advertiser, twin) = (try #require(sniffed.advertisers.first), try #require(own.advertisers.first))
    #expect(advertiser.data == twin.data && advertiser.count == twin.count && advertiser.greatestRSSI == -40)
    #expect(sniffed.recordings[0].problems.isEmpty)
  }
}
