internal import Profiles
package import Verdicts

/// What a person reads as the outcome of a requirement.
package enum OutcomeLabel: String, CaseIterable {
  case pass = "PASS"
  /// Passed with warnings, or a recommendation that was not followed.
  case warning = "WARN"
  case fail = "FAIL"
  case waived = "WAIVED"
  case inconclusive = "INCONCLUSIVE"
  case notApplicable = "N/A"
  /// Reported and never judged.
  case information = "INFO"

  /// What a summary calls so many of them.
  package func counted(_ count: Int) -> String {
    switch self {
    case .pass: "\(count) passed"
    case .warning: "\(count) with a warning"
    case .fail: "\(count) failed"
    case .waived: "\(count) waived"
    case .inconclusive: "\(count) inconclusive"
    case .notApplicable: "\(count) not applicable"
    case .information: "\(count) for information"
    }
  }
}

extension OutcomeLabel {
  /// How many of each there are, in words, in the order of the labels; what there is none of is left out.
  package static func counts(_ labels: [OutcomeLabel]) -> [String] {
    allCases.compactMap { label in
      let count = labels.count { $0 == label }
      return count == 0 ? nil : label.counted(count)
    }
  }

  package init(_ verdict: Verdict) {
    switch verdict {
    case .pass: self = .pass
    case .fail: self = .fail
    case .inconclusive: self = .inconclusive
    case .notApplicable: self = .notApplicable
    }
  }
}

extension RequirementResult {
  /// The label: only what an accessory must do can fail it.
  package var label: OutcomeLabel {
    if isWaived && level != .info { return .waived }
    return switch (standing, level) {
    case (.pass, _): warnings.isEmpty ? .pass : .warning
    case (.fail, .should): .warning
    case (.fail, .info): .information
    default: OutcomeLabel(standing)
    }
  }

  /// Why the label is no plain pass: the reasons of the cases that decide, the suspects, then the warnings. A waiver comes
  /// first where it decides, and last where something else is wrong beside it.
  package var remarks: [String] {
    let deciding = standing == .pass && !isWaived ? [] : cases.filter(decides)
    let reasons = deciding.map { result in
      let step = result.decisiveStep
      let reason = result.reason ?? step?.outcome ?? "no reason given"
      let namesStep = step.map { reason.hasPrefix($0.name) } ?? true
      return result.id + (namesStep ? "" : ", \(step?.name ?? "")") + ": \(reason)"
    }
    let uncovered = cases.isEmpty ? ["no test case covers this requirement"] : []
    let waived = waivers.map(\.sentence)
    let causes = suspects.map { "suspect: \($0.sentence)" }
    let found = uncovered + reasons + causes + warnings.map { "warning: \($0)" }
    return isWaived ? waived + found : found + waived
  }

  /// The step that shows a failure, waived or not; nil where nothing failed, or where it could not be judged.
  var failedStep: Step? {
    verdict == .fail && (standing == .fail || isWaived) ? decisiveStep : nil
  }
}

extension Waiver {
  /// The waiver, with the case that it is limited to, its date and its reason.
  var sentence: String { (caseID.map { "\($0) " } ?? "") + "waived until \(expires): \(reason)" }
}

extension Step {
  /// What was asked for and what came, in one line.
  var outcome: String {
    let distance = margin.map { ", margin \($0)" } ?? ""
    return "required \(required), measured \(measured)\(distance)"
  }
}

extension Verdict {
  /// The word in machine forms.
  package var word: String { self == .notApplicable ? "not-applicable" : rawValue }
}
