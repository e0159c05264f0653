import CoreTypes
import HCI
import HostStack
import SimulationKernel
import Testing

@testable import Profiles
@testable import Reflector

/// A responder and the host's half of a link, whose actions it keeps.
private final class Bench {
  let simulation = Simulation(seed: 1)
  var link: HostLink
  var responder: ServiceResponder?
  var hasRoom = true
  private(set) var sent: [[UInt8]] = []

  init(_ characteristic: String) throws {
    let services = "[{uuid: 0x180F, characteristics: [{uuid: 0x2A01, \(characteristic)}]}]"
    let profile = try Example([("gatt.services", services)]).profile()
    link = HostLink(
      role: .peripheral, handle: 1, localAddress: DeviceAddress(1, kind: .public),
      peerAddress: DeviceAddress(2, kind: .public), aclLength: 251, database: profile.database,
      policy: PairingPolicy())
    responder = ServiceResponder(
      profile.gatt.services, database: profile.database, simulation: simulation,
      hasRoom: { [weak self] in self?.hasRoom ?? false }, update: { [weak self] in self?.update($0) })
  }

  var handle: UInt16 {
    link.server.database.valueHandle(of: BluetoothUUID(0x2A01), in: BluetoothUUID(0x180F)) ?? 0
  }
  var value: [UInt8]? { link.server.database[handle]?.value }

  func subscribe(_ bits: UInt8) {
    guard let configuration = link.server.database.configurationHandle(of: handle) else { return }
    link.server.database.setValue([bits, 0], at: configuration)
  }

  func update(_ change: (inout HostLink) -> [HostAction]) {
    for action in change(&link) {
      if case .sendACL(let packet) = action { sent.append(Array(packet.data.dropFirst(4))) }
      responder?.take(action)
    }
  }

  func receive(_ pdu: [UInt8]) {
    update {
      $0.receive(
        ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: [UInt8(pdu.count), 0, 4, 0] + pdu))
    }
  }

  func run(_ milliseconds: Int) { simulation.run(until: simulation.now + .milliseconds(milliseconds)) }
}

@Suite("What an accessory does for its own services")
struct ServiceResponderTests {
  @Test("is nothing where every value is constant, and has its timers end with the link")
  func timers() throws {
    let still = try Bench("properties: [read, notify], value: \"01\"")
    #expect(still.responder == nil && still.simulation.pendingCount == 0)
    let silent = try Bench("properties: [write], behaviour: sink")
    #expect(silent.responder != nil && silent.simulation.pendingCount == 0)
    let counting = try Bench("properties: [read], behaviour: counter")
    #expect(counting.simulation.pendingCount == 1)
    counting.run(5500)
    #expect(counting.value == [5, 0, 0, 0] && counting.simulation.pendingCount == 1)
    counting.responder = nil
    #expect(counting.simulation.pendingCount == 0)
  }

  @Test("cuts what it echoes to the ATT_MTU, and keeps the whole value")
  func cut() throws {
    let bench = try Bench("properties: [write, notify, indicate], behaviour: echo")
    bench.subscribe(3)
    let value = (0..<40).map { UInt8($0) }
    let handle = bench.handle
    bench.update { link in
      link.server.database.setValue(value, at: handle)
      return [.attributeWritten(handle: handle, value: value)]
    }
    #expect(bench.sent.map(\.count) == [23, 23])
    #expect(bench.sent.map(\.[0]) == [0x1B, 0x1D] && bench.sent[0].dropFirst(3) == value.prefix(20)[...])
    #expect(bench.value == value)
  }

  @Test("indicates the newest value once the one before is confirmed")
  func indications() throws {
    let bench = try Bench("properties: [indicate], behaviour: counter, interval_ms: 100")
    bench.subscribe(2)
    bench.run(550)
    #expect(bench.sent.map(\.[3]) == [1])
    bench.receive([0x1E])
    #expect(bench.sent.map(\.[3]) == [1])
    bench.run(100)
    #expect(bench.sent.map(\.[3]) == [1, 6])
  }

  @Test("notifies nothing on a link without room, and goes on counting")
  func slowLink() throws {
    let bench = try Bench("properties: [notify], behaviour: counter, interval_ms: 100")
    bench.subscribe(1)
    bench.hasRoom = false
    bench.run(350)
    #expect(bench.sent.isEmpty)
    bench.hasRoom = true
    bench.run(100)
    #expect(bench.sent.map(\.[3]) == [4])
  }

  @Test("keeps a counter or a ramp from what a client writes")
  func written() throws {
    let bench = try Bench("properties: [read, write], behaviour: counter, interval_ms: 100")
    bench.run(250)
    bench.receive([0x12, UInt8(bench.handle), 0, 0xFF])
    #expect(bench.sent == [[0x13]] && bench.value == [2, 0, 0, 0])
  }

  @Test(
    "lets a ramp rise or fall, to its limit at most",
    arguments: [
      (0, 3, 1, [0, 1, 2, 3, 0]), (0, 3, 2, [0, 2, 0]), (1, -3, 2, [1, -1, -3, 1]), (5, 5, 1, [5, 5]),
      (32_767, -32_768, 32_767, [32_767, 0, -32_767, 32_767]),
    ])
  func ramps(from: Int, to: Int, step: Int, numbers: [Int]) {
    var ramp = CharacteristicDescription()
    ramp.behaviour = .ramp
    (ramp.rampStart, ramp.rampEnd, ramp.rampStep) = (Int16(from), Int16(to), Int16(step))
    var shown = [ramp.firstNumber]
    while shown.count < numbers.count { shown.append(ramp.number(after: shown[shown.count - 1])) }
    #expect(shown == numbers)
  }

  @Test("counts from the greatest number of 32 bits to 0")
  func overflow() {
    var counter = CharacteristicDescription()
    counter.behaviour = .counter
    #expect(counter.octets(0xFFFF_FFFF) == [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(counter.octets(counter.number(after: 0xFFFF_FFFF)) == [0, 0, 0, 0])
  }
}
