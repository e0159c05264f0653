import Statistics
import Testing

@Suite("The normal distribution")
struct NormalDistributionTests {
  @Test(
    "has the quantiles of the tables",
    arguments: [
      (0.5, 0), (0.841_344_746_068_543, 1), (0.975, 1.959_963_984_540_054), (0.999, 3.090_232_306_167_813),
      (0.01, -2.326_347_874_040_841), (1e-6, -4.753_424_308_822_899),
    ])
  func quantiles(probability: Double, value: Double) {
    #expect(abs(NormalDistribution.quantile(probability) - value) < 1e-8)
  }
}
