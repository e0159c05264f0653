/// What a client may do with a characteristic, as its declaration says. [Vol 3, Part G, 3.3.1.1]
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
  /// The octet of the declaration.
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0x01
  public static let broadcast = CharacteristicProperties(rawValue: 0x01)
  /// 0x02
  public static let read = CharacteristicProperties(rawValue: 0x02)
  /// 0x04
  public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
  /// 0x08
  public static let write = CharacteristicProperties(rawValue: 0x08)
  /// 0x10
  public static let notify = CharacteristicProperties(rawValue: 0x10)
  /// 0x20
  public static let indicate = CharacteristicProperties(rawValue: 0x20)
}

/// What the link must be before the value of a characteristic or descriptor is reached.
public enum AttributeSecurity: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is asked.
  case open
  /// The link is encrypted.
  case encrypted
  /// The link is encrypted with a key that resisted a man in the middle.
  case authenticated
}

/// What a server permits with a value; nil is refused on any link. [Vol 3, Part F, 3.2.5]
public struct AttributePermissions: Hashable, Sendable {
  /// What the link must be to read the value.
  public var read: AttributeSecurity?
  /// What the link must be to write the value, with or without a response.
  public var write: AttributeSecurity?

  /// Permits what is given and nothing else.
  public init(read: AttributeSecurity? = nil, write: AttributeSecurity? = nil) {
    self.read = read
    self.write = write
  }
}

/// A descriptor beside the Client Characteristic Configuration, which comes by itself.
public struct GATTDescriptor: Hashable, Sendable {
  /// The attribute type.
  public var uuid: BluetoothUUID
  /// The value at the start of each connection, up to 512 octets.
  public var value: [UInt8]
  /// What a client may do with the value.
  public var permissions: AttributePermissions

  /// Describes a descriptor; unless `permissions` are given, everyone may read it and nobody may write it.
  public init(
    _ uuid: BluetoothUUID, value: [UInt8],
    permissions: AttributePermissions = AttributePermissions(read: .open)
  ) {
    self.uuid = uuid
    self.value = value
    self.permissions = permissions
  }
}

/// A characteristic as an accessory declares it.
public struct GATTCharacteristic: Hashable, Sendable {
  /// The attribute type of the value.
  public var uuid: BluetoothUUID
  /// What the declaration allows a client to do.
  public var properties: CharacteristicProperties
  /// What the link must be for the value and for its configuration.
  public var security: AttributeSecurity
  /// What the server permits with the value; nil permits what `properties` say, with `security`.
  public var permissions: AttributePermissions?
  /// The value at the start of each connection, up to 512 octets.
  public var value: [UInt8]
  /// Descriptors after the Client Characteristic Configuration.
  public var descriptors: [GATTDescriptor]
  /// A characteristic of the same service that may not be subscribed together with this one.
  public var excludedSubscription: BluetoothUUID?
  /// Whether a write is refused while the client is not subscribed.
  public var needsSubscriptionForWrite: Bool

  public init(
    _ uuid: BluetoothUUID, _ properties: CharacteristicProperties, security: AttributeSecurity = .open,
    permissions: AttributePermissions? = nil, value: [UInt8] = [], descriptors: [GATTDescriptor] = [],
    excludedSubscription: BluetoothUUID? = nil,
    needsSubscriptionForWrite: Bool = false
  ) {
    self.uuid = uuid
    self.properties = properties
    self.security = security
    self.permissions = permissions
    self.value = value
    self.descriptors = descriptors
    self.excludedSubscription = excludedSubscription
    self.needsSubscriptionForWrite = needsSubscriptionForWrite
  }
}

/// A service as an accessory declares it. [Vol 3, Part G, 3.1]
public struct GATTService: Hashable, Sendable {
  /// What the service is.
  public var uuid: BluetoothUUID
  /// Whether it is a primary service; a secondary one has a use only where another service includes it.
  public var isPrimary: Bool
  /// The services that it includes, each by its index in the list that the database lays out.
  public var includes: [Int]
  /// Its characteristics in the order of their handles.
  public var characteristics: [GATTCharacteristic]

  public init(
    _ uuid: BluetoothUUID, isPrimary: Bool = true, includes: [Int] = [],
    _ characteristics: [GATTCharacteristic]
  ) {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.includes = includes
    self.characteristics = characteristics
  }
}

extension GATTService {
  /// The Generic Access service. [Vol 3, Part C, 12]
  /// - Parameter appearance: The assigned category, 0 for unknown.
  public static func genericAccess(deviceName: String, appearance: UInt16 = 0) -> GATTService {
    GATTService(
      .genericAccess,
      [
        GATTCharacteristic(.deviceName, .read, value: Array(deviceName.utf8)),
        GATTCharacteristic(.appearance, .read, value: appearance.octets),
      ])
  }

  /// The Generic Attribute service. [Vol 3, Part G, 7]
  /// - Parameter canChange: Whether the database can change while it is bonded, which asks for
  ///   Service Changed.
  public static func genericAttribute(canChange: Bool = false) -> GATTService {
    let serviceChanged = GATTCharacteristic(.serviceChanged, .indicate, value: [0x01, 0x00, 0xFF, 0xFF])
    return GATTService(.genericAttribute, canChange ? [serviceChanged] : [])
  }

  /// The attribute layout of the Ranging Service; Real-time Ranging Data is there if the features say so.
  /// [RAS 1.0, 3]
  /// - Parameters:
  ///   - features: RAS Features; bit 0 real-time, 1 lost segments, 2 abort, 3 filter.
  ///   - security: what the link must be for the values; the service asks for encryption.
  ///   - isExclusive: whether only one of the two kinds of ranging data can be enabled.
  public static func ranging(
    features: UInt32, security: AttributeSecurity = .encrypted, isExclusive: Bool = true
  ) -> GATTService {
    let data: CharacteristicProperties = [.notify, .indicate]
    let counter: CharacteristicProperties = [.read, .notify, .indicate]
    let low = UInt16(truncatingIfNeeded: features)
    let high = UInt16(truncatingIfNeeded: features >> 16)
    let realTime = GATTCharacteristic(
      .realTimeRangingData, data, security: security,
      excludedSubscription: isExclusive ? .onDemandRangingData : nil)
    return GATTService(
      .ranging,
      [GATTCharacteristic(.rasFeatures, .read, security: security, value: low.octets + high.octets)]
        + (features & 1 == 1 ? [realTime] : [])
        + [
          GATTCharacteristic(
            .onDemandRangingData, data, security: security,
            excludedSubscription: isExclusive ? .realTimeRangingData : nil),
          GATTCharacteristic(
            .rasControlPoint, [.writeWithoutResponse, .indicate], security: security,
            needsSubscriptionForWrite: true),
          GATTCharacteristic(.rangingDataReady, counter, security: security, value: [0, 0]),
          GATTCharacteristic(.rangingDataOverwritten, counter, security: security, value: [0, 0]),
        ])
  }
}
