import Statistics
import Testing

@Suite("Moments of numbers that come one by one")
struct RunningMomentsTests {
  @Test("moments of large numbers lose nothing to their size")
  func largeNumbers() throws {
    let moments = RunningMoments([1e9 + 1, 1e9 + 2, 1e9 + 3])
    #expect(moments.mean == 1e9 + 2)
    #expect(abs(try #require(moments.standardDeviation) - 1) < 1e-6)
  }

  @Test("two of them joined are those of all numbers, wherever they are parted")
  func joined() throws {
    let values = (0..<20).map { 1e6 + Double($0 * $0) }
    let all = RunningMoments(values)
    for cut in 0...values.count {
      var one = RunningMoments(values[..<cut])
      one.add(RunningMoments(values[cut...]))
      #expect(one.count == all.count)
      #expect(abs(one.mean - all.mean) < 1e-6)
      #expect(abs(try #require(one.standardDeviation) - (try #require(all.standardDeviation))) < 1e-6)
    }
  }
}
