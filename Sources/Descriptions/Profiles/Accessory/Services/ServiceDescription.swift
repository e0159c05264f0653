/// A primary service of an accessory's own. [Vol 3, Part G, 3.1]
public struct ServiceDescription: Sendable, Equatable {
  public var uuid = AttributeUUID.short(0)
  /// In the order of their handles.
  public var characteristics: [CharacteristicDescription] = []
}

/// A characteristic of an accessory's own service. [Vol 3, Part G, 3.3]
public struct CharacteristicDescription: Sendable, Equatable {
  /// What a client may do with the value. [Vol 3, Part G, 3.3.1.1]
  public struct Properties: OptionSet, Sendable, Hashable {
    /// The octet of the declaration.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0x02
    public static let read = Properties(rawValue: 0x02)
    /// 0x04
    public static let writeWithoutResponse = Properties(rawValue: 0x04)
    /// 0x08
    public static let write = Properties(rawValue: 0x08)
    /// 0x10
    public static let notify = Properties(rawValue: 0x10)
    /// 0x20
    public static let indicate = Properties(rawValue: 0x20)
  }

  /// What the link must be for the value and for its configuration.
  public enum Security: String, Sendable, CaseIterable {
    case open, encrypted, authenticated
  }

  /// What the accessory does with the value while a link is up.
  public enum Behaviour: String, Sendable, CaseIterable {
    /// The value changes only when a client writes it.
    case constant
    /// A count of 32 bits, least significant octet first: 0 when the link begins, one more each interval.
    case counter
    /// A signed number of 16 bits, least significant octet first, which goes from one value to another in steps, one
    /// each interval, then begins anew.
    case ramp
    /// What a client writes is notified or indicated to it.
    case echo
    /// The octets that clients have written on the link, counted in 32 bits, least significant octet first.
    case sink
  }

  public var uuid = AttributeUUID.short(0)
  public var properties: Properties = []
  public var security = Security.open
  /// The value when a link begins, up to 512 octets; for a constant or an echo.
  public var value: [UInt8] = []
  /// The Characteristic User Description; empty for none. [Vol 3, Part G, 3.3.3.2]
  public var summary = ""
  public var behaviour = Behaviour.constant
  /// The time between two changes of a counter or a ramp, in milliseconds, 10 to 60 000.
  public var intervalMilliseconds = 1000
  /// The first value of a ramp.
  public var rampStart: Int16 = 0
  /// The limit of a ramp, which it may reach and does not pass; below the first value for one that falls.
  public var rampEnd: Int16 = 100
  /// The change of a ramp in one interval, towards its limit; 1 to 32 767.
  public var rampStep: Int16 = 1
}

extension CharacteristicDescription.Properties {
  /// How a profile names each.
  static let words: [(String, Self)] = [
    ("read", .read), ("write", .write), ("write-without-response", .writeWithoutResponse),
    ("notify", .notify), ("indicate", .indicate),
  ]

  /// The names of those that the set has.
  var words: [String] { Self.words.filter { contains($0.1) }.map(\.0) }
}
