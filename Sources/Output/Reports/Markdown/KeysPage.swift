package import Documents

/// Writes the keys of a kind of file as the page docs/keys/DOCUMENT.md: a table for each mapping, in the order of the
/// declarations.
package struct KeysPage: Sendable {
  private let schema: DocumentSchema
  private let document: String
  private let files: String
  private let guide: String

  /// Names the kind as `reflector schema` does, and the page of docs that explains the files.
  package init(_ schema: DocumentSchema, document: String, of files: String, explainedIn guide: String) {
    self.schema = schema
    self.document = document
    self.files = files
    self.guide = guide
  }

  /// The page, with a line feed at its end.
  package var text: String {
    let lines =
      [
        "# Keys of \(files)", "",
        "Written by `make docs`; do not edit it by hand. [\(guide)](../\(guide)) explains the file, and",
        "`reflector schema \(document)` writes its JSON Schema.", "",
      ] + Self.table(schema.rules, below: "") + Self.sections(of: schema.rules, below: "", level: 2)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The table of one mapping.
  private static func table(_ rules: [FieldRule], below parent: String) -> [String] {
    ["| key | value | default | meaning |", "| --- | --- | --- | --- |"]
      + rules.map { rule -> String in
        let (meaning, words) = parts(rule.summary)
        let usual = words.map(MarkdownTable.cell) ?? rule.usual.map(MarkdownTable.codeCell) ?? "-"
        return MarkdownTable.row([
          "`\(parent)\(rule.key)`", value(rule, path: parent + rule.key),
          rule.isRequired ? "required" : usual, MarkdownTable.cell(meaning),
        ])
      }
  }

  /// A section for each mapping below, and for each list of mappings.
  private static func sections(of rules: [FieldRule], below parent: String, level: Int) -> [String] {
    rules.flatMap { rule -> [String] in
      guard let inner = mapping(rule.shape) else { return [] }
      let path = parent + rule.key
      let heading = String(repeating: "#", count: level)
      return [
        "", "\(heading) `\(path)`", "", MarkdownTable.cell(parts(rule.summary).meaning), "",
      ] + table(inner, below: path + ".") + sections(of: inner, below: path + ".", level: level + 1)
    }
  }

  /// The keys of a mapping, or of the mappings of a list; nil for anything else.
  private static func mapping(_ shape: Shape) -> [FieldRule]? {
    switch shape {
    case .map(let rules), .list(.map(let rules), _, _): rules
    default: nil
    }
  }

  /// A summary without the default that it has in words, and that default.
  private static func parts(_ summary: String) -> (meaning: String, usual: String?) {
    guard let mark = summary.firstRange(of: "; defaults to ") else { return (summary, nil) }
    return (String(summary[..<mark.lowerBound]) + ".", String(summary[mark.upperBound...].dropLast()))
  }

  /// The values of a key, those of a mapping as a link to its table.
  private static func value(_ rule: FieldRule, path: String) -> String {
    let anchor = path.filter { $0 != "." }
    switch rule.shape {
    case .map: return "[mapping](#\(anchor))"
    case .list(.map, let count, _): return "list of \(number(count)) [mappings](#\(anchor))"
    default: return MarkdownTable.cell(values(rule.shape))
    }
  }

  /// The most values that are named one by one.
  private static let most = 20

  private static func values(_ shape: Shape) -> String {
    switch shape {
    case .map: "mapping"
    case .table(let keys, let values): "mapping of \(keys.expectation) to \(Self.values(values))"
    case .list(let item, let count, _): "list of \(number(count)): \(values(item))"
    case .flag: "`true` or `false`"
    case .integer(let range, let unit): "integer, \(range.lowerBound) to \(range.upperBound)" + name(unit)
    case .choice(let values, let unit):
      (values.count > most ? spans(values) : alternatives(values.map(String.init))) + name(unit)
    case .number(let range, let unit, let step):
      "\(ScalarText.format(range.lowerBound)) to \(ScalarText.format(range.upperBound))" + name(unit)
        + (step.map { ", a multiple of \(ScalarText.format($0))" } ?? "")
    case .word(let words, let command):
      words.count > most ? "a name that `\(command)` prints" : alternatives(words)
    case .text(let form): form.expectation
    case .either(let word, let other): "`\(word)`, or \(values(other))"
    }
  }

  private static func name(_ unit: Unit?) -> String { unit.map { " \($0.rawValue)" } ?? "" }

  private static func number(_ count: ClosedRange<Int>) -> String {
    if count.lowerBound == count.upperBound { return "\(count.lowerBound)" }
    return count.lowerBound == 0
      ? "up to \(count.upperBound)" : "\(count.lowerBound) to \(count.upperBound)"
  }

  /// As "`a`, `b` or `c`".
  private static func alternatives(_ words: [String]) -> String {
    let words = words.map { "`\($0)`" }
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// As "2 to 22, 26 to 76".
  private static func spans(_ values: [Int]) -> String {
    var spans: [ClosedRange<Int>] = []
    for value in values {
      if let last = spans.last, value == last.upperBound + 1 {
        spans[spans.count - 1] = last.lowerBound...value
      } else {
        spans.append(value...value)
      }
    }
    return spans.map { $0.count > 1 ? "\($0.lowerBound) to \($0.upperBound)" : "\($0.lowerBound)" }
      .joined(separator: ", ")
  }
}
