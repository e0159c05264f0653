import Statistics
import Testing

@testable import RangeStudy

@Suite("The line over distances")
struct LineFitTests {
  @Test("has the offset and the scale of points that lie on it")
  func exact() throws {
    let line = RunningLine((1...10).map { (x: Double($0), y: 0.25 + 1.5 * Double($0)) })
    let fit = try #require(LineFit(line, areIndependent: true))
    #expect(abs(fit.offsetMetres - 0.25) < 1e-12)
    #expect(abs(fit.scale - 1.5) < 1e-12)
    #expect(try #require(fit.uncertainty).scale < 1e-6)
  }

  @Test("has the errors of the textbook for points beside it")
  func errors() throws {
    let fit = try #require(LineFit(RunningLine(Self.beside), areIndependent: true))
    let uncertainty = try #require(fit.uncertainty)
    #expect(abs(fit.offsetMetres - 1.0 / 3) < 1e-12)
    #expect(fit.scale == 0)
    #expect(abs(uncertainty.scale - (1.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(uncertainty.offsetMetres - (5.0 / 9).squareRoot()) < 1e-12)
  }

  @Test("has limits that are as wide as so few points leave them, and none where errors depend on each other")
  func limits() throws {
    let fit = try #require(LineFit(RunningLine(Self.beside), areIndependent: true))
    #expect(abs(try #require(fit.uncertainty).reach(confidence: 0.95) - 12.706) < 1e-3)
    #expect(try #require(LineFit(RunningLine(Self.beside), areIndependent: false)).uncertainty == nil)
  }

  private static let beside = [(x: 0.0, y: 0.0), (x: 1, y: 1), (x: 2, y: 0)]

  @Test("is open with a single distance, or fewer than three")
  func open() {
    #expect(LineFit(RunningLine((1...5).map { (x: 3, y: Double($0)) }), areIndependent: true) == nil)
    #expect(LineFit(RunningLine(Self.beside.prefix(2)), areIndependent: true) == nil)
  }
}
