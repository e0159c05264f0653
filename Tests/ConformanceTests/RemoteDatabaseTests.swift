import HostStack
import Testing

@testable import ConformanceTester

@Suite("The attributes that a phone finds")
struct RemoteDatabaseTests {
  private static func database(
    service: HandleRange, declaration: UInt16, value: UInt16, at handle: UInt16
  ) -> RemoteDatabase {
    RemoteDatabase(
      services: [RemoteDatabase.Service(uuid: .genericAccess, range: service)],
      characteristics: [
        RemoteDatabase.Characteristic(
          uuid: .deviceName, properties: .read, declaration: declaration, valueHandle: value)
      ],
      attributes: [RemoteDatabase.Attribute(handle: handle, type: .deviceName)])
  }

  @Test("fit together where a value follows its declaration in its service")
  func sound() {
    #expect(Self.database(service: HandleRange(1, 3), declaration: 2, value: 3, at: 3).flaw == nil)
  }

  /// Handles: 1 to `firstEnd` a primary service, 4-6 a secondary one with a characteristic, 7-9 a primary one.
  @Test(
    "fit together where a characteristic is in a secondary service, unless that is in another",
    arguments: [3, 6])
  func secondary(firstEnd: UInt16) {
    var found = Self.database(service: HandleRange(1, firstEnd), declaration: 5, value: 6, at: 6)
    found.services.append(RemoteDatabase.Service(uuid: .genericAttribute, range: HandleRange(7, 9)))
    found.attributes = [
      RemoteDatabase.Attribute(handle: 1, type: .primaryService),
      RemoteDatabase.Attribute(handle: 4, type: .secondaryService),
      RemoteDatabase.Attribute(handle: 5, type: .characteristic),
      RemoteDatabase.Attribute(handle: 6, type: .deviceName),
      RemoteDatabase.Attribute(handle: 7, type: .primaryService),
    ]
    #expect(found.flaw == (firstEnd == 3 ? nil : "services overlap"))
  }

  @Test(
    "do not fit together if a value is elsewhere, even where no handle can follow",
    arguments: [
      (2 as UInt16, 4 as UInt16, 4 as UInt16, "the characteristic at 2 has its value at 4"),
      (2, 3, 4, "the characteristic at 2 declares 2A00, which is not at 3"),
      (9, 10, 10, "the characteristic at 9 is outside every service"),
    ])
  func flaws(_ declaration: UInt16, _ value: UInt16, _ handle: UInt16, _ flaw: String) {
    let found = Self.database(
      service: HandleRange(1, 5), declaration: declaration, value: value, at: handle)
    #expect(found.flaw == flaw)
  }

  @Test("are written where they are the accessory's own, not where a write changes the link")
  func writable() {
    func characteristic(_ uuid: UInt16, at declaration: UInt16) -> RemoteDatabase.Characteristic {
      RemoteDatabase.Characteristic(
        uuid: BluetoothUUID(uuid), properties: [.read, .write], declaration: declaration,
        valueHandle: declaration + 1)
    }
    var found = RemoteDatabase(
      services: [
        RemoteDatabase.Service(uuid: .genericAccess, range: HandleRange(1, 3)),
        RemoteDatabase.Service(uuid: .genericAttribute, range: HandleRange(4, 6)),
      ],
      characteristics: [characteristic(0x2A00, at: 2), characteristic(0x2B29, at: 5)])
    #expect(found.writable == nil)
    found.services.append(RemoteDatabase.Service(uuid: BluetoothUUID(0x1805), range: HandleRange(7, 9)))
    found.characteristics.append(characteristic(0x2A2B, at: 8))
    #expect(found.writable?.valueHandle == 9)
  }

  @Test("have a configuration anywhere among the descriptors of a value, up to the last handle of all")
  func configuration() {
    let last: UInt16 = 0xFFFF
    let characteristics = [last - 6, last - 2].map {
      RemoteDatabase.Characteristic(
        uuid: .serviceChanged, properties: .indicate, declaration: $0, valueHandle: $0 + 1)
    }
    var found = RemoteDatabase(
      services: [RemoteDatabase.Service(uuid: .genericAttribute, range: HandleRange(last - 7, last))],
      characteristics: characteristics,
      attributes: [
        RemoteDatabase.Attribute(handle: last - 4, type: .characteristicUserDescription),
        RemoteDatabase.Attribute(handle: last - 3, type: .clientCharacteristicConfiguration),
        RemoteDatabase.Attribute(handle: last, type: .clientCharacteristicConfiguration),
      ])
    #expect(characteristics.map(found.configurationHandle(of:)) == [last - 3, last])
    found.attributes.remove(at: 1)
    #expect(characteristics.map(found.configurationHandle(of:)) == [nil, last])
  }

  @Test("are those of an app without the services that a phone keeps to itself")
  func servicesOfApps() throws {
    let notificationCentre = try #require(BluetoothUUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0"))
    let uuids: [BluetoothUUID] = [
      .genericAccess, .genericAttribute, BluetoothUUID(0x1812), notificationCentre, .ranging,
    ]
    var found = RemoteDatabase()
    found.services = uuids.enumerated().map { index, uuid in
      RemoteDatabase.Service(uuid: uuid, range: HandleRange(UInt16(index + 1), UInt16(index + 1)))
    }
    #expect(found.servicesOfApps == [.ranging])
  }

  @Test("may claim the last handle of all")
  func lastHandle() {
    let found = Self.database(
      service: HandleRange(1, 0xFFFF), declaration: 0xFFFF, value: 0xFFFF, at: 0xFFFF)
    #expect(found.flaw == "the characteristic at 65535 has its value at 65535")
  }
}
