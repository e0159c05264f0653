internal import Notation

/// A form of text: what a message says of it, its pattern for JSON Schema, and which texts have it.
public struct TextForm: Sendable {
  /// What a message asks for, and what a page of keys has as the value.
  public let expectation: String
  /// The same for JSON Schema; nil for text of any kind.
  public let pattern: String?
  /// The most octets of UTF-8; nil for no limit but that of the pattern.
  let maximumOctets: Int?
  /// Whether the YAML reader of an editor takes some of these texts for numbers.
  let isNumberToEditors: Bool
  private let isLegal: @Sendable (String) -> Bool

  public init(
    _ expectation: String, pattern: String? = nil, maximumOctets: Int? = nil, isNumberToEditors: Bool = false,
    accepts isLegal: @escaping @Sendable (String) -> Bool
  ) {
    self.expectation = expectation
    self.pattern = pattern
    self.maximumOctets = maximumOctets
    self.isNumberToEditors = isNumberToEditors
    self.isLegal = isLegal
  }

  /// Whether `text` has the form.
  public func accepts(_ text: String) -> Bool { isLegal(text) }
}

extension TextForm {
  /// Anything that is not empty, up to so many octets of UTF-8.
  public static func free(maximum: Int) -> TextForm {
    TextForm("text of 1 to \(maximum) octets", maximumOctets: maximum) {
      (1...maximum).contains($0.utf8.count)
    }
  }

  /// Hex digits, two an octet, up to so many octets.
  public static func hexOctets(maximum: Int) -> TextForm {
    TextForm(
      "hex digits, two per octet, 1 to \(maximum) octets", pattern: "^([0-9A-Fa-f]{2}){1,\(maximum)}$"
    ) {
      (1...maximum).contains([UInt8](hex: $0)?.count ?? 0)
    }
  }

  /// `apple-ios27-cs`
  public static let name = TextForm(
    "lower-case words joined by hyphens", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$"
  ) { text in
    isJoined(text, by: "-") { $0.isLowercaseLetter || $0.isDigit }
  }

  /// `NCS-INI`
  public static let reference = TextForm(
    "a short name in capitals, digits and hyphens", pattern: "^[A-Z][A-Z0-9-]*$"
  ) { text in
    (text.unicodeScalars.first?.isCapital ?? false)
      && text.unicodeScalars.allSatisfy { $0.isCapital || $0.isDigit || $0 == "-" }
  }

  /// `channel_sounding.t_fcs_us`
  public static let valuePath = TextForm(
    "a dotted path as channel_sounding.t_fcs_us", pattern: "^[a-z0-9_]+(\\.[a-z0-9_]+)*$"
  ) { text in
    isJoined(text, by: ".") { $0.isLowercaseLetter || $0.isDigit || $0 == "_" }
  }

  /// `channel_sounding.t_fcs_us`, or `features.le-ping`
  public static let partPath = TextForm(
    "a dotted path as channel_sounding.t_fcs_us, or a feature as features.le-ping",
    pattern: "^[a-z0-9_]+(\\.[a-z0-9_-]+)*$"
  ) { text in
    isJoined(text, by: ".") { $0.isLowercaseLetter || $0.isDigit || $0 == "_" || $0 == "-" }
      && !text.prefix { $0 != "." }.contains("-")
  }

  public static let relativePath = TextForm(
    "a path relative to this file, as ../base.yaml", pattern: "^[^/].*\\.ya?ml$"
  ) { text in
    text.first != "/" && isYAMLFile(text)
  }

  /// `nordic-nrf54l15-ipt`, or a path relative to the file.
  public static let nameOrRelativePath = TextForm(
    "a shipped name as nordic-nrf54l15-ipt, or a path relative to this file, as ../base.yaml",
    pattern: "^([a-z0-9]+(-[a-z0-9]+)*|[^/].*\\.ya?ml)$"
  ) { text in
    name.accepts(text) || relativePath.accepts(text)
  }

  /// The path of a table relative to the file.
  public static let relativeTable = TextForm(
    "a path relative to this file, as taps.csv", pattern: "^[^/].*\\.csv$"
  ) { text in
    text.first != "/" && text.dropFirst().hasSuffix(".csv")
  }

  /// `core-6-3-hci`, or a path.
  public static let nameOrPath = TextForm(
    "a name as core-6-3-hci, or a path that ends in .yaml",
    pattern: "^([a-z0-9]+(-[a-z0-9]+)*|.+\\.ya?ml)$"
  ) { text in
    name.accepts(text) || isYAMLFile(text)
  }

  /// `2026-11-01`
  public static let date = TextForm("a date as 2026-11-01", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$") {
    CalendarDate($0) != nil
  }

  private static func isYAMLFile(_ text: String) -> Bool {
    [".yaml", ".yml"].contains(where: text.dropFirst().hasSuffix)
  }

  /// Whether `text` is parts of legal characters, none of them empty, with `separator` between them.
  public static func isJoined(
    _ text: String, by separator: Unicode.Scalar, _ isLegal: (Unicode.Scalar) -> Bool
  ) -> Bool {
    var isPartEmpty = true
    for scalar in text.unicodeScalars {
      let isSeparator = scalar == separator
      guard isSeparator ? !isPartEmpty : isLegal(scalar) else { return false }
      isPartEmpty = isSeparator
    }
    return !isPartEmpty
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
  fileprivate var isLowercaseLetter: Bool { ("a"..."z").contains(self) }
}
