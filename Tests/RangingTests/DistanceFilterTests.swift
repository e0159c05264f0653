import Testing

@testable import Ranging

@Suite("A stream of distances")
struct DistanceFilterTests {
  private func estimate(_ metres: Double, deviation: Double = 0.1, quality: Double = 0.9) -> DistanceEstimate
  {
    DistanceEstimate(
      metres: metres, deviationMetres: deviation, ambiguityMetres: RangingBounds.ambiguityMetres,
      quality: quality, hasPeak: quality >= 0.25, phaseResidualRadians: 0.1, boundMetres: deviation,
      toneCount: 72)
  }

  @Test("the median of five is not drawn by one that passed the gate")
  func median() {
    var filter = DistanceFilter(.median(5))
    let shown = [5, 5.1, 4.9, 5.3, 5].enumerated().map {
      filter.update(estimate($0.element), seconds: Double($0.offset) / 10)
    }
    #expect(shown == [5, 5.1, 5, 5.1, 5])
  }

  @Test("the mean runs over the last ones alone")
  func mean() {
    var filter = DistanceFilter(.mean(2))
    let shown = [5, 5.2, 5.1].enumerated().map {
      filter.update(estimate($0.element), seconds: Double($0.offset) / 10) ?? 0
    }
    #expect(zip(shown, [5, 5.1, 5.15]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("a procedure that came to nothing, or has no peak, shows nothing and changes nothing")
  func missing() {
    var filter = DistanceFilter(.median(3))
    var other = filter
    #expect(filter.update(nil, seconds: 0) == nil)
    #expect(filter.update(estimate(90, quality: 0.1), seconds: 0.1) == nil)
    #expect(filter.update(estimate(5), seconds: 0.2) == other.update(estimate(5), seconds: 0.2))
    #expect(filter == other)
  }

  @Test("an outlier beyond three deviations is left out")
  func gate() {
    var filter = DistanceFilter(.none)
    for step in 0..<10 { _ = filter.update(estimate(5), seconds: Double(step) / 10) }
    #expect(filter.update(estimate(6), seconds: 1) == nil)
    #expect(filter.update(estimate(5.1), seconds: 1.1) == 5.1)
  }

  @Test("a target that rests is taken to be where it was, one that walks is followed")
  func expected() throws {
    func tracked(_ deviation: Double) throws -> Double {
      var filter = DistanceFilter(.none, tracker: DistanceTracker(leastDeviationMetres: 0.2))
      filter.expect(accelerationDeviation: deviation)
      for step in 0..<20 { _ = filter.update(5, seconds: Double(step)) }
      #expect(filter.update(5.5, seconds: 20) == 5.5)
      return try #require(filter.tracker.metres)
    }
    #expect(try tracked(0.01) < 5.2 && tracked(1) > 5.4)
  }

  @Test("a target that stays elsewhere is believed in the end")
  func moved() {
    var filter = DistanceFilter(.median(5))
    for step in 0..<10 { _ = filter.update(estimate(5), seconds: Double(step) / 10) }
    let shown = (0..<8).map { filter.update(estimate(30), seconds: 1 + Double($0) / 10) }
    #expect(shown.prefix(4).allSatisfy { $0 == nil })
    #expect(shown.last == 30)
  }

  @Test("the tracker learns the velocity of a walk, and its prediction runs ahead with it")
  func tracker() throws {
    var tones = SyntheticTones(seed: 41)
    var tracker = DistanceTracker()
    for step in 0..<60 {
      let seconds = Double(step) / 10
      tracker.update(2 + 1.2 * seconds + 0.1 * tones.noise().0, deviation: 0.1, seconds: seconds)
    }
    #expect(abs(tracker.velocityMetresPerSecond - 1.2) < 0.3)
    let ahead = try #require(tracker.prediction(seconds: 6.9))
    #expect(abs(ahead.metres - (2 + 1.2 * 6.9)) < 0.6)
    let sooner = try #require(tracker.prediction(seconds: 6))
    #expect(sooner.deviationMetres < ahead.deviationMetres)
  }

  @Test("the tracker's deviation is that of its errors")
  func deviation() throws {
    var tones = SyntheticTones(seed: 42)
    var (squares, variances) = (0.0, 0.0)
    for _ in 0..<60 {
      var tracker = DistanceTracker(accelerationDeviation: 0.01, leastDeviationMetres: 0.01)
      for step in 0..<20 {
        tracker.update(7 + 0.2 * tones.noise().0, deviation: 0.2, seconds: Double(step) / 10)
      }
      let prediction = try #require(tracker.prediction(seconds: 1.9))
      squares += (prediction.metres - 7) * (prediction.metres - 7)
      variances += prediction.deviationMetres * prediction.deviationMetres
    }
    #expect((0.7...1.3).contains((squares / variances).squareRoot()))
  }
}
