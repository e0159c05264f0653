/// A form of text.
enum TextForm: Sendable, Equatable {
  /// Anything that is not empty, up to so many octets of UTF-8.
  case free(maximum: Int)
  /// `0x185B`, or the 8-4-4-4-12 form.
  case serviceUUID
  /// Hex digits, two an octet, up to so many octets.
  case hexOctets(maximum: Int)
  /// `CS-A01`
  case requirementID
  /// `CS-A01`, or `CS-*` for all ids that begin so
  case requirementPattern
  /// `CS/TIM/BV-01`, or as the public test specifications write them, `TRM-RCV/CS/BV-01-C`,
  /// `LL/CS/PER/REF/BV-01-C`, `HCI/CCO/BI-109-C`
  case testCaseID
  /// `apple-ios27-cs`
  case name
  /// `NCS-INI`
  case reference
  /// `channel_sounding.t_fcs_us`
  case valuePath
  /// A path relative to the file.
  case relativePath
  /// The path of a table relative to the file.
  case relativeTable
  /// `core-6-3-hci`, or a path.
  case nameOrPath
  /// `2026-11-01`
  case date

  /// What a message asks for.
  var expectation: String {
    switch self {
    case .free(let maximum): "text of 1 to \(maximum) octets"
    case .serviceUUID: "a service UUID as 0x185B or 6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    case .hexOctets(let maximum): "hex digits, two an octet, 1 to \(maximum) octets"
    case .requirementID: "a requirement id as CS-A01"
    case .requirementPattern: "a requirement id as CS-A01, or CS-* for all that begin so"
    case .testCaseID: "a test case id as CS/TIM/BV-01"
    case .name: "lower-case words joined by hyphens"
    case .reference: "a short name in capitals, digits and hyphens"
    case .valuePath: "a dotted path as channel_sounding.t_fcs_us"
    case .relativePath: "a path relative to this file, as ../base.yaml"
    case .relativeTable: "a path relative to this file, as taps.csv"
    case .nameOrPath: "a name as core-6-3-hci, or a path that ends in .yaml"
    case .date: "a date as 2026-11-01"
    }
  }

  /// The same for JSON Schema.
  var pattern: String? {
    switch self {
    case .free: nil
    case .serviceUUID: "^(0x[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"
    case .hexOctets(let maximum): "^([0-9A-Fa-f]{2}){1,\(maximum)}$"
    case .requirementID: "^[A-Z]+-[A-Z]?[0-9]+$"
    case .requirementPattern: "^[A-Z]+-[A-Z]?([0-9]+|[0-9]*\\*)$"
    case .testCaseID: "^[A-Z]+(-[A-Z]+)*(/[A-Z0-9]+)+/B[VI]-[0-9]{2,3}(-[CI])?$"
    case .name: "^[a-z0-9]+(-[a-z0-9]+)*$"
    case .reference: "^[A-Z][A-Z0-9-]*$"
    case .valuePath: "^[a-z0-9_]+(\\.[a-z0-9_]+)*$"
    case .relativePath: "^[^/].*\\.ya?ml$"
    case .relativeTable: "^[^/].*\\.csv$"
    case .nameOrPath: "^([a-z0-9]+(-[a-z0-9]+)*|.+\\.ya?ml)$"
    case .date: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    }
  }

  /// Whether `text` has the form.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .free(let maximum): (1...maximum).contains(text.utf8.count)
    case .serviceUUID: ServiceUUID(text: text) != nil
    case .hexOctets(let maximum): (1...maximum).contains(HexText.octets(text)?.count ?? 0)
    case .requirementID: Self.isRequirementID(text)
    case .requirementPattern:
      Self.isRequirementID(text.hasSuffix("*") ? String(text.dropLast()) + "0" : text)
    case .testCaseID: Self.isTestCaseID(text)
    case .name: Self.isJoined(text, by: "-") { $0.isLowercaseLetter || $0.isDigit }
    case .reference:
      (text.unicodeScalars.first?.isCapital ?? false)
        && text.unicodeScalars.allSatisfy { $0.isCapital || $0.isDigit || $0 == "-" }
    case .valuePath: Self.isJoined(text, by: ".") { $0.isLowercaseLetter || $0.isDigit || $0 == "_" }
    case .relativePath:
      text.first != "/" && [".yaml", ".yml"].contains(where: text.dropFirst().hasSuffix)
    case .relativeTable: text.first != "/" && text.dropFirst().hasSuffix(".csv")
    case .nameOrPath:
      Self.name.accepts(text) || [".yaml", ".yml"].contains(where: text.dropFirst().hasSuffix)
    case .date: CalendarDate(text) != nil
    }
  }

  private static func isJoined(
    _ text: String, by separator: Character, _ isLegal: (Unicode.Scalar) -> Bool
  ) -> Bool {
    text.split(separator: separator, omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isLegal) }
  }

  private static func isRequirementID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(\.isCapital) else { return false }
    let digits = parts[1].first?.isCapital ?? false ? parts[1].dropFirst() : parts[1][...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  private static func isTestCaseID(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    guard parts.count >= 3, let last = parts.last else { return false }
    let hasSuffix = ["-C", "-I"].contains { last.suffix(2) == Array($0.unicodeScalars)[...] }
    let number = hasSuffix ? last.dropLast(2) : last[...]
    return isJoined(String(String.UnicodeScalarView(parts[0])), by: "-", \.isCapital)
      && parts[1..<(parts.count - 1)].allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isCapital || $0.isDigit }
      }
      && (5...6).contains(number.count)
      && ["BV-", "BI-"].map { Array($0.unicodeScalars) }.contains(Array(number.prefix(3)))
      && number.dropFirst(3).allSatisfy(\.isDigit)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
  fileprivate var isLowercaseLetter: Bool { ("a"..."z").contains(self) }
}

/// Octets as hex digits.
enum HexText {
  /// Two digits an octet and nothing else; nil otherwise.
  static func octets(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    var octets: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      octets.append(UInt8(high << 4 | low))
    }
    return octets
  }
}
