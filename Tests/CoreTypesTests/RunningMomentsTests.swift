import CoreTypes
import Testing

@Suite("Moments of numbers that come one by one")
struct RunningMomentsTests {
  @Test("moments of large numbers lose nothing to their size")
  func largeNumbers() throws {
    var moments = RunningMoments()
    for value in [1e9 + 1, 1e9 + 2, 1e9 + 3] { moments.add(value) }
    #expect(moments.mean == 1e9 + 2)
    #expect(abs(try #require(moments.standardDeviation) - 1) < 1e-6)
  }
}
