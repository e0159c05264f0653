internal import Notation
internal import Statistics

/// Figures in aligned columns: what was measured, the figure, its ratio to another.
struct FigureTable {
  private var rows: [[String]] = [["measured", "figure", "ratio"]]

  mutating func add(_ name: String, _ figure: String, _ ratio: String = "") {
    rows.append([name, figure, ratio])
  }

  /// The table, each row on a line of its own.
  var text: String {
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let name = row[0] + Self.spaces(widths[0] - row[0].count)
      let figure = Self.spaces(widths[1] - row[1].count) + row[1]
      let line = "\(name)  \(figure)  \(row[2])"
      return line.reversed().drop { $0 == " " }.reversed() + "\n"
    }.joined()
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension Double {
  /// With `digits` digits after the point and commas between thousands.
  func text(digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((self * scale).rounded())
    let whole = Self.grouped(scaled / Int(scale))
    guard digits > 0 else { return whole }
    return whole + "." + (scaled % Int(scale)).decimalDigits(digits)
  }

  private static func grouped(_ number: Int) -> String {
    var left = String(number)
    var groups: [String] = []
    while left.count > 3 {
      groups.insert(String(left.suffix(3)), at: 0)
      left.removeLast(3)
    }
    return ([left] + groups).joined(separator: ",")
  }
}

extension Duration {
  var inSeconds: Double { self / .seconds(1) }
}

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

  var value: Double { values.median }

  var ratio: Double { ratios.median }
}
