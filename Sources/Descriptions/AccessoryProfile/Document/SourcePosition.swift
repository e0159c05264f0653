/// A place in a file that a user wrote.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The file as the caller named it.
  public var file: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters.
  public var column: Int

  /// Names a place; the beginning of the file unless told otherwise.
  public init(file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `FILE:LINE:COLUMN`, as editors and terminals understand it.
  public var description: String { "\(file):\(line):\(column)" }

  /// Orders places by file, then by where they stand in it.
  static func precedes(_ a: SourcePosition, _ b: SourcePosition) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
