import CoreTypes
import HostStack
import Profiles
import TestSupport
import Testing

@testable import Initiator

@Suite("A bond")
struct BondTests {
  @Test("is whole when the phone says that it has paired, even if it leaves at once")
  func leavingAtOnce() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    try encounter.connect()
    _ = try encounter.phone.pair()
    try encounter.phone.disconnect()
    try encounter.connect()
    try encounter.phone.encrypt()
  }

  @Test("is replaced on a link that is encrypted already, whose key is refreshed then")
  func pairingAnew() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    try encounter.connect()
    let first = try encounter.phone.pair()
    try encounter.phone.disconnect()
    try encounter.connect()
    try encounter.phone.encrypt()
    let second = try encounter.phone.pair()
    #expect(second.longTermKey != first.longTermKey)
    try encounter.phone.disconnect()
    try encounter.connect()
    try encounter.phone.encrypt()
  }

  @Test("is replaced on the link where it was made")
  func pairingTwice() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    try encounter.connect()
    let first = try encounter.phone.pair()
    let second = try encounter.phone.pair()
    #expect(second.longTermKey != first.longTermKey)
    try encounter.phone.disconnect()
    try encounter.connect()
    try encounter.phone.encrypt()
  }

  @Test("outlasts a pairing without bonding, whose key ends with its link")
  func pairingWithoutBonding() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    try encounter.connect()
    let bond = try encounter.phone.pair()
    try encounter.phone.disconnect()
    var policy = PairingPolicy()
    policy.isBondable = false
    try encounter.connect(policy: policy)
    let passing = try encounter.phone.pair()
    #expect(bond.isPersistent && !passing.isPersistent)
    try encounter.phone.disconnect()
    encounter.phone.bond = passing
    try encounter.connect()
    #expect(throws: (any Error).self) { try encounter.phone.encrypt() }
    encounter.phone.leave()
    encounter.phone.bond = bond
    try encounter.connect()
    try encounter.phone.encrypt()
  }
}
