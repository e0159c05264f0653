/// Holds a document against its shape and collects what differs. Whether required keys are there is looked
/// at apart, when a base file has been merged.
public struct ShapeCheck {
  private var tally = ErrorTally()

  public init() {}

  /// What differs, the first ones.
  public var errors: [DocumentError] { tally.errors }

  func throwErrors() throws(DocumentErrors) { try tally.throwErrors() }

  /// Holds the value at `path` against `shape`.
  public mutating func check(_ node: DocumentNode, against shape: Shape, path: String) {
    switch shape {
    case .map(let rules): checkMap(node, rules, path)
    case .table(let keys, let values): checkTable(node, keys, values, path)
    case .list(let item, let count, let isDistinct): checkList(node, item, count, isDistinct, path)
    case .either: checkEither(node, shape, path)
    case .flag: checkFlag(node, path)
    case .integer, .choice: checkInteger(node, shape, path)
    case .number(let range, let unit, let step): checkNumber(node, range, unit, step, path)
    case .word(let words, let command): checkWord(node, words, listedBy: command, path)
    case .text(let form): checkText(node, form, path)
    }
  }

  /// Looks for keys that are missing, from `node` downwards.
  public mutating func checkComplete(_ node: DocumentNode, _ shape: Shape, path: String) {
    switch shape {
    case .map(let rules):
      for rule in rules {
        let below = path.isEmpty ? rule.key : "\(path).\(rule.key)"
        if let value = node[rule.key] {
          checkComplete(value, rule.shape, path: below)
        } else if rule.isRequired {
          add(.missingKey(rule.key, example: rule.exampleLine), node.position, path)
        }
      }
    case .list(let item, _, _):
      for value in node.items { checkComplete(value, item, path: path) }
    default: break
    }
  }

  private mutating func add(
    _ problem: @autoclosure () -> DocumentError.Problem, _ position: SourcePosition, _ path: String
  ) {
    tally.add(problem(), at: position, path: path)
  }

  private mutating func addType(_ node: DocumentNode, _ path: String, expected: String, fix: String) {
    add(.wrongType(found: node.kind, expected: expected, fix: fix), node.position, path)
  }

  private mutating func checkMap(_ node: DocumentNode, _ rules: [FieldRule], _ path: String) {
    guard case .map(let entries) = node.content else {
      let first = rules.first?.key ?? ""
      return addType(node, path, expected: "a mapping", fix: "Write its keys below it, as '\(first):'.")
    }
    for entry in entries {
      let below = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      if let rule = rules.first(where: { $0.key == entry.key }) {
        check(entry.value, against: rule.shape, path: below)
      } else {
        let legal = rules.map(\.key)
        add(
          .unknownKey(entry.key, nearest: NearestWord.match(entry.key, in: legal), legal: legal),
          entry.keyPosition, path)
      }
    }
  }

  private mutating func checkTable(_ node: DocumentNode, _ keys: TextForm, _ values: Shape, _ path: String) {
    guard case .map(let entries) = node.content else {
      return addType(node, path, expected: "a mapping", fix: "Write one 'key: value' a line below it.")
    }
    for entry in entries {
      let below = "\(path).\(entry.key)"
      if keys.accepts(entry.key) {
        check(entry.value, against: values, path: below)
      } else {
        let problem = DocumentError.Problem.wrongType(
          found: "key '\(Excerpt.of(entry.key))'", expected: keys.expectation, fix: "Rename the key.")
        add(problem, entry.keyPosition, path)
      }
    }
  }

  private mutating func checkList(
    _ node: DocumentNode, _ item: Shape, _ count: ClosedRange<Int>, _ isDistinct: Bool, _ path: String
  ) {
    guard case .list(let items) = node.content else {
      return addType(node, path, expected: "a list", fix: "Write [\(Self.items(of: node, item))].")
    }
    guard count.contains(items.count) else {
      let found = items.count == 1 ? "1 item" : "\(items.count) items"
      return add(.outOfRange(found: found, expected: Self.text(count), nearest: nil), node.position, path)
    }
    var seen: [DocumentNode.Content] = []
    for value in items {
      check(value, against: item, path: path)
      guard isDistinct, value.scalar != nil else { continue }
      if seen.contains(value.content) { add(.repeatedItem(value.kind), value.position, path) }
      seen.append(value.content)
    }
  }

