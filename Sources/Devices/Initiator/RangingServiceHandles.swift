public import RangingService

/// Where the Ranging Service of an accessory has its characteristics.
public struct RangingServiceHandles: Hashable, Sendable {
  /// Where a characteristic is.
  public struct Place: Hashable, Sendable {
    public var value: UInt16
    /// The Client Characteristic Configuration; nil if there is none.
    public var configuration: UInt16?
    /// What the declaration allows, as `CharacteristicProperties` has it.
    public var properties: UInt8
  }

  /// RAS Features; nil if it is missing.
  public internal(set) var features: Place?
  /// The others by `RangingCharacteristic`.
  var places: [Place?] = Array(repeating: nil, count: RangingCharacteristic.allCases.count)

  init() {}

  /// Where a characteristic is; nil if it is missing.
  public subscript(_ characteristic: RangingCharacteristic) -> Place? {
    places[Int(characteristic.rawValue)]
  }

  /// The characteristic whose value has this handle.
  public func characteristic(at handle: UInt16) -> RangingCharacteristic? {
    places.firstIndex { $0?.value == handle }.flatMap { RangingCharacteristic(rawValue: UInt8($0)) }
  }
}
