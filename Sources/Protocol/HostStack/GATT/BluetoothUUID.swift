internal import Notation
internal import Wire

/// A UUID of a service, characteristic or attribute type, in its short or its full form. [Vol 3, Part B, 2.5.1]
public struct BluetoothUUID: Sendable, CustomStringConvertible {
  /// 2, 4 or 16 octets, least significant first, as ATT and advertising data carry them.
  public let octets: [UInt8]

  private static let base: [UInt8] = [
    0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00,
  ]

  /// Makes the 16-bit form of an assigned number.
  public init(_ assigned: UInt16) {
    octets = [UInt8(truncatingIfNeeded: assigned), UInt8(assigned >> 8)]
  }

  /// Makes a UUID from 2, 4 or 16 octets, least significant first; nil for any other count.
  public init?(octets: [UInt8]) {
    guard [2, 4, 16].contains(octets.count) else { return nil }
    self.octets = octets
  }

  /// Makes a UUID from its usual text: 4, 8 or 32 hex digits, the last with or without hyphens.
  public init?(_ text: String) {
    guard let mostSignificantFirst = [UInt8](hex: text.filter { $0 != "-" }) else { return nil }
    self.init(octets: mostSignificantFirst.reversed())
  }

  /// The full form: 16 octets, least significant first.
  public var expanded: [UInt8] {
    switch octets.count {
    case 16: octets
    case 4: Self.base + octets
    default: Self.base + octets + [0, 0]
    }
  }

  /// The usual text: `185B`, or the full form with hyphens.
  public var description: String {
    let digits = Array(octets.reversed().hex(.upper))
    guard digits.count == 32 else { return String(digits) }
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return groups.map { String($0) }.joined(separator: "-")
  }
}

extension BluetoothUUID: Hashable {
  /// Two forms of one UUID are equal.
  public static func == (a: BluetoothUUID, b: BluetoothUUID) -> Bool { a.expanded == b.expanded }

  /// Hashes the full form.
  public func hash(into hasher: inout Hasher) { hasher.combine(expanded) }
}

extension BluetoothUUID {
  /// 0x2800, Primary Service
  public static let primaryService = BluetoothUUID(0x2800)
  /// 0x2801, Secondary Service
  public static let secondaryService = BluetoothUUID(0x2801)
  /// 0x2802, Include
  public static let include = BluetoothUUID(0x2802)
  /// 0x2803, Characteristic
  public static let characteristic = BluetoothUUID(0x2803)
  /// 0x2901, Characteristic User Description
  public static let characteristicUserDescription = BluetoothUUID(0x2901)
  /// 0x2902, Client Characteristic Configuration
  public static let clientCharacteristicConfiguration = BluetoothUUID(0x2902)
  /// 0x1800, Generic Access
  public static let genericAccess = BluetoothUUID(0x1800)
  /// 0x1801, Generic Attribute
  public static let genericAttribute = BluetoothUUID(0x1801)
  /// 0x2A00, Device Name
  public static let deviceName = BluetoothUUID(0x2A00)
  /// 0x2A01, Appearance
  public static let appearance = BluetoothUUID(0x2A01)
  /// 0x2AA6, Central Address Resolution
  public static let centralAddressResolution = BluetoothUUID(0x2AA6)
  /// 0x2A05, Service Changed
  public static let serviceChanged = BluetoothUUID(0x2A05)
  /// 0x185B, Ranging Service
  public static let ranging = BluetoothUUID(0x185B)
  /// 0x2C14, RAS Features
  public static let rasFeatures = BluetoothUUID(0x2C14)
  /// 0x2C15, Real-time Ranging Data
  public static let realTimeRangingData = BluetoothUUID(0x2C15)
  /// 0x2C16, On-demand Ranging Data
  public static let onDemandRangingData = BluetoothUUID(0x2C16)
  /// 0x2C17, RAS Control Point
  public static let rasControlPoint = BluetoothUUID(0x2C17)
  /// 0x2C18, Ranging Data Ready
  public static let rangingDataReady = BluetoothUUID(0x2C18)
  /// 0x2C19, Ranging Data Overwritten
  public static let rangingDataOverwritten = BluetoothUUID(0x2C19)

  /// The services that a phone keeps from apps: Generic Access, Generic Attribute, Human Interface Device and Apple
  /// Notification Center. [Accessory Design Guidelines, .13]
  public static let keptFromApps: Set<BluetoothUUID> = {
    let notificationCenter = BluetoothUUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0")
    let services = [.genericAccess, .genericAttribute, BluetoothUUID(0x1812), notificationCenter]
    return Set(services.compactMap(\.self))
  }()
}
