import CoreTypes
import HCI
import HostStack
import Initiator
import SimulationKernel
import Testing
import VirtualHost

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
    let end = encounter.simulation.now
    #expect(throws: (any Error).self) { _ = try encounter.phone.discoverServices() }
    #expect(encounter.simulation.now == end, "no request is sent after one that timed out")
    let isSent = try encounter.phone.run { HostRequest<Bool>.value($0.writeCommand([0], to: 3)) }
    #expect(!isSent)
  }

  @Test("has 30 s of its own where an operation takes several")
  func slowRequests() throws {
    let encounter = Encounter(try Example().profile())
    let (phone, simulation) = (encounter.phone, encounter.simulation)
    try encounter.connect()
    phone.outgoingEditor = { packet in
      guard packet.data[2] == 4 else { return packet }
      simulation.schedule(after: .seconds(20)) { phone.driver.send(.acl(packet)) }
      return nil
    }
    let start = simulation.now
    #expect(try phone.discoverServices().count > 1)
    #expect(simulation.now - start > .seconds(40))
  }

  @Test("gets no answer after an indication unconfirmed for 30 s, until there is a new link")
  func unconfirmed() throws {
    let services =
      "[{uuid: 0x180F, characteristics: [{uuid: 0x2A01, properties: [indicate], "
      + "behaviour: counter, interval_ms: 100}]}]"
    let encounter = Encounter(try Example([("gatt.services", services)]).profile())
    let phone = encounter.phone
    try encounter.connect()
    let service = try #require(try phone.discoverServices(of: BluetoothUUID(0x180F)).first)
    let counter = try #require(try phone.discoverCharacteristics(in: service.range).first)
    (phone.keepsFrames, phone.heldChannels) = (true, [.attribute])
    func codes(after pdu: ATTPDU, _ span: Picoseconds) throws -> [UInt8] {
      phone.forgetEvents()
      try phone.send(L2CAPFrame(.attribute, pdu.encoded()))
      encounter.run(span)
      return phone.frames.filter { $0.frame.channel == .attribute }.compactMap(\.frame.payload.first)
    }
    let subscription = ATTHandleValue(handle: counter.valueHandle + 1, value: [2, 0])
    #expect(try codes(after: .writeRequest(subscription), .seconds(29)) == [0x13, 0x1D])
    let read = ATTPDU.readRequest(ATTReadRequest(handle: 3))
    #expect(try codes(after: read, .milliseconds(500)) == [0x0B])
    encounter.run(.seconds(2))
    #expect(try codes(after: read, .seconds(5)) == [])
    #expect(try codes(after: .handleValueConfirmation(ATTEmpty()), .seconds(5)) == [])
    (phone.keepsFrames, phone.heldChannels) = (false, [])
    try phone.disconnect()
    try encounter.connect()
    #expect(try phone.discoverServices(of: nil).isEmpty == false)
  }
}
