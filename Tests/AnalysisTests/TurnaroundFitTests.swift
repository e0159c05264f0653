import Testing

@testable import Analysis

@Suite("Turnarounds, fitted")
struct TurnaroundFitTests {
  @Test("have no jitter from the error of their times of arrival")
  func jitter() throws {
    let (noise, jitter) = (24.0, 50.0)
    // Two numbers that are d apart have a deviation of d/sqrt(2).
    let turnaround = ((jitter * jitter + noise * noise) * 2).squareRoot()
    let metres = 2 * noise * 0.299_792_458 / 2
    var fit = RadioFit()
    for _ in 0..<400 {
      fit.roundTripSpread.add([3, 3 + metres])
      fit.turnaroundSpread.add([0, turnaround])
    }
    #expect((try #require(fit.timingNoiseNanoseconds).value - noise).magnitude < 1e-9)
    let knob = try #require(fit.turnaroundJitterNanoseconds)
    #expect((knob.value - jitter).magnitude < 1e-9)
    #expect(knob.interval.contains(jitter))
  }
}
