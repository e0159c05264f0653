internal import HostStack

/// What packets of the Security Manager are for. [Vol 3, Part H, 3.5 and 3.6]
enum SecurityWords {
  private static let names: [SMPCode: (name: String, purpose: String)] = [
    .pairingRequest: ("Pairing Request", "The initiating device starts pairing, and says what it can do."),
    .pairingResponse: ("Pairing Response", "The responding device takes part, and says what it can do."),
    .pairingConfirm: ("Pairing Confirm", "The device commits itself to a random value that it shows later."),
    .pairingRandom: ("Pairing Random", "The device shows its random value."),
    .pairingFailed: ("Pairing Failed", "Pairing ends without success."),
    .encryptionInformation: ("Encryption Information", "The device gives a key for later connections."),
    .centralIdentification: (
      "Central Identification", "The device says how a later connection names that key."
    ),
    .identityInformation: ("Identity Information", "The device gives the key that resolves its addresses."),
    .identityAddressInformation: ("Identity Address Information", "The device gives its identity address."),
    .signingInformation: ("Signing Information", "The device gives the key of its signatures."),
    .securityRequest: (
      "Security Request", "The peripheral asks the central to encrypt the link, or to pair."
    ),
    .pairingPublicKey: ("Pairing Public Key", "The device shows its public key: LE Secure Connections."),
    .pairingDHKeyCheck: ("Pairing DHKey Check", "The device proves that it has the shared secret."),
    .keypressNotification: ("Keypress Notification", "The user of the device presses keys."),
  ]

  private static let origins: [SMPCode: [SMPCode]] = [
    .pairingRequest: [.securityRequest], .pairingResponse: [.pairingRequest],
    .pairingPublicKey: [.pairingPublicKey], .pairingRandom: [.pairingRandom, .pairingConfirm],
    .pairingDHKeyCheck: [.pairingDHKeyCheck],
  ]

  /// The specification's name.
  static func name(_ pdu: SMPPDU) -> String {
    SMPCode(rawValue: pdu.code).flatMap { names[$0]?.name } ?? "Security Manager code \(pdu.code)"
  }

  /// What a packet is for, then what it says.
  static func sentences(_ pdu: SMPPDU) -> [String] {
    var sentences = [
      SMPCode(rawValue: pdu.code).flatMap { names[$0]?.purpose } ?? "No packet of this code is known."
    ]
    switch pdu {
    case .pairingFailed(let failed): sentences.append("The reason is \(failed.reason).")
    case .pairingRequest(let features), .pairingResponse(let features):
      sentences.append(Self.sentence(features))
    default: break
    }
    return sentences
  }

  /// The packets of the other side that a packet may answer, the likeliest first.
  static func codes(behind pdu: SMPPDU) -> [SMPCode] {
    SMPCode(rawValue: pdu.code).flatMap { origins[$0] } ?? []
  }

  private static func sentence(_ features: PairingFeatures) -> String {
    let wanted = features.authenticationRequirements
    let capability =
      IOCapability(rawValue: features.ioCapability).map { "\($0)" } ?? "\(features.ioCapability)"
    var parts = ["IO capability \(capability)", "keys of up to \(features.maximumKeySize) octets"]
    if wanted.contains(.secureConnections) { parts.append("LE Secure Connections") }
    if wanted.contains(.bonding) { parts.append("bonding") }
    if wanted.contains(.mitm) { parts.append("protection against a man in the middle") }
    return "It has: " + parts.joined(separator: ", ") + "."
  }
}
