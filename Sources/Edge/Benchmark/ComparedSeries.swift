internal import Statistics

/// A figure measured several times, each time beside a yardstick that ran just before, so that both see the machine in
/// one state.
struct ComparedSeries {
  let name: String
  private var values: [Double] = []
  private var ratios: [Double] = []

  init(_ name: String) { self.name = name }

  /// Takes one measurement and its yardstick.
  mutating func add(_ value: Double, beside yardstick: Double) {
    values.append(value)
    ratios.append(value / yardstick)
  }

  /// The median of what was measured.
  var value: Double { values.median }

  /// The median of the ratios to the yardstick.
  var ratio: Double { ratios.median }
}
