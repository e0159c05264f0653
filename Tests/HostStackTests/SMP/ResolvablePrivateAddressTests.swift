import CoreTypes
import CryptoToolbox
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
    var seen: Set<BDADDR> = []
    for _ in 0..<50 {
      let address = DeviceAddress.resolvablePrivate(identityResolvingKey: key, using: &random)
      #expect(address.kind == .random && address.bdAddr.octets[5] >> 6 == 0b01)
      #expect(bond.matches(address) && !other.matches(address))
      seen.insert(address.bdAddr)
    }
    #expect(seen.count == 50)
  }

  @Test("a bond is found by the address of the link where the two paired, as by the identity")
  func linkAddress() {
    let identity = DeviceAddress(0x00A0_5000_0001, kind: .public)
    let link = DeviceAddress(0xC0A0_5000_0002, kind: .random)
    let bond = Bond(longTermKey: 1, peerIdentityAddress: identity, peerLinkAddress: link)
    #expect(bond.matches(identity) && bond.matches(link))
    #expect(!bond.matches(DeviceAddress(0xC0A0_5000_0003, kind: .random)))
    #expect(!Bond(longTermKey: 1, peerIdentityAddress: identity).matches(link))
  }
}
