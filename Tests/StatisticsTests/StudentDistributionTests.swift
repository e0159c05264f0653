import Statistics
import Testing

@Suite("Student's distribution")
struct StudentDistributionTests {
  @Test(
    "its bounds are those of the printed tables",
    arguments: [
      (0.95, 1.0, 12.706), (0.95, 2, 4.303), (0.95, 5, 2.571), (0.95, 30, 2.042), (0.95, 100, 1.984),
      (0.99, 2, 9.925), (0.99, 10, 3.169), (0.5, 10, 0.700), (0.999, 20, 3.850), (0.95, 1e6, 1.960),
    ])
  func bounds(confidence: Double, degrees: Double, expected: Double) {
    let bound = StudentDistribution.bound(confidence: confidence, degrees: degrees)
    #expect(abs(bound - expected) < 0.001 * expected, "\(bound)")
  }
}
