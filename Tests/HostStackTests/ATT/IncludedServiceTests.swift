import Testing

@testable import HostStack

@Suite("Included services")
struct IncludedServiceTests {
  private static let vendor = BluetoothUUID("48FE3E40-0817-4BB2-8633-3073689C2DBA") ?? .ranging
  private static let other = BluetoothUUID("48FE3E41-0817-4BB2-8633-3073689C2DBA") ?? .ranging
  private static let battery = BluetoothUUID(0x180F)
  private static let level = GATTCharacteristic(BluetoothUUID(0x2A19), .read, value: [99])

  /// Handles: 1 to 3 the vendor's, 4 to 12 the including one, 13 to 15 the other, 16 to 18 battery.
  private static let database = GATTDatabase([
    GATTService(vendor, isPrimary: false, [level]),
    GATTService(.ranging, includes: [3, 0, 3, 2, 3, 3], [level]),
    GATTService(other, [level]),
    GATTService(battery, isPrimary: false, [level]),
  ])

  @Test("declarations stand at the start of the service, with the UUID if it is short")
  func layout() {
    let service = Self.database[HandleRange(4, 12)]
    let includes = Array(repeating: BluetoothUUID.include, count: 6)
    #expect(service.map(\.type) == [.primaryService] + includes + [.characteristic, Self.level.uuid])
    let short = [UInt8].of("1000 1200 0f18")
    let declared = [short, .of("0100 0300"), short, .of("0d00 0f00"), short, short]
    #expect(service.dropFirst().prefix(6).map(\.value) == declared)
    #expect(Self.database[1]?.type == .secondaryService && Self.database[13]?.type == .primaryService)
    #expect(Self.database.valueHandle(of: BluetoothUUID(0x2A19), in: .ranging) == 12)
    #expect(Self.database.valueHandle(of: BluetoothUUID(0x2A19), in: Self.battery) == 18)
  }

  @Test("a client finds them, with the UUIDs that a declaration has no room for", arguments: LinkPair.mtus)
  func found(mtu: Int) {
    var pair = LinkPair(mtu: mtu, database: Self.database)
    let short = DiscoveredService(uuid: Self.battery, range: HandleRange(16, 18))
    let long = DiscoveredService(uuid: Self.vendor, range: HandleRange(1, 3))
    let another = DiscoveredService(uuid: Self.other, range: HandleRange(13, 15))
    let all = [short, long, short, another, short, short]
    #expect(pair.events(of: .findIncludedServices(HandleRange(4, 12))) == [.includedServices(all)])
    #expect(pair.events(of: .findIncludedServices(HandleRange(4, 10))) == [.includedServices(all)])
    #expect(pair.events(of: .findIncludedServices(HandleRange(4, 5))) == [.includedServices([short])])
    #expect(pair.events(of: .findIncludedServices(HandleRange(4, 6))) == [.includedServices([short, long])])
    #expect(pair.events(of: .findIncludedServices(HandleRange(13, 15))) == [.includedServices([])])
  }

  @Test("secondary services are found as such", arguments: LinkPair.mtus)
  func secondary(mtu: Int) {
    var pair = LinkPair(mtu: mtu, database: Self.database)
    let primary = [
      DiscoveredService(uuid: .ranging, range: HandleRange(4, 12)),
      DiscoveredService(uuid: Self.other, range: HandleRange(13, 15)),
    ]
    #expect(pair.events(of: .discoverServices(nil)) == [.services(primary)])
    #expect(pair.events(of: .discoverServices(Self.battery)) == [.services([])])
  }

  @Test("a secondary service is found by either form of its UUID")
  func secondaryByValue() {
    var server = ATTServer(database: Self.database)
    for uuid in [Self.battery.octets, Self.battery.expanded] {
      let request = ATTFindByTypeValueRequest(.all, type: 0x2801, value: uuid)
      let answer = server.receive(.findByTypeValueRequest(request), security: LinkSecurity())
      #expect(
        answer == [.send(.findByTypeValueResponse(ATTFindByTypeValueResponse([HandleRange(16, 18)])))])
    }
  }

  /// Records that no server may list in answer to a search from 4 to 12, after one at handle 6.
  @Test(
    "records that cannot be are a violation",
    arguments: [
      ["0600 0100 0300 0f18"], ["0500 0100 0300 0f18"], ["0800 0100 0300 0f18", "0700 0100 0300 0f18"],
      ["0d00 0100 0300 0f18"], ["0700 0000 0300 0f18"], ["0700 0300 0200 0f18"], ["0700 0100 0300 0f"],
      ["0700 0100 0300 0f18 00"], ["0700"], ["0700 0100 0300 0f18 0000 0000 0000 0000 0000 0000 0000"],
    ])
  func impossible(records: [String]) {
    var client = ATTClient()
    _ = client.start(.findIncludedServices(HandleRange(4, 12)))
    let first = ATTAttributeList(records: [.of("0600 0100 0300 0f18")])
    #expect(
      client.receive(.readByTypeResponse(first)) == [
        .send(.readByTypeRequest(ATTTypedRange(HandleRange(7, 12), type: .include)))
      ])
    let list = ATTPDU.readByTypeResponse(ATTAttributeList(records: records.map([UInt8].of)))
    #expect(client.receive(list) == [.report(.violated(list))])
    #expect(!client.isBusy)
  }

  @Test("the declaration of an included service must hold a long UUID", arguments: [0, 2, 4, 15, 17])
  func notNamed(length: Int) {
    var client = unnamed()
    let value = ATTPDU.readResponse(ATTValue([UInt8](repeating: 1, count: length)))
    #expect(client.receive(value) == [.report(.violated(value))])
  }

  @Test("a refused read of the declaration ends the search", arguments: [0x05, 0x0A])
  func refused(code: UInt8) {
    var client = unnamed()
    let error = ATTErrorResponse(
      requestOpcode: 0x0A, handle: 1, errorCode: ATTErrorCode(rawValue: code))
    let operation = ATTClientOperation.findIncludedServices(HandleRange(4, 5))
    #expect(
      client.receive(.errorResponse(error)) == [
        .report(.refused(operation, handle: 1, code: error.errorCode))
      ])
  }

  /// A client that reads the declaration at handle 1, which the only include does not name.
  private func unnamed() -> ATTClient {
    var client = ATTClient()
    _ = client.start(.findIncludedServices(HandleRange(4, 5)))
    let list = ATTAttributeList(records: [.of("0500 0100 0300")])
    #expect(
      client.receive(.readByTypeResponse(list)) == [.send(.readRequest(ATTReadRequest(handle: 1)))])
    return client
  }

  @Test("a value instead of a list is a violation")
  func early() {
    var client = ATTClient()
    _ = client.start(.findIncludedServices(.all))
    let value = ATTPDU.readResponse(ATTValue([UInt8](repeating: 1, count: 16)))
    #expect(client.receive(value) == [.report(.violated(value))])
  }
}
