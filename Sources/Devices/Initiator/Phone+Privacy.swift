internal import CoreTypes
internal import CryptoToolbox
internal import HostStack
internal import SimulationKernel
public import VirtualHost

/// The addresses by which a phone hides from strangers. [Vol 3, Part C, 10.7]
extension Phone {
  /// Connects with a fresh resolvable private address from now on, and gives the key to it when it pairs. Done again it
  /// changes the address, as phones do every quarter of an hour.
  public func changePrivateAddress() -> HostRequest<Void> {
    .act { [self] in
      let key = identityResolvingKey ?? drawIdentityResolvingKey()
      identityResolvingKey = key
      return use(.resolvablePrivate(identityResolvingKey: key, using: &privacy))
    }
  }

  /// Connects with a random static address from now on that no accessory knows.
  func useStrangersAddress() -> HostRequest<Void> {
    .act { [self] in
      use(DeviceAddress(BDADDR(rawValue: privacy.next() | 0xC000_0000_0000), kind: .random))
    }
  }

  private func use(_ fresh: DeviceAddress) -> HostRequest<Void> {
    setRandomAddress(fresh).map { [self] in privateAddress = fresh }
  }

  private func drawIdentityResolvingKey() -> UInt128 {
    let high = UInt128(privacy.next())
    let low = UInt128(privacy.next())
    return max(1, (high << 64) + low)
  }

  /// The policy with the identity behind the private address.
  func showingIdentity(_ policy: PairingPolicy) -> PairingPolicy {
    guard let identityResolvingKey else { return policy }
    var policy = policy
    policy.identityResolvingKey = identityResolvingKey
    policy.identityAddress = address
    return policy
  }
}
