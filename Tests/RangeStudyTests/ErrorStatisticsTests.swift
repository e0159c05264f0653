import SimulationKernel
import Testing

@testable import RadioModel
@testable import RangeStudy

@Suite("Statistics of errors")
struct ErrorStatisticsTests {
  @Test("of four errors are those of the textbook")
  func closedForm() throws {
    let statistics = try #require(ErrorStatistics(errors: [1, -1, 3, 5], areIndependent: true))
    #expect(statistics.count == 4)
    #expect(statistics.bias == 2)
    #expect(abs((statistics.standardDeviation ?? 0) - (20.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(statistics.rmse - 3) < 1e-12)
    #expect(statistics.p50 == 1)
    #expect(statistics.p90 == 5)
  }

  @Test("a single error has no spread and no confidence interval, and none has no statistics")
  func few() throws {
    let statistics = try #require(ErrorStatistics(errors: [-0.5], areIndependent: true))
    #expect(statistics.bias == -0.5)
    #expect(statistics.rmse == 0.5)
    #expect(statistics.p90 == 0.5)
    #expect(statistics.standardDeviation == nil)
    #expect(statistics.biasInterval == nil)
    #expect(statistics.rmseInterval == nil)
    #expect(ErrorStatistics(errors: [], areIndependent: true) == nil)
  }

  @Test("quantiles have the sign of the errors, and only those that so many errors can tell")
  func quantiles() throws {
    let errors = (1...1000).map { Double(($0 * 7) % 1000) - 500 }
    let all = try #require(ErrorStatistics(errors: errors, areIndependent: true)).quantiles
    #expect(all.first?.probability == 0.001 && all.first?.metres == -500)
    #expect(all.last?.probability == 0.999 && all.last?.metres == 498)
    #expect(all.first { $0.probability == 0.5 }?.metres == -1)
    #expect(all == all.sorted { $0.probability < $1.probability })
    let few = try #require(ErrorStatistics(errors: [3, -1, 2], areIndependent: true)).quantiles
    #expect(few.map(\.probability) == [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65])
    #expect(try #require(ErrorStatistics(errors: [1], areIndependent: true)).quantiles.isEmpty)
    let ten = try #require(ErrorStatistics(errors: (1...10).map(Double.init), areIndependent: true)).quantiles
    #expect(ten.first?.probability == 0.1 && ten.last?.probability == 0.9)
  }

  @Test("errors that depend on each other have no confidence intervals")
  func dependent() throws {
    let statistics = try #require(ErrorStatistics(errors: [1, 2, 3], areIndependent: false))
    #expect(statistics.biasInterval == nil)
    #expect(statistics.rmseInterval == nil)
  }

  @Test(
    "95 % confidence intervals hold bias and RMSE in about 95 of 100 draws, of few errors too",
    arguments: [(5, 360), (30, 360), (200, 370)])
  func coverage(count: Int, least: Int) throws {
    var random = RandomStream(seed: 11)
    var (biasHits, rmseHits) = (0, 0)
    let (bias, sigma) = (0.3, 1.0)
    for _ in 0..<400 {
      let errors = (0..<count).map { _ in bias + sigma * random.nextGaussianPair().0 }
      let statistics = try #require(ErrorStatistics(errors: errors, areIndependent: true))
      if try #require(statistics.biasInterval).contains(bias) { biasHits += 1 }
      let rmse = (bias * bias + sigma * sigma).squareRoot()
      if try #require(statistics.rmseInterval).contains(rmse) { rmseHits += 1 }
    }
    #expect((365...395).contains(biasHits), "\(biasHits)")
    #expect((least...395).contains(rmseHits), "\(rmseHits)")
  }
}
