import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import Testing

/// Requests of both ends that cross on the air. [Vol 6, Part B, 5.3]
@Suite("Requests and their answers on the air")
struct ControlTrafficTests {
  private typealias Sent = (direction: LinkFrame.Direction, pdu: ControlPDU)

  /// The connection of these control PDUs, as a sniffer shows it.
  private static func connection(_ sent: [Sent]) throws -> RecordedConnection {
    let log = CaptureLog()
    for (index, (direction, pdu)) in sent.enumerated() {
      let payload = pdu.encoded
      log.append(
        LinkFrame(
          time: .start + .milliseconds(index + 1), rfChannel: 4, accessAddress: 0x5065_5641,
          pdu: [3, UInt8(payload.count)] + payload, crc: [0, 0, 0], direction: direction))
    }
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: sink.octets), name: "air")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    return try #require(analyzer.connections.first)
  }

  private static func create(_ id: ConfigID, _ tFCS: TFCS) -> ControlPDU {
    var request = CSConfigReq()
    (request.configID, request.configuration.tFCS) = (id, tFCS)
    return .csConfigReq(request)
  }

  private static func accept(_ id: ConfigID) -> ControlPDU { .csConfigRsp(CSConfigRsp(configID: id)) }

  private static func refuse(_ opcode: ControlOpcode) -> ControlPDU {
    .rejectExtInd(RejectExtInd(rejectOpcode: opcode, errorCode: .llProcedureCollision))
  }

  private static func start(every interval: UInt16) -> ControlPDU {
    var request = CSReq()
    request.offer.schedule.procedureInterval = interval
    return .csReq(request)
  }

  @Test("the configuration of a collision is the one that was accepted, not the one that was refused")
  func configurations() throws {
    let connection = try Self.connection([
      (.centralToPeripheral, Self.create(0, TFCS(index: 7))),
      (.peripheralToCentral, Self.create(1, TFCS(index: 3))),
      (.centralToPeripheral, Self.refuse(.csConfigReq)), (.peripheralToCentral, Self.accept(0)),
    ])
    #expect(connection.configurations.map(\.value.id) == [0])
    #expect(connection.configurations.map(\.value.tFCS) == [TFCS(index: 7)])
    #expect(connection.rejections.count == 1)
  }

  @Test(
    "a request that was refused, or is answered by the wrong end or for another configuration, agrees nothing"
  )
  func nothingAgreed() throws {
    let request = Self.create(0, TFCS(index: 7))
    for (direction, answer) in [
      (.centralToPeripheral, Self.accept(0)), (.peripheralToCentral, Self.accept(1)),
    ] as [Sent] {
      let connection = try Self.connection([(.centralToPeripheral, request), (direction, answer)])
      #expect(connection.configurations.isEmpty, "\(direction) \(answer.name)")
    }
    for refusal in [
      Self.refuse(.csConfigReq), .unknownRsp(UnknownRsp(unknownType: .csConfigReq)),
    ] {
      let connection = try Self.connection([
        (.centralToPeripheral, request), (.peripheralToCentral, refusal),
        (.peripheralToCentral, Self.accept(0)),
      ])
      #expect(connection.configurations.isEmpty, "\(refusal.name)")
    }
  }

  @Test(
    "the schedule of a collision is the central's, also where the refusal was not recorded",
    arguments: [true, false])
  func schedules(isRefusalRecorded: Bool) throws {
    var sent: [Sent] = [
      (.centralToPeripheral, Self.start(every: 10)), (.peripheralToCentral, Self.start(every: 77)),
    ]
    if isRefusalRecorded { sent.append((.centralToPeripheral, Self.refuse(.csReq))) }
    sent.append((.centralToPeripheral, .csInd(CSInd())))
    #expect(try Self.connection(sent).schedule?.value.procedureInterval == 10)
  }

  @Test("the peripheral's request is the one that is settled after the central's was refused")
  func peripheralSchedule() throws {
    let connection = try Self.connection([
      (.centralToPeripheral, Self.start(every: 10)), (.peripheralToCentral, Self.refuse(.csReq)),
      (.peripheralToCentral, Self.start(every: 77)), (.centralToPeripheral, .csInd(CSInd())),
    ])
    #expect(connection.schedule?.value.procedureInterval == 77)
  }

  @Test("features that an answer lacks are open, unless the asker has them, or the sender lists its own")
  func features() throws {
    func open(_ asked: FeaturePage0?, listed: FeaturePage0? = nil) throws -> FeaturePage0 {
      var sent: [Sent] = []
      if let asked { sent.append((.centralToPeripheral, .featureReq(FeatureReq(featureSet: asked)))) }
      sent.append((.peripheralToCentral, .featureRsp(FeatureRsp(featureSet: 0x4001))))
      if let listed {
        sent.append((.peripheralToCentral, .peripheralFeatureReq(PeripheralFeatureReq(featureSet: listed))))
      }
      return try Self.connection(sent).peer.openFeatures
    }
    #expect(try open(nil) == 0x3E)
    #expect(try open(0x21) == 0x1E)
    #expect(try open(0x3F) == 0)
    #expect(try open(0x21, listed: 0x4011) == 0)
  }
}
