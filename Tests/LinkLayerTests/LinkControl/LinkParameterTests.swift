import CoreTypes
import SimulationKernel
import Testing

@testable import LinkLayer

@Suite("Data length update")
struct DataLengthTests {
  @Test(
    "both sides end with the smaller of what one sends and the other receives", arguments: LinkRole.allCases)
  func update(role: LinkRole) {
    var small = LinkFixtures.reflector
    small.maxDataOctets = 100
    var link = TestLink(peripheral: small)
    #expect(link.request(.setDataLength(.greatestOnLE1M), on: role) == .success)
    link.run()
    for side in [link.central, link.peripheral] {
      let length = DataLength(octets: 100, microseconds: 912)
      #expect(side.notifications == [.dataLengthChanged(DataLengths(tx: length, rx: length))])
      #expect(side.actions.contains(.useTransmitLength(octets: 100)))
    }
  }

  @Test(
    "values outside their ranges are refused", arguments: [(26, 328), (252, 2120), (27, 327), (27, 17041)])
  func ranges(octets: UInt16, time: UInt16) {
    var link = TestLink()
    let status = link.request(.setDataLength(DataLength(octets: octets, microseconds: time)), on: .central)
    #expect(status == .invalidHCICommandParameters)
  }

  @Test("lengths below the least are taken as the least")
  func tooSmall() {
    var link = TestLink()
    var pdu = LengthReq()
    pdu.lengths.rx = DataLength(octets: 0, microseconds: 0)
    _ = link.inject(.lengthReq(pdu), into: .central)
    #expect(link.central.control.dataLength.effective.tx.usableOctets == 27)
  }
}

@Suite("PHY update")
struct PHYUpdateTests {
  @Test("2M is used by both sides from the Instant on", arguments: LinkRole.allCases)
  func update(role: LinkRole) {
    var link = TestLink()
    #expect(link.request(.setPHY(tx: 2, rx: 2), on: role) == .success)
    link.run(events: 5)
    #expect(link.central.phys == [.le1M, .le1M])
    link.run()
    for side in [link.central, link.peripheral] {
      #expect(side.phys == [.le2M, .le2M])
      #expect(side.notifications == [.phyUpdated(.success, tx: .le2M, rx: .le2M)])
    }
  }

  @Test("only the directions that both sides want change")
  func oneDirection() {
    var link = TestLink()
    link.request(.setPHY(tx: 2, rx: 1), on: .peripheral)
    link.run()
    #expect(link.central.phys == [.le1M, .le2M])
    #expect(link.peripheral.notifications == [.phyUpdated(.success, tx: .le2M, rx: .le1M)])
  }

  @Test("without a change the asking host alone is told, at once", arguments: LinkRole.allCases)
  func noChange(role: LinkRole) {
    var link = TestLink()
    link.request(.setPHY(tx: 1, rx: 1), on: role)
    link.run()
    #expect(link[role].notifications == [.phyUpdated(.success, tx: .le1M, rx: .le1M)])
    #expect(link[role.peer].notifications.isEmpty)
  }

  @Test("a PHY that the device lacks is refused")
  func unsupported() {
    var link = TestLink()
    #expect(link.request(.setPHY(tx: 4, rx: 1), on: .central) == .unsupportedFeatureOrParameterValue)
  }

  @Test("an Instant in the past ends the link")
  func instantPassed() {
    var link = TestLink()
    link.run(events: 50)
    link.request(.setPHY(tx: 2, rx: 2), on: .peripheral)
    var pdu = PHYUpdateInd()
    pdu.phyCToP = 2
    pdu.instant = 40
    _ = link.inject(.phyUpdateInd(pdu), into: .peripheral)
    #expect(link.peripheral.disconnection == .instantPassed)
  }

  @Test("when both ask at once the central goes first and the peripheral's host learns 0x23")
  func collision() {
    var link = TestLink()
    link.request(.setPHY(tx: 2, rx: 2), on: .peripheral)
    link.request(.setPHY(tx: 2, rx: 2), on: .central)
    link.run()
    #expect(link.central.notifications == [.phyUpdated(.success, tx: .le2M, rx: .le2M)])
    #expect(
      link.peripheral.notifications
        == [
          .phyUpdated(.llProcedureCollision, tx: .le1M, rx: .le1M),
          .phyUpdated(.success, tx: .le2M, rx: .le2M),
        ])
    #expect(link.central.sent.contains(.reject(.phyReq, .llProcedureCollision)))
  }
}

@Suite("Channel map update")
struct ChannelMapUpdateTests {
  @Test("both sides hop over the new map from the same event on")
  func update() {
    var link = TestLink()
    let map = DataChannelMap(rawValue: 0xFFFF)
    #expect(link.request(.setChannelMap(map), on: .central) == .success)
    for _ in 0..<10 {
      link.run(events: 1)
      #expect(link.central.map == link.peripheral.map)
    }
    #expect(link.central.map == map)
  }

  @Test("a peripheral that sleeps through events gets a later Instant")
  func latency() {
    var control = LinkControl(
      role: .central, identity: LinkFixtures.initiator, random: RandomStream(seed: 1), latency: 4,
      timeout: TestLink.timeout)
    let moment = LinkMoment(now: .start, eventCounter: 10, interval: 40)
    let actions = control.request(.setChannelMap(DataChannelMap(rawValue: 3)), at: moment).actions
    guard case .send(.channelMapInd(let pdu))? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(pdu.instant == 40)
  }

  @Test("only a central has a channel map to give, of two channels at least")
  func refusals() {
    var link = TestLink()
    #expect(link.request(.setChannelMap(.all), on: .peripheral) == .commandDisallowed)
    #expect(
      link.request(.setChannelMap(DataChannelMap(rawValue: 4)), on: .central) == .invalidHCICommandParameters)
  }

  @Test("an Instant in the past ends the link")
  func instantPassed() {
    var link = TestLink()
    link.run(events: 50)
    var pdu = ChannelMapInd()
    pdu.channelMap = 3
    pdu.instant = 49
    _ = link.inject(.channelMapInd(pdu), into: .peripheral)
    #expect(link.peripheral.disconnection == .instantPassed)
  }

  @Test("the peripheral's PHY request in the meantime meets 0x2A")
  func differentTransactionCollision() {
    var link = TestLink()
    link.request(.setPHY(tx: 2, rx: 2), on: .peripheral)
    link.request(.setChannelMap(DataChannelMap(rawValue: 3)), on: .central)
    link.run()
    #expect(
      link.peripheral.notifications
        == [.phyUpdated(.differentTransactionCollision, tx: .le1M, rx: .le1M)])
    #expect(link.peripheral.map == DataChannelMap(rawValue: 3))
  }
}
