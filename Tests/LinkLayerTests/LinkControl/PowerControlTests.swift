import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Power control requests of the peer")
struct PowerControlTests {
  /// A link whose peripheral claims LE Power Control Request and transmits at 4 dBm.
  private static func link(supports phys: PHYSet = [.le1M, .le2M]) -> TestLink {
    var identity = LinkFixtures.reflector
    identity.features[.lePowerControlRequest] = true
    identity.phys = phys
    identity.transmitPower = 4
    return TestLink(peripheral: identity)
  }

  private static func request(_ phy: PowerControlPHYs, txPower: TransmitPowerLevel = 0) -> ControlPDU {
    var pdu = PowerControlReq()
    (pdu.phy, pdu.delta, pdu.txPower) = (phy, 6, txPower)
    return .powerControlReq(pdu)
  }

  private static func response(min: Bool, max: Bool, txPower: TransmitPowerLevel) -> ControlPDU {
    var pdu = PowerControlRsp()
    (pdu.isMinimum, pdu.isMaximum, pdu.txPower, pdu.apr) = (min, max, txPower, 0xFF)
    return .powerControlRsp(pdu)
  }

  @Test(
    "the answer names the one power as minimum and maximum, and no change",
    arguments: [1, 2] as [PowerControlPHYs])
  func answered(phy: PowerControlPHYs) {
    var link = Self.link()
    let due = Self.response(min: true, max: true, txPower: 4)
    #expect(link.inject(Self.request(phy), into: .peripheral) == [due])
    #expect(due.encoded == [0x24, 0x03, 0x00, 0x04, 0xFF])
  }

  @Test("the power on a PHY that the device lacks is not known", arguments: [2, 4, 8] as [PowerControlPHYs])
  func otherPHY(phy: PowerControlPHYs) {
    var link = Self.link(supports: .le1M)
    #expect(
      link.inject(Self.request(phy), into: .peripheral)
        == [Self.response(min: false, max: false, txPower: 127)])
  }

  @Test(
    "no PHY, two PHYs or a reserved one are rejected with 0x20",
    arguments: [0, 3, 0x10] as [PowerControlPHYs])
  func illegalPHY(phy: PowerControlPHYs) {
    var link = Self.link()
    #expect(
      link.inject(Self.request(phy), into: .peripheral)
        == [.reject(.powerControlReq, .unsupportedLLParameterValue)])
  }

  @Test("a peer that asks but does not manage its own power is rejected with 0x1E")
  func unmanaged() {
    var link = Self.link()
    #expect(
      link.inject(Self.request(1, txPower: 126), into: .peripheral)
        == [.reject(.powerControlReq, .invalidLLParameters)])
  }

  @Test("a change of the peer's power and an unexpected answer get no answer")
  func withoutAnswer() {
    var link = Self.link()
    #expect(link.inject(.powerChangeInd(PowerChangeInd()), into: .peripheral).isEmpty)
    #expect(link.inject(.powerControlRsp(PowerControlRsp()), into: .peripheral).isEmpty)
  }

  private static func indication(_ phys: PowerControlPHYs) -> ControlPDU {
    var pdu = PowerChangeInd()
    (pdu.phy, pdu.isMaximum, pdu.delta, pdu.txPower) = (phys, true, -3, 8)
    return .powerChangeInd(pdu)
  }

  private static func ask(phy: PowerControlPHYs) -> ControlPDU {
    var pdu = PowerControlReq()
    pdu.phy = phy
    return .powerControlReq(pdu)
  }

  /// A link of two devices that claim the feature.
  private static func pair() -> TestLink {
    var (one, other) = (LinkFixtures.initiator, LinkFixtures.reflector)
    one.features[.lePowerControlRequest] = true
    other.features[.lePowerControlRequest] = true
    other.transmitPower = 4
    return TestLink(central: one, peripheral: other)
  }

  @Test(
    "the host's read asks the peer for no change and reports its answer", arguments: PowerControlPHY.defined)
  func read(phy: PowerControlPHY) {
    var link = Self.pair()
    #expect(link.request(.readRemoteTransmitPower(phy), on: .central) == .success)
    link.run(events: 3)
    #expect(link.central.sent == [Self.ask(phy: PowerControlPHYs(phy))])
    let isKnown = phy.phy != .leCoded
    let flags: TransmitPowerFlags = isKnown ? [.minimum, .maximum] : []
    let due = RemoteTransmitPower(level: isKnown ? 4 : 127, flags: flags, delta: 0)
    #expect(link.central.notifications == [.remoteTransmitPower(.success, phy, due, isRead: true)])
    #expect(link.central.control.local == nil)
  }

  @Test("a peer that does not know the request ends the read, and is then not asked again")
  func unsupported() {
    var link = Self.pair()
    link.peripheral.control.identity.features[.lePowerControlRequest] = false
    #expect(link.request(.readRemoteTransmitPower(.le1M), on: .central) == .success)
    link.run(events: 3)
    let due = LinkNotification.remoteTransmitPower(
      .unsupportedRemoteFeature, .le1M, RemoteTransmitPower(), isRead: true)
    #expect(link.central.notifications == [due])
    link.request(.readRemoteFeatures, on: .central)
    link.run(events: 3)
    #expect(link.request(.readRemoteTransmitPower(.le1M), on: .central) == .unsupportedRemoteFeature)
    for (remote, status) in [(true, ErrorCode.unsupportedRemoteFeature), (false, .success)] {
      #expect(link.request(.setTransmitPowerReporting(local: true, remote: remote), on: .central) == status)
    }
  }

  @Test("reports of the peer's power need one request on a link, and come until they are switched off")
  func reports() {
    var link = Self.pair()
    #expect(link.inject(Self.indication(1), into: .central).isEmpty)
    #expect(link.central.notifications.isEmpty)
    for _ in 0..<2 {
      #expect(link.request(.setTransmitPowerReporting(local: false, remote: true), on: .central) == .success)
      link.run(events: 3)
    }
    #expect(link.central.sent == [Self.ask(phy: 1)] && link.central.notifications.isEmpty)
    _ = link.inject(Self.indication(0b11), into: .central)
    let due = RemoteTransmitPower(level: 8, flags: .maximum, delta: -3)
    #expect(
      link.central.notifications
        == [PowerControlPHY.le1M, .le2M].map { .remoteTransmitPower(.success, $0, due, isRead: false) })
    link.request(.setTransmitPowerReporting(local: false, remote: false), on: .central)
    _ = link.inject(Self.indication(1), into: .central)
    #expect(link.central.notifications.count == 2)
  }

  @Test("without the feature the request is unknown")
  func unclaimed() {
    var link = TestLink()
    #expect(
      link.inject(Self.request(1), into: .peripheral) == [.unknownRsp(UnknownRsp(unknownType: 0x23))])
  }

  @Test("a request in the middle of an encryption start ends the link")
  func encryptionStart() {
    var link = Self.link()
    link.peripheral.answersKeyRequests = false
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run(events: 2)
    #expect(link.inject(Self.request(1), into: .peripheral).isEmpty)
    #expect(link.peripheral.disconnection == .micFailure)
  }
}
