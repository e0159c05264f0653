import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Encryption start and pause")
struct EncryptionTests {
  @Test("the session key is that of the sample data")
  func sessionKey() {
    // Source: Core specification, Vol 6, Part C, 1.
    var encryption = Encryption()
    encryption.central.skdC = 0xACBD_CEDF_E0F1_0213
    encryption.peripheral.skdP = 0x0213_2435_4657_6879
    encryption.central.ivC = 0xBADC_AB24
    encryption.peripheral.ivP = 0xDEAF_BABE
    let keys = encryption.keys(longTermKey: LinkFixtures.longTermKey)
    #expect(keys.sessionKey == 0x99AD_1B52_26A3_7E3E_058E_3B8E_27C2_C666)
    #expect(keys.iv == 0xDEAF_BABE_BADC_AB24)
  }

  @Test("the PDUs go in order and both sides encrypt with the same keys")
  func start() {
    var link = TestLink()
    #expect(link.request(LinkFixtures.encryptRequest(), on: .central) == .success)
    #expect(link.central.isDataPaused)
    link.run()
    #expect(link.central.sent.map(\.opcode) == [0x03, 0x06])
    #expect(link.peripheral.sent.map(\.opcode) == [0x04, 0x05, 0x06])
    #expect(link.undecodable.isEmpty)
    #expect(link.central.transmitKeys == link.peripheral.receiveKeys)
    #expect(link.central.receiveKeys == link.peripheral.transmitKeys)
    #expect(link.central.receiveKeys != nil)
    for side in [link.central, link.peripheral] {
      #expect(side.notifications == [.encryptionChanged(.success, isEnabled: true)])
      #expect(side.control.isEncrypted)
      #expect(!side.isDataPaused)
    }
  }

  @Test("the peripheral's host is asked with Rand and EDIV")
  func keyRequest() {
    var link = TestLink()
    let name = LongTermKeyName(random: 0x0102_0304, encryptedDiversifier: 5)
    link.request(.enableEncryption(LinkFixtures.longTermKey, named: name), on: .central)
    link.run()
    #expect(link.peripheral.actions.contains(.requestLongTermKey(name)))
  }

  @Test(
    "without a key the peripheral rejects LL_ENC_REQ with 0x06 and the link goes on",
    arguments: [true, false])
  func keyMissing(extendedReject: Bool) {
    var identity = LinkFixtures.initiator
    identity.features[.extendedRejectIndication] = extendedReject
    var link = TestLink(central: identity)
    link.peripheral.longTermKey = nil
    link.request(.readRemoteFeatures, on: .central)
    link.request(.readRemoteFeatures, on: .peripheral)
    link.run()
    link.clearRecords()
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run()
    let rejection: ControlPDU =
      extendedReject ? .reject(.encReq, .pinOrKeyMissing) : .rejectInd(RejectInd(errorCode: 0x06))
    #expect(link.peripheral.sent.last == rejection)
    #expect(link.central.notifications == [.encryptionChanged(.pinOrKeyMissing, isEnabled: false)])
    #expect(!link.central.isDataPaused && !link.peripheral.isDataPaused)
    #expect(link.central.disconnection == nil)
  }

  @Test("a refresh pauses encryption and starts it under fresh keys")
  func refresh() {
    var link = TestLink.at(.encrypted)
    let before = link.central.transmitKeys
    #expect(link.request(LinkFixtures.encryptRequest(), on: .central) == .success)
    link.run()
    #expect(link.central.sent.map(\.opcode) == [0x0A, 0x0B, 0x03, 0x06])
    #expect(link.peripheral.sent.map(\.opcode) == [0x0B, 0x04, 0x05, 0x06])
    #expect(link.undecodable.isEmpty)
    #expect(link.central.transmitKeys != before)
    #expect(link.central.transmitKeys == link.peripheral.receiveKeys)
    for side in [link.central, link.peripheral] {
      #expect(side.notifications == [.encryptionKeyRefreshed(.success)])
    }
  }

  @Test("a refresh makes CS security void")
  func refreshVoidsSecurity() {
    var link = TestLink.at(.parametrised)
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run()
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .insufficientSecurity)
    #expect(!link.peripheral.control.isCSSecured)
  }

  @Test("a refresh without a key ends the link with 0x06")
  func refreshWithoutKey() {
    var link = TestLink.at(.encrypted)
    link.peripheral.longTermKey = nil
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run()
    #expect(link.central.disconnection == .pinOrKeyMissing)
  }

  @Test("what the peripheral asked before it knew is answered afterwards, encrypted")
  func deferred() {
    var link = TestLink()
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.request(.setDataLength(.onLE1M(octets: 100)), on: .peripheral)
    link.run()
    #expect(link.central.sent.map(\.opcode) == [0x03, 0x06, 0x15])
    #expect(link.undecodable.isEmpty)
    #expect(link.peripheral.control.isEncrypted)
  }

  @Test("requests of the host wait for the end of the procedure", arguments: LinkRole.allCases)
  func hostWaits(role: LinkRole) {
    var link = TestLink()
    link.peripheral.answersKeyRequests = false
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run(events: 3)
    #expect(link.request(.readRemoteVersion, on: role) == .success)
    link.run(events: 3)
    #expect(!link[role].sent.contains { $0.opcode == 0x0C })
    link.request(.longTermKey(LinkFixtures.longTermKey), on: .peripheral)
    link.run()
    #expect(link[role].sent.contains { $0.opcode == 0x0C })
    #expect(link.undecodable.isEmpty)
  }

  @Test("a request in the middle of the start ends the link with 0x3D")
  func unexpected() {
    var link = TestLink()
    link.peripheral.answersKeyRequests = false
    _ = link.inject(.encReq(EncReq()), into: .peripheral)
    _ = link.inject(.pingReq(PingReq()), into: .peripheral)
    #expect(link.peripheral.disconnection == .micFailure)
  }

  @Test("only the central's host may start, once at a time")
  func refusals() {
    var link = TestLink()
    #expect(link.request(LinkFixtures.encryptRequest(), on: .peripheral) == .commandDisallowed)
    #expect(link.request(.longTermKey(nil), on: .peripheral) == .commandDisallowed)
    link.request(LinkFixtures.encryptRequest(), on: .central)
    #expect(link.request(LinkFixtures.encryptRequest(), on: .central) == .commandDisallowed)
  }

  @Test("a peripheral without encryption rejects with 0x1A")
  func unsupported() {
    var identity = LinkFixtures.reflector
    identity.features[.leEncryption] = false
    var link = TestLink(peripheral: identity)
    link.request(LinkFixtures.encryptRequest(), on: .central)
    link.run()
    #expect(link.central.notifications == [.encryptionChanged(.unsupportedRemoteFeature, isEnabled: false)])
  }
}
