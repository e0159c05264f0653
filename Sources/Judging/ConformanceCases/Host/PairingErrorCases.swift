internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Pairing that fails; the next attempt must succeed.
  static let pairingErrorCases = [
    wrongCheck, phoneGivesUp, phoneLeaves, phoneFallsSilent, invalidKey, shortKey, reservedCapability,
    malformedRequest, unknownCode,
  ]

  /// A case whose pairing fails at `fail`; then the phone pairs on the same link, or on a new one.
  private static func failure(
    _ number: String, _ title: String, _ procedure: String, reconnects: Bool = false,
    _ fail: @escaping @Sendable (Tester) throws(TesterStop) -> Void
  ) -> TestCase {
    TestCase(
      id: "CS/SMP/BI-\(number)", title: title,
      procedure: procedure
        + (reconnects ? " On a new link pairing must succeed." : " Pairing must then succeed.")
        + " While the accessory refuses it with Repeated Attempts (0x09), it is repeated for up to 31 s."
    ) { tester throws(TesterStop) in
      try tester.connect()
      tester.phone.heldChannels = [.securityManager]
      defer {
        tester.phone.heldChannels = []
        tester.phone.outgoingEditor = nil
      }
      try fail(tester)
      tester.phone.heldChannels = []
      tester.phone.outgoingEditor = nil
      if reconnects { try tester.reconnect() }
      let bond = try tester.attempt("pairing afterwards", tester.pairAgain(), required: "a bond")
      let isClaimed = !tester.request.isDescribed || Claim.bonding.holds(in: tester.request.profile)
      let frames = tester.exchangeFrames(.encReq, .startEncRsp)
      if isClaimed || bond.isPersistent {
        tester.expect(
          bond.isPersistent, .holds("a bond", else: "no bond"), "pairing afterwards", frames: frames)
      } else {
        tester.expect(
          "keys without a bond, which is not claimed", .reported("keys"), "pairing afterwards", frames: frames
        )
      }
    }
  }

  private static let wrongCheck = failure(
    "01", "Wrong DHKey check",
    "Pair with a DHKey check that is wrong in one bit. The accessory must answer Pairing Failed (0x0B)."
  ) { tester throws(TesterStop) in
    tester.phone.heldChannels = []
    tester.phone.outgoingEditor = { packet in
      var packet = packet
      // L2CAP header, then the code.
      if packet.data.count == 21, packet.data[2] == 6, packet.data[4] == SMPCode.pairingDHKeyCheck.rawValue {
        packet.data[5] ^= 1
      }
      return packet
    }
    var outcome = "pairing succeeded"
    var isRefused = false
    do throws(HostError) {
      _ = try tester.phone.pair()
    } catch {
      outcome = error.description
      if case .pairingFailed(.dhKeyCheckFailed, isByPeer: true) = error { isRefused = true }
    }
    try tester.require(
      isRefused, .holds("Pairing Failed: \(PairingFailure.dhKeyCheckFailed)", met: outcome, else: outcome),
      "answer to a wrong DHKey check")
  }

  private static let phoneGivesUp = failure(
    "02", "Pairing Failed during pairing",
    "Begin to pair, and send Pairing Failed after the accessory's Pairing Response. It must not be answered."
  ) { tester throws(TesterStop) in
    try tester.beginPairing()
    let answer = try tester.pairingAnswer(
      to: .pairingFailed(SMPPairingFailed(.unspecifiedReason)), within: tester.silenceTime)
    try tester.requireNoAnswer("answer to Pairing Failed", answer)
  }

  private static let phoneLeaves = failure(
    "03", "Disconnection during pairing", "Begin to pair, and disconnect after the Pairing Response.",
    reconnects: true
  ) { tester throws(TesterStop) in
    try tester.beginPairing()
    try tester.prepare("disconnecting", tester.phone.disconnect())
  }

  private static let phoneFallsSilent = failure(
    "04", "Silence during pairing",
    """
    Begin to pair and stay silent for 35 s. After 30 s the pairing has failed on this link: the accessory must not \
    answer a Pairing Public Key, or must have disconnected. Disconnect.
    """, reconnects: true
  ) { tester throws(TesterStop) in
    try tester.beginPairing()
    tester.phone.idle(.seconds(35))
    if tester.phone.link != nil {
      // A refusal of the key would be a command of the Security Manager as well. [Vol 3, Part H, 3.4]
      let answer = try tester.pairingAnswer(to: .pairingPublicKey(SMPPublicKey()), within: tester.silenceTime)
      try tester.requireNoAnswer("answer after 35 s of silence", answer)
    }
    try tester.prepare("disconnecting") { () throws(HostError) in
      if tester.phone.link != nil { try tester.phone.disconnect() }
    }
  }

  private static let invalidKey = failure(
    "05", "Public key off the curve",
    """
    Send the point 0, 0 as public key. The accessory must answer Pairing Failed; it may send its own Pairing Public \
    Key and Pairing Confirm first, as stacks do that check the key when they use it.
    """
  ) { tester throws(TesterStop) in
    try tester.beginPairing()
    let passing = [SMPCode.securityRequest, .pairingPublicKey, .pairingConfirm].map(\.rawValue)
    let answer = try tester.exchange(
      SMPPDU.pairingPublicKey(SMPPublicKey()).encoded(), on: .securityManager
    ) { !passing.contains($0.first ?? 0) }
    try tester.requireFailure("answer to a public key of zeros", answer)
  }

  private static let shortKey = failure(
    "06", "Maximum key size of 6 octets",
    """
    Send a Pairing Request with a maximum key size of 6 octets, below the legal minimum. The accessory must answer \
    Pairing Failed.
    """
  ) { tester throws(TesterStop) in
    var features = Tester.pairingRequest
    features.maximumKeySize = 6
    let answer = try tester.pairingAnswer(to: .pairingRequest(features))
    try tester.requireFailure("answer to a maximum key size of 6 octets", answer)
  }

  private static let reservedCapability = failure(
    "07", "Reserved IO capability",
    """
    Send a Pairing Request with the IO capability 0x05, which is reserved. The accessory must answer Pairing Failed, \
    or a Pairing Response, as stacks do that pair by Just Works then; the phone ends that with Pairing Failed.
    """
  ) { tester throws(TesterStop) in
    var features = Tester.pairingRequest
    features.ioCapability = 5
    let answer = try tester.pairingAnswer(to: .pairingRequest(features))
    let isTaken = answer.octets?.first == SMPCode.pairingResponse.rawValue
    try tester.require(
      answer,
      .that("Pairing Failed or a Pairing Response", words: \.pairingText) {
        isTaken || $0.octets?.first == SMPCode.pairingFailed.rawValue
      }, "answer to IO capability 0x05", frames: answer.frames)
    guard isTaken else { return }
    _ = try tester.pairingAnswer(
      to: .pairingFailed(SMPPairingFailed(.invalidParameters)), within: tester.silenceTime)
  }

  private static let malformedRequest = failure(
    "08", "Truncated Pairing Request",
    "Send a Pairing Request of 4 octets. The accessory must answer Pairing Failed."
  ) { tester throws(TesterStop) in
    let answer = try tester.pairingAnswer(toOctets: [0x01, 0x03, 0x00, 0x0D])
    try tester.requireFailure("answer to a Pairing Request of 4 octets", answer)
  }

  private static let unknownCode = failure(
    "09", "Unknown pairing code",
    "Send the code 0x7F. The accessory must ignore it or answer Pairing Failed (0x07)."
  ) { tester throws(TesterStop) in
    let answer = try tester.pairingAnswer(toOctets: [0x7F, 0x00], within: tester.silenceTime)
    let refusal = [SMPCode.pairingFailed.rawValue, PairingFailure.commandNotSupported.rawValue]
    try tester.require(
      answer,
      .that("no answer, or Pairing Failed: \(PairingFailure.commandNotSupported)", words: \.pairingText) {
        $0.octets == refusal || ($0.octets == nil && $0.loss == nil)
      }, "answer to code 0x7F", frames: answer.frames)
  }
}

