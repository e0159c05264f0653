internal import Notation

/// One thing that is wrong with a file a user wrote, at one place, with the fix.
public struct DocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Problem: Sendable, Equatable {
    /// The file system refused; `reason` is its own words.
    case unreadable(reason: String)
    /// What keeps a file that stands here from being read.
    indirect case namedFile(String, Problem)
    case standardInputTwice
    /// The file has more than `Document.maximumOctets`.
    case tooLarge(octets: Int)
    /// An octet that no UTF-8 text has, counted from 0.
    case notText(octet: UInt8, offset: Int)
    /// The file is text of another encoding than UTF-8, with what to do about it.
    case otherEncoding(complaint: String)
    /// Nothing but white space and comments.
    case empty
    /// The YAML reader's complaint.
    case syntax(String)
    /// A tab where YAML wants spaces.
    case tab
    /// A part of YAML that no profile needs, as an anchor, and the text that uses it.
    case refusedYAML(kind: String, found: String)
    case severalDocuments
    /// Lists and mappings inside one another beyond the limit.
    case tooDeep(maximum: Int)
    /// A list or a mapping where a key should be.
    case keyNotText
    /// The key stands on `firstLine` already.
    case duplicateKey(String, firstLine: Int)
    /// A key that the schema does not know here.
    case unknownKey(String, nearest: String?, legal: [String])
    case missingKey(String, example: String)
    /// The schema line names another kind or version of document.
    case wrongSchema(found: String, expected: String)
    /// Not the kind of value that the key takes.
    case wrongType(found: String, expected: String, fix: String)
    /// A number with a unit behind it; `corrected` is the number in the key's own unit, if that is legal.
    case wrongUnit(found: String, expected: String, corrected: String?)
    /// A number beyond its limits.
    case outOfRange(found: String, expected: String, nearest: String?)
    /// A word that is not in the list; `listedBy` is the command that prints a list too long for a message.
    case unknownWord(
      found: String, expected: [String], nearest: String?, listedBy: String = "reflector list")
    /// Twice the same item in a list of different ones.
    case repeatedItem(String)
    /// Two statements that cannot both be true.
    case contradiction(String, other: SourcePosition?, fix: String)
    /// A value that no entry of `sources` covers.
    case noSource
    /// An entry of `sources` that covers no value of this file.
    case idleSource(nearest: String?)
    /// A source that `references` does not explain.
    case unknownReference(String, nearest: String?)
    /// A file that extends itself, or one that extends a third.
    case extendsTooDeep(base: String)
    /// A file that extends itself, by way of others; from the first of them back to it.
    case extendsCycle(files: [String])
  }

  public var position: SourcePosition
  /// The dotted path of the value, as `channel_sounding.t_fcs_us`; empty for the file as a whole.
  public var path: String
  public var problem: Problem

  public init(_ problem: Problem, at position: SourcePosition, path: String = "") {
    self.problem = problem
    self.position = position
    self.path = path
  }

  /// What was found, what was expected, and what to do.
  public var problemText: String { problem.message(in: position.file) }

  /// The same, behind the path of the value.
  public var message: String { (path.isEmpty ? "" : "\(Excerpt.of(path)): ") + problemText }

  fileprivate var isMissingKey: Bool {
    if case .missingKey = problem { true } else { false }
  }

  /// One line: place, value, what was found, what was expected, and what to do.
  public var description: String {
    "\(position): " + message
  }
}

