internal import CoreTypes
internal import SimulationKernel

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
    /// Peer_Address_Type: 2 more where a private address was resolved. [Vol 4, Part E, 7.7.65.10]
    var addressType: UInt8 { identity.kind.rawValue | (resolvable == nil ? 0 : 2) }
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
  func madeAddress(_ own: DeviceAddress, type: UInt8) -> DeviceAddress? {
    type >= 2 && hostState.resolvingList.isLocal(own) ? own : nil
  }

  /// Whether the device advertises, scans or looks for a peer to connect to.
  var isDiscovering: Bool { advertiser.isEnabled || scanner.isScanning || scanner.target != nil }
}
