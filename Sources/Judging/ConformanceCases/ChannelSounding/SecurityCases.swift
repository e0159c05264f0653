internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import Reflector
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Pairing, the bond, and requests on an unencrypted link.
  static let securityCases = [pairing, bondOverPowerCycle, bondOverLostLink, unencryptedRefused]

  private static let pairing = TestCase(
    id: "CS/SEC/BV-01", title: "Pairing and bonding",
    procedure: """
      Connect and pair with LE Secure Connections, Just Works. The link must be encrypted and both devices must have \
      requested bonding.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let bond = try tester.attempt("pairing", tester.pair(), required: "LE Secure Connections, bonded")
    tester.expect(
      bond.isPersistent,
      .holds(
        "LE Secure Connections, bonded", met: "bonded, key of \(bond.keySize) octets",
        else: "paired, not bonded"), "pairing", frames: tester.encryptionFrames)
  }

  private static let bondOverPowerCycle = TestCase(
    id: "CS/SEC/BV-02", title: "Bond kept over a power cycle", needs: [.air, .power],
    procedure: """
      Pair as a phone with a resolvable private address, switch the accessory off, wait for the last granted \
      supervision timeout, switch it on, connect again and encrypt with the stored key. Then disconnect, connect with \
      another private address and encrypt again.
      """
  ) { tester throws(TesterStop) in
    try tester.pairPrivately()
    tester.awaitStorage()
    tester.bed.switchAccessory(on: false)
    try tester.awaitLossOfLink()
    tester.bed.switchAccessory(on: true)
    try tester.reconnect()
    try tester.judgeStoredKey("encryption with the stored key", isHeadline: true)
    try tester.judgeStoredKeyElsewhere()
  }

  private static let bondOverLostLink = TestCase(
    id: "CS/SEC/BV-03", title: "Bond kept over a lost link",
    procedure: """
      Pair again as a phone with a resolvable private address, stop transmitting until the supervision timeout, \
      connect again and encrypt with the stored key. Then disconnect, connect with another private address and encrypt \
      again.
      """
  ) { tester throws(TesterStop) in
    try tester.pairPrivately()
    tester.awaitStorage()
    try tester.vanish()
    try tester.reconnect()
    try tester.judgeStoredKey("encryption with the stored key after a lost link")
    try tester.judgeStoredKeyElsewhere()
  }

  private static let unencryptedRefused = TestCase(
    id: "CS/SEC/BI-01", title: "Refusal of requests on an unencrypted link", needs: [.air, .controller],
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
      if case .commandRefused = error {
        throw .inconclusive("the phone's own controller refused the request: \(error)")
      }
      if case .failed(_, .insufficientSecurity) = error { isRefused = true }
      answer = error.code.map { "refused: \($0)" } ?? error.description
    }
    let rejection = tester.rejection(of: .csCapabilitiesReq)
    if isRefused, rejection.isEmpty { answer = "no refusal on the air" }
    tester.expect(
      isRefused && !rejection.isEmpty,
      .holds("refused: \(ErrorCode.insufficientSecurity)", met: answer, else: answer),
      "LL_CS_CAPABILITIES_REQ on an unencrypted link",
      frames: tester.exchangeFrames(.csCapabilitiesReq, .csCapabilitiesRsp))
  }
}

extension Tester {
  /// Gives the accessory a moment to store its keys.
  fileprivate func awaitStorage() {
    let period = Picoseconds.microseconds(Int(request.phone.connection.leastTimeoutMilliseconds * 500))
    phone.idle(max(.seconds(1), period * 6))
  }

  /// Encrypts with the key of a bond, which must be accepted.
  func judgeStoredKey(_ name: String, isHeadline: Bool = false) throws(TesterStop) {
    try attempt(name, phone.encrypt(), required: "accepted", frames: encryptionFrames)
    expect("accepted", .equals("accepted"), name, frames: encryptionFrames, isHeadline: isHeadline)
  }

  /// Disconnects, and judges whether the accessory knows the phone by another private address.
  fileprivate func judgeStoredKeyElsewhere() throws(TesterStop) {
    try prepare("disconnecting", phone.disconnect())
    try changePrivateAddress()
    try reconnect()
    try judgeStoredKey("encryption with the stored key with another private address")
  }

  /// Waits until the phone has given the link up; ends the case if it does not.
  fileprivate func awaitLossOfLink() throws(TesterStop) {
    let simulation = phone.driver.simulation
    simulation.run(until: simulation.now + phone.supervisionTimeout + .seconds(2)) { phone.link != nil }
    if phone.link != nil {
      let seconds = number(phone.supervisionTimeout.inSeconds)
      throw .inconclusive(
        "the phone did not end the link to the unpowered accessory within the supervision timeout of \(seconds) s"
      )
    }
  }

  fileprivate var encryptionFrames: [Int] { exchangeFrames(.encReq, .startEncRsp) }
}
