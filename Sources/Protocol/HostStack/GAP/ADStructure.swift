/// The kind of an AD structure. [Supplement to the Core specification, Part A, 1]
public struct ADType: RawRepresentable, Hashable, Sendable {
  /// The assigned number.
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0x01
  public static let flags = ADType(rawValue: 0x01)
  /// 0x02
  public static let incompleteServiceUUIDs16 = ADType(rawValue: 0x02)
  /// 0x03
  public static let completeServiceUUIDs16 = ADType(rawValue: 0x03)
  /// 0x04
  public static let incompleteServiceUUIDs32 = ADType(rawValue: 0x04)
  /// 0x05
  public static let completeServiceUUIDs32 = ADType(rawValue: 0x05)
  /// 0x06
  public static let incompleteServiceUUIDs128 = ADType(rawValue: 0x06)
  /// 0x07
  public static let completeServiceUUIDs128 = ADType(rawValue: 0x07)
  /// 0x08
  public static let shortenedLocalName = ADType(rawValue: 0x08)
  /// 0x09
  public static let completeLocalName = ADType(rawValue: 0x09)
  /// 0x0A
  public static let txPowerLevel = ADType(rawValue: 0x0A)
  /// 0x16
  public static let serviceData16 = ADType(rawValue: 0x16)
  /// 0x20
  public static let serviceData32 = ADType(rawValue: 0x20)
  /// 0x21
  public static let serviceData128 = ADType(rawValue: 0x21)
  /// 0xFF
  public static let manufacturerSpecificData = ADType(rawValue: 0xFF)
}

/// The Flags of an advertiser. [Supplement to the Core specification, Part A, 1.3]
public struct AdvertisingFlags: OptionSet, Hashable, Sendable {
  /// The first octet of the structure.
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// LE Limited Discoverable Mode
  public static let limitedDiscoverable = AdvertisingFlags(rawValue: 0x01)
  /// LE General Discoverable Mode
  public static let generalDiscoverable = AdvertisingFlags(rawValue: 0x02)
  public static let brEdrNotSupported = AdvertisingFlags(rawValue: 0x04)
}

/// One piece of advertising data: a type and up to 254 octets. [Vol 3, Part C, 11]
public struct ADStructure: Hashable, Sendable {
  /// What the data is.
  public let type: ADType
  public let data: [UInt8]

  /// Makes a structure of up to 254 octets of data.
  public init(_ type: ADType, _ data: [UInt8]) {
    precondition(data.count <= 254, "an AD structure holds 254 octets at most")
    self.type = type
    self.data = data
  }

  public static func flags(_ flags: AdvertisingFlags) -> ADStructure { ADStructure(.flags, [flags.rawValue]) }

  /// A list of service UUIDs, all of the form of the first.
  public static func serviceUUIDs(_ uuids: [BluetoothUUID], isComplete: Bool = true) -> ADStructure {
    let types: (complete: ADType, incomplete: ADType) =
      switch uuids.first?.octets.count {
      case 16: (.completeServiceUUIDs128, .incompleteServiceUUIDs128)
      case 4: (.completeServiceUUIDs32, .incompleteServiceUUIDs32)
      default: (.completeServiceUUIDs16, .incompleteServiceUUIDs16)
      }
    let count = uuids.first?.octets.count
    precondition(uuids.allSatisfy { $0.octets.count == count }, "a list holds UUIDs of one form")
    return ADStructure(isComplete ? types.complete : types.incomplete, uuids.flatMap(\.octets))
  }

  /// The name of the device, in UTF-8.
  public static func localName(_ name: String, isComplete: Bool = true) -> ADStructure {
    ADStructure(isComplete ? .completeLocalName : .shortenedLocalName, Array(name.utf8))
  }

  /// The power at which the advertisement leaves the device, in dBm.
  public static func txPowerLevel(dBm: Int8) -> ADStructure {
    ADStructure(.txPowerLevel, [UInt8(bitPattern: dBm)])
  }

  /// Data of a manufacturer.
  public static func manufacturerData(company: UInt16, _ data: [UInt8]) -> ADStructure {
    ADStructure(.manufacturerSpecificData, company.octets + data)
  }

  /// Data of a service.
  public static func serviceData(_ uuid: BluetoothUUID, _ data: [UInt8]) -> ADStructure {
    let type: ADType =
      switch uuid.octets.count {
      case 16: .serviceData128
      case 4: .serviceData32
      default: .serviceData16
      }
    return ADStructure(type, uuid.octets + data)
  }

  /// The octets with the length before them.
  var encoded: [UInt8] { [UInt8(data.count + 1), type.rawValue] + data }
}
