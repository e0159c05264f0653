internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Reflector
internal import VirtualController
internal import VirtualHost

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
    ) { () throws(HostError) in try tester.phone.pair() }
    tester.note(
      "pairing", required: "LE Secure Connections, bonded",
      measured: bond.isPersistent ? "bonded, key of \(bond.keySize) octets" : "paired, not bonded",
      isMet: bond.isPersistent, frames: tester.encryptionFrames)
  }

  private static let bondOverPowerCycle = TestCase(
    id: "CS/SEC/BV-02", title: "The bond survives a power cycle", needs: [.air, .power],
    procedure: """
      Pair, take the accessory's power away, wait until the link is lost, give the power back, connect again and \
      encrypt with the stored key.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let connection = tester.request.phone.connection
    // The accessory may take a moment to store its keys.
    let period = Picoseconds.microseconds(Int(connection.leastTimeoutMilliseconds * 500))
    tester.phone.idle(max(.seconds(1), period * 6))
    tester.bed.switchAccessory(on: false)
    tester.phone.idle(.milliseconds(Int(connection.supervisionTimeoutMilliseconds) + 2000))
    tester.bed.switchAccessory(on: true)
    try tester.reconnect()
    try tester.attempt(
      "encryption with the stored key", required: "accepted",
      frames: { tester.encryptionFrames }
    ) { () throws(HostError) in try tester.phone.encrypt() }
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
    tester.bed.phoneController.ignoreEncryptionRule()
    var answer = "capabilities were sent"
    var isRefused = false
    do throws(HostError) {
      _ = try tester.phone.exchangeCapabilities()
    } catch {
      if case .commandRefused = error { throw .inconclusive("by the phone's own controller: \(error)") }
      if case .failed(_, .insufficientSecurity) = error { isRefused = true }
      answer = error.code.map { "refused: \($0)" } ?? error.description
    }
    let rejection = tester.rejection(of: .csCapabilitiesReq)
    if isRefused, rejection.isEmpty { answer = "no refusal on the air" }
    tester.note(
      "LL_CS_CAPABILITIES_REQ without encryption", required: "refused: \(ErrorCode.insufficientSecurity)",
      measured: answer, isMet: isRefused && !rejection.isEmpty,
      frames: tester.exchangeFrames(.csCapabilitiesReq, .csCapabilitiesRsp))
  }
}

extension Tester {
  fileprivate var encryptionFrames: [Int] { exchangeFrames(.encReq, .startEncRsp) }
}
