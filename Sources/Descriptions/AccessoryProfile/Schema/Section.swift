/// One mapping of a checked document, read by key. A key that the rules do not have is a bug of ours, so
/// what is read and what is checked cannot drift apart.
struct Section {
  private let node: DocumentNode?
  private let rules: [FieldRule]
  let path: String

  init(node: DocumentNode?, rules: [FieldRule], path: String = "") {
    self.node = node
    self.rules = rules
    self.path = path
  }

  /// Where the value of `key` stands, or where the mapping begins.
  func position(_ key: String) -> SourcePosition? { value(key)?.position }

  /// Where the mapping begins.
  var position: SourcePosition? { node?.position }

  /// Whether `key` was written.
  func has(_ key: String) -> Bool { value(key) != nil }

  /// The mapping under `key`, empty if there is none.
  func section(_ key: String) -> Section {
    guard case .map(let below) = rule(key).shape else { preconditionFailure("\(key) is no mapping") }
    return Section(node: node?[key], rules: below, path: path.isEmpty ? key : "\(path).\(key)")
  }

  /// The mappings of the list under `key`.
  func sections(_ key: String) -> [Section] {
    guard case .list(.map(let below), _, _) = rule(key).shape else {
      preconditionFailure("\(key) is no list")
    }
    return (value(key)?.items ?? []).map { Section(node: $0, rules: below, path: key) }
  }

  /// The keys and values that a user chose under `key`, in their order.
  func table(_ key: String) -> [DocumentNode.Entry] { value(key)?.entries ?? [] }

  func flag(_ key: String, or fallback: Bool) -> Bool { text(key).map { $0 == "true" } ?? fallback }
  func integer(_ key: String) -> Int? { text(key).flatMap(ScalarText.integer) }
  func number(_ key: String, or fallback: Double) -> Double {
    text(key).flatMap(ScalarText.number) ?? fallback
  }
  func integers(_ key: String) -> [Int] { texts(key).compactMap(ScalarText.integer) }
  func numbers(_ key: String) -> [Double] { texts(key).compactMap(ScalarText.number) }
  func date(_ key: String) -> CalendarDate? { text(key).flatMap { CalendarDate($0) } }
  func text(_ key: String) -> String? { value(key)?.scalar }

  /// The scalars of the list under `key`.
  func texts(_ key: String) -> [String] { (value(key)?.items ?? []).compactMap(\.scalar) }

  /// Where each scalar of the list under `key` stands.
  func positions(_ key: String) -> [SourcePosition] {
    (value(key)?.items ?? []).filter { $0.scalar != nil }.map(\.position)
  }

  private func value(_ key: String) -> DocumentNode? {
    _ = rule(key)
    return node?[key]
  }

  private func rule(_ key: String) -> FieldRule {
    guard let rule = rules.first(where: { $0.key == key }) else {
      preconditionFailure("no rule for key \(key)")
    }
    return rule
  }
}
