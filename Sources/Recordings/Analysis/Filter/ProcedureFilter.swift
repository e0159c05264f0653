/// A condition on procedures, as people write it: `counter in 10..20 and not ending == aborted`.
public struct ProcedureFilter: Hashable, Sendable {
  /// How two values are compared.
  enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
  }

  /// A value of a text.
  enum Value: Hashable, Sendable {
    case number(Double)
    case text(String)
  }

  indirect enum Node: Hashable, Sendable {
    case compare(FilterField, Comparison, Value)
    case range(FilterField, ClosedRange<Double>)
    case not(Node)
    case both(Node, Node)
    case either(Node, Node)
  }

  private let root: Node

  public init(_ text: String) throws(FilterError) {
    var parser = try FilterParser(text)
    root = try parser.filter()
  }

  /// Whether a procedure meets the condition. A comparison with what a procedure does not have does not hold; where both
  /// ends have a value, either may meet it.
  func includes(_ facts: FilterFacts) -> Bool { Self.holds(root, facts) }

  private static func holds(_ node: Node, _ facts: FilterFacts) -> Bool {
    switch node {
    case .not(let node): !holds(node, facts)
    case .both(let one, let other): holds(one, facts) && holds(other, facts)
    case .either(let one, let other): holds(one, facts) || holds(other, facts)
    case .range(let field, let range): facts.numbers(field).contains { range.contains($0) }
    case .compare(let field, let comparison, .number(let value)):
      facts.numbers(field).contains { holds($0, comparison, value) }
    case .compare(let field, let comparison, .text(let value)):
      // That none is equal is what people mean by unequal.
      comparison == .unequal
        ? !facts.texts(field).isEmpty && !facts.texts(field).contains(value)
        : facts.texts(field).contains(value)
    }
  }

  private static func holds(_ number: Double, _ comparison: Comparison, _ value: Double) -> Bool {
    switch comparison {
    case .equal: number == value
    case .unequal: number != value
    case .atMost: number <= value
    case .atLeast: number >= value
    case .less: number < value
    case .more: number > value
    }
  }
}