extension ChannelAnswer {
  /// Whether it refuses to pair so soon after a pairing that failed.
  fileprivate var isRepeatedAttempts: Bool {
    octets == [SMPCode.pairingFailed.rawValue, PairingFailure.repeatedAttempts.rawValue]
  }

  /// As text, as an answer of the Security Manager.
  fileprivate var pairingText: String {
    if octets == nil { return loss == nil ? "no answer" : text }
    if let octets, octets.count == 2, octets[0] == SMPCode.pairingFailed.rawValue {
      return "Pairing Failed: \(PairingFailure(rawValue: octets[1]))"
    }
    return text
  }
}

extension Tester {
  /// The Pairing Request of a phone.
  static var pairingRequest: PairingFeatures {
    var features = PairingFeatures()
    features.authenticationRequirements = [.bonding, .secureConnections]
    features.initiatorKeys = [.identity]
    features.responderKeys = [.identity]
    return features
  }

  /// The next PDU after a PDU that is sent, without a Security Request that may have been under way.
  ///
  /// - Parameter limit: how long it may take; nil for the 30 s of the Security Manager Timer.
  func pairingAnswer(to pdu: SMPPDU, within limit: Picoseconds? = nil) throws(TesterStop) -> ChannelAnswer {
    try pairingAnswer(toOctets: pdu.encoded(), within: limit)
  }

