import Testing

@testable import RangeStudy

@Suite("The line over distances")
struct LineFitTests {
  @Test("is found exactly where the points lie on it")
  func exact() throws {
    var sums = LineSums()
    for x in 1...10 { sums.add(x: Double(x), y: 0.25 + 1.5 * Double(x)) }
    let fit = try #require(sums.fit)
    #expect(abs(fit.offsetMetres - 0.25) < 1e-12)
    #expect(abs(fit.scale - 1.5) < 1e-12)
    #expect(fit.scaleError < 1e-6)
  }

  @Test("is open with a single distance")
  func singleDistance() {
    var sums = LineSums()
    for y in 1...5 { sums.add(x: 3, y: Double(y)) }
    #expect(sums.fit == nil)
  }
}
