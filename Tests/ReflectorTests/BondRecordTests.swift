import CoreTypes
import HostStack
import Initiator
import Profiles
import Testing

@testable import Reflector

/// A phone and an accessory with a counter, whose value it can subscribe to.
private final class CounterEncounter {
  let encounter: Encounter
  let counter: UInt16
  /// The configurations of the counter and of the Ranging Service's control point.
  let configurations: (counter: UInt16, controlPoint: UInt16)
  var phone: VirtualInitiator { encounter.phone }

  init(properties: String = "[read, notify]", security: String = "open") throws {
    let services = """
      [{uuid: 0x180F, characteristics: [{uuid: 0x2A01, properties: \(properties), behaviour: counter, \
      interval_ms: 300, security: \(security)}]}]
      """
    let profile = try Example([("gatt.services", services), ("gatt.ranging_service", "true")]).profile()
    let database = profile.database
    counter = try #require(database.valueHandle(of: BluetoothUUID(0x2A01), in: BluetoothUUID(0x180F)))
    let controlPoint = try #require(database.valueHandle(of: .rasControlPoint, in: .ranging))
    configurations = (
      try #require(database.configurationHandle(of: counter)),
      try #require(database.configurationHandle(of: controlPoint))
    )
    encounter = Encounter(profile)
    try encounter.connect()
  }

  /// Ends the link and makes another one.
  func reconnect() throws {
    try phone.disconnect()
    try encounter.connect()
  }

  /// How many values of the counter the phone receives in two seconds.
  func receivedCount() -> Int {
    phone.forgetEvents()
    encounter.run(.seconds(2))
    return phone.linkActions.count { action in
      switch action {
      case .client(.notification(counter, _)), .client(.indication(counter, _)): true
      default: false
      }
    }
  }
}

@Suite("What a bonded phone has configured")
struct BondRecordTests {
  @Test("outlasts the link and a power cycle, but for the Ranging Service")
  func kept() throws {
    let met = try CounterEncounter()
    _ = try met.phone.pair()
    try met.phone.writeValue([1, 0], to: met.configurations.counter)
    try met.phone.writeValue([2, 0], to: met.configurations.controlPoint)
    try met.reconnect()
    try met.phone.encrypt()
    #expect(met.receivedCount() > 3)
    #expect(try met.phone.readValue(at: met.configurations.counter) == [1, 0])
    #expect(try met.phone.readValue(at: met.configurations.controlPoint) == [0, 0])
    try met.phone.disconnect()
    met.encounter.accessory.powerOff()
    met.encounter.accessory.powerOn()
    try met.encounter.connect()
    try met.phone.encrypt()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [1, 0])
  }

  @Test("is forgotten with the bond")
  func forgotten() throws {
    let met = try CounterEncounter()
    _ = try met.phone.pair()
    try met.phone.writeValue([1, 0], to: met.configurations.counter)
    try met.phone.disconnect()
    met.encounter.accessory.powerOff()
    met.encounter.accessory.forgetBond()
    met.encounter.accessory.powerOn()
    met.phone.forgetBond()
    try met.encounter.connect()
    _ = try met.phone.pair()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [0, 0])
  }

  @Test("before pairing or encryption on a link is kept once the link is encrypted")
  func configuredBefore() throws {
    let met = try CounterEncounter()
    try met.phone.writeValue([1, 0], to: met.configurations.counter)
    _ = try met.phone.pair()
    try met.reconnect()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [1, 0])
    try met.phone.writeValue([0, 0], to: met.configurations.counter)
    try met.phone.encrypt()
    try met.reconnect()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [0, 0])
  }

  @Test("is not changed on a link that is never encrypted, nor kept without a bond")
  func strangers() throws {
    let met = try CounterEncounter()
    try met.phone.writeValue([1, 0], to: met.configurations.counter)
    try met.reconnect()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [0, 0])
    _ = try met.phone.pair()
    try met.phone.writeValue([1, 0], to: met.configurations.counter)
    try met.reconnect()
    try met.phone.writeValue([0, 0], to: met.configurations.counter)
    try met.reconnect()
    #expect(try met.phone.readValue(at: met.configurations.counter) == [1, 0])
  }

  @Test(
    "sends no value that needs encryption before the link is encrypted",
    arguments: zip(["notify", "indicate"], [1, 2]))
  func encryptedValue(property: String, bits: UInt8) throws {
    let met = try CounterEncounter(properties: "[\(property)]", security: "encrypted")
    _ = try met.phone.pair()
    try met.phone.writeValue([bits, 0], to: met.configurations.counter)
    try met.reconnect()
    #expect(met.receivedCount() == 0)
    try met.phone.encrypt()
    #expect(met.receivedCount() > 3)
  }
}
