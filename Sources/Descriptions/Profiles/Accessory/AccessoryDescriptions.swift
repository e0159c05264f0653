public import CoreTypes
internal import Documents
internal import Notation

/// How an accessory advertises. [Vol 3, Part C, 9]
public struct AdvertisingDescription: Sendable, Equatable {
  /// The bits of the Flags AD structure. [Core Specification Supplement, Part A, 1.3]
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The octet of the AD structure.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0
    public static let limitedDiscoverable = Flags(rawValue: 1)
    /// Bit 1
    public static let generalDiscoverable = Flags(rawValue: 2)
    /// Bit 2
    public static let brEDRNotSupported = Flags(rawValue: 4)
  }

  /// In milliseconds, 20 to 10 240 in steps of 0.625; after the fast phase where there is one.
  public var intervalMilliseconds = 100.0
  /// The interval at first, in milliseconds, 20 to 10 240 in steps of 0.625; nil without a fast phase.
  public var fastIntervalMilliseconds: Double?
  /// How long the fast phase lasts, in seconds, 1 to 3600.
  public var fastSeconds = 30
  /// Whether the own address is registered or static random.
  public var addressKind = DeviceAddress.Kind.random
  /// The Flags AD structure; empty for none.
  public var flags: Flags = [.generalDiscoverable, .brEDRNotSupported]
  /// Service UUIDs in the advertising data.
  public var services: [AttributeUUID] = []
  /// The company identifier of the manufacturer data; nil for none.
  public var companyID: UInt16?
  /// The manufacturer data behind the company identifier.
  public var manufacturerData: [UInt8] = []
  /// The complete local name; empty for none.
  public var name = ""
  /// The TX Power Level AD structure in dBm; nil for none.
  public var txPowerDbm: Int8?
  /// The Appearance AD structure; nil for none.
  public var appearance: UInt16?
  /// Whether the service UUIDs are still advertised when a bond exists.
  public var keepsServicesWhenBonded = true
  /// Whether a phone can connect.
  public var isConnectable = true
  /// The iBeacon in place of other manufacturer data; nil for none.
  public var beacon: BeaconDescription?

  /// The interval in the unit of the air.
  public var interval: AdvertisingInterval { AdvertisingInterval(nearestMilliseconds: intervalMilliseconds) }
  /// The interval of the fast phase in the unit of the air; nil without one.
  public var fastInterval: AdvertisingInterval? {
    fastIntervalMilliseconds.map(AdvertisingInterval.init(nearestMilliseconds:))
  }
}

/// What an iBeacon advertises. [Proximity Beacon Specification, release R1, section 2]
public struct BeaconDescription: Sendable, Equatable {
  /// The UUID of the deployment.
  public var uuid = AttributeUUID.long([UInt8](repeating: 0, count: 16))
  /// The number of a group of beacons.
  public var major: UInt16 = 0
  /// The number of a beacon in its group.
  public var minor: UInt16 = 0
  /// The power that a phone receives at a distance of 1 m, in dBm.
  public var measuredPowerDbm: Int8 = -59
}

/// How an accessory pairs and bonds, always with LE Secure Connections. [Vol 3, Part H, 2.3]
public struct SecurityDescription: Sendable, Equatable {
  /// IO_Capability of the Pairing Response.
  public enum IOCapability: String, Sendable, CaseIterable {
    /// 0x00
    case displayOnly = "display-only"
    /// 0x01
    case displayYesNo = "display-yes-no"
    /// 0x02
    case keyboardOnly = "keyboard-only"
    /// 0x03
    case noInputNoOutput = "no-input-no-output"
    /// 0x04
    case keyboardDisplay = "keyboard-display"

    /// The octet of the PDU.
    public var octet: UInt8 {
      switch self {
      case .displayOnly: 0
      case .displayYesNo: 1
      case .keyboardOnly: 2
      case .noInputNoOutput: 3
      case .keyboardDisplay: 4
      }
    }
  }

  public var bonds = true
  /// Whether its keys outlive a power cycle.
  public var hasPersistentKeys = true
  /// What it can show and ask.
  public var ioCapability = IOCapability.noInputNoOutput
}

/// What the GATT server of an accessory holds.
public struct GATTDescription: Sendable, Equatable {
  /// Whether the Ranging Service is there; not the same as its UUID being advertised.
  public var hasRangingService = false
  public var ranging = RangingServiceDescription()
  /// The largest ATT_MTU it accepts, 23 to 517 octets.
  public var maximumMTU: UInt16 = 247
  /// A service of the vendor: a value that can be read and written, and one that needs an encrypted link; nil
  /// for none.
  public var vendorService: AttributeUUID?
  public var hasServiceChanged = false
  /// Whether the attributes can change, as by an update of the firmware.
  public var canChange = false
  /// Its own services, in the order of their handles, after all others.
  public var services: [ServiceDescription] = []
}

