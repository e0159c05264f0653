import CoreTypes
import HCI
import HostStack
import Initiator
import SimulationKernel
import Testing
import VirtualController

@testable import Profiles
@testable import Reflector

/// An accessory with services of its own, and what its host sends at which time.
private final class ServedEncounter {
  static let uuid = BluetoothUUID(0x180F)
  private static let services = """
    [{uuid: 0x180F, characteristics: [
    {uuid: 0x2A01, properties: [read, notify], behaviour: counter, interval_ms: 300, description: Count},
    {uuid: 0x2A02, properties: [read, indicate], behaviour: ramp, interval_ms: 400, from: -2, to: 3, step: 2},
    {uuid: 0x2A03, properties: [write, notify], behaviour: echo, security: encrypted},
    {uuid: 0x2A04, properties: [read, write, write-without-response], behaviour: sink},
    {uuid: 0x2A05, properties: [read], value: "0102"}]},
    {uuid: 0x180F, characteristics: [{uuid: 0x2A05, properties: [read], value: "03"}]}]
    """

  static func example() -> Example {
    Example([
      ("gatt.services", services.replacing("\n", with: " ")), ("gatt.ranging_service", "true"),
      ("gatt.vendor_service", "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE"),
    ])
  }

  let encounter: Encounter
  /// When the accessory's host heard that the link is up.
  private(set) var begin = Instant.start
  /// The notifications and indications that the accessory's host sent.
  private(set) var sent: [(time: Instant, handle: UInt16, value: [UInt8])] = []
  var phone: VirtualInitiator { encounter.phone }

  init() throws {
    encounter = Encounter(try Self.example().profile())
    encounter.accessory.controller?.hciTap = { [weak self] packet, _ in self?.take(packet) }
    try encounter.connect()
    encounter.run(.milliseconds(100))
  }

  private func take(_ packet: HCIPacket) {
    switch packet {
    case .event(let event):
      if let value = try? HCIEventValue(event), value.connectionComplete != nil {
        // The tap sees an event before HCI has carried it.
        begin = encounter.simulation.now + (encounter.accessory.controller?.transportDelay ?? .zero)
      }
    case .acl(let packet) where packet.data.count >= 7 && [0x1B, 0x1D].contains(packet.data[4]):
      let handle = UInt16(packet.data[5]) | UInt16(packet.data[6]) << 8
      sent.append((encounter.simulation.now, handle, Array(packet.data[7...])))
    default: break
    }
  }

  /// The characteristics of the first of its own services.
  func characteristics() throws -> [DiscoveredCharacteristic] {
    let service = try #require(try phone.discoverServices(of: Self.uuid).first)
    return try phone.discoverCharacteristics(in: service.range)
  }

  func subscribe(_ characteristic: DiscoveredCharacteristic, _ bits: UInt8) throws {
    try phone.writeValue([bits, 0], to: characteristic.valueHandle + 1)
  }

  /// The whole intervals since the link came up.
  func intervals(of milliseconds: Int, until time: Instant) -> Int {
    Int((time - begin).rawValue / Picoseconds.milliseconds(milliseconds).rawValue)
  }

  /// What the phone got of a characteristic.
  func received(_ characteristic: DiscoveredCharacteristic) -> [[UInt8]] {
    phone.linkActions.compactMap { action in
      switch action {
      case .client(.notification(characteristic.valueHandle, let value)): value
      case .client(.indication(characteristic.valueHandle, let value)): value
      default: nil
      }
    }
  }
}

