import HostStack
import Testing

@testable import ConformanceTester

@Suite("Advertising data")
struct AdvertisingFlawTests {
  private static func list(_ type: ADType, of size: Int) -> ADStructure {
    ADStructure(type, [UInt8](repeating: 0x18, count: size))
  }

  @Test(
    "has one list of UUIDs of each size at most, complete or not",
    arguments: [
      ([ADType.completeServiceUUIDs16, .completeServiceUUIDs16], 2),
      ([ADType.incompleteServiceUUIDs16, .completeServiceUUIDs16], 2),
      ([ADType.completeServiceUUIDs32, .incompleteServiceUUIDs32], 4),
    ])
  func repeatedList(_ types: [ADType], size: Int) {
    let octets = AdvertisingData(types.map { Self.list($0, of: size) }).encoded
    #expect(Tester.flaw(inData: octets) == "two lists of UUIDs of \(size) octets")
  }

  @Test("may have lists of UUIDs of different sizes")
  func differentLists() {
    let octets = AdvertisingData([
      Self.list(.completeServiceUUIDs16, of: 4), Self.list(.incompleteServiceUUIDs128, of: 16),
    ]).encoded
    #expect(Tester.flaw(inData: octets) == nil)
  }
}