/// Everything that is wrong with a file; never empty.
public struct DocumentErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// How many are kept; the later ones are often consequences.
  public static let maximumCount = 20

  /// Missing keys first, since the rest may follow from them; then in the order of files and lines.
  public let errors: [DocumentError]
  /// The number of those that are not kept.
  public let furtherCount: Int

  /// Keeps the first of `errors`, and how many more there are.
  public init(_ errors: [DocumentError], furtherCount: Int = 0) {
    precondition(!errors.isEmpty, "a refusal has a reason")
    let sorted = errors.sorted { SourcePosition.precedes($0.position, $1.position) }
    let ranked = sorted.filter(\.isMissingKey) + sorted.filter { !$0.isMissingKey }
    self.errors = Array(ranked.prefix(Self.maximumCount))
    self.furtherCount = furtherCount + max(0, errors.count - Self.maximumCount)
  }

  /// A refusal for one reason.
  public init(_ problem: DocumentError.Problem, at position: SourcePosition, path: String = "") {
    self.init([DocumentError(problem, at: position, path: path)])
  }

  /// One line for each error, and one for those that are not kept.
  public var description: String {
    let further =
      furtherCount == 0 ? [] : ["\(errors[0].position.file): and \(DecimalText.grouped(furtherCount)) more"]
    return (errors.map(\.description) + further).joined(separator: "\n")
  }
}

extension DocumentError.Problem {
  /// What to do about a file that does not begin as one of YAML.
  static let beginning = "Begin with 'schema:'; for an accessory, use 'reflector profile new'."

  /// What was found, what was expected, and the fix, in one line; `file` is where it stands.
  func message(in file: String) -> String {
    switch self {
    case .contradiction(let text, let other, let fix):
      text + (other.map { " (see \($0.file == file ? "line \($0.line)" : $0.description))" } ?? "") + ". "
        + fix
    case .unreadable, .namedFile, .standardInputTwice, .tooLarge, .notText, .otherEncoding, .empty, .syntax,
      .tab, .refusedYAML, .severalDocuments, .tooDeep, .keyNotText:
      fileMessage
    case .duplicateKey, .unknownKey, .missingKey, .wrongSchema, .noSource, .idleSource, .unknownReference,
      .extendsTooDeep, .extendsCycle:
      structureMessage
    case .wrongType(let found, let expected, let fix):
      "found \(found), expected \(expected). \(fix)"
    case .wrongUnit(let found, let expected, let corrected):
      "found '\(Excerpt.of(found))', expected \(expected) as a bare number. "
        + (corrected.map { "Write \($0)." } ?? "Write the number alone; the key names its unit.")
    case .outOfRange(let found, let expected, let nearest):
      "found \(Excerpt.of(found)), expected \(expected). "
        + (nearest.map { "The nearest is \($0)." } ?? "Correct the number.")
    case .unknownWord(let found, let expected, let nearest, let command):
      "found '\(Excerpt.of(found))', expected \(Self.choice(expected, listedBy: command)). "
        + Self.suggestion(nearest, otherwise: "Use one of these.")
    case .repeatedItem(let item):
      "found \(item) twice, expected each item once. Remove one."
    }
  }

