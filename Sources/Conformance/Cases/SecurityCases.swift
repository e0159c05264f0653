internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Reflector
internal import VirtualController

extension TestCase {
  /// Pairing, the bond, and what an unencrypted link may not do.
  static let securityCases = [pairing, bondOverPowerCycle, unencryptedRefused]

  private static let pairing = TestCase(
    id: "CS/SEC/BV-01", title: "Pairing and bonding",
    procedure: """
      Connect and pair with LE Secure Connections, Just Works. The link must be encrypted and both sides must \
      have asked to keep the key.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let bond = try tester.attempt(
      "pairing", required: "LE Secure Connections, bonded", frames: { tester.lastFrame }
    ) { () throws(InitiatorError) in try tester.phone.pair() }
    tester.note(
      "pairing", required: "LE Secure Connections, bonded",
      measured: bond.isPersistent ? "bonded, key of \(bond.keySize) octets" : "paired, not bonded",
      isMet: bond.isPersistent, frames: tester.encryptionFrames)
  }

  private static let bondOverPowerCycle = TestCase(
    id: "CS/SEC/BV-02", title: "The bond survives a power cycle",
    procedure: """
      Pair, take the accessory's power away, wait until the link is lost, give the power back, connect again and \
      encrypt with the stored key.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    // Pairing ends for the phone before the accessory has its last key PDU.
    tester.phone.idle(.seconds(1))
    tester.bed.accessory.powerOff()
    tester.phone.idle(.seconds(4))
    tester.bed.accessory.powerOn()
    try tester.reconnect()
    try tester.attempt(
      "encryption with the stored key", required: "accepted",
      frames: { tester.encryptionFrames }
    ) { () throws(InitiatorError) in try tester.phone.encrypt() }
    tester.note(
      "encryption with the stored key", required: "accepted", measured: "accepted", isMet: true,
      frames: tester.encryptionFrames, isHeadline: true)
  }

  private static let unencryptedRefused = TestCase(
    id: "CS/SEC/BI-01", title: "Requests on an unencrypted link are refused",
    procedure: """
      Connect, do not pair, and send LL_CS_CAPABILITIES_REQ. The accessory must refuse it with Insufficient \
      Security (0x2F).
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    tester.phone.controller.ignoreEncryptionRule()
    var answer = "capabilities were sent"
    do throws(InitiatorError) {
      _ = try tester.phone.exchangeCapabilities()
    } catch {
      answer = error.code.map { "refused: \($0)" } ?? error.description
    }
    let frames = tester.exchangeFrames(
      {
        if case .csCapabilitiesReq = $0 { return true }
        return false
      },
      {
        if case .csCapabilitiesRsp = $0 { return true }
        return false
      })
    tester.note(
      "LL_CS_CAPABILITIES_REQ without encryption", required: "refused: \(ErrorCode.insufficientSecurity)",
      measured: answer, isMet: answer == "refused: \(ErrorCode.insufficientSecurity)", frames: frames)
  }
}

extension Tester {
  fileprivate var encryptionFrames: [Int] {
    exchangeFrames(
      {
        if case .encReq = $0 { return true }
        return false
      },
      {
        if case .startEncRsp = $0 { return true }
        return false
      })
  }
}
