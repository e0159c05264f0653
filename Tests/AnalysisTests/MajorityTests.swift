import CoreTypes
import SimulationKernel
import Testing

@testable import Analysis

@Suite("Variances of which some do not belong")
struct MajorityTests {
  /// Variances of normal values of variance 1, each with 36 degrees of freedom.
  static func variances(_ count: Int, _ random: inout RandomStream) -> [Double] {
    (0..<count).map { _ in
      (0..<18).reduce(0.0) { sum, _ in sum - PortableMath.log(1 - random.nextUnit()) } / 18
    }
  }

  @Test("have the mean of those that belong, not their median, which is 1.9 % lower")
  func mean() throws {
    var random = RandomStreams(seed: 3).stream("variances")
    var sum = 0.0
    for _ in 0..<200 {
      var majority = Majority()
      for value in Self.variances(100, &random) { majority.add(value) }
      sum += try #require(majority.centre).value
    }
    // The mean of 200 has a deviation of 0.0021.
    #expect((sum / 200 - 1).magnitude < 0.008)
  }

  @Test("are none, or all alike")
  func alike() throws {
    #expect(Majority().centre == nil)
    var majority = Majority()
    for _ in 0..<5 { majority.add(0) }
    #expect(try #require(majority.centre).value == 0)
    for _ in 0..<50 { majority.add(0.25) }
    #expect(try #require(majority.centre).value == 0.25)
  }
}
