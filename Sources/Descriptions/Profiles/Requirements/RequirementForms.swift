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
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(\.isCapital) else { return false }
    let digits = parts[1].first?.isCapital ?? false ? parts[1].dropFirst() : parts[1][...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  @Sendable private static func isTestCaseID(_ text: String) -> Bool {
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
}
