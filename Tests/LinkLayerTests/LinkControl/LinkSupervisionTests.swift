import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Termination, timeout, unknown and malformed PDUs")
struct LinkSupervisionTests {
  @Test(
    "the link is dropped when the peer has acknowledged, and by the peer at once",
    arguments: LinkRole.allCases)
  func termination(role: LinkRole) {
    var link = TestLink()
    #expect(link.request(.terminate(.remoteUserTerminatedConnection), on: role) == .success)
    #expect(link[role].disconnection == nil)
    link.run(events: 1)
    #expect(link[role].disconnection == .connectionTerminatedByLocalHost)
    #expect(link[role.peer].disconnection == .remoteUserTerminatedConnection)
    #expect(link.request(.readRemoteVersion, on: role) == .unknownConnectionIdentifier)
    #expect(link[role].control.responseDeadline == nil)
  }

  @Test("LL_TERMINATE_IND that is not acknowledged ends the link after the supervision timeout")
  func unacknowledgedTermination() {
    var link = TestLink()
    link.request(.terminate(.remoteUserTerminatedConnection), on: .central)
    let deadline = Instant.start + TestLink.timeout.time
    #expect(link.central.control.responseDeadline == deadline)
    link.now = deadline
    link.perform(link.central.control.timeElapsed(at: link.moment(.central)), on: .central)
    #expect(link.central.disconnection == .llResponseTimeout)
  }

  @Test("nothing new begins once termination is announced")
  func nothingAfterTermination() {
    var link = TestLink()
    link.request(.terminate(.remoteUserTerminatedConnection), on: .central)
    #expect(link.request(.readRemoteVersion, on: .central) == .commandDisallowed)
  }

  @Test(
    "a peer that does not answer for 40 s loses the link with 0x22",
    arguments: [
      LinkRequest.readRemoteVersion, .readRemoteFeatures, .setPHY(tx: 2, rx: 2),
      .setDataLength(.greatestOnLE1M), LinkFixtures.encryptRequest(),
    ])
  func responseTimeout(request: LinkRequest) {
    var link = TestLink()
    link.request(request, on: .central)
    link.central.outbox = []
    #expect(link.central.control.responseDeadline == .start + .seconds(40))
    link.now = .start + .seconds(39)
    link.perform(link.central.control.timeElapsed(at: link.moment(.central)), on: .central)
    #expect(link.central.disconnection == nil)
    link.now = .start + .seconds(40)
    link.perform(link.central.control.timeElapsed(at: link.moment(.central)), on: .central)
    #expect(link.central.disconnection == .llResponseTimeout)
  }

