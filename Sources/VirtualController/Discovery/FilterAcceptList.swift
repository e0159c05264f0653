internal import CoreTypes

/// The devices that a host lets through where a filter policy says so. [Vol 6, Part B, 4.3.1]
struct FilterAcceptList: Hashable, Sendable {
  var entries: [DeviceAddress] = []

  func contains(_ address: DeviceAddress) -> Bool { entries.contains(address) }
}
