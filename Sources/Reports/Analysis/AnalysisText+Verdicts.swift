internal import Conformance

extension AnalysisText {
  /// What the recordings settle of requirement sets: a line each, with the place that shows it.
  func verdicts(_ report: AnalysisReport) -> [String] {
    report.verdicts.flatMap { shown -> [String] in
      let counts = OutcomeLabel.allCases.compactMap { label in
        let count = shown.results.count { $0.label == label }
        return count == 0 ? nil : label.counted(count)
      }
      let all = counts + ["\(shown.notShownCount) not shown by the recording"]
      let head = "\(shown.set), \(shown.accessory): \(all.joined(separator: ", "))"
      return [""] + DisplayText.wrapped(head, to: style.width) + shown.results.flatMap(line)
    }
  }

  private func line(_ result: RequirementResult) -> [String] {
    let label = DisplayText.padded(result.label.rawValue, to: OutcomeLabel.inconclusive.rawValue.count)
    let reason = result.verdict == .pass ? "" : result.remarks.first.map { ": \($0)" } ?? ""
    let evidence = result.evidence.map { " (\($0))" } ?? ""
    let head = "  " + DisplayText.padded(result.id, to: 8)
    let lines = DisplayText.hanging(
      head + label + "  ", "\(result.title)\(reason)\(evidence)", width: style.width)
    guard let first = lines.first else { return [] }
    return [head + style.paint(label, as: result.label) + first.dropFirst((head + label).count)]
      + lines.dropFirst()
  }
}
