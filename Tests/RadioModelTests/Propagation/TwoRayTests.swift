import CoreTypes
import RadioModel
import Testing

@Suite("A ground between two antennas")
struct TwoRayTests {
  private static func place(_ metres: Double, coefficient: Double) -> Environment {
    var environment = Channel.place(metres)
    environment.ground = GroundReflection(
      initiatorHeightMetres: 1.5, reflectorHeightMetres: 0.7, coefficient: coefficient)
    return environment
  }

  /// The length of the ray by way of the mirror image of one antenna below the ground.
  private static func rayMetres(_ distance: Double) -> Double {
    let level = (distance * distance - 0.8 * 0.8).squareRoot()
    return (level * level + 2.2 * 2.2).squareRoot()
  }

  @Test("gives the sum of two rays of true length", arguments: [1.0, 3.7, 12, 80], [-1, -0.6, 0.4])
  func closedFormula(metres: Double, coefficient: Double) {
    let environment = Self.place(metres, coefficient: coefficient)
    let ray = Self.rayMetres(metres)
    let gain = coefficient * metres / ray
    var walking = environment
    walking.motion = .radial(metresPerSecond: 1)
    let (still, moving) = (Channel.draw(environment), Channel.draw(walking))
    for channel in [2, 40, 76] {
      let direct = Channel.wave(metres: metres, channel: channel)
      let second = Channel.wave(metres: ray, channel: channel)
      let sum = (re: direct.re + gain * second.re, im: direct.im + gain * second.im)
      #expect(Channel.differ(still.response(path: 0, channel: channel, microseconds: 0), sum) < 1e-9)
      #expect(Channel.differ(moving.response(path: 0, channel: channel, microseconds: 0), sum) < 1e-9)
      #expect(abs(still.power(channel: channel) - (sum.re * sum.re + sum.im * sum.im)) < 1e-9)
    }
  }

  @Test("that mirrors wholly takes 40 dB a decade far away")
  func breakPoint() {
    func received(_ metres: Double) -> Double {
      var environment = Self.place(metres, coefficient: -1)
      environment.pathLossExponent = 2
      return PortableMath.decibels(powerRatio: Channel.draw(environment).power(channel: 40))
        - environment.freePathLossDecibels
    }
    #expect(abs(received(500) - received(5_000) - 40) < 0.1)
  }

  @Test("has a ray that changes its length with the distance")
  func geometry() {
    let ground = GroundReflection(initiatorHeightMetres: 1.5, reflectorHeightMetres: 0.7, coefficient: -1)
    for metres in [0.9, 2, 10, 1_000] {
      #expect(abs(ground.excessMetres(overMetres: metres) - (Self.rayMetres(metres) - metres)) < 1e-9)
    }
    #expect(abs(ground.excessMetres(overMetres: 0) - 2 * (1.5 * 0.7).squareRoot()) < 1e-12)
  }

  @Test("delays a packet by the group delay of both rays, never more than that of the second")
  func groupDelay() {
    let environment = Self.place(3, coefficient: -0.6)
    let channel = Channel.draw(environment)
    let excess = (Self.rayMetres(3) - 3) / Environment.speedOfLight * 1e9
    let gain = -0.6 * 3 / Self.rayMetres(3)
    for index in 0..<80 {
      let (sin, cos) = PortableMath.sinCos(turns: -Channel.hertz(index) * excess * 1e-9)
      let (re, im) = (1 + gain * cos, gain * sin)
      let expected = gain * excess * (cos * re + sin * im) / (re * re + im * im)
      let limited = max(0, min(excess, expected))
      #expect(abs(channel.groupDelayNanoseconds(channel: index) - limited) < 1e-9)
    }
  }
}
