import ChannelSounding
import CoreTypes
import RadioModel
import Ranging
import SimulationKernel
import Testing

@testable import ConformanceTester

@Suite("The line of the first procedures")
struct LineReferenceTests {
  private static let environment = Environment(distanceMetres: 3)

  /// The tones of a procedure at that distance, a part of them with any phase.
  private static func measurement(wrongPart: Double, _ random: inout RandomStream) -> RangingMeasurement {
    let delay = -2e6 * environment.distanceMetres / Environment.speedOfLight
    var path = ToneResponse(content: .inline)
    for channel in CSChannelMap.allowed.channels {
      let wrong = random.nextUnit() < wrongPart ? random.nextUnit() : 0
      let (sin, cos) = PortableMath.sinCos(turns: delay * Double(channel) + wrong)
      path.append(channel: channel, initiatorI: cos, initiatorQ: sin)
    }
    return RangingMeasurement(paths: [path])
  }

  @Test("is looked for in the first procedures and no others, found or not", arguments: [0, 1.0])
  func searches(wrongPart: Double) {
    var random = RandomStream(seed: 1)
    var line = LineReference()
    var searchCount = 0
    for _ in 0..<(3 * SeriesWatch.firstCount) {
      line.learn(Self.environment, pathCount: 1) {
        searchCount += 1
        return PhaseComparison(
          Self.measurement(wrongPart: wrongPart, &random), environment: Self.environment)
      }
    }
    #expect(searchCount == SeriesWatch.firstCount)
    #expect((line.steadiness != nil) == (wrongPart == 0))
  }

  @Test("needs ten procedures with enough tones")
  func tooFewTones() {
    var random = RandomStream(seed: 1)
    var line = LineReference()
    for number in 1...20 {
      line.learn(Self.environment, pathCount: 1) {
        let measurement =
          number % 2 == 0 ? Self.measurement(wrongPart: 0, &random) : RangingMeasurement(paths: [])
        return PhaseComparison(measurement, environment: Self.environment)
      }
      #expect((line.steadiness != nil) == (number == 20), "\(number)")
    }
  }
}