  /// Takes one of the shape's words, or what else it has. Another word in place of a number or a long list is misspelt.
  private mutating func checkEither(_ node: DocumentNode, _ shape: Shape, _ path: String) {
    var (words, other): ([String], Shape) = ([], shape)
    while case .either(let word, let next) = other { (words, other) = (words + [word], next) }
    guard let text = node.scalar else { return check(node, against: other, path: path) }
    if words.contains(text) { return }
    guard let expected = other.expectation(insteadOf: text) else {
      return check(node, against: other, path: path)
    }
    let fix = NearestWord.match(text, in: words).map { "Did you mean '\($0)'?" } ?? "Write one of these."
    addType(node, path, expected: (words + [expected]).joined(separator: " or "), fix: fix)
  }

  /// What stands in place of a list, with a comma between words.
  private static func items(of node: DocumentNode, _ item: Shape) -> String {
    let text = node.scalar ?? ""
    if case .text = item { return Excerpt.of(text) }
    let hasCommas = text.contains(",")
    return Excerpt.of(
      hasCommas ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: ", "))
  }

  private mutating func checkFlag(_ node: DocumentNode, _ path: String) {
    if case .scalar(let text, false) = node.content, ["true", "false"].contains(text) { return }
    let meaning = [
      "true": "true", "yes": "true", "on": "true", "1": "true",
      "false": "false", "no": "false", "off": "false", "0": "false",
    ]
    let fix = meaning[(node.scalar ?? "").lowercased()].map { "Write \($0)." } ?? "Write true or false."
    addType(node, path, expected: "true or false", fix: fix)
  }

  private mutating func checkInteger(_ node: DocumentNode, _ shape: Shape, _ path: String) {
    guard case .scalar(let text, let isQuoted) = node.content, !isQuoted, let value = ScalarText.integer(text)
    else {
      return addNumberType(node, shape, path)
    }
    if shape.accepts(Double(value)) { return }
    let nearest: Int?
    switch shape {
    case .integer(let range, _): nearest = value < range.lowerBound ? range.lowerBound : range.upperBound
    case .choice(let values, _): nearest = values.min { abs($0 &- value) < abs($1 &- value) }
    default: nearest = nil
    }
    let problem = DocumentError.Problem.outOfRange(
      found: text, expected: shape.numbers, nearest: nearest.map { String($0) })
    add(problem, node.position, path)
  }

  private mutating func checkNumber(
    _ node: DocumentNode, _ range: ClosedRange<Double>, _ unit: Unit?, _ step: Double?, _ path: String
  ) {
    let shape = Shape.number(range, unit, step: step)
    guard case .scalar(let text, let isQuoted) = node.content, !isQuoted, let value = ScalarText.number(text)
    else {
      return addNumberType(node, shape, path)
    }
    if shape.accepts(value) { return }
    var nearest = min(max(value, range.lowerBound), range.upperBound)
    if let step { nearest = (nearest / step).rounded() * step }
    let problem = DocumentError.Problem.outOfRange(
      found: text, expected: shape.numbers, nearest: ScalarText.format(nearest))
    add(problem, node.position, path)
  }

  private mutating func addNumberType(_ node: DocumentNode, _ shape: Shape, _ path: String) {
    if case .scalar(let text, _) = node.content, let parts = Unit.split(text) {
      let value = shape.unit.flatMap { $0.convert(parts.number, from: parts.spelling) }
      let corrected = value.flatMap { shape.accepts($0) ? ScalarText.format($0) : nil }
      return add(.wrongUnit(found: text, expected: shape.numbers, corrected: corrected), node.position, path)
    }
    let fix: String
    switch node.content {
    case .scalar(let text, true) where ScalarText.number(text) != nil: fix = "Remove the quotes."
    case .scalar(let text, false) where ScalarText.number(text)?.isFinite ?? false:
      fix = "Write a whole number."
    default: fix = "Write a number."
    }
    addType(node, path, expected: shape.numbers, fix: fix)
  }

  private mutating func checkWord(
    _ node: DocumentNode, _ words: [String], listedBy command: String, _ path: String
  ) {
    guard let text = node.scalar, !text.isEmpty else {
      return addType(
        node, path, expected: "one of " + words.joined(separator: ", "), fix: "Write one of these words.")
    }
    if words.contains(text) { return }
    add(
      .unknownWord(
        found: text, expected: words, nearest: Self.nearest(text, in: words), listedBy: command),
      node.position, path)
  }

  private mutating func checkText(_ node: DocumentNode, _ form: TextForm, _ path: String) {
    if let text = node.scalar, form.accepts(text) { return }
    addType(node, path, expected: form.expectation, fix: "Correct the text.")
  }

  /// Among numbers the nearest in value, else the nearest in spelling.
  private static func nearest(_ text: String, in words: [String]) -> String? {
    let numbers = words.compactMap { word in ScalarText.number(word).map { (word: word, value: $0) } }
    guard let found = ScalarText.number(text), numbers.count == words.count else {
      return NearestWord.match(text, in: words)
    }
    return numbers.min { abs($0.value - found) < abs($1.value - found) }?.word
  }

  fileprivate static func text(_ count: ClosedRange<Int>) -> String {
    (count.count == 1 ? "" : "\(count.lowerBound) to ") + "\(count.upperBound) items"
  }
}

