internal import HostStack

/// What packets of the Security Manager are for. [Vol 3, Part H, 3.5 and 3.6]
enum SecurityWords {
  private static let names: [SMPCode: (name: String, purpose: String)] = [
    .pairingRequest: (
      "Pairing Request", "The initiating device starts pairing, and sends its pairing features."
    ),
    .pairingResponse: (
      "Pairing Response", "The responding device accepts pairing, and sends its pairing features."
    ),
    .pairingConfirm: ("Pairing Confirm", "The device commits to a random value that it sends later."),
    .pairingRandom: ("Pairing Random", "The device sends its random value."),
    .pairingFailed: ("Pairing Failed", "Pairing fails."),
    .encryptionInformation: ("Encryption Information", "The device sends a key for later connections."),
    .centralIdentification: (
      "Central Identification", "The device sends the identifier of that key."
    ),
    .identityInformation: ("Identity Information", "The device sends its identity resolving key."),
    .identityAddressInformation: ("Identity Address Information", "The device sends its identity address."),
    .signingInformation: ("Signing Information", "The device sends its signature key."),
    .securityRequest: (
      "Security Request", "The peripheral requests encryption or pairing."
    ),
    .pairingPublicKey: ("Pairing Public Key", "The device sends its public key, for LE Secure Connections."),
    .pairingDHKeyCheck: ("Pairing DHKey Check", "The device proves that it knows the shared secret."),
    .keypressNotification: ("Keypress Notification", "The user of the device presses keys."),
  ]

  private static let origins: [SMPCode: [SMPCode]] = [
    .pairingRequest: [.securityRequest], .pairingResponse: [.pairingRequest],
    .pairingPublicKey: [.pairingPublicKey], .pairingConfirm: [.pairingConfirm],
    .pairingRandom: [.pairingRandom, .pairingConfirm],
    .pairingDHKeyCheck: [.pairingDHKeyCheck],
  ]

  static func name(_ pdu: SMPPDU) -> String {
    SMPCode(rawValue: pdu.code).flatMap { names[$0]?.name } ?? "Security Manager code \(pdu.code)"
  }

  /// What a packet is for, then what it says.
  static func sentences(_ pdu: SMPPDU) -> [String] {
    var sentences = [
      SMPCode(rawValue: pdu.code).flatMap { names[$0]?.purpose } ?? "Unknown code."
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

  /// As the specification writes it: `NoInputNoOutput`.
  private static func name(_ capability: IOCapability) -> String {
    let name = "\(capability)"
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func sentence(_ features: PairingFeatures) -> String {
    let wanted = features.authenticationRequirements
    let capability =
      IOCapability(rawValue: features.ioCapability).map(name) ?? "\(features.ioCapability) (reserved)"
    var parts = ["IO capability \(capability)", "keys of up to \(features.maximumKeySize) octets"]
    if wanted.contains(.secureConnections) { parts.append("LE Secure Connections") }
    if wanted.contains(.bonding) { parts.append("bonding") }
    if wanted.contains(.mitm) { parts.append("MITM protection") }
    return "Pairing features: " + parts.joined(separator: ", ") + "."
  }
}
