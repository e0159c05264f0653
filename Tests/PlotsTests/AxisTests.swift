import Testing

@testable import Plots

@Suite("Axes")
struct AxisTests {
  @Test(
    "mark round values and end at them",
    arguments: [
      ([0.0, 10], 0...10, ["0", "2", "4", "6", "8", "10"]),
      (
        [-1.2, 3.4], -1.5...3.5,
        ["-1", "0", "1", "2", "3"]
      ),
      ([0.001, 0.0042], 0.001...0.0045, nil),
      ([7, 7], nil, nil), ([0, 0], nil, nil),
    ] as [([Double], ClosedRange<Double>?, [String]?)])
  func linear(values: [Double], range: ClosedRange<Double>?, texts: [String]?) {
    let axis = Axis("x")
    let found = axis.range(of: values)
    #expect(values.allSatisfy(found.contains))
    if let range {
      #expect(abs(found.lowerBound - range.lowerBound) < 1e-12, "\(found)")
      #expect(abs(found.upperBound - range.upperBound) < 1e-12, "\(found)")
    }
    let ticks = axis.ticks(in: found)
    #expect((5...12).contains(ticks.count), "\(ticks)")
    if let texts { #expect(ticks.map(\.text) == texts) }
    #expect(Set(ticks.map(\.text)).count == ticks.count)
  }

  @Test("include a value that they always show")
  func included() {
    #expect(Axis("x", including: [0]).range(of: [3, 4]).lowerBound == 0)
  }

  @Test("of things with names have them in the place of numbers, and thin them out")
  func names() {
    let axis = Axis("report", names: ["1.0", "1.1", "1.2"])
    #expect(axis.range(of: [2]) == 0.5...3.5)
    #expect(axis.ticks(in: 0.5...3.5).map(\.text) == ["1.0", "1.1", "1.2"])
    #expect(axis.words(2) == "report 1.1" && axis.words(4) == "report 4" && axis.cell(3) == "1.2")
    let many = Axis("report", names: (1...20).map { "\($0)" })
    #expect(many.ticks(in: 0.5...20.5).map(\.text) == ["1", "5", "9", "13", "17"])
  }

  @Test("of logarithms have no place for zero and less")
  func logarithmic() {
    let axis = Axis("x", scale: .logarithmic)
    #expect(axis.range(of: [0, -1, 2, 200]) == 2...200)
    #expect(axis.ticks(in: 2...200).map(\.text) == ["2", "5", "10", "20", "50", "100", "200"])
    #expect(abs(axis.part(20, of: 2...200) - 0.5) < 1e-9)
    #expect(!axis.place(0).isFinite)
  }

  @Test("of probabilities make a straight line of a normal distribution")
  func probability() {
    let axis = Axis("p", scale: .probability)
    let range = axis.range(of: [0.02, 0.98])
    #expect(range == 0.01...0.99)
    #expect(abs(axis.part(0.5, of: range) - 0.5) < 1e-12)
    // 1 and 2 standard deviations.
    let one = axis.part(0.841_344_746_068_543, of: range) - 0.5
    let two = axis.part(0.977_249_868_051_821, of: range) - 0.5
    #expect(abs(two / one - 2) < 1e-8)
  }

  @Test(
    "take values that cannot be drawn",
    arguments: [Double.nan, .infinity, 1e300, 9e14, 3, .leastNonzeroMagnitude])
  func absurd(value: Double) {
    for scale in [Axis.Scale.linear, .logarithmic, .probability] {
      let axis = Axis("x", scale: scale)
      for other in [1, 0, value, -value, value.nextUp] {
        let range = axis.range(of: [value, other])
        #expect(axis.ticks(in: range).count < 40)
      }
    }
  }
}
