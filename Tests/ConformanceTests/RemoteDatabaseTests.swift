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

  @Test("may claim the last handle of all")
  func lastHandle() {
    let found = Self.database(
      service: HandleRange(1, 0xFFFF), declaration: 0xFFFF, value: 0xFFFF, at: 0xFFFF)
    #expect(found.flaw == "the characteristic at 65535 has its value at 65535")
  }
}
