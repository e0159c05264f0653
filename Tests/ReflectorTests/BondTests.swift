import CoreTypes
import HostStack
import Initiator
import Profiles
import TestSupport
import Testing

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
}
