import AccessoryProfile
import CoreTypes
import Initiator
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
}