  @Test("LL/CS/CEN/INI/BV-04-C: without LL_CS_CONFIG_RSP the configuration completes with an error")
  func configurationUnanswered() {
    var link = TestLink.at(.capable)
    link.request(.createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: true), on: .central)
    link.central.outbox = []
    link.now = link.now + .seconds(40)
    link.perform(link.central.control.timeElapsed(at: link.moment(.central)), on: .central)
    #expect(
      link.central.notifications
        == [.csConfigComplete(.llResponseTimeout, isCreated: true, LinkFixtures.inlinePCT)])
    #expect(link.central.disconnection == .llResponseTimeout)
  }

  @Test("the peripheral waits 40 s for the central's next PDU too")
  func responderTimeout() {
    var link = TestLink()
    _ = link.inject(.phyReq(PHYReq()), into: .peripheral)
    link.now = .start + .seconds(40)
    link.perform(link.peripheral.control.timeElapsed(at: link.moment(.peripheral)), on: .peripheral)
    #expect(link.peripheral.disconnection == .llResponseTimeout)
  }

  @Test("a peripheral whose request gave way to the central's does not wait for ever for the rejection")
  func yieldedTimeout() {
    var link = TestLink.at(.capable, central: LinkFixtures.allRounder, peripheral: LinkFixtures.allRounder)
    link.request(.createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: true), on: .peripheral)
    _ = link.inject(CSConfigurationTests.configReq(), into: .peripheral)
    #expect(link.peripheral.notifications.count == 2)
    link.request(.readRemoteVersion, on: .peripheral)
    link.now = link.now + .seconds(40)
    link.perform(link.peripheral.control.timeElapsed(at: link.moment(.peripheral)), on: .peripheral)
    #expect(link.peripheral.disconnection == nil)
    #expect(link.peripheral.sent.last?.opcode == 0x0C)
  }

  @Test("LL_PING_REQ is answered")
  func ping() {
    var link = TestLink()
    #expect(link.inject(.pingReq(PingReq()), into: .central) == [.pingRsp(PingRsp())])
  }

  @Test(
    "an unknown opcode, a wrong length and the wrong role give LL_UNKNOWN_RSP",
    arguments: [
      [0xF0, 1, 2], [0x12, 0], [0x14, 1], [0x3B, 0, 0, 0, 0, 0, 0, 0], [0x03] + .zeros(22), [0x34],
    ])
  func unknown(octets: [UInt8]) {
    var link = TestLink()
    #expect(
      link.inject(octets: octets, into: .central)
        == [.unknownRsp(UnknownRsp(unknownType: ControlOpcode(rawValue: octets[0])))])
  }

  @Test(
    "malformed answers to answers get no answer", arguments: [[0x07], [0x0D], [0x11, 1], [0x07, 0x07], []])
  func noLoop(octets: [UInt8]) {
    var link = TestLink()
    #expect(link.inject(octets: octets, into: .central).isEmpty)
  }

  @Test("answers that nobody asked for are ignored")
  func unsolicited() {
    var link = TestLink.at(.configured)
    let pdus: [ControlPDU] = [
      .featureRsp(FeatureRsp()), .featureExtRsp(FeatureExtRsp()), .lengthRsp(LengthRsp()), .phyRsp(PHYRsp()),
      .encRsp(EncRsp()), .startEncReq(StartEncReq()), .startEncRsp(StartEncRsp()),
      .pauseEncRsp(PauseEncRsp()), .connectionParamRsp(ConnectionParamRsp()),
      .csCapabilitiesRsp(CSCapabilitiesRsp()), .csFAERsp(CSFAERsp()), .csConfigRsp(CSConfigRsp()),
      .csSecRsp(CSSecRsp()), .csRsp(CSRsp()), .csTerminateRsp(CSTerminateRsp()), .pingRsp(PingRsp()),
      .rejectInd(RejectInd(errorCode: 6)), .reject(.csInd, .invalidLLParameters),
    ]
    for pdu in pdus { #expect(link.inject(pdu, into: .central).isEmpty, "\(pdu.name)") }
    #expect(link.central.notifications.isEmpty)
    #expect(link.central.disconnection == nil)
  }

  @Test("one procedure of this side runs at a time and the next one waits")
  func queue() {
    var link = TestLink()
    link.request(.setDataLength(.greatestOnLE1M), on: .central)
    link.request(.readRemoteVersion, on: .central)
    link.request(.readRemoteFeatures, on: .central)
    #expect(link.central.sent.count == 1)
    #expect(link.central.control.hasQueuedRequests)
    link.run()
    #expect(link.central.sent.map(\.opcode) == [0x14, 0x0C, 0x08])
    #expect(!link.central.control.hasQueuedRequests)
  }

  @Test("a refused procedure tells its host the code of the refusal")
  func refusal() {
    var link = TestLink()
    link.request(.setPHY(tx: 2, rx: 2), on: .peripheral)
    _ = link.inject(.unknownRsp(UnknownRsp(unknownType: 0x16)), into: .peripheral)
    #expect(
      link.peripheral.notifications == [.phyUpdated(.unsupportedRemoteFeature, tx: .le1M, rx: .le1M)])
  }
}

extension [UInt8] {
  /// `count` zeros.
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
