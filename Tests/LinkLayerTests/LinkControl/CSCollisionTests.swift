import ChannelSounding
import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Channel Sounding starts that collide with the central's procedures")
struct CSCollisionTests {
  @Test("when both start at once the central's start is carried out and the peripheral's host learns 0x23")
  func collision() {
    var link = TestLink.at(.parametrised)
    link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: .peripheral)
    link.request(.enableCSProcedures(configID: 0), on: .peripheral)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run(events: 12)
    #expect(link.central.control.csSchedule(0) != nil)
    #expect(link.central.control.csSchedule(0) == link.peripheral.control.csSchedule(0))
    #expect(link.central.sent.contains(.reject(.csReq, .llProcedureCollision)))
    #expect(
      link.peripheral.notifications.first == .csProceduresStarted(.llProcedureCollision, CSSchedule()))
    #expect(link.peripheral.notifications.count == 2)
  }

  static let other: [LinkRequest] = [
    .enableCSSecurity, .createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: true),
    .updateConnection(ConnectionParameterRange(intervalMin: 24, intervalMax: 24, latency: 0, timeout: 100)),
  ]

  @Test(
    "the central's security start, configuration or update meets the peripheral's start with 0x2A",
    arguments: other)
  func differentTransactionCollision(request: LinkRequest) {
    var link = TestLink.at(.parametrised)
    link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: .peripheral)
    link.request(.enableCSProcedures(configID: 0), on: .peripheral)
    link.request(request, on: .central)
    link.run(events: 12)
    #expect(link.central.sent.contains(.reject(.csReq, .differentTransactionCollision)))
    let refusal = LinkNotification.csProceduresStarted(.differentTransactionCollision, CSSchedule())
    #expect(link.peripheral.notifications.contains(refusal))
    #expect(link.central.notifications.count == 1)
    #expect(link.peripheral.control.csSchedule(0) == nil)
  }

  @Test("an update whose Instant is to come meets the peripheral's start with 0x2A, whoever asked for it")
  func startBeforeInstant() {
    var link = TestLink.at(.parametrised)
    let request = CSStartTests.request()
    let update = ConnectionParamReq(ConnectionParameterRange(interval: 24, timeout: 100))
    #expect(link.inject(.connectionParamReq(update), into: .central).map(\.opcode) == [0x00])
    #expect(
      link.inject(.csReq(request), into: .central) == [.reject(.csReq, .differentTransactionCollision)])
    #expect(link.central.control.csSchedule(0) == nil)
    link.run(events: 12)
    #expect(link.central.interval == 24)
  }
}
