internal import Documents

extension TextForm {
  /// `CS-A01`
  static let requirementID = TextForm(
    "a requirement id as CS-A01", pattern: "^[A-Z]+-[A-Z]?[0-9]+$", accepts: isRequirementID)

  /// `CS-A01`, or `CS-*` for all ids that begin so.
  static let requirementPattern = TextForm(
    "a requirement id as CS-A01, or CS-* for a prefix", pattern: "^[A-Z]+-[A-Z]?([0-9]+|[0-9]*\\*)$"
  ) { text in
    isRequirementID(text.hasSuffix("*") ? String(text.dropLast()) + "0" : text)
  }

  /// `CS/TIM/BV-01`, or as the public test specifications write them, `TRM-RCV/CS/BV-01-C`,
  /// `LL/CS/PER/REF/BV-01-C`, `HCI/CCO/BI-109-C`.
  static let testCaseID = TextForm(
    "a test case id as CS/TIM/BV-01",
    pattern: "^[A-Z]+(-[A-Z]+)*(/[A-Z0-9]+)+/B[VI]-[0-9]{2,3}(-[CI])?$", accepts: isTestCaseID)

  @Sendable private static func isRequirementID(_ text: String) -> Bool {
    let area = text.unicodeScalars.prefix(while: \.isCapital)
    var rest = text.unicodeScalars[area.endIndex...]
    guard !area.isEmpty, rest.popFirst() == "-" else { return false }
    let digits = rest.first?.isCapital ?? false ? rest.dropFirst() : rest
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  @Sendable private static func isTestCaseID(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(of: "/"), let last = scalars.lastIndex(of: "/"), first < last
    else { return false }
    var number = Substring(scalars[scalars.index(after: last)...])
    if number.hasSuffix("-C") || number.hasSuffix("-I") { number.removeLast(2) }
    guard number.hasPrefix("BV-") || number.hasPrefix("BI-") else { return false }
    let digits = number.unicodeScalars.dropFirst(3)
    return isJoined(String(scalars[..<first]), by: "-", \.isCapital)
      && isJoined(String(scalars[scalars.index(after: first)..<last]), by: "/") { $0.isCapital || $0.isDigit }
      && (2...3).contains(digits.count) && digits.allSatisfy(\.isDigit)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
}
