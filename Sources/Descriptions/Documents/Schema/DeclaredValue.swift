public enum ValueSource: Hashable, Sendable, CustomStringConvertible {
  /// Nobody published it; a plausible value stands in.
  case assumed
  /// A public source: the short name that the file uses, and what that is.
  case cited(name: String, citation: String)

  /// The short name, or `assumed`.
  public var description: String {
    switch self {
    case .assumed: "assumed"
    case .cited(let name, _): name
    }
  }

  /// The citation of a fitted value, with its 95 % interval, so that the file keeps that.
  public static func citation(_ place: String, interval low: String, _ high: String) -> String {
    "\(place), 95 % interval \(low) to \(high)"
  }

  /// The interval that such a citation ends with; nil for any other source.
  var interval: ClosedRange<Double>? {
    guard case .cited(_, let citation) = self else { return nil }
    let words = citation.split(separator: " ").suffix(6).map(String.init)
    guard words.count == 6, words[..<3] == ["95", "%", "interval"], words[4] == "to",
      let low = Double(words[3]), let high = Double(words[5]), low <= high, (high - low).isFinite
    else { return nil }
    return low...high
  }
}

/// A value as a file declares it, for reports that name the line.
public struct DeclaredValue: Hashable, Sendable {
  /// That the user put a value in place of the file's.
  public struct Setting: Hashable, Sendable {
    /// How the user gave it, as `--set`.
    public let option: String
    /// What the file has, in one line; nil if it lacks the key.
    public let written: String?

    public init(option: String, written: String?) { (self.option, self.written) = (option, written) }
  }

  /// As `channel_sounding.t_fcs_us`.
  public var path: String
  /// As written, in one line.
  public var text: String
  /// Each item of a list, as written; nil for anything else.
  public var items: [String]?
  /// Of a value that the user set, the place of the file's own; the file where it lacks the key.
  public var position: SourcePosition
  public var source: ValueSource
  /// Where the truth lies in 95 of 100 measurements; nil unless the value was fitted to measurements.
  public var interval: ClosedRange<Double>?
  /// How the user set it; nil for what the file says.
  public var setting: Setting?

  /// Names a value; nobody but tests makes one up.
  public init(
    path: String, text: String, items: [String]? = nil, position: SourcePosition, source: ValueSource
  ) {
    self.path = path
    self.text = text
    self.items = items
    self.position = position
    self.source = source
  }

  /// Names the value that stands in a document.
  init(path: String, node: DocumentNode, position: SourcePosition, source: ValueSource) {
    var items: [String]?
    if case .list(let nodes) = node.content { items = nodes.map(\.text) }
    self.init(path: path, text: node.text, items: items, position: position, source: source)
    interval = source.interval
  }

  /// Where a person finds it: its place in the file, or, of a profile that is in no file, where the value comes from. A
  /// value that the user set has the option and what the file has, as `by --set; a.yaml:160:13 has 12`.
  public var place: String {
    if let setting {
      return "by \(setting.option); "
        + (setting.written.map { "\(position) has \($0)" } ?? "\(position.file) lacks it")
    }
    guard position.file.isEmpty else { return "\(position)" }
    if case .cited(_, let citation) = source { return citation }
    return "\(source)"
  }
}

/// Finds the source of each declared value: the entry of `sources` with the longest path that leads to it.
struct SourceCheck {
  private(set) var tally = ErrorTally()
  private(set) var declarations: [DeclaredValue] = []

  private let entries: [DocumentNode.Entry]
  private let references: [DocumentNode.Entry]
  private let names: Set<String>
  private var covered: Set<String> = []
  private var paths: [String] = []

  init(root: DocumentNode, fields: [FieldRule]) {
    entries = root["sources"]?.entries ?? []
    references = root["references"]?.entries ?? []
    names = Set(references.map(\.key) + ["assumed"])
    for rule in fields {
      for leaf in root[rule.key]?.leaves(rule.shape, path: rule.key) ?? [] {
        declare(leaf.node, path: leaf.path)
      }
    }
    for entry in entries { checkEntry(entry) }
  }

  private mutating func declare(_ node: DocumentNode, path: String) {
    paths.append(path)
    let candidates = entries.filter { DottedPath.leads(path, into: $0.key) }
    guard let entry = candidates.max(by: { $0.key.count < $1.key.count }) else {
      tally.add(.noSource, at: node.position, path: path)
      return
    }
    for candidate in candidates { covered.insert(candidate.key) }
    let source = source(entry.value.scalar ?? "")
    declarations.append(DeclaredValue(path: path, node: node, position: node.position, source: source))
  }

  private func source(_ name: String) -> ValueSource {
    let citation = references.first { $0.key == name }?.value.scalar
    return citation.map { .cited(name: name, citation: $0) } ?? .assumed
  }

  private mutating func checkEntry(_ entry: DocumentNode.Entry) {
    let path = "sources.\(entry.key)"
    if !covered.contains(entry.key) {
      let paths = paths
      tally.add(
        .idleSource(nearest: NearestWord.match(entry.key, in: DottedPath.allLeading(to: paths))),
        at: entry.keyPosition, path: path)
    }
    let name = entry.value.scalar ?? ""
    guard !names.contains(name) else { return }
    let references = references
    tally.add(
      .unknownReference(name, nearest: NearestWord.match(name, in: references.map(\.key) + ["assumed"])),
      at: entry.value.position, path: path)
  }
}

extension DocumentNode {
  /// The values that are no mappings of keys, with their dotted paths, in the order of the schema.
  func leaves(_ shape: Shape, path: String = "") -> [(path: String, node: DocumentNode)] {
    guard case .map(let rules) = shape else { return [(path, self)] }
    return rules.flatMap { rule in
      self[rule.key]?.leaves(rule.shape, path: path.isEmpty ? rule.key : "\(path).\(rule.key)") ?? []
    }
  }
}

/// Places in a document: keys joined by dots, as `radio.pll_settling_tau_us`.
enum DottedPath {
  /// Whether a path leads to `section`, or to something below it.
  static func leads(_ path: String, into section: String) -> Bool {
    path == section || path.hasPrefix(section + ".")
  }

  /// Paths, each after the sections that it leads through.
  static func allLeading(to paths: [String]) -> [String] {
    paths.flatMap { path in path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) } + [path] }
  }
}
