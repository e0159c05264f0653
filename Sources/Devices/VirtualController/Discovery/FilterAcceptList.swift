internal import CoreTypes

/// The devices that a host wants to hear of when a filter policy says so. [Vol 6, Part B, 4.3.1]
struct FilterAcceptList: Hashable, Sendable {
  /// The most devices a controller keeps.
  static let capacity = 16

  var entries: [DeviceAddress] = []

  /// Whether the list names `address`.
  func contains(_ address: DeviceAddress) -> Bool { entries.contains(address) }
}
