import CoreTypes
import Initiator
import SimulationKernel
import Testing

@Suite("A request to the accessory's server")
struct AttributeTimeoutTests {
  @Test("is given up after the 30 s that a server may take")
  func silence() throws {
    let encounter = Encounter(try Example([("faults", "[mtu-request-ignored]")]).profile())
    try encounter.connect()
    let start = encounter.simulation.now
    #expect(throws: (any Error).self) { _ = try encounter.phone.exchangeMTU(100) }
    let waited = encounter.simulation.now - start
    #expect(waited >= .seconds(30) && waited < .seconds(31))
    #expect(encounter.phone.link != nil)
  }
}
