internal import CoreTypes
internal import HCI

/// The advertising or scan response data of a set, which a host may give in parts. [Vol 4, Part E, 7.8.54]
struct AdvertisingSetData {
  /// The most that a set holds.
  static let capacity = 1650
  /// The most that a legacy PDU holds.
  static let legacyCapacity = 31

  private(set) var octets: [UInt8] = []
  /// Whether the last part has yet to come.
  private(set) var isPartial = false

  init() {}

  init(_ octets: [UInt8]) { self.octets = octets }

  /// Adds a part; if there is more than the set holds, all of it is dropped.
  mutating func append(_ part: [UInt8], _ operation: AdvertisingDataOperation) -> ErrorCode {
    switch operation {
    case .unchanged: return .success
    case .complete, .firstFragment: octets = part
    case .intermediateFragment, .lastFragment:
      guard isPartial else { return .commandDisallowed }
      octets += part
    }
    isPartial = operation == .firstFragment || operation == .intermediateFragment
    guard octets.count <= Self.capacity else {
      self = AdvertisingSetData()
      return .memoryCapacityExceeded
    }
    return .success
  }
}
