public import Foundation
package import HostStack

/// A 128-bit universally unique identifier of a service, characteristic or descriptor, in its short or full form.
open class CBUUID: NSObject, NSCopying {
  package let value: BluetoothUUID

  package init(_ value: BluetoothUUID) { self.value = value }

  /// Reads a UUID of 4 or 8 hex digits, or of 36 characters with hyphens. Any other text ends the app, as it does on
  /// Apple's systems.
  public convenience init(string theString: String) {
    let isLegal = [4, 8].contains(theString.count) || UUID(uuidString: theString) != nil
    guard isLegal, let value = BluetoothUUID(theString) else {
      preconditionFailure(
        "CBUUID: found '\(theString)', expected 4 or 8 hex digits, or 36 characters with hyphens")
    }
    self.init(value)
  }

  /// Takes 2, 4 or 16 octets, the most significant first. Any other count ends the app.
  public convenience init(data theData: Data) {
    guard let value = BluetoothUUID(octets: theData.reversed()) else {
      preconditionFailure("CBUUID: found \(theData.count) octets, expected 2, 4 or 16")
    }
    self.init(value)
  }

  /// Takes a UUID in full.
  public convenience init(nsuuid theUUID: UUID) {
    let octets = withUnsafeBytes(of: theUUID.uuid) { Array($0) }
    self.init(data: Data(octets))
  }

  /// What a search for `uuids` is limited to; nil for all, for which an app passes nil or an empty array.
  static func filter(_ uuids: [CBUUID]?) -> [BluetoothUUID]? {
    guard let uuids, !uuids.isEmpty else { return nil }
    return uuids.map(\.value)
  }

  /// 2, 4 or 16 octets, the most significant first.
  open var data: Data { Data(value.octets.reversed()) }

  /// 4, 8 or 36 characters in upper case.
  open var uuidString: String { value.description }

  /// The same as `uuidString`.
  open override var description: String { uuidString }

  /// Two forms of one UUID are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.value == value }

  open override var hash: Int { value.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The descriptor types of the Bluetooth SIG, as text.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
public let CBUUIDCharacteristicUserDescriptionString = "2901"
public let CBUUIDClientCharacteristicConfigurationString = "2902"
public let CBUUIDServerCharacteristicConfigurationString = "2903"
public let CBUUIDCharacteristicFormatString = "2904"
public let CBUUIDCharacteristicAggregateFormatString = "2905"
public let CBUUIDCharacteristicValidRangeString = "2906"
public let CBUUIDCharacteristicObservationScheduleString = "2910"
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
