public import Foundation
internal import HostStack

/// What services, characteristics and descriptors have in common.
open class CBAttribute: NSObject {
  let type: BluetoothUUID

  init(_ type: BluetoothUUID) { self.type = type }

  /// What the attribute is.
  open var uuid: CBUUID { CBUUID(type) }
}

/// A service of a peripheral.
open class CBService: CBAttribute {
  let found: DiscoveredService
  /// The peripheral that has the service.
  open internal(set) weak var peripheral: CBPeripheral?
  /// Whether the service is a primary one.
  open internal(set) var isPrimary: Bool
  /// The services that it includes; nil until they are discovered.
  open internal(set) var includedServices: [CBService]?
  /// Its characteristics; nil until they are discovered.
  open internal(set) var characteristics: [CBCharacteristic]?

  init(_ found: DiscoveredService, isPrimary: Bool, of peripheral: CBPeripheral) {
    self.found = found
    self.isPrimary = isPrimary
    self.peripheral = peripheral
    super.init(found.uuid)
  }
}

/// What can be done with a characteristic.
public struct CBCharacteristicProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
  public static let read = CBCharacteristicProperties(rawValue: 0x02)
  public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
  public static let write = CBCharacteristicProperties(rawValue: 0x08)
  public static let notify = CBCharacteristicProperties(rawValue: 0x10)
  public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
  public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
  public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
  public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
  public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)
}

/// How a value is written.
public enum CBCharacteristicWriteType: Int, Sendable {
  case withResponse = 0
  case withoutResponse = 1
}

/// A characteristic of a service.
open class CBCharacteristic: CBAttribute {
  let found: DiscoveredCharacteristic
  /// The service that has the characteristic.
  open internal(set) weak var service: CBService?
  /// The last value that was read, notified or indicated; nil before the first.
  open internal(set) var value: Data?
  /// Its descriptors; nil until they are discovered.
  open internal(set) var descriptors: [CBDescriptor]?
  /// Whether its values are notified or indicated to this app.
  open internal(set) var isNotifying = false

  /// Whether the accessory broadcasts the value: always false.
  @available(*, deprecated, message: "Apple says not to use it.")
  open var isBroadcasted: Bool { false }

  init(_ found: DiscoveredCharacteristic, of service: CBService) {
    self.found = found
    self.service = service
    super.init(found.uuid)
  }

  /// What can be done with it.
  open var properties: CBCharacteristicProperties { .init(rawValue: UInt(found.properties.rawValue)) }
}

/// A descriptor of a characteristic.
open class CBDescriptor: CBAttribute {
  let handle: UInt16
  /// The characteristic that has the descriptor.
  open internal(set) weak var characteristic: CBCharacteristic?
  /// A number, a text or data, as its UUID says; nil until it is read.
  open internal(set) var value: Any?

  init(_ found: DiscoveredDescriptor, of characteristic: CBCharacteristic) {
    handle = found.handle
    self.characteristic = characteristic
    super.init(found.uuid)
  }

  /// The octets in the type that an app gets.
  func read(_ octets: [UInt8]) {
    switch uuid.uuidString {
    case CBUUIDCharacteristicExtendedPropertiesString, CBUUIDClientCharacteristicConfigurationString,
      CBUUIDServerCharacteristicConfigurationString:
      value = NSNumber(value: octets.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) })
    case CBUUIDCharacteristicUserDescriptionString: value = String(decoding: octets, as: UTF8.self)
    default: value = Data(octets)
    }
  }
}
