/// How text for people is laid out.
public struct TextStyle: Hashable, Sendable {
  /// The width of text that goes to a pipe or a file, in columns.
  public static let plainWidth = 120
  /// The least width that is honoured, in columns.
  public static let minimumWidth = 40

  /// The width of a line in columns, `minimumWidth` or more.
  public var width: Int
  /// Whether escape codes colour the verdicts.
  public var isColoured: Bool

  /// Plain text of `plainWidth` columns unless told otherwise.
  public init(width: Int = TextStyle.plainWidth, isColoured: Bool = false) {
    self.width = max(TextStyle.minimumWidth, width)
    self.isColoured = isColoured
  }

  /// An SGR colour or weight. [ECMA-48, 8.3.117]
  enum Paint: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
  }

  func paint(_ text: String, _ paint: Paint) -> String {
    isColoured ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  func paint(_ text: String, as label: OutcomeLabel) -> String {
    switch label {
    case .pass: paint(text, .green)
    case .warning, .waived: paint(text, .yellow)
    case .fail: paint(text, .red)
    case .inconclusive: paint(text, .magenta)
    case .notApplicable, .information: paint(text, .faint)
    }
  }
}
