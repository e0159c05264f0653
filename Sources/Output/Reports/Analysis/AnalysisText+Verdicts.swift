internal import Verdicts

extension AnalysisText {
  /// What the recordings settle of requirement sets: a line each, with the place that shows it.
  func verdicts(_ report: AnalysisReport) -> [String] {
    report.verdicts.flatMap { shown -> [String] in
      let counts = OutcomeLabel.allCases.compactMap { label in
        let count = shown.items.count { $0.result.label == label }
        return count == 0 ? nil : label.counted(count)
      }
      let all = counts + ["\(shown.notShownCount) not shown by the recording"]
      let head = "\(shown.set), \(shown.accessory): \(all.joined(separator: ", "))"
      return [""] + DisplayText.wrapped(head, to: style.width) + shown.items.flatMap(line)
    }
  }

  private func line(_ item: ShownVerdicts.Item) -> [String] {
    let result = item.result
    let label = DisplayText.padded(result.label.rawValue, to: OutcomeLabel.inconclusive.rawValue.count)
    let remark = item.basis == .conduct ? result.decisiveStep?.measured : nil
    let reason = (result.verdict == .pass ? remark : result.remarks.first).map { ": \($0)" } ?? ""
    let evidence = item.evidence.flatMap { reason.contains($0) ? nil : " (\($0))" } ?? ""
    let head = "  " + DisplayText.padded(result.id, to: 8)
    let lines = DisplayText.hanging(
      head + label + "  ", "\(result.title)\(reason)\(evidence)", width: style.width)
    guard let first = lines.first else { return [] }
    return [head + style.paint(label, as: result.label) + first.dropFirst((head + label).count)]
      + lines.dropFirst()
  }
}
