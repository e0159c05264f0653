internal import CoreTypes
internal import CryptoToolbox
internal import HCI
internal import SimulationKernel

/// The keys with which private addresses of peers are resolved, and those of this device made.
/// [Vol 6, Part B, 1.3.2.2]
struct ResolvingList {
  /// One peer.
  struct Entry {
    /// The identity address.
    let peer: DeviceAddress
    /// The key of the peer's private addresses; nil if it uses its identity address.
    let peerKey: UInt128?
    /// The key of this device's private addresses for the peer; nil if it uses its own identity address.
    let localKey: UInt128?
    /// Whether the peer may also use its identity address.
    var allowsIdentity = false
    /// The private address last heard of the peer.
    var heardAddress: DeviceAddress?
    fileprivate var localAddress: Renewed?
    fileprivate var targetAddress: Renewed?

    init(peer: DeviceAddress, peerKey: UInt128, localKey: UInt128) {
      self.peer = peer
      self.peerKey = peerKey == 0 ? nil : peerKey
      self.localKey = localKey == 0 ? nil : localKey
    }
  }

  /// A private address and when another takes its place.
  fileprivate struct Renewed {
    let address: DeviceAddress
    let end: Instant
  }

  /// The most peers a controller keeps keys for.
  static let capacity = 16

  private(set) var entries: [Entry] = []
  /// Whether private addresses are resolved and made at all.
  var isEnabled = false
  /// How long a private address is used.
  var timeout = PrivateAddressTimeout.usual

  /// The place of the peer with this identity address.
  func index(of peer: DeviceAddress) -> Int? { entries.firstIndex { $0.peer == peer } }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func remove(at index: Int) { entries.remove(at: index) }

  mutating func removeAll() { entries.removeAll() }

  mutating func allowIdentity(_ isAllowed: Bool, at index: Int) { entries[index].allowsIdentity = isAllowed }

  // MARK: Resolving

  /// The peer whose private address this is, and notes the address.
  mutating func resolve(_ address: DeviceAddress) -> DeviceAddress? {
    guard isEnabled, let index = entries.firstIndex(where: { address.isResolved(by: $0.peerKey) }) else {
      return nil
    }
    entries[index].heardAddress = address
    return entries[index].peer
  }

  /// Whether a peer that uses this address would have to use a private one. [Vol 6, Part B, 4.7]
  func forbids(_ address: DeviceAddress) -> Bool {
    isEnabled && entries.contains { $0.peer == address && $0.peerKey != nil && !$0.allowsIdentity }
  }

  /// Whether this is a private address of this device.
  func isLocal(_ address: DeviceAddress) -> Bool {
    isEnabled && entries.contains { address.isResolved(by: $0.localKey) }
  }

  // MARK: Making

  /// The private address of this device for a peer; nil if it has none.
  mutating func localAddress(
    for peer: DeviceAddress, at now: Instant, _ random: inout RandomStream
  ) -> DeviceAddress? {
    guard isEnabled, let index = index(of: peer) else { return nil }
    return renew(\.localAddress, entries[index].localKey, at: index, now, &random)
  }

  /// A private address of a peer, by which it knows that it is meant; nil if it has none.
  mutating func targetAddress(
    for peer: DeviceAddress, at now: Instant, _ random: inout RandomStream
  ) -> DeviceAddress? {
    guard isEnabled, let index = index(of: peer) else { return nil }
    return renew(\.targetAddress, entries[index].peerKey, at: index, now, &random)
  }

  private mutating func renew(
    _ path: WritableKeyPath<Entry, Renewed?>, _ key: UInt128?, at index: Int, _ now: Instant,
    _ random: inout RandomStream
  ) -> DeviceAddress? {
    guard let key else { return nil }
    if let current = entries[index][keyPath: path], now < current.end { return current.address }
    let address = DeviceAddress.resolvablePrivate(identityResolvingKey: key, using: &random)
    entries[index][keyPath: path] = Renewed(address: address, end: now + timeout.time)
    return address
  }
}

/// The devices that a host wants to hear of when a filter policy says so. [Vol 6, Part B, 4.3.1]
struct FilterAcceptList: Hashable, Sendable {
  /// The most devices a controller keeps.
  static let capacity = 16
  /// The entry for all who advertise without an address. [Vol 4, Part E, 7.8.16]
  static let anonymous = DeviceAddress(0, kind: .anonymous)

  var entries: [DeviceAddress] = []

  /// Whether the list names `address`.
  func contains(_ address: DeviceAddress) -> Bool { entries.contains(address) }
}

/// Who is who behind private addresses. [Vol 6, Part B, 6]
extension VirtualController {
  /// A device as it showed itself on the air.
  struct Seen: Hashable {
    /// What a host knows it by.
    let identity: DeviceAddress
    /// The private address that `identity` stands behind; nil if it showed itself by `identity`.
    var resolvable: DeviceAddress?

    /// What the device called itself.
    var onAir: DeviceAddress { resolvable ?? identity }
    /// The address in events: the identity address if the private address was resolved. [Vol 4, Part E, 7.7.65.10]
    var reported: DeviceAddress {
      guard resolvable != nil else { return identity }
      return DeviceAddress(identity.bdAddr, kind: .init(rawValue: identity.kind.rawValue | 2))
    }
  }

  /// Who uses `address`; nil for a device that should have used a private one and is not listened to.
  func identify(_ address: DeviceAddress) -> Seen? {
    if hostState.resolvingList.forbids(address) { return nil }
    guard let peer = hostState.resolvingList.resolve(address) else { return Seen(identity: address) }
    return Seen(identity: peer, resolvable: address)
  }

  /// Whether a directed advertisement for `target` is for this device, which uses `own`.
  func isOwn(_ target: DeviceAddress, own: DeviceAddress) -> Bool {
    target == own || hostState.resolvingList.isLocal(target)
  }

  /// The private address of this device for a peer; nil if it has none.
  func privateAddress(for peer: DeviceAddress) -> DeviceAddress? {
    hostState.resolvingList.localAddress(for: peer, at: simulation.now, &privacyRandom)
  }

  /// How directed advertising names its peer.
  func targetAddress(of peer: DeviceAddress) -> DeviceAddress {
    hostState.resolvingList.targetAddress(for: peer, at: simulation.now, &privacyRandom) ?? peer
  }

  /// The private one of the addresses that Own_Address_Type allows, if `own` is one that the controller made.
  func madeAddress(_ own: DeviceAddress, type: OwnAddressType) -> DeviceAddress? {
    type.isResolvable && hostState.resolvingList.isLocal(own) ? own : nil
  }

  /// Whether the device advertises, scans or looks for a peer to connect to.
  var isDiscovering: Bool { advertiser.isEnabled || scanner.isScanning || scanner.target != nil }
}