@Suite("A phone that meets an accessory's own services")
struct OwnServiceTests {
  @Test("finds them after all others, in the order of the file")
  func discovery() throws {
    let met = try ServedEncounter()
    let services = try met.phone.discoverServices(of: nil)
    let vendor = try #require(BluetoothUUID("8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE"))
    #expect(
      services.map(\.uuid) == [
        .genericAccess, .genericAttribute, .ranging, vendor, ServedEncounter.uuid, ServedEncounter.uuid,
      ])
    var bare = ServedEncounter.example()
    bare["gatt.services"] = nil
    let (own, others) = (try ServedEncounter.example().profile().database, try bare.profile().database)
    #expect(Array(own.attributes.prefix(others.attributes.count)) == others.attributes)
  }

  @Test("finds properties, descriptors and values as described")
  func characteristics() throws {
    let met = try ServedEncounter()
    let found = try met.characteristics()
    #expect(found.map(\.uuid) == (1...5).map { BluetoothUUID(0x2A00 + $0) })
    #expect(found.map(\.properties.rawValue) == [0x12, 0x22, 0x18, 0x0E, 0x02])
    let count = found[0]
    let attributes = try met.phone.run {
      $0.discoverDescriptors(in: HandleRange(count.valueHandle + 1, count.endHandle))
    }
    #expect(attributes.map(\.uuid) == [.clientCharacteristicConfiguration, BluetoothUUID(0x2901)])
    #expect(try met.phone.readValue(at: attributes[1].handle) == Array("Count".utf8))
    #expect(try met.phone.readValue(at: found[4].valueHandle) == [1, 2])
    let second = try met.phone.discoverServices(of: ServedEncounter.uuid)[1]
    #expect(try met.phone.readValue(at: second.range.end) == [3])
  }

  @Test("is notified of a counter at each interval from the connection on, and reads it")
  func counter() throws {
    let met = try ServedEncounter()
    let counter = try met.characteristics()[0]
    met.encounter.run(.seconds(1))
    #expect(met.sent.isEmpty)
    try met.subscribe(counter, 1)
    met.encounter.run(.seconds(3))
    #expect(met.sent.count >= 9)
    let first = try #require(met.sent.first?.value.first)
    for (index, notification) in met.sent.enumerated() {
      let number = Int(first) + index
      #expect(notification.handle == counter.valueHandle)
      #expect(notification.value == [UInt8(number), 0, 0, 0])
      #expect(notification.time == met.begin + .milliseconds(300 * number))
    }
    #expect(met.received(counter).count >= met.sent.count - 1)
    let value = try met.phone.readValue(at: counter.valueHandle)
    #expect(value.count == 4 && value[0] > first)
  }

  @Test("gets indications of a ramp, which begins anew when the next step would pass its limit")
  func ramp() throws {
    let met = try ServedEncounter()
    let ramp = try met.characteristics()[1]
    try met.subscribe(ramp, 2)
    met.encounter.run(.seconds(3))
    #expect(met.sent.count >= 6)
    let cycle: [[UInt8]] = [[0xFE, 0xFF], [0, 0], [2, 0]]
    for indication in met.sent {
      let number = met.intervals(of: 400, until: indication.time)
      #expect(indication.time == met.begin + .milliseconds(400 * number))
      #expect(indication.value == cycle[number % 3])
    }
  }

  @Test("gets back what it writes to an echo, on a link that is as secure as described")
  func echo() throws {
    let met = try ServedEncounter()
    let echo = try met.characteristics()[2]
    #expect(throws: (any Error).self) { try met.subscribe(echo, 1) }
    _ = try met.phone.pair()
    _ = try met.phone.exchangeMTU(517)
    try met.subscribe(echo, 1)
    let value = (0..<100).map { UInt8($0) }
    try met.phone.writeValue(value, to: echo.valueHandle)
    met.encounter.run(.milliseconds(500))
    #expect(met.received(echo) == [value])
  }

  @Test("reads from a sink how many octets it has written on the connection, with and without a response")
  func sink() throws {
    let met = try ServedEncounter()
    let sink = try met.characteristics()[3]
    #expect(try met.phone.readValue(at: sink.valueHandle) == [0, 0, 0, 0])
    try met.phone.writeValue([1, 2, 3], to: sink.valueHandle)
    met.phone.writeCommand([4, 5, 6, 7], to: sink.valueHandle)
    met.encounter.run(.milliseconds(500))
    #expect(try met.phone.readValue(at: sink.valueHandle) == [7, 0, 0, 0])
    try met.phone.disconnect()
    try met.encounter.connect()
    #expect(try met.phone.readValue(at: sink.valueHandle) == [0, 0, 0, 0])
  }

  @Test("misses values of a counter that is faster than the link, and gets new ones once it has room")
  func slowLink() throws {
    let counters = (1...16).map {
      "{uuid: 0x2A\($0 + 10), properties: [notify], behaviour: counter, interval_ms: 10}"
    }
    let services = "[{uuid: 0x180F, characteristics: [\(counters.joined(separator: ", "))]}]"
    let encounter = Encounter(try Example([("gatt.services", services)]).profile())
    try encounter.phone.powerOn()
    try encounter.phone.connect(
      to: try #require(encounter.accessory.controller?.description.address),
      ConnectionParameterRange(interval: 800, timeout: 600))
    let service = try #require(try encounter.phone.discoverServices(of: ServedEncounter.uuid).first)
    for handle in stride(from: service.range.start + 3, through: service.range.end, by: 3) {
      try encounter.phone.writeValue([1, 0], to: handle)
    }
    encounter.run(.seconds(20))
    let waiting = encounter.packets.count
    encounter.run(.seconds(20))
    // Without a limit there would be 32 000 notifications.
    #expect(encounter.packets.count - waiting < 8000)
    let values = encounter.phone.linkActions.compactMap { action -> UInt32? in
      guard case .client(.notification(_, let value)) = action else { return nil }
      return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    #expect(try #require(values.last) > 3000)
  }

  @Test("leaves no timer behind when the link ends")
  func timers() throws {
    let changing =
      "[{uuid: 0x180F, characteristics: [{uuid: 0x2A01, properties: [read], behaviour: counter}]}]"
    let counts = try ["[]", changing].map { services in
      let encounter = Encounter(try Example([("gatt.services", services)]).profile())
      try encounter.connect()
      encounter.run(.milliseconds(1500))
      let before = encounter.simulation.pendingCount
      try encounter.phone.disconnect()
      encounter.run(.milliseconds(1700))
      return (before, encounter.simulation.pendingCount)
    }
    #expect(counts[1].0 == counts[0].0 + 1 && counts[1].1 == counts[0].1)
  }

  @Test("meets a counter that begins anew with each connection")
  func reconnection() throws {
    let met = try ServedEncounter()
    let counter = try met.characteristics()[0]
    met.encounter.run(.seconds(2))
    try met.phone.disconnect()
    met.encounter.run(.seconds(2))
    try met.encounter.connect()
    let value = try met.phone.readValue(at: counter.valueHandle)
    let number = met.intervals(of: 300, until: met.encounter.simulation.now)
    #expect(value[0] == number || Int(value[0]) == number - 1)
  }
}
