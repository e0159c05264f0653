internal import Documents

/// Reads ways besides the direct one from a table: comma-separated values, a header first, `#` before comments.
struct TapsFile {
  static let maximumCount = 256

  private enum Column: String, CaseIterable {
    case excess = "excess_m"
    case delay = "delay_ns"
    case gain = "gain_db"
    case phase = "phase_deg"

    var shape: Shape {
      switch self {
      case .excess: .number(0...1500, .metres)
      case .delay: .number(0...5000, .nanoseconds)
      case .gain: .number(-120...20, .decibels)
      case .phase: .number(-360...360, .degrees)
      }
    }
  }

  /// The text between two commas, without the spaces around it.
  private struct Cell {
    var text: String
    var position: SourcePosition
  }

  private static let metresPerNanosecond = 0.299_792_458

  private let file: String
  private var columns: [Column] = []
  private var paths: [EnvironmentPreset.Path] = []
  private var errors: [DocumentError] = []

  /// The ways that a file has, in its order. Throws everything that is wrong with it, with lines.
  static func paths(octets: [UInt8], file: String) throws(DocumentErrors) -> [EnvironmentPreset.Path] {
    var table = TapsFile(file: file)
    let text = try Document.text(octets, file: file)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let cells = table.cells(line, number: index + 1)
      if cells.isEmpty { continue }
      if table.columns.isEmpty { try table.readHeader(cells) } else { table.readRow(cells) }
      if table.errors.count >= DocumentErrors.maximumCount { break }
    }
    if table.columns.isEmpty {
      throw DocumentErrors(
        .wrongType(found: "no header", expected: "a line with the names of columns", fix: Self.headerFix),
        at: SourcePosition(file: file))
    }
    if !table.errors.isEmpty { throw DocumentErrors(table.errors) }
    return table.paths
  }

  private init(file: String) { self.file = file }

  private static let headerFix = "Begin with 'excess_m,gain_db,phase_deg'."

  /// The cells of a line; none for a comment or an empty line.
  private func cells(_ line: Substring, number: Int) -> [Cell] {
    let content = line.prefix { $0 != "#" }
    if content.allSatisfy({ $0 == " " || $0 == "\t" }) { return [] }
    var column = 1
    return content.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let lead = part.prefix { $0 == " " || $0 == "\t" }.count
      let trimmed = part.dropFirst(lead).reversed().drop { $0 == " " || $0 == "\t" }.reversed()
      let position = SourcePosition(file: file, line: number, column: column + lead)
      column += part.count + 1
      return Cell(text: String(trimmed), position: position)
    }
  }

  /// Takes the names of the columns; without them no row can be read.
  private mutating func readHeader(_ cells: [Cell]) throws(DocumentErrors) {
    let legal = Column.allCases.map(\.rawValue)
    var errors: [DocumentError] = []
    for cell in cells {
      guard let column = Column(rawValue: cell.text) else {
        let nearest = NearestWord.match(cell.text, in: legal)
        let problem = DocumentError.Problem.unknownWord(found: cell.text, expected: legal, nearest: nearest)
        errors.append(DocumentError(problem, at: cell.position))
        continue
      }
      if columns.contains(column) {
        errors.append(DocumentError(.repeatedItem("column '\(cell.text)'"), at: cell.position))
      }
      columns.append(column)
    }
    if !errors.isEmpty { throw DocumentErrors(errors) }
    let lengths = columns.filter { $0 == .excess || $0 == .delay }.count
    if lengths == 1, columns.contains(.gain) { return }
    let found = "the columns " + columns.map(\.rawValue).joined(separator: ", ")
    let problem = DocumentError.Problem.wrongType(
      found: found, expected: "gain_db and one of excess_m, delay_ns", fix: Self.headerFix)
    throw DocumentErrors(problem, at: cells.first?.position ?? SourcePosition(file: file))
  }

  private mutating func readRow(_ cells: [Cell]) {
    guard cells.count == columns.count, paths.count < Self.maximumCount else {
      let isLong = cells.count == columns.count
      let problem = DocumentError.Problem.outOfRange(
        found: isLong ? "\(paths.count + 1) taps" : "\(cells.count) cells",
        expected: isLong ? "at most \(Self.maximumCount)" : "\(columns.count) as in the header", nearest: nil)
      if let position = cells.first?.position { errors.append(DocumentError(problem, at: position)) }
      return
    }
    var path = EnvironmentPreset.Path(extraMetres: 0, lossDecibels: 0, phaseDegrees: 0)
    for (cell, column) in zip(cells, columns) {
      let value = number(cell, column)
      switch column {
      case .excess: path.extraMetres = value
      case .delay: path.extraMetres = value * Self.metresPerNanosecond
      case .gain: path.lossDecibels = -value
      case .phase: path.phaseDegrees = value
      }
    }
    paths.append(path)
  }

  /// The number of a cell; 0 and one error more if it has none that is legal.
  private mutating func number(_ cell: Cell, _ column: Column) -> Double {
    let node = DocumentNode(content: .scalar(cell.text, isQuoted: false), position: cell.position)
    var check = ShapeCheck()
    check.check(node, against: column.shape, path: column.rawValue)
    errors += check.errors
    return ScalarText.number(cell.text) ?? 0
  }
}
