internal import HostStack

/// The keys that the ends of a link distribute after pairing. [Vol 3, Part H, 2.4.3]
struct KeyExchange {
  private var request: PairingFeatures?
  private var responder = LinkParty.peer
  private var isSecure = false
  /// The keys that each end has not sent yet.
  private var awaited: [KeyDistribution] = [[], []]
  private var longTermKey: UInt128?
  private var legacyKey: BondTraffic.Key?
  /// The frame of Pairing Response; nil without one, or where pairing failed.
  private(set) var responseFrame: Int?

  /// Whether both ends have sent all agreed keys.
  var isComplete: Bool { responseFrame != nil && awaited.allSatisfy(\.isEmpty) }

  /// Takes a PDU of pairing.
  mutating func take(_ pdu: SMPPDU, from sender: LinkParty, _ frame: Int) {
    switch pdu {
    case .pairingRequest(let features):
      self = KeyExchange()
      request = features
    case .pairingResponse(let features): begin(features, from: sender, frame)
    case .pairingFailed: self = KeyExchange()
    case .encryptionInformation(let key) where sender == responder: longTermKey = key.value
    case .centralIdentification(let names):
      awaited[sender.rawValue].remove(.encryption)
      guard sender == responder else { return }
      legacyKey = BondTraffic.Key(
        random: names.random, encryptedDiversifier: names.encryptedDiversifier, longTermKey: longTermKey)
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
