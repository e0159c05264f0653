import CoreTypes
import Foundation
import Testing

@Suite("Portable mathematics")
struct PortableMathTests {
  /// A small generator, so that the inputs are the same in each run.
  struct Inputs {
    var state: UInt64
    mutating func next(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) * 0x1p-53
    }
  }

  @Test("agrees with the platform to 1e-14", arguments: [0.1, 1, 7, 1_000, 500_000])
  func sineAndCosineOfRadians(size: Double) {
    var inputs = Inputs(state: 1)
    for _ in 0..<2_000 {
      let x = inputs.next(-size...size)
      let (s, c) = PortableMath.sinCos(radians: x)
      #expect(abs(s - sin(x)) <= 1e-15 + 1e-14 * abs(sin(x)), "\(x)")
      #expect(abs(c - cos(x)) <= 1e-15 + 1e-14 * abs(cos(x)), "\(x)")
    }
  }

  @Test("turns are reduced exactly")
  func sineAndCosineOfTurns() {
    var inputs = Inputs(state: 2)
    for _ in 0..<2_000 {
      let turns = inputs.next(-3...3)
      let (s, c) = PortableMath.sinCos(turns: turns)
      #expect(abs(s - sin(turns * 2 * .pi)) <= 5e-15, "\(turns)")
      #expect(abs(c - cos(turns * 2 * .pi)) <= 5e-15, "\(turns)")
      let rounded = PortableMath.rounded(turns * 1_048_576) / 1_048_576
      #expect(PortableMath.sinCos(turns: rounded) == PortableMath.sinCos(turns: rounded + 1_000_000))
    }
    #expect(PortableMath.sinCos(turns: 0.25) == (1, 0))
    #expect(PortableMath.sinCos(turns: -0.5).cos == -1)
  }

  @Test("numbers side by side give the bits of each alone")
  func lanes() {
    var inputs = Inputs(state: 6)
    for _ in 0..<2_000 {
      let numbers = (0..<RealLanes.scalarCount).map { _ in inputs.next(0...1) }
      let lanes = RealLanes(numbers)
      let (sin, cos) = PortableMath.sinCos(turns: lanes - RealLanes(all: 0.5))
      let logarithms = PortableMath.log(lanes)
      let (first, second) = PortableMath.normalPair(lanes, RealLanes(numbers.reversed()))
      for (lane, number) in numbers.enumerated() {
        #expect(PortableMath.sinCos(turns: number - 0.5) == (sin[lane], cos[lane]))
        #expect(PortableMath.log(number).bitPattern == logarithms[lane].bitPattern)
        let pair = PortableMath.normalPair(number, numbers.reversed()[lane])
        #expect(pair == (first[lane], second[lane]))
      }
    }
  }

  @Test("the angle is right in all quadrants and on the axes")
  func angle() {
    var inputs = Inputs(state: 3)
    for _ in 0..<4_000 {
      let (x, y) = (inputs.next(-2...2), inputs.next(-2...2))
      let expected = atan2(y, x)
      #expect(abs(PortableMath.atan2(y, x) - expected) <= 1e-14 * max(abs(expected), 1e-3), "\(y) \(x)")
      #expect(abs(PortableMath.atan2(y, x * 1e-6) - atan2(y, x * 1e-6)) <= 1e-14, "\(y) \(x)")
    }
    #expect(PortableMath.atan2(0, 0) == 0)
    #expect(PortableMath.atan2(0, -1) == .pi)
    #expect(PortableMath.atan2(-1, 0) == -.pi / 2)
  }

  @Test("logarithm and exponential agree with the platform to 1e-14")
  func logarithmAndExponential() {
    var inputs = Inputs(state: 4)
    for _ in 0..<4_000 {
      let exponent = inputs.next(-700...700)
      let value = exp(exponent)
      #expect(abs(PortableMath.exp(exponent) / value - 1) <= 1e-14, "\(exponent)")
      #expect(abs(PortableMath.log(value) - log(value)) <= 1e-14 * abs(log(value)), "\(value)")
      let near = inputs.next(0.5...2)
      #expect(abs(PortableMath.log(near) - log(near)) <= 1e-14 * abs(log(near)), "\(near)")
    }
    #expect(PortableMath.log(1) == 0)
    #expect(PortableMath.exp(0) == 1)
    #expect(PortableMath.exp(1_000) == .infinity)
    #expect(PortableMath.exp(-1_000) == 0)
    #expect(PortableMath.exp(.nan).isNaN && PortableMath.exp(-.infinity) == 0)
  }

  @Test("powers of ten and decibels agree with the platform")
  func decibels() {
    var inputs = Inputs(state: 5)
    for _ in 0..<2_000 {
      let x = inputs.next(-30...30)
      #expect(abs(PortableMath.pow10(x) / pow(10, x) - 1) <= 1e-14, "\(x)")
      let ratio = PortableMath.powerRatio(decibels: x)
      #expect(abs(PortableMath.decibels(powerRatio: ratio) - x) <= 1e-13, "\(x)")
      #expect(abs(PortableMath.amplitudeRatio(decibels: 2 * x) / ratio - 1) <= 1e-14, "\(x)")
    }
    #expect(PortableMath.pow10(3) == 1_000)
    #expect(PortableMath.pow10(.nan).isNaN && PortableMath.pow10(-.infinity) == 0)
  }
}
