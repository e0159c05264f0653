import Statistics
import Testing

@testable import RangeStudy

@Suite("The line over distances")
struct LineFitTests {
  @Test("has the offset and the scale of points that lie on it")
  func exact() throws {
    let line = RunningLine((1...10).map { (x: Double($0), y: 0.25 + 1.5 * Double($0)) })
    let fit = try #require(LineFit(line))
    #expect(abs(fit.offsetMetres - 0.25) < 1e-12)
    #expect(abs(fit.scale - 1.5) < 1e-12)
    #expect(fit.scaleError < 1e-6)
  }

  @Test("has the errors of the textbook for points beside it")
  func errors() throws {
    let fit = try #require(LineFit(RunningLine([(x: 0, y: 0), (x: 1, y: 1), (x: 2, y: 0)])))
    #expect(abs(fit.offsetMetres - 1.0 / 3) < 1e-12)
    #expect(fit.scale == 0)
    #expect(abs(fit.scaleError - (1.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(fit.offsetErrorMetres - (5.0 / 9).squareRoot()) < 1e-12)
  }

  @Test("is open with a single distance, or fewer than three")
  func open() {
    #expect(LineFit(RunningLine((1...5).map { (x: 3, y: Double($0)) })) == nil)
    #expect(LineFit(RunningLine([(x: 0, y: 0), (x: 1, y: 1)])) == nil)
  }
}
