internal import Dissection
internal import Documents
internal import Reports
internal import Verdicts

/// One accessory against one requirement set.
struct ReportView {
  private let report: CheckReport
  /// The requirements that were run, or that nothing covers.
  let shown: [RequirementResult]
  /// The lines that decide a requirement.
  let marks: [SourceView.Mark]

  private let id: String
  private let requirements: [RequirementView]
  private let idle: [RequirementResult]

  init(_ report: CheckReport, _ evidence: CaptureEvidence, id: String, lines: SourceView) {
    self.report = report
    self.id = id
    shown = report.requirements.filter { $0.label != .notApplicable }
    idle = report.requirements.filter { $0.label == .notApplicable }
    requirements = RequirementView.all(shown, evidence, of: id, lines: lines)
    let id = id
    marks = report.requirements.compactMap { result in
      guard let declared = result.declared else { return nil }
      return SourceView.Mark(
        position: declared.position, requirement: result.id, label: result.label,
        target: RequirementView.id(result, of: id))
    }
  }

  var view: View {
    let label = OutcomeLabel(report.verdict)
    return [
      "id": id, "class": label.pageClass, "label": label.rawValue, "accessory": report.accessory,
      "set": report.requirementSet, "counts": CheckPage.counts([report]), "notices": report.notices,
      "facts": facts,
      "requirements": requirements.map(\.view), "hasIdle": !idle.isEmpty, "idle": idleView,
      "readings": report.interpretations.map { ["field": $0.field, "value": $0.value] as View },
      "hasReadings": !report.interpretations.isEmpty,
    ]
  }

  private var facts: [View] {
    var facts = [
      fact("Under test", report.iut == "profile" ? report.profilePath : report.iut, isCode: true)
    ]
    if !report.profileDigest.isEmpty {
      facts.append(fact("Profile SHA-256", report.profileDigest, isCode: true))
    }
    facts.append(
      fact(
        "Requirement set",
        report.requirementSet + (report.requirementSetVersion.map { ", version \($0)" } ?? "")
          + (report.requirementSetLastSeen.map { ", sources read \($0)" } ?? "")))
    facts.append(
      fact("Setup", "\(report.phone) in \(report.environment) at \(report.distanceMetres) m"))
    facts.append(fact("Seed", String(report.seed)))
    if let summary = report.sourceSummary { facts.append(fact("Sources", summary)) }
    if let verdict = report.appVerdict { facts.append(fact("App", OutcomeLabel(verdict).rawValue)) }
    if let path = report.capturePath { facts.append(fact("Capture", path, isCode: true)) }
    facts.append(fact("Repeat", report.replay, isCode: true, canCopy: true))
    return facts
  }

  /// What was not run: one line for each reason.
  private var idleView: [View] {
    UnjudgedGroup.groups(of: idle).map { group in
      [
        "reason": group.reason,
        "ids": group.results.map { result in
          [
            "id": RequirementView.id(result, of: id), "requirement": result.id, "title": result.title,
          ] as View
        },
      ]
    }
  }
}
