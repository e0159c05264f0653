package import Capture
package import Documents
package import Profiles

/// The result of one requirement.
package struct RequirementResult: Hashable, Sendable {
  /// The id, as `CS-A07`.
  package var id: String
  /// What the requirement is about.
  package var title: String
  /// How binding it is.
  package var level: Requirement.Level
  /// Whether it is about the accessory or its app.
  package var subject = Requirement.Subject.accessory
  /// The document that requires it.
  package var source: String
  /// The requirement, in a sentence.
  package var requirement: String
  package var verdict: Verdict
  /// The cases behind the verdict, in the order of the requirement set; empty if none covers it.
  package var cases: [CaseResult]
  /// The declared value that it is about; nil if nothing is declared.
  package var declared: DeclaredValue?
  /// The declared values behind a failure, each entry alone; empty if none was found or searched for.
  package var suspects: [Suspect] = []

  package init(
    id: String, title: String, level: Requirement.Level, source: String, requirement: String,
    verdict: Verdict, cases: [CaseResult], declared: DeclaredValue? = nil
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.source = source
    self.requirement = requirement
    self.verdict = verdict
    self.cases = cases
    self.declared = declared
  }

  /// Whether a case decides `standing`; a waived failure does if every failure is waived.
  package func decides(_ item: CaseResult) -> Bool {
    isWaived ? item.verdict == .fail : item.verdict == standing && item.waiver == nil
  }

  /// The first case that decides `standing`.
  package var decisiveCase: CaseResult? { cases.first(where: decides) ?? cases.first }

  /// Why the verdict is not a pass.
  package var reason: String? { decisiveCase?.reason }

  /// The warnings of all cases.
  package var warnings: [String] { cases.flatMap(\.warnings) }

  /// The step to show: the first that was not met; if all are met the headline, else the last.
  package var decisiveStep: Step? {
    guard verdict == .pass else {
      return decisiveCase?.decisiveStep ?? decisiveCase?.steps.last
    }
    let steps = cases.flatMap(\.steps)
    return steps.first(where: \.isHeadline) ?? steps.last
  }

  /// The frames that show the verdict, in order.
  package var frames: [Int] { evidence.map(\.frame) }

  /// The interface of each of `frames`; empty where unknown.
  package var interfaces: [CaptureInterface] { evidence.compactMap(\.interface) }

  private var evidence: [(frame: Int, interface: CaptureInterface?)] {
    guard let step = decisiveStep else { return [] }
    let interfaces =
      step.interfaces.isEmpty ? step.frames.map { _ in nil } : step.interfaces.map(Optional.some)
    return zip(step.frames, interfaces).map { ($0, $1) }.sorted { $0.frame < $1.frame }
  }
}

extension RequirementResult {
  /// The verdict without the waived failures.
  package var standing: Verdict {
    let rest = cases.filter { $0.waiver == nil }
    guard verdict == .fail, rest.count < cases.count else { return verdict }
    let verdict = Verdict.combined(rest.map(\.verdict))
    return verdict == .notApplicable ? .pass : verdict
  }

  /// Whether it failed, and every failure is waived.
  package var isWaived: Bool { verdict == .fail && standing == .pass }

  /// The waivers that are used, each once, in the order of the cases.
  package var waivers: [Waiver] {
    var waivers: [Waiver] = []
    for waiver in cases.compactMap(\.waiver) where !waivers.contains(waiver) { waivers.append(waiver) }
    return waivers
  }
}

/// Requirements without a result for one and the same reason.
package struct UnjudgedGroup {
  /// Why.
  package let reason: String
  /// In the order of the report.
  package private(set) var results: [RequirementResult]

  /// The groups of those results that are no verdict, in the order of their first.
  package static func groups(of results: [RequirementResult]) -> [UnjudgedGroup] {
    var groups: [UnjudgedGroup] = []
    for result in results {
      guard [.notApplicable, .inconclusive].contains(result.verdict) else { continue }
      let reason = result.reason ?? "no reason given"
      let place = groups.firstIndex { $0.reason == reason && $0.results[0].verdict == result.verdict }
      if let place {
        groups[place].results.append(result)
      } else {
        groups.append(UnjudgedGroup(reason: reason, results: [result]))
      }
    }
    return groups
  }
}
