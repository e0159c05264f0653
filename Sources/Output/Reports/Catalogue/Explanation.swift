/// What there is to say of one requirement, test case or fault, or of what became of a requirement.
package struct Explanation {
  /// The kind and version of the JSON document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/explanation/1"

  private static let widest = 100
  private static let nameWidth = 12

  /// One line of facts.
  private struct Fact {
    var name: String
    var text: String
    /// Whether it is there to be copied, and never wrapped.
    var isCommand: Bool
  }

  /// A test case that judges the requirement.
  private struct Procedure {
    var id: String
    var title: String
    var text: String?
  }

  package enum Kind: String, CaseIterable, Sendable {
    case requirement
    case testCase = "case"
    case fault
    /// What became of a requirement in a report.
    case outcome
  }

  private let kind: Kind
  private let id: String
  private let title: String?
  private let paragraphs: [String]
  private var facts: [Fact] = []
  private var procedures: [Procedure] = []

  /// - Parameters:
  ///   - title: one line; nil if the id says it all.
  ///   - paragraphs: what it is, in sentences.
  package init(_ kind: Kind, _ id: String, title: String?, paragraphs: String...) {
    self.kind = kind
    self.id = id
    self.title = title
    self.paragraphs = paragraphs
  }

  /// Adds what is so, below a name of one or two words. The same name may come again.
  package mutating func add(_ name: String, _ text: String) {
    facts.append(Fact(name: name, text: text, isCommand: false))
  }

  /// Adds a command that is there to be copied.
  package mutating func addCommand(_ name: String, _ text: String) {
    facts.append(Fact(name: name, text: text, isCommand: true))
  }

  /// Adds a test case with what it does.
  ///
  /// - Parameter text: nil if this version has no such case.
  package mutating func addCase(_ id: String, title: String, _ text: String?) {
    procedures.append(Procedure(id: id, title: title, text: text))
  }

  /// Several for people, in a width, with a line feed at the end.
  package static func text(_ explanations: [Explanation], width: Int) -> String {
    let width = min(width, widest)
    return explanations.map { $0.lines(width).map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func lines(_ width: Int) -> [String] {
    var lines = [id + (title.map { "  \($0)" } ?? "")]
    for paragraph in paragraphs { lines += [""] + DisplayText.wrapped(paragraph, to: width) }
    lines.append("")
    for fact in facts {
      let padding = String(repeating: " ", count: max(1, Self.nameWidth - fact.name.count))
      let head = "  " + fact.name + padding
      lines +=
        fact.isCommand
        ? [head + DisplayText.line(fact.text)] : DisplayText.hanging(head, fact.text, width: width)
    }
    for item in procedures {
      lines +=
        ["", "\(item.id)  \(item.title)"] + (item.text.map { DisplayText.wrapped($0, to: width) } ?? [])
    }
    return lines
  }

  /// Several for programs, with a line feed at the end.
  package static func json(_ explanations: [Explanation], tool: ToolIdentity) -> String {
    document.text(explanations, tool: tool)
  }

  static let document = JSONDocument<[Explanation]>(
    name: schemaName, title: "Explanations",
    fields: [.list("explanations", "In the order of the arguments.", of: keys) { $0 }])

  private static let keys: [JSONField<Explanation>] = [
    .init("id", "Stable id.", \.id),
    .init("kind", "What is explained.", \.kind),
    .init("title", "One line.", \.title),
    .init("paragraphs", "What it is.", \.paragraphs),
    .list("facts", "In the order of the text; a name may come again.", of: factKeys, \.facts),
    .list("cases", "The test cases of a requirement.", of: procedureKeys, \.procedures),
  ]

  private static let factKeys: [JSONField<Fact>] = [
    .init("name", "One or two words.", \.name), .init("text", "The fact.", \.text),
  ]

  private static let procedureKeys: [JSONField<Procedure>] = [
    .init("id", "Stable id.", \.id), .init("title", "One line.", \.title),
    .init("procedure", "What it does; null if this version has no such case.", \.text),
  ]
}

extension Explanation.Kind: JSONConvertible {}
