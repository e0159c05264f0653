/// Refuses, before the YAML reader runs, what could make it work without end: anchors and aliases, tags,
/// deep nesting, several documents.
///
/// It knows just enough of YAML to tell tokens from text. Where it errs, it errs towards refusing.
struct YAMLGuard {
  private let file: String
  private var line = 0
  private var flowDepth = 0
  private var quote: Unicode.Scalar?
  private var blockScalarColumn: Int?
  private var hasContent = false

  init(file: String) { self.file = file }

  /// The deepest column at which a block may begin; bounds the depth of blocks, which indentation makes.
  private static let maximumColumn = 200

  /// Throws at the first thing refused.
  mutating func check(_ text: String) throws(DocumentErrors) {
    let scalars = Array(text.unicodeScalars)
    var start = 0
    while start <= scalars.count {
      let end = scalars[start...].firstIndex(where: Self.isBreak) ?? scalars.count
      line += 1
      try checkLine(Array(scalars[start..<end]))
      start = end + 1
    }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private mutating func checkLine(_ characters: [Unicode.Scalar]) throws(DocumentErrors) {
    let indent = characters.prefix { $0 == " " }.count
    if let column = blockScalarColumn {
      if indent == characters.count || indent > column { return }
      blockScalarColumn = nil
    }
    if quote == nil, try isMarker(characters) { return }
    var scan = LineScan(characters: characters, index: quote == nil ? indent : 0)
    while scan.index < characters.count, blockScalarColumn == nil {
      if quote != nil {
        skipQuoted(&scan)
      } else if scan.isAtToken {
        try scanToken(&scan)
      } else {
        scanPlain(&scan)
      }
      guard flowDepth <= Document.maximumDepth else {
        throw refusal(.tooDeep(maximum: Document.maximumDepth), column: scan.index)
      }
    }
  }

  /// Document markers and directives; throws for all but one leading `---`.
  private mutating func isMarker(_ characters: [Unicode.Scalar]) throws(DocumentErrors) -> Bool {
    if characters.first == "%" {
      throw refusal(.refusedYAML(kind: "a directive", found: Self.text(characters.prefix(40))), column: 1)
    }
    let isStart = characters.prefix(3).count { $0 == "-" } == 3
    let isMarker = isStart || characters.prefix(3).count { $0 == "." } == 3
    if isMarker, characters.count == 3 || characters[3] == " " || characters[3] == "\t" {
      guard !hasContent, isStart else { throw refusal(.severalDocuments, column: 1) }
      hasContent = true
      return characters.count <= 4
    }
    hasContent = hasContent || (characters.first { $0 != " " } ?? "#") != "#"
    return false
  }

  private mutating func scanToken(_ scan: inout LineScan) throws(DocumentErrors) {
    let character = scan.character
    switch character {
    case " ", "\t": scan.index += 1
    case "#": scan.index = scan.characters.count
    case "&", "*", "!":
      let kind = character == "&" ? "the anchor" : character == "*" ? "the alias" : "the tag"
      throw refusal(.refusedYAML(kind: kind, found: Self.text(scan.word)), column: scan.index + 1)
    case "\"", "'":
      quote = character
      scan.beginContent()
      scan.index += 1
    case "-" where scan.precedesBlank, "?" where flowDepth > 0 || scan.precedesBlank, ",",
      ":" where flowDepth > 0 || scan.precedesBlank:
      scan.index += 1
      guard flowDepth > 0 || scan.index <= Self.maximumColumn else {
        throw refusal(.tooDeep(maximum: Document.maximumDepth), column: scan.index)
      }
    case "[", "{":
      scan.beginContent(isToken: true)
      flowDepth += 1
      scan.index += 1
    case "]", "}":
      flowDepth = max(0, flowDepth - 1)
      scan.endNode()
      scan.index += 1
    case "|" where flowDepth == 0, ">" where flowDepth == 0:
      scan.beginContent()
      blockScalarColumn = scan.contentColumn
    default:
      scan.beginContent()
      scan.index += 1
    }
  }

  private mutating func scanPlain(_ scan: inout LineScan) {
    let character = scan.character
    let inFlow = flowDepth > 0
    if character == ":" && (scan.precedesBlank || scan.isAfterNode || (inFlow && scan.precedes(",[]{}"))) {
      scan.isAtToken = true
    } else if character == "#" && (scan.isAfterNode || scan.followsBlank) {
      scan.index = scan.characters.count
      return
    } else if inFlow && character == "," {
      scan.isAtToken = true
    } else if inFlow && (character == "[" || character == "{") {
      flowDepth += 1
      scan.isAtToken = true
    } else if inFlow && (character == "]" || character == "}") {
      flowDepth -= 1
      scan.endNode()
      scan.index += 1
      return
    }
    if character != " " { scan.isAfterNode = false }
    scan.index += 1
  }

  private mutating func skipQuoted(_ scan: inout LineScan) {
    let character = scan.character
    if quote == "\"", character == "\\" {
      scan.index += 2
      return
    }
    if character == quote {
      let isDoubled = quote == "'" && scan.precedes("'")
      if isDoubled {
        scan.index += 1
      } else {
        quote = nil
        scan.endNode()
      }
    }
    scan.index += 1
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  private func refusal(_ problem: DocumentError.Problem, column: Int) -> DocumentErrors {
    DocumentErrors(problem, at: SourcePosition(file: file, line: line, column: max(1, column)))
  }
}

/// Where the guard stands in one line.
private struct LineScan {
  let characters: [Unicode.Scalar]
  var index: Int
  var isAtToken = true
  /// Behind a quoted text or a closing bracket, where a colon needs no blank.
  var isAfterNode = false
  /// The column of the line's first token that is no list or key indicator: where its block begins.
  private(set) var contentColumn: Int?

  var character: Unicode.Scalar { characters[index] }
  var precedesBlank: Bool {
    index + 1 >= characters.count || characters[index + 1] == " " || characters[index + 1] == "\t"
  }
  var followsBlank: Bool { index > 0 && (characters[index - 1] == " " || characters[index - 1] == "\t") }
  var word: ArraySlice<Unicode.Scalar> {
    characters[index...].prefix { ![" ", ",", "]", "}"].contains($0) }.prefix(40)
  }

  func precedes(_ set: String) -> Bool {
    index + 1 < characters.count && set.unicodeScalars.contains(characters[index + 1])
  }

  mutating func endNode() {
    isAtToken = false
    isAfterNode = true
  }

  mutating func beginContent(isToken: Bool = false) {
    if contentColumn == nil { contentColumn = index }
    isAtToken = isToken
  }
}
