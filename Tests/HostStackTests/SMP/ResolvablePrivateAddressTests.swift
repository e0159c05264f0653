import CoreTypes
import HostStack
import SimulationKernel
import Testing

@Suite("Resolvable private addresses")
struct ResolvablePrivateAddressTests {
  @Test("are resolved by the bond that holds their key, and by no other")
  func resolved() {
    var random = RandomStreams(seed: 3).stream("privacy")
    let identity = DeviceAddress(0x00A0_5000_0001, kind: .public)
    let key: UInt128 = 0x0123_4567_89AB_CDEF
    let bond = Bond(longTermKey: 1, peerIdentityAddress: identity, peerIdentityResolvingKey: key)
    let other = Bond(longTermKey: 1, peerIdentityAddress: identity, peerIdentityResolvingKey: key + 1)
    var seen: Set<[UInt8]> = []
    for _ in 0..<50 {
      let address = DeviceAddress.resolvablePrivate(identityResolvingKey: key, using: &random)
      #expect(address.kind == .random && address.octets[5] >> 6 == 0b01)
      #expect(bond.matches(address) && !other.matches(address))
      seen.insert(address.octets)
    }
    #expect(seen.count == 50)
  }
}
