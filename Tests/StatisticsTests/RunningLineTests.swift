import Statistics
import Testing

@Suite("The line by least squares")
struct RunningLineTests {
  @Test("is found exactly where the points lie on it, however far off they are")
  func exact() throws {
    var line = RunningLine()
    for x in 1...10 { line.add(x: 1e9 + Double(x), y: 0.25 + 1.5 * Double(x)) }
    #expect(abs(try #require(line.slope) - 1.5) < 1e-12)
    #expect(line.meanX == 1e9 + 5.5)
    #expect(abs(line.meanY - 8.5) < 1e-12)
    #expect(line.residualSquares < 1e-9)
  }

  @Test("leaves what the points are off it")
  func residual() throws {
    let line = RunningLine([(x: 0, y: 0), (x: 1, y: 1), (x: 2, y: 0)])
    #expect(line.slope == 0)
    #expect(abs(line.residualSquares - 2.0 / 3) < 1e-12)
  }

  @Test("has no slope at a single place")
  func singlePlace() {
    #expect(RunningLine((1...5).map { (x: 3, y: Double($0)) }).slope == nil)
  }

  @Test("is that of all points when two are added")
  func sum() throws {
    let points = (1...40).map { (x: Double($0), y: Double(($0 * 37) % 11)) }
    let whole = RunningLine(points)
    var sum = RunningLine(points.prefix(13))
    sum.add(RunningLine(points.dropFirst(13)))
    sum.add(RunningLine())
    #expect(sum.count == whole.count)
    for part in [\RunningLine.meanX, \.meanY, \.squaresX, \.squaresY, \.products, \.residualSquares] {
      #expect(abs(sum[keyPath: part] - whole[keyPath: part]) < 1e-9)
    }
    #expect(
      RunningLine(
        count: sum.count, meanX: sum.meanX, meanY: sum.meanY, squaresX: sum.squaresX, squaresY: sum.squaresY,
        products: sum.products) == sum)
  }
}
