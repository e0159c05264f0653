internal import Documents
internal import Notation
internal import Profiles

/// A log in the Static Analysis Results Interchange Format, version 2.1.0. [SARIF 2.1.0, OASIS standard]
struct SARIFLog {
  /// How grave a result is. [SARIF 2.1.0, 3.27.10]
  enum Level: String {
    case error, warning, note
  }

  /// What a result is measured by. [SARIF 2.1.0, 3.49]
  struct Rule {
    var id: String
    var title: String
    var text: String
    var help: String
    /// The address of a page that explains it; nil for none.
    var helpURI: String?
    var level: Level
    var tags: [String]
  }

  /// One finding. [SARIF 2.1.0, 3.27]
  struct Result {
    var ruleID: String
    var level: Level
    var message: String
    var position: SourcePosition
    /// Tells the finding from all others, and stays when the file changes.
    var fingerprint: String
    /// Other places that have to do with it, and what is there. [SARIF 2.1.0, 3.27.22]
    var related: [(position: SourcePosition, text: String)] = []
    /// The reason of the waiver; empty without one. [SARIF 2.1.0, 3.35]
    var justifications: [String] = []
    var properties: [(key: String, value: JSONValue)]
  }

  private let tool: ToolIdentity
  private let isPartial: Bool
  private let category: String
  private var rules: [Rule] = []
  private var ruleIndices: [String: Int] = [:]
  private var results: [Result] = []
  private var hasWaivers = false

  /// Starts without results. Code hosts tell runs apart by the category, as `check/apple-ios27-cs`. [SARIF 2.1.0,
  /// 3.17.3]
  init(tool: ToolIdentity, category: String, isPartial: Bool = false) {
    self.tool = tool
    self.category = category
    self.isPartial = isPartial
  }

  /// Adds a rule, unless one of that id is there.
  mutating func add(_ rule: Rule) {
    guard ruleIndices[rule.id] == nil else { return }
    ruleIndices[rule.id] = rules.count
    rules.append(rule)
  }

  mutating func add(_ result: Result) {
    precondition(ruleIndices[result.ruleID] != nil, "a result has a rule")
    results.append(result)
    hasWaivers = hasWaivers || !result.justifications.isEmpty
  }

  /// The document, with a line feed at its end.
  var text: String {
    let driver = JSONValue.object([
      ("name", .text(tool.name)), ("version", .text(tool.version)), ("semanticVersion", .text(tool.version)),
      ("rules", .list(rules.map(value))),
    ])
    let interruption: [(key: String, value: JSONValue)] = [
      ("invocations", .list([.object([("executionSuccessful", .flag(false))])]))
    ]
    let run = JSONValue.object(
      [
        ("tool", .object([("driver", driver)])),
        ("automationDetails", .object([("id", .text("\(tool.name)/\(category)/"))])),
      ] + (isPartial ? interruption : [])
        + [("columnKind", .text("unicodeCodePoints")), ("results", .list(results.map(value)))])
    return JSONValue.object([
      ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .text("2.1.0")),
      ("runs", .list([run])),
    ]).document()
  }

  private func value(_ rule: Rule) -> JSONValue {
    .object(
      [
        ("id", .text(rule.id)),
        ("shortDescription", Self.message(rule.title)),
        ("fullDescription", Self.message(rule.text)),
        ("help", Self.message(rule.help)),
      ] + (rule.helpURI.map { [("helpUri", .text($0))] } ?? []) + [
        ("defaultConfiguration", .object([("level", .text(rule.level.rawValue))])),
        ("properties", .object([("tags", .texts(rule.tags))])),
      ])
  }

  private func value(_ result: Result) -> JSONValue {
    .object(
      [
        ("ruleId", .text(result.ruleID)),
        ("ruleIndex", .integer(ruleIndices[result.ruleID] ?? -1)),
        ("level", .text(result.level.rawValue)),
        ("message", Self.message(result.message)),
        ("locations", .list([.object([("physicalLocation", Self.location(result.position))])])),
      ] + related(result) + [
        ("partialFingerprints", .object([("reflectorFinding/v1", .text(result.fingerprint))]))
      ] + suppressions(result) + [("properties", .object(result.properties))])
  }

  private func related(_ result: Result) -> [(key: String, value: JSONValue)] {
    guard !result.related.isEmpty else { return [] }
    let locations = result.related.enumerated().map { index, place in
      JSONValue.object([
        ("id", .integer(index + 1)), ("physicalLocation", Self.location(place.position)),
        ("message", Self.message(place.text)),
      ])
    }
    return [("relatedLocations", .list(locations))]
  }

  /// Every result has the key or none does; an empty list says that the result stands. [SARIF 2.1.0, 3.27.23]
  private func suppressions(_ result: Result) -> [(key: String, value: JSONValue)] {
    guard hasWaivers else { return [] }
    let list = result.justifications.map { text in
      JSONValue.object([
        ("kind", .text("external")), ("status", .text("accepted")), ("justification", .text(text)),
      ])
    }
    return [("suppressions", .list(list))]
  }

  private static func message(_ text: String) -> JSONValue { .object([("text", .text(text))]) }

  private static func location(_ position: SourcePosition) -> JSONValue {
    .object([
      ("artifactLocation", .object([("uri", .text(uri(position.file)))])),
      (
        "region",
        .object([("startLine", .integer(position.line)), ("startColumn", .integer(position.column))])
      ),
    ])
  }

  /// A path as a URI reference: relative paths stay so, and what a URI gives a meaning is escaped. [RFC 3986, 2]
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for octet in path.utf8 {
      let scalar = Unicode.Scalar(octet)
      let isPlain =
        octet < 0x80
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-._~/".unicodeScalars.contains(scalar))
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + octet.hexDigits(2)
      }
    }
    return text
  }
}
