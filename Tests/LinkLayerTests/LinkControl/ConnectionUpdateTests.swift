import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Connection update and connection parameters request")
struct ConnectionUpdateTests {
  static let request = LinkRequest.updateConnection(
    ConnectionParameterRange(intervalMin: 24, intervalMax: 24, latency: 0, timeout: 100))
  static let updated = LinkNotification.connectionUpdated(
    .success, ConnectionParameters(interval: 24, latency: 0, timeout: 100))

  static func featuresKnown() -> TestLink {
    var link = TestLink()
    link.request(.readRemoteFeatures, on: .central)
    link.run(events: 3)
    link.clearRecords()
    return link
  }

  @Test("the central dictates parameters to a peer of unknown features")
  func dictated() {
    var link = TestLink()
    #expect(link.request(Self.request, on: .central) == .success)
    for _ in 0..<10 {
      link.run(events: 1)
      #expect(link.central.interval == link.peripheral.interval)
    }
    #expect(link.central.sent.map(\.opcode) == [0x00])
    #expect(link.central.notifications == [Self.updated])
    #expect(link.peripheral.notifications == [Self.updated])
  }

  @Test("where both can, either side asks first", arguments: LinkRole.allCases)
  func asked(role: LinkRole) {
    var link = Self.featuresKnown()
    #expect(link.request(Self.request, on: role) == .success)
    link.run()
    #expect(link[role].sent.first?.opcode == 0x0F)
    #expect(link.central.sent.last?.opcode == 0x00)
    #expect(link.central.notifications == [Self.updated])
    #expect(link.peripheral.notifications == [Self.updated])
  }

  @Test("a host that wants to be asked decides", arguments: LinkRole.allCases, [true, false])
  func hostDecides(role: LinkRole, accepts: Bool) {
    var link = Self.featuresKnown()
    link[role.peer].control.connectionParameterAnswer = .askHost
    link.request(Self.request, on: role)
    link.run()
    #expect(
      link[role.peer].notifications
        == [
          .connectionParametersRequested(
            ConnectionParameterRange(intervalMin: 24, intervalMax: 24, latency: 0, timeout: 100))
        ])
    let answer: LinkRequest =
      accepts
      ? .acceptConnectionParameters(
        ConnectionParameterRange(intervalMin: 24, intervalMax: 24, latency: 0, timeout: 100))
      : .rejectConnectionParameters(.unacceptableConnectionParameters)
    #expect(link.request(answer, on: role.peer) == .success)
    link.run()
    if accepts {
      #expect(link[role].notifications == [Self.updated])
    } else {
      #expect(
        link[role].notifications
          == [
            .connectionUpdated(
              .unacceptableConnectionParameters,
              ConnectionParameters(interval: 40, latency: 0, timeout: TestLink.timeout))
          ])
    }
    #expect(link.request(answer, on: role.peer) == .commandDisallowed)
  }

  @Test("LL_CONNECTION_PARAM_REQ with impossible values is rejected with 0x1E")
  func illegalRequest() {
    var link = TestLink()
    #expect(
      link.inject(.connectionParamReq(ConnectionParamReq()), into: .central)
        == [.reject(.connectionParamReq, .invalidLLParameters)])
  }

  @Test("a central whose peer does not know the request dictates after all")
  func fallback() {
    var link = Self.featuresKnown()
    link.request(Self.request, on: .central)
    link.central.outbox = []
    let sent = link.inject(.unknownRsp(UnknownRsp(unknownType: 0x0F)), into: .central)
    #expect(sent.map(\.opcode) == [0x00])
  }

  @Test(
    "impossible values are refused at once",
    arguments: [(5, 6, 0, 100), (7, 6, 0, 100), (6, 3201, 0, 100), (6, 6, 500, 3200), (3200, 3200, 1, 1000)]
      as [(ConnectionInterval, ConnectionInterval, UInt16, SupervisionTimeout)])
  func refusals(
    min: ConnectionInterval, max: ConnectionInterval, latency: UInt16, timeout: SupervisionTimeout
  ) {
    var link = TestLink()
    let request = LinkRequest.updateConnection(
      ConnectionParameterRange(intervalMin: min, intervalMax: max, latency: latency, timeout: timeout))
    #expect(link.request(request, on: .central) == .invalidHCICommandParameters)
  }

  @Test("an Instant in the past ends the link")
  func instantPassed() {
    var link = TestLink()
    link.run(events: 50)
    var pdu = ConnectionUpdateInd()
    pdu.parameters.interval = 24
    pdu.parameters.timeout = 100
    pdu.instant = 49
    _ = link.inject(.connectionUpdateInd(pdu), into: .peripheral)
    #expect(link.peripheral.disconnection == .instantPassed)
  }

  @Test("an Instant that is the current event counts")
  func instantNow() {
    var link = TestLink()
    link.run(events: 50)
    var pdu = ConnectionUpdateInd()
    pdu.parameters.interval = 24
    pdu.parameters.timeout = 100
    pdu.instant = 50
    _ = link.inject(.connectionUpdateInd(pdu), into: .peripheral)
    #expect(link.peripheral.interval == 24)
  }

  @Test("LL/CS/CEN/INI/BV-25-C: a central refuses the update while a CS series runs")
  func duringSeries() {
    var link = TestLink.at(.running)
    #expect(link.request(Self.request, on: .central) == .commandDisallowed)
    link.request(Self.request, on: .peripheral)
    link.run()
    #expect(link.central.sent == [.reject(.connectionParamReq, .commandDisallowed)])
    #expect(link.central.interval == 40)
  }
}
