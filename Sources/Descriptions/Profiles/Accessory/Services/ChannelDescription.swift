internal import Documents

/// Connection-oriented channels that an accessory offers. [Vol 3, Part A, 4.22]
public struct ChannelDescription: Sendable, Equatable {
  /// What the accessory does with what comes on the channel.
  public enum Behaviour: String, Sendable, CaseIterable {
    /// It sends each SDU back, in parts where the peer takes only shorter ones.
    case echo
    /// It takes each SDU and sends nothing.
    case sink
  }

  /// The number that a phone asks for, 0x80 to 0xFF.
  public var spsm: UInt16 = 0x80
  /// What the link must be.
  public var security = CharacteristicDescription.Security.open
  public var behaviour = Behaviour.echo
  /// The longest SDU that it receives, 23 to 65 535 octets.
  public var mtuOctets: UInt16 = 512
  /// The longest payload of a K-frame that it receives, 23 to 65 533 octets.
  public var mpsOctets: UInt16 = 247
  /// The K-frames that the peer may send at the start, 1 to 255.
  public var credits: UInt16 = 10
}

enum ChannelKeys {
  static let channels = Key.sections(
    "l2cap_channels", \AccessoryProfile.channels, channel, count: 0...8,
    example: "[{spsm: 0x80, behaviour: echo}]", "Connection-oriented L2CAP channels of the accessory's own."
  ) { _ in .init() }

  private static let channel: [Key<ChannelDescription>] = [
    .integer(
      "spsm", \.spsm, 0x80...0xFF, required: true, hexDigits: 2, example: "0x80",
      "The SPSM that a phone requests."),
    .word("security", \.security, "What the link must be; defaults to open."),
    .word("behaviour", \.behaviour, "What the accessory does with an SDU; defaults to echo."),
    .integer(
      "mtu_octets", \.mtuOctets, 23...65_535, .octets, example: "512",
      "The longest SDU received; defaults to 512."),
    .integer(
      "mps_octets", \.mpsOctets, 23...65_533, .octets, example: "247",
      "The longest K-frame payload received; defaults to 247."),
    .integer("credits", \.credits, 1...255, example: "10", "Initial credits of the phone; defaults to 10."),
  ]
}