  /// As `pairingAnswer(to:within:)`, for octets that need be no PDU.
  fileprivate func pairingAnswer(
    toOctets octets: [UInt8], within limit: Picoseconds? = nil
  ) throws(TesterStop) -> ChannelAnswer {
    try exchange(octets, on: .securityManager, within: limit) {
      $0.first != SMPCode.securityRequest.rawValue
    }
  }

  /// Sends a Pairing Request and receives the Pairing Response.
  fileprivate func beginPairing() throws(TesterStop) {
    var answer = try pairingAnswer(to: .pairingRequest(Self.pairingRequest))
    for interval in Self.waitingIntervals where answer.isRepeatedAttempts {
      phone.idle(interval)
      answer = try pairingAnswer(to: .pairingRequest(Self.pairingRequest))
    }
    guard answer.octets?.first == SMPCode.pairingResponse.rawValue else {
      throw .inconclusive("Pairing Request: \(answer.pairingText)", on: .pairing)
    }
  }

  /// How long it waits before it pairs again with an accessory that refuses to: the intervals of accessories differ,
  /// and grow exponentially. [Vol 3, Part H, 2.3.6]
  private static let waitingIntervals: [Picoseconds] = [1, 2, 4, 8, 16].map { .seconds($0) }

  /// Pairs after a failed pairing, once the accessory no longer refuses that with Repeated Attempts.
  fileprivate func pairAgain() throws(HostError) -> Bond {
    for interval in Self.waitingIntervals {
      do throws(HostError) {
        return try pair()
      } catch {
        guard case .pairingFailed(.repeatedAttempts, isByPeer: true) = error else { throw error }
      }
      phone.idle(interval)
    }
    return try pair()
  }

  fileprivate func requireNoAnswer(_ name: String, _ answer: ChannelAnswer) throws(TesterStop) {
    try require(
      answer, .that("no answer", words: \.pairingText) { $0.octets == nil }, name, frames: answer.frames)
  }

  fileprivate func requireFailure(_ name: String, _ answer: ChannelAnswer) throws(TesterStop) {
    try require(
      answer,
      .that("Pairing Failed", words: \.pairingText) { $0.octets?.first == SMPCode.pairingFailed.rawValue },
      name, frames: answer.frames)
  }
}
