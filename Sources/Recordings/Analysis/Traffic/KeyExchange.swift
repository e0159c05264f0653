package import CoreTypes
internal import HostStack

/// The keys that the ends of a link distribute after pairing. [Vol 3, Part H, 2.4.3]
struct KeyExchange {
  private var request: PairingFeatures?
  private var responder = LinkParty.peer
  private var isSecure = false
  /// The keys that each end has not sent yet.
  private var awaited: [KeyDistribution] = [[], []]
  private var longTermKey: LongTermKey?
  private var legacyKey: BondTraffic.Key?
  /// The frame of Pairing Response; nil without one, or where pairing failed.
  private(set) var responseFrame: Int?
  /// The frame of Pairing Failed; nil unless the last pairing of the link failed.
  private(set) var failureFrame: Int?

  /// Whether both ends have sent all agreed keys.
  var isComplete: Bool { responseFrame != nil && awaited.allSatisfy(\.isEmpty) }

  /// Takes a PDU of pairing.
  mutating func take(_ pdu: SMPPDU, from sender: LinkParty, _ frame: Int) {
    switch pdu {
    case .pairingRequest(let features):
      self = KeyExchange()
      request = features
    case .pairingResponse(let features): begin(features, from: sender, frame)
    case .pairingFailed:
      self = KeyExchange()
      failureFrame = frame
    case .encryptionInformation(let key) where sender == responder:
      longTermKey = LongTermKey(rawValue: key.value)
    case .centralIdentification(let identification):
      awaited[sender.rawValue].remove(.encryption)
      guard sender == responder else { return }
      legacyKey = BondTraffic.Key(name: identification.keyName, longTermKey: longTermKey)
    case .identityAddressInformation: awaited[sender.rawValue].remove(.identity)
    case .signingInformation: awaited[sender.rawValue].remove(.signing)
    default: break
    }
  }

  /// The key of the bond, on a link that was encrypted with `used`; nil if legacy pairing distributed no LTK.
  func key(encryptedWith used: BondTraffic.Key) -> BondTraffic.Key? { isSecure ? used : legacyKey }

  private mutating func begin(_ response: PairingFeatures, from sender: LinkParty, _ frame: Int) {
    guard let request else { return }
    responseFrame = frame
    responder = sender
    isSecure =
      request.authenticationRequirements.contains(.secureConnections)
      && response.authenticationRequirements.contains(.secureConnections)
    // Neither end sends the key of LE Secure Connections.
    let sent: KeyDistribution = isSecure ? [.identity, .signing] : [.encryption, .identity, .signing]
    awaited[sender.rawValue] = response.responderKeys.intersection(sent)
    awaited[sender.other.rawValue] = response.initiatorKeys.intersection(sent)
  }
}

/// A bond whose creation is in the recording, and whose key the peripheral has lost.
package struct LostBond: Hashable, Sendable {
  /// The frame of the Pairing Response with which the bond began.
  package var bondFrame: Int
  /// Whether the central used the same address as before. With another address, the peripheral may still have the key
  /// but not recognise the central.
  package var isSameAddress: Bool
  /// Why the last link encrypted with the key ended; nil if not recorded.
  package var endReason: ErrorCode?
  /// Whether the peripheral's controller was reset in between; nil if its HCI is not recorded.
  package var isAfterReset: Bool?

  /// Whether the key was lost with a link that timed out, without a reset of the peripheral.
  package var isByLostLink: Bool { endReason == .connectionTimeout && isAfterReset == false }
}
