import Testing

@testable import HostStack

@Suite("What a client has configured")
struct ClientConfigurationTests {
  private static let battery = BluetoothUUID(0x180F)

  /// Handles: 1 battery, 2-4 a value with its configuration; then the Ranging Service, twice.
  private static let database = GATTDatabase([
    GATTService(battery, [GATTCharacteristic(BluetoothUUID(0x2A19), [.read, .notify, .indicate])]),
    .ranging(features: 1), .ranging(features: 1),
  ])

  @Test("is what differs from 0, without a service that does not keep it")
  func configured() {
    var database = Self.database
    #expect(database.configurations(outside: .ranging) == [])
    for attribute in database.attributes where attribute.type == .clientCharacteristicConfiguration {
      database.setValue([2, 0], at: attribute.handle)
    }
    let battery = ClientConfiguration(valueHandle: 3, bits: 2)
    #expect(database.configurations(outside: .ranging) == [battery])
    #expect(database.configurations(outside: Self.battery).count == 10)
    #expect(!database.configurations(outside: Self.battery).contains(battery))
  }

  @Test("is the same in another copy of the attributes, and left out where a value is gone")
  func restored() {
    var first = Self.database
    first.setValue([3, 0], at: 4)
    var second = Self.database
    let gone = ClientConfiguration(valueHandle: 0x200, bits: 1)
    second.restore(first.configurations(outside: .ranging) + [gone])
    #expect(second == first)
  }
}
