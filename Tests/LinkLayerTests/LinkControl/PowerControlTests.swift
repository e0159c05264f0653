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

  private static func request(_ phy: UInt8, txPower: Int8 = 0) -> ControlPDU {
    var pdu = PowerControlReq()
    (pdu.phy, pdu.delta, pdu.txPower) = (phy, 6, txPower)
    return .powerControlReq(pdu)
  }

  private static func response(min: UInt8, max: UInt8, txPower: Int8) -> ControlPDU {
    var pdu = PowerControlRsp()
    (pdu.min, pdu.max, pdu.txPower, pdu.apr) = (min, max, txPower, 0xFF)
    return .powerControlRsp(pdu)
  }

  @Test("the answer names the one power as minimum and maximum, and no change", arguments: [1, 2] as [UInt8])
  func answered(phy: UInt8) {
    var link = Self.link()
    let due = Self.response(min: 1, max: 1, txPower: 4)
    #expect(link.inject(Self.request(phy), into: .peripheral) == [due])
    #expect(due.encoded == [0x24, 0x03, 0x00, 0x04, 0xFF])
  }

  @Test("the power on a PHY that the device lacks is not known", arguments: [2, 4, 8] as [UInt8])
  func otherPHY(phy: UInt8) {
    var link = Self.link(supports: .le1M)
    #expect(
      link.inject(Self.request(phy), into: .peripheral) == [Self.response(min: 0, max: 0, txPower: 127)])
  }

  @Test("no PHY, two PHYs or a reserved one are rejected with 0x20", arguments: [0, 3, 0x10] as [UInt8])
  func illegalPHY(phy: UInt8) {
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
