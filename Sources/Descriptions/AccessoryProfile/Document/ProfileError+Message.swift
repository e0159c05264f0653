internal import Notation

extension ProfileError.Problem {
  /// What was found, what was expected, and the fix, in one line; `file` is where it stands.
  func message(in file: String) -> String {
    switch self {
    case .contradiction(let text, let other, let fix):
      text + (other.map { " (see \($0.file == file ? "line \($0.line)" : $0.description))" } ?? "") + ". "
        + fix
    case .unreadable, .tooLarge, .notText, .empty, .syntax, .tab, .refusedYAML, .severalDocuments, .tooDeep,
      .keyNotText:
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
    case .unknownWord(let found, let expected, let nearest):
      "found '\(Excerpt.of(found))', expected \(Self.choice(expected)). "
        + Self.suggestion(nearest, otherwise: "Use one of these.")
    case .repeatedItem(let item):
      "found \(item) twice, expected each item once. Remove one."
    }
  }

  private var fileMessage: String {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason). Check the path and its permissions."
    case .tooLarge(let octets):
      "found \(octets) octets, expected at most \(ProfileDocument.maximumOctets). "
        + "Give the profile itself, not a recording or an image."
    case .notText(let octet, let offset):
      "found octet \(octet.hex(2)) at offset \(offset), expected UTF-8 text. Give a text file."
    case .empty:
      "found an empty file, expected a mapping. Begin with 'schema:', or use 'reflector profile new'."
    case .syntax(let complaint):
      "not valid YAML: \(complaint). Correct the layout of this line or the one above."
    case .tab: "found a tab, expected spaces. Indent with two spaces."
    case .refusedYAML(let kind, let found):
      "found \(kind) '\(Excerpt.of(found))', expected plain values. Write the value out."
    case .severalDocuments: "found a second document, expected one. Put it into its own file."
    case .tooDeep(let maximum): "found more than \(maximum) levels, expected fewer. Flatten the value."
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
      "found '\(Excerpt.of(found))', expected '\(expected)'. Write 'schema: \(expected)'."
    case .noSource:
      "found no source for this value, expected one under 'sources'. Add its path there, or 'assumed'."
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

  private static func choice(_ words: [String]) -> String {
    switch words.count {
    case 1: "'\(words[0])'"
    case ...longestChoice: "one of " + words.joined(separator: ", ")
    default: "one of the \(words.count) that `reflector list` prints"
    }
  }
}
