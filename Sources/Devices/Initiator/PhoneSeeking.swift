public import CoreTypes
internal import HCI
public import HostStack
internal import VirtualHost

/// The accessories that a phone connects to as soon as they advertise, however long that takes.
///
/// The controller looks for all of them at once, by its filter accept list. The list is changed while the controller
/// does not look. [Vol 4, Part E, 7.8.16]
struct PhoneSeeking {
  /// Those not found yet, oldest wish first, with the terms of their links.
  var wishes: [(peer: DeviceAddress, terms: Phone.LinkTerms)] = []
  /// Whether the controller looks for them.
  var isLooking = false
  /// Whether commands about the wishes are under way.
  var isChanging = false
  /// Whether the wishes have changed since those commands began.
  var isStale = false

  /// Drops all wishes, after a reset of the controller. Commands under way find nothing to do.
  mutating func forget() {
    wishes = []
    isLooking = false
    isStale = isChanging
  }

  /// Takes the terms of a link with a peer, whose wish is fulfilled.
  mutating func take(_ peer: DeviceAddress) -> Phone.LinkTerms? {
    guard let index = wishes.firstIndex(where: { $0.peer == peer }) else { return nil }
    isLooking = false
    return wishes.remove(at: index).terms
  }
}

extension Phone {
  /// Connects to an accessory as soon as it advertises. There is no timeout; `.connected` reports the link.
  ///
  /// - Parameters:
  ///   - maximumMTU: the ATT_MTU that this host's server answers with, 23 to 517 octets.
  ///   - policy: how this host pairs on the link.
  ///   - bond: what an earlier pairing with the accessory left.
  public func seek(
    _ peer: DeviceAddress, maximumMTU: Int = 247, policy: PairingPolicy = PairingPolicy(), bond: Bond? = nil
  ) {
    guard !seeking.wishes.contains(where: { $0.peer == peer }) else { return }
    seeking.wishes.append((peer, LinkTerms(policy: policy, maximumMTU: maximumMTU, bond: bond)))
    lookAnew()
  }

  /// Gives up an accessory that it seeks; no effect on a link that is up.
  public func abandon(_ peer: DeviceAddress) {
    guard let index = seeking.wishes.firstIndex(where: { $0.peer == peer }) else { return }
    seeking.wishes.remove(at: index)
    lookAnew()
  }

  /// The accessories that it seeks, oldest wish first.
  public var soughtPeers: [DeviceAddress] { seeking.wishes.map(\.peer) }

  /// Has the controller look for what is sought now.
  func lookAnew() {
    if seeking.isChanging {
      seeking.isStale = true
      return
    }
    (seeking.isChanging, seeking.isStale) = (true, false)
    run(stopLooking().then { [self] in look() }) { [weak self] result in
      guard let self else { return }
      seeking.isChanging = false
      if case .success = result, seeking.isStale { lookAnew() }
    }
  }

  /// A link may have come about meanwhile: then there is nothing to cancel.
  private func stopLooking() -> HostRequest<Void> {
    .act { [self] in
      guard seeking.isLooking else { return .value(()) }
      return HostRequest.complete(LECreateConnectionCancelCommand()).whatever { [self] _ in
        seeking.isLooking = false
        return .value(())
      }
    }
  }

  private func look() -> HostRequest<Void> {
    .act { [self] in
      guard !seeking.wishes.isEmpty else { return .value(()) }
      let cleared = HostRequest.complete(LEClearFilterAcceptListCommand()).map { _ in }
      let listed = seeking.wishes.map(\.peer).reduce(cleared) { before, peer in
        before.then { .complete(LEAddDeviceToFilterAcceptListCommand { $0.address = peer }) }.map { _ in }
      }
      return listed.then { [self] in
        guard !seeking.isStale else { return .value(()) }
        seeking.isLooking = true
        return HostRequest.begin(
          LECreateConnectionCommand {
            $0.initiatorFilterPolicy = .filterAcceptList
            $0.ownAddressType = privateAddress == nil ? .public : .random
            $0.parameters = connectionParameters
          }
        ).recover { [self] error in
          seeking.isLooking = false
          return .failure(error)
        }
      }
    }
  }
}
