import ChannelSounding
import CoreTypes
import SimulationKernel
import Testing

@testable import LinkLayer

@Suite("Arbitrary traffic")
struct ArbitraryTrafficTests {
  @Test(
    "no octets trap, in any stage",
    arguments: [TestLink.Stage.connected, .encrypted, .parametrised, .running])
  func anyOctets(stage: TestLink.Stage) {
    var random = RandomStream(seed: UInt64(stage.rawValue))
    let start = TestLink.at(stage, peripheral: LinkFixtures.allRounder)
    for role in LinkRole.allCases {
      var link = start
      for _ in 0..<2500 {
        var octets = Self.octets(&random)
        if random.next() & 7 == 0 {
          octets = (0..<random.next() % 40).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        _ = link.inject(octets: octets, into: role)
        if random.next() & 3 == 0 { link.request(Self.request(&random), on: role) }
        link.eventCounter += 1
        link.perform(link[role].control.connectionEventBegins(at: link.moment(role)), on: role)
        link[role].outbox = []
        if link[role].disconnection != nil { link = start }
      }
    }
  }

  /// Octets with the length of a control PDU and mostly small values.
  private static func octets(_ random: inout RandomStream) -> [UInt8] {
    let lengths: [UInt8: Int] = [
      0x00: 12, 0x01: 8, 0x02: 2, 0x03: 23, 0x04: 13, 0x05: 1, 0x06: 1, 0x07: 2, 0x08: 9, 0x09: 9, 0x0A: 1,
      0x0B: 1, 0x0C: 6, 0x0D: 2, 0x0E: 9, 0x0F: 24, 0x10: 24, 0x11: 3, 0x12: 1, 0x13: 1, 0x14: 9, 0x15: 9,
      0x16: 3, 0x17: 3, 0x18: 5, 0x2B: 27, 0x2C: 27, 0x2D: 21, 0x2E: 26, 0x2F: 26, 0x30: 28, 0x31: 2,
      0x32: 29, 0x33: 22, 0x34: 19, 0x35: 5, 0x36: 1, 0x37: 73, 0x38: 13, 0x39: 21, 0x3A: 5,
    ]
    let opcode = UInt8(random.next() % 0x3B)
    // LL_TERMINATE_IND would end most runs early.
    let count = opcode == 0x02 && random.next() & 7 != 0 ? 1 : lengths[opcode] ?? 1
    let small = random.next() & 1 == 0
    return [opcode]
      + (1..<max(count, 1)).map { _ in
        small ? UInt8(random.next() % 5) : UInt8(truncatingIfNeeded: random.next())
      }
  }

  static func request(_ random: inout RandomStream) -> LinkRequest {
    let id = ConfigID(rawValue: UInt8(random.next() % 4))
    var configuration = LinkFixtures.inlinePCT
    configuration.id = id
    configuration.role = random.next() & 1 == 0 ? .initiator : .reflector
    configuration.mainModeRepetition = UInt8(random.next() % 4)
    var parameters = LinkFixtures.procedureParameters
    parameters.configID = id
    parameters.maxProcedureCount = ProcedureCount(rawValue: UInt16(random.next() % 3))
    let requests: [LinkRequest] = [
      .readRemoteVersion, .readRemoteFeatures, .readAllRemoteFeatures(pages: 2),
      .setDataLength(DataLength(octets: UInt16(27 + random.next() % 225), microseconds: 2120)),
      .setPHY(tx: 2, rx: nil),
      .setPHY(tx: 1, rx: 1),
      .updateConnection(
        ConnectionParameterRange(
          intervalMin: 24, intervalMax: ConnectionInterval(rawValue: UInt16(24 + random.next() % 30)),
          latency: 0, timeout: 300)),
      .setChannelMap(DataChannelMap(rawValue: random.next() | 3)), LinkFixtures.encryptRequest(),
      .readRemoteCSCapabilities, .readRemoteFAETable,
      .createCSConfig(configuration, createContextOnPeer: true), .removeCSConfig(id: id), .enableCSSecurity,
      .setCSProcedureParameters(parameters), .enableCSProcedures(configID: id),
      .enableCSProcedures(configID: id), .disableCSProcedures(configID: id),
      .setCSChannelClassification(CSTerminationTests.odd),
    ]
    return requests[Int(random.next() % UInt64(requests.count))]
  }

  @Test(
    "random requests on both sides over a lossy link end in agreement", arguments: 0..<200 as Range<UInt64>)
  func interleavings(seed: UInt64) {
    var random = RandomStream(seed: seed)
    var link = TestLink.at(
      seed % 4 == 0 ? .connected : .secured, central: LinkFixtures.allRounder,
      peripheral: LinkFixtures.allRounder)
    link.delivery = UInt8(60 + random.next() % 196)
    for _ in 0..<150 {
      for role in LinkRole.allCases where random.next() % 4 == 0 {
        link.request(Self.request(&random), on: role)
      }
      link.run(events: Int(random.next() % 4))
    }
    link.delivery = .max
    link.run(events: 300)
    let context: Comment = "seed \(seed)"
    #expect(link.central.disconnection == nil && link.peripheral.disconnection == nil, context)
    #expect(link.undecodable.isEmpty, context)
    Self.expectAgreement(link, context)
    for side in [link.central, link.peripheral] {
      #expect(side.control.local == nil && side.control.peer == nil, context)
      #expect(!side.control.hasQueuedRequests || side.series != nil, context)
      #expect(side.control.responseDeadline == nil, context)
    }
  }

  private static func expectAgreement(_ link: TestLink, _ context: Comment) {
    let (central, peripheral) = (link.central, link.peripheral)
    #expect(central.interval == peripheral.interval, context)
    #expect(central.map == peripheral.map, context)
    #expect(central.phys == peripheral.phys, context)
    #expect(central.vectors == peripheral.vectors, context)
    #expect(central.control.isEncrypted == peripheral.control.isEncrypted, context)
    #expect(central.transmitKeys == peripheral.receiveKeys, context)
    #expect(central.control.isCSSecured == peripheral.control.isCSSecured, context)
    for id in ConfigID.defined {
      var mirrored = peripheral.control.csConfiguration(id)
      if let role = mirrored?.role { mirrored?.role = role.peer }
      #expect(central.control.csConfiguration(id) == mirrored, context)
      #expect(central.control.csSchedule(id) == peripheral.control.csSchedule(id), context)
      guard let configuration = mirrored else { continue }
      let event = link.eventCounter
      #expect(
        central.control.csChannelMap(for: configuration, at: event)
          == peripheral.control.csChannelMap(for: configuration, at: event), context)
    }
  }
}
