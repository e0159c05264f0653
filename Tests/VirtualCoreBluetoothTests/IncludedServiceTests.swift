import Testing
import VirtualCoreBluetooth
import VirtualPhone

@testable import HostStack
@testable import PhoneSystem

@Suite("The services that a service includes")
struct IncludedServiceTests {
  @Test("are primary where the accessory has them so, and are without those that the system keeps to itself")
  func kinds() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    peripheral.discoverServices([Kitchen.service])
    try #require(kitchen.run(until: "didDiscoverServices"))
    let service = try #require(peripheral.services?.first)
    // No accessory profile has included services: the phone knows those of a server that has them.
    let accessory = try #require(kitchen.world.phone.system.accessories.first)
    let known = try #require(accessory.cache.services)
    let including = try #require(known.first { $0.uuid == Kitchen.service.value })
    let primary = known.filter { [BluetoothUUID(0x180F), BluetoothUUID(0x1812)].contains($0.uuid) }
    let secondary = DiscoveredService(uuid: BluetoothUUID(0x1234), range: HandleRange(0xF000, 0xF00F))
    #expect(primary.count == 2)
    accessory.cache.includes[including.range] = primary + [secondary]
    peripheral.discoverIncludedServices(nil, for: service)
    try #require(kitchen.run(until: "didDiscoverIncludedServices"))
    let included = try #require(service.includedServices)
    #expect(included.map(\.uuid.uuidString) == ["180F", "1234"])
    #expect(included.map(\.isPrimary) == [true, false])
  }
}
