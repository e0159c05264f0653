internal import Dissection
internal import Documents
internal import Plots
internal import Profiles
internal import Reports
internal import Verdicts

/// One requirement with its cases, steps and evidence.
struct RequirementView {
  let view: View

  private static let explainedFrames = 3
  /// How many frame numbers a step shows.
  private static let shownFrames = 6

  /// The frames that the page explains for a requirement.
  static func frames(_ result: RequirementResult) -> [Int] {
    var frames = Array(result.frames.prefix(explainedFrames))
    for step in result.cases.flatMap(\.steps) where !step.isMet {
      if let frame = step.frames.first, !frames.contains(frame) { frames.append(frame) }
    }
    return frames
  }

  /// Where a requirement is on the page.
  static func id(_ result: RequirementResult, of report: String) -> String { "\(report)-\(result.id)" }

  /// The requirements of a report. A frame is explained at the first of them that needs it.
  static func all(
    _ results: [RequirementResult], _ evidence: CaptureEvidence, of report: String, lines: SourceView
  ) -> [RequirementView] {
    var homes: [Int: Int] = [:]
    for (index, result) in results.enumerated() {
      for frame in frames(result) where evidence.frames[frame] != nil && homes[frame] == nil {
        homes[frame] = index
      }
    }
    let own = results.enumerated().map { index, result in
      frames(result).filter { homes[$0] == index }.compactMap { evidence.frames[$0] }
    }
    // A page of passes has the steps of one of them in full.
    let example = own.firstIndex { $0.contains { !evidence.steps(behind: $0).isEmpty } }
    return results.enumerated().map { index, result in
      RequirementView(
        result, frames: own[index], isClose: result.label != .pass || index == example,
        isExplained: { homes[$0] != nil }, evidence, of: report, lines: lines)
    }
  }

  private init(
    _ result: RequirementResult, frames: [FrameExplanation], isClose: Bool, isExplained: (Int) -> Bool,
    _ evidence: CaptureEvidence, of report: String, lines: SourceView
  ) {
    func link(_ number: Int) -> View {
      ["number": number, "target": present(isExplained(number) ? Self.frameID(number, report) : nil)]
    }
    let frameViews = FrameView.all(
      frames, evidence, of: report, isWrong: result.label != .pass, isClose: isClose)
    let evidenced: View = [
      "id": Self.id(result, of: report), "level": result.level.rawValue, "text": result.requirement,
      "source": result.source,
      "declared": present(
        result.declared.flatMap { declared in
          lines.target(of: declared.position).map { ["target": $0, "place": declared.place] as View }
        }),
      "cases": result.cases.map { item in Self.view(of: item, link) }, "hasFrames": !frames.isEmpty,
      "frames": frameViews,
    ]
    view = Self.summary(result).merging(evidenced) { $1 }
  }

  /// The line of a requirement: verdict, name, required, measured, margin, remarks.
  static func summary(_ result: RequirementResult) -> View {
    let step = result.decisiveStep
    return [
      "class": result.label.pageClass, "label": result.label.rawValue, "requirement": result.id,
      "title": result.title, "required": step?.required ?? "-", "measured": step?.measured ?? "-",
      "margin": step?.margin ?? "-", "bar": step?.quantity.map { MarginBar($0).svg } ?? "",
      "remarks": result.label == .pass ? [] : result.remarks,
    ]
  }

  static func frameID(_ number: Int, _ report: String) -> String { "\(report)-frame-\(number)" }

  private static func view(of item: CaseResult, _ link: (Int) -> View) -> View {
    let label = item.waiver == nil ? OutcomeLabel(item.verdict) : .waived
    return [
      "case": item.id, "title": item.title, "class": label.pageClass, "label": label.rawValue,
      "reason": present(item.reason), "hasSteps": !item.steps.isEmpty,
      "steps": item.steps.map { step in
        [
          "name": step.name, "required": step.required, "measured": step.measured,
          "margin": step.margin ?? "-", "frames": step.frames.prefix(shownFrames).map(link),
          "wrong": present(step.isMet ? nil : step.finding == .unmet ? "unmet" : "open"),
          "word": step.finding == .unmet ? "not met" : "open",
        ] as View
      },
    ]
  }
}