extension Shape {
  var unit: Unit? {
    switch self {
    case .integer(_, let unit), .choice(_, let unit), .number(_, let unit, _): unit
    default: nil
    }
  }

  /// The numbers a message asks for.
  public var numbers: String {
    let suffix = unit.map { " \($0.rawValue)" } ?? ""
    switch self {
    case .integer(let range, _):
      return "a whole number from \(range.lowerBound) to \(range.upperBound)\(suffix)"
    case .choice(let values, _): return "one of \(values.map(String.init).joined(separator: ", "))\(suffix)"
    case .number(let range, _, let step):
      let multiples = step.map { ", a multiple of \(ScalarText.format($0))" } ?? ""
      let low = ScalarText.format(range.lowerBound)
      return "a number from \(low) to \(ScalarText.format(range.upperBound))\(suffix)\(multiples)"
    default: return "a number"
    }
  }

  /// What a message asks for in place of `text`; nil if the text only needs another form or value.
  fileprivate func expectation(insteadOf text: String) -> String? {
    switch self {
    case .list(_, let count, _):
      let isList = text.contains { $0 == "," || $0.isWhitespace }
      return isList || count.contains(1) ? nil : "a list of \(ShapeCheck.text(count))"
    case .integer, .choice, .number:
      return ScalarText.number(text) == nil && Unit.split(text) == nil ? numbers : nil
    default: return nil
    }
  }

  /// Whether a number is legal.
  func accepts(_ value: Double) -> Bool {
    switch self {
    case .integer(let range, _):
      return value == value.rounded() && (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
    case .choice(let values, _): return values.contains { Double($0) == value }
    case .number(let range, _, let step):
      guard range.contains(value) else { return false }
      guard let step else { return true }
      return abs(value / step - (value / step).rounded()) < 1e-9
    default: return false
    }
  }
}

/// Collects what is wrong with a document: the first problems, and the number of the others, which nobody looks into.
struct ErrorTally {
  private(set) var errors: [DocumentError] = []
  private(set) var furtherCount = 0

  /// Adds a problem, which is worked out only if it is kept.
  mutating func add(
    _ problem: @autoclosure () -> DocumentError.Problem, at position: SourcePosition, path: String
  ) {
    if errors.count < DocumentErrors.maximumCount {
      errors.append(DocumentError(problem(), at: position, path: path))
    } else {
      furtherCount += 1
    }
  }

  func throwErrors() throws(DocumentErrors) {
    if !errors.isEmpty { throw DocumentErrors(errors, furtherCount: furtherCount) }
  }
}
