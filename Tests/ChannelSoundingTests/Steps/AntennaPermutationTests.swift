import Testing

@testable import ChannelSounding

@Suite struct AntennaPermutationTests {
  @Test("every index is another order of all paths", arguments: 1...4)
  func distinctOrders(paths: Int) {
    let orders = (0..<AntennaPermutation.count(paths: paths)).map { index in
      (0..<paths).map { AntennaPermutation.path(slot: $0, index: UInt8(index), paths: paths) }
    }
    #expect(Set(orders).count == orders.count)
    #expect(orders.allSatisfy { Set($0) == Set(0..<paths) })
    #expect(orders[0] == Array(0..<paths))
  }

  /// Rows of Vol 6, Part H, Tables 4.14 and 4.15, counted from 1 there.
  @Test(
    "the order is that of the table",
    arguments: [
      (2, 1, [2, 1]), (3, 3, [3, 1, 2]), (3, 5, [2, 3, 1]), (4, 6, [1, 2, 4, 3]), (4, 9, [4, 1, 2, 3]),
      (4, 16, [3, 4, 1, 2]), (4, 20, [4, 3, 2, 1]), (4, 23, [2, 3, 4, 1]),
    ])
  func orderTable(paths: Int, index: UInt8, order: [Int]) {
    #expect((0..<paths).map { AntennaPermutation.path(slot: $0, index: index, paths: paths) + 1 } == order)
  }

  @Test("the extension slot repeats the last path")
  func extensionSlot() {
    #expect(AntennaPermutation.path(slot: 4, index: 9, paths: 4) == 2)
    #expect(AntennaPermutation.path(slot: 1, index: 0, paths: 1) == 0)
  }

  @Test("the reflector's antenna changes faster")
  func reflectorsAntenna() {
    let two = AntennaConfiguration.defined[7]
    let paths = (0..<4).map { two.antennas(path: $0) }
    #expect(paths.map(\.initiator) == [0, 0, 1, 1])
    #expect(paths.map(\.reflector) == [0, 1, 0, 1])
    #expect(AntennaConfiguration.defined[3].antennas(path: 3) == (3, 0))
    #expect(AntennaConfiguration.defined[6].antennas(path: 3) == (0, 3))
  }
}