  private var fileMessage: String {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason). Check the path and its permissions."
    case .namedFile(let file, let problem): "\(file): \(problem.message(in: file))"
    case .standardInputTwice:
      "found standard input again, expected it once: it can be read once. Give a file in its place."
    case .tooLarge(let octets):
      "found \(octets) octets, expected at most \(Document.maximumOctets). "
        + "Give the YAML file itself, not a recording or an image."
    case .notText(let octet, let offset):
      "found octet \(octet.hex(2)) at offset \(offset), expected UTF-8 text. Give a text file."
    case .otherEncoding(let complaint): complaint
    case .empty:
      "found an empty file, expected a mapping. \(Self.beginning)"
    case .syntax(let complaint):
      "not valid YAML: \(complaint). Correct the layout of this line or the one above."
    case .tab: "found a tab, expected spaces. Indent with two spaces."
    case .refusedYAML(let kind, let found):
      "found \(kind) '\(Excerpt.of(found))', expected plain values. Write the value out."
    case .severalDocuments: "found a second document, expected one. Put it into its own file."
    case .tooDeep(let maximum):
      "found more than \(maximum) levels, expected fewer. Flatten the value, or give another file than a report."
    default: "found a list or a mapping as a key, expected text. Write 'key: value'."
    }
  }

  private var structureMessage: String {
    switch self {
    case .duplicateKey(let key, let line):
      "found key '\(Excerpt.of(key))' again, expected it once; the first is on line \(line). Remove one."
    case .unknownKey(let key, let nearest, let legal):
      "found unknown key '\(Excerpt.of(key))', expected \(Self.choice(legal)). "
        + Self.suggestion(nearest, otherwise: "Remove it.")
    case .missingKey(let key, let example):
      "found no key '\(key)', expected it here. Add '\(key): \(example)'."
    case .wrongSchema(let found, let expected):
      "found '\(Excerpt.of(found))', expected '\(expected)'. "
        + (FileUse.advice(found, insteadOf: expected) ?? "Write 'schema: \(expected)'.")
    case .noSource:
      "found no source for this value, expected one under 'sources'. "
        + "Add its path there, with 'assumed' or a key of 'references'."
    case .idleSource(let nearest):
      "found a source for a path without a value in this file, expected the path of a value. "
        + Self.suggestion(nearest, otherwise: "Remove it.")
    case .unknownReference(let name, let nearest):
      "found source '\(Excerpt.of(name))', expected 'assumed' or a key of 'references'. "
        + Self.suggestion(nearest, otherwise: "Add '\(Excerpt.of(name))' under 'references'.")
    case .extendsTooDeep(let base):
      "found base '\(Excerpt.of(base))' that extends a file itself, expected one level. Extend the last file of the chain."
    case .extendsCycle(let files):
      "found a set that extends itself (\(files.map(Excerpt.of).joined(separator: " -> "))), expected an end. "
        + "Extend another set."
    default: ""
    }
  }

  private static func suggestion(_ nearest: String?, otherwise: String) -> String {
    nearest.map { "Did you mean '\($0)'?" } ?? otherwise
  }

  /// A message with more words than this would hide what to correct.
  private static let longestChoice = 60

  private static func choice(_ words: [String], listedBy command: String = "reflector list") -> String {
    switch words.count {
    case 1: "'\(words[0])'"
    case ...longestChoice: "one of " + words.joined(separator: ", ")
    default: "one of the \(words.count) that `\(command)` prints"
    }
  }
}

/// Finds the legal word that a misspelt one most likely stands for.
public enum NearestWord {
  /// The word at the least edit distance, the first of equals; nil if none is near.
  public static func match(_ word: String, in words: [String]) -> String? {
    matches(word, in: words, count: 1).first
  }

  /// A shorter text is part of too many words.
  private static let shortestPart = 4

  /// At most `count` words that are near, the nearest first; where none is, those that have `word` in them.
  public static func matches(_ word: String, in words: [String], count: Int) -> [String] {
    let limit = max(2, word.count / 3)
    let ranked = words.enumerated().map { place, known in
      (word: known, distance: distance(word.lowercased(), known.lowercased()), place: place)
    }
    let near = ranked.filter { $0.distance <= limit }.sorted {
      ($0.distance, $0.place) < ($1.distance, $1.place)
    }
    let containing = words.filter {
      word.count >= shortestPart && $0.lowercased().contains(word.lowercased())
    }
    return (near.isEmpty ? containing : near.map(\.word)).prefix(count).map(\.self)
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
  static func distance(_ a: String, _ b: String) -> Int {
    let first = Array(a.unicodeScalars.prefix(80))
    let second = Array(b.unicodeScalars.prefix(80))
    var older: [Int] = []
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        let replacement = row[j] + (first[i] == second[j] ? 0 : 1)
        var best = min(replacement, row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, older[j - 1] + 1)
        }
        next.append(best)
      }
      older = row
      row = next
    }
    return row[second.count]
  }
}

/// What a message quotes from a file: short, on one line, without control characters that a terminal would obey, and
/// with invisible ones in hex.
public enum Excerpt {
  /// The most characters of a quotation.
  static let maximumCount = 60

  /// The beginning of `text`.
  public static func of(_ text: String) -> String {
    var excerpt = ""
    for scalar in text.unicodeScalars.prefix(maximumCount) {
      switch scalar.properties.generalCategory {
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: excerpt += " "
      case .format: excerpt += "\\u{\(scalar.value.hexDigits(4))}"
      default: excerpt.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > maximumCount ? excerpt + "..." : excerpt
  }
}