/// What the Ranging Service of an accessory can do beyond what is mandatory. [RAS 1.0, 3.1]
public struct RangingServiceDescription: Sendable, Equatable {
  /// Whether it sends ranging data as it comes.
  public var sendsRealTime = true
  public var resendsLostSegments = false
  public var aborts = false
  /// Whether the client chooses the fields of a step.
  public var filters = false
  /// How many procedures it keeps, 1 to 16.
  public var bufferCount = 2
}

/// What an accessory does on a connection by itself.
public struct LinkDescription: Sendable, Equatable {
  /// Whether it asks for other connection parameters when a link is made.
  public var requestsConnectionParameters = false
  /// The shortest connection interval it asks for, in milliseconds, a multiple of 1.25.
  public var requestedIntervalMinMilliseconds = 15.0
  /// The longest, in milliseconds, a multiple of 1.25.
  public var requestedIntervalMaxMilliseconds = 30.0
  /// The connection events it asks to be let off, 0 to 499.
  public var requestedLatency: UInt16 = 0
  /// The supervision timeout it asks for, in milliseconds, a multiple of 10.
  public var requestedTimeoutMilliseconds = 2000.0
  public var startsPHYUpdate = false
  /// The longest LL payload it takes, 27 to 251 octets.
  public var maximumDataOctets: UInt8 = 251
}

/// The UUID of a GATT service, as advertising carries it, or of a characteristic. [Vol 3, Part B, 2.5.1]
public enum AttributeUUID: Sendable, CustomStringConvertible {
  /// A UUID that the Bluetooth SIG assigned.
  case short(UInt16)
  /// 16 octets, least significant first, as on the air.
  case long([UInt8])

  public static let ranging = AttributeUUID.short(0x185B)

  /// Reads `0x185B` or the 8-4-4-4-12 form; nil for anything else.
  public init?(text: String) {
    if text.hasPrefix("0x") {
      guard text.utf8.count == 6, let value = UInt16(text.dropFirst(2), radix: 16) else { return nil }
      self = .short(value)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let octets = [UInt8](hex: parts.joined()) else {
      return nil
    }
    self = .long(octets.reversed())
  }

  /// The Bluetooth Base UUID without the assigned number, least significant octet first. [Vol 3, Part B, 2.5.1]
  private static let base: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]

  /// The assigned 16-bit number, in whichever form it is written; nil for a UUID that no such number stands for.
  var assigned: UInt16? {
    let octets = octets
    if case .long = self, !octets.starts(with: Self.base) || octets.suffix(2) != [0, 0] { return nil }
    let low = octets.count == 2 ? 0 : Self.base.count
    return UInt16(octets: octets[low], octets[low + 1])
  }

  /// The octets on the air, least significant first.
  public var octets: [UInt8] {
    switch self {
    case .short(let value): [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    case .long(let octets): octets
    }
  }

  /// The form that `init(text:)` reads.
  public var description: String {
    let digits = octets.reversed().map { $0.hexDigits(2) }
    if case .short = self { return "0x" + digits.joined() }
    let cuts = [0, 4, 6, 8, 10, digits.count]
    return zip(cuts, cuts.dropFirst()).map { digits[min($0, digits.count)..<min($1, digits.count)].joined() }
      .joined(separator: "-")
  }
}

extension AttributeUUID: Hashable {
  /// Two forms of one UUID are equal.
  public static func == (a: AttributeUUID, b: AttributeUUID) -> Bool { a.shortest == b.shortest }

  public func hash(into hasher: inout Hasher) { hasher.combine(shortest) }

  private var shortest: [UInt8] { assigned.map { AttributeUUID.short($0).octets } ?? octets }
}

extension TextForm {
  private static let longUUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

  /// `0x185B`, or the 8-4-4-4-12 form.
  static let serviceUUID = uuid("a service UUID as 0x185B or 6E400001-B5A3-F393-E0A9-E50E24DCCA9E")

  /// `0x2A19`, or the 8-4-4-4-12 form.
  static let characteristicUUID = uuid(
    "a characteristic UUID as 0x2A19 or 6E400002-B5A3-F393-E0A9-E50E24DCCA9E")

  /// The 8-4-4-4-12 form.
  static let beaconUUID = TextForm(
    "a UUID as 1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE", pattern: "^\(longUUID)$"
  ) { text in
    !text.hasPrefix("0x") && AttributeUUID(text: text) != nil
  }

  private static func uuid(_ expectation: String) -> TextForm {
    TextForm(expectation, pattern: "^(0x[0-9A-Fa-f]{4}|\(longUUID))$", isNumberToEditors: true) {
      AttributeUUID(text: $0) != nil
    }
  }
}
