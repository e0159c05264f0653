extension Fault {
  /// Faults of names, and of chance that is none.
  static let identityFaults: [Fault] = [
    .nameCutWithinCharacter, .completeNameDiffers, .advertisingDelayMissing, .pairingSecretsRepeated,
    .identityNotSent, .identitySentTwice, .identityAddressReversed,
  ]

  /// The advertised name ends within a character.
  public static let nameCutWithinCharacter = Fault(
    "name-cut-within-character", .advertising,
    "The advertised name ends within a character.",
    inFirmware: "The name is cut by octets where the data is full, and its characters have several.",
    breaks: ["ADG-26"])

  /// The complete name that is advertised is not the Device Name.
  public static let completeNameDiffers = Fault(
    "complete-name-differs", .advertising,
    "The complete name that is advertised is not the Device Name.",
    inFirmware: "The advertising data is a constant of the build; the attribute has the name of the sample.",
    breaks: ["ADG-26"])

  /// Advertising events are not delayed by chance.
  public static let advertisingDelayMissing = Fault(
    "advertising-delay-missing", .advertising,
    "Advertising events are not delayed by chance.",
    inFirmware: "A timer that repeats drives advertising, so that two accessories can stay in step for ever.",
    breaks: ["ADG-27"])

  /// Every pairing uses the same key pair and nonce.
  public static let pairingSecretsRepeated = Fault(
    "pairing-secrets-repeated", .security,
    "Every pairing uses the same key pair and nonce.",
    inFirmware: "They are drawn when the stack starts, and once more only after a restart.",
    breaks: ["ADG-28"])

  /// The identity is not sent though pairing agreed on it.
  public static let identityNotSent = Fault(
    "identity-not-sent", .security,
    "The identity is not sent though pairing agreed on it.",
    inFirmware: "The Pairing Response echoes the keys that were asked for, and privacy is not in the build.",
    breaks: ["ADG-22", "ADG-28", "LNK-12"],
    blocks: [
      "ADG-03", "ADG-14", "ADG-16", "ADG-17", "ADG-18", "ADG-20", "ADG-21", "ADG-23", "ADG-24", "ADG-25",
      "LNK-01", "LNK-03", "ADG-29",
    ])

  /// The keys of the identity are sent twice.
  public static let identitySentTwice = Fault(
    "identity-sent-twice", .security,
    "The keys of the identity are sent twice.",
    inFirmware: "They go out with encryption, and again when the phone's own keys have come.",
    breaks: ["ADG-28", "CS-A18"])

  /// Identity Address Information has the address with its octets in reverse.
  public static let identityAddressReversed = Fault(
    "identity-address-reversed", .security,
    "Identity Address Information has the octets of the address in reverse.",
    inFirmware: "The settings keep the address as it is printed, and nobody turns it round for the air.",
    breaks: ["ADG-28"])
}
