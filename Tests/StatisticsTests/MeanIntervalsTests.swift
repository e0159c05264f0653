import Statistics
import Testing

@Suite("Intervals of means")
struct MeanIntervalsTests {
  @Test("that of two numbers is as wide as Student's distribution has it")
  func few() throws {
    let interval = try #require(RunningMoments([1, 3]).meanInterval(confidence: 0.95))
    #expect(abs(interval.upperBound - 2 - 12.706) < 1e-3)
    #expect(RunningMoments([1]).meanInterval(confidence: 0.95) == nil)
  }

  @Test("as many errors decide a mean square as there are of one size")
  func effectiveCount() throws {
    #expect(abs(try #require(MeanSquare(RunningMoments([4, 4, 4, 4]))).effectiveCount - 4) < 1e-12)
    let lone = try #require(MeanSquare(RunningMoments([1000.0] + [Double](repeating: 0, count: 99))))
    #expect(abs(lone.effectiveCount - 1) < 0.02)
    let both = try #require(MeanSquare(RunningMoments([1000.0, 1000] + [Double](repeating: 0, count: 998))))
    #expect(abs(both.effectiveCount - 2) < 0.02)
  }

  @Test("a mean square follows from the upper end of its interval", arguments: [0.2, 0.5, 1, 3, 30])
  func inverse(outlier: Double) throws {
    let squares = (1...50).map { Double($0 % 7) } + [outlier * outlier * 10]
    let square = try #require(MeanSquare(RunningMoments(squares)))
    let found = try #require(
      MeanSquare(
        root: square.mean.squareRoot(), upper: square.rootInterval.upperBound, count: square.count))
    #expect(abs(found.standardError - square.standardError) < 1e-9 * square.standardError)
    #expect(MeanSquare(root: 1, upper: 0.9, count: 10) == nil)
    #expect(MeanSquare(root: 0, upper: 0.9, count: 10) == nil)
  }
}
