internal import Capture
internal import CoreTypes
internal import Dissection
internal import Notation
internal import Plots
internal import Reports

/// A frame of the capture in words, with the steps around it.
enum FrameView {
  private static let mostFields = 200

  /// The fields are listed if the frames show something wrong, single steps are drawn if `isClose`.
  static func all(
    _ frames: [FrameExplanation], _ evidence: CaptureEvidence, of report: String, isWrong: Bool,
    isClose: Bool
  ) -> [View] {
    var drawn: [StepFrame] = []
    return frames.map { frame in
      let steps = evidence.steps(behind: frame)
      let isNew = !steps.isEmpty && steps != drawn
      if isNew { drawn = steps }
      let fields = isWrong ? self.fields(frame) : []
      return [
        "id": RequirementView.frameID(frame.number, report), "number": frame.number,
        "where": place(frame), "name": frame.name, "sentences": frame.sentences,
        "references": frame.references.map { "\($0.how), frame \($0.frame)" },
        "hasFields": !fields.isEmpty, "fields": fields,
        "timelines": isNew
          ? Timeline.all(steps, id: "\(RequirementView.frameID(frame.number, report))-steps")
            .prefix(isClose ? .max : 1).map(PageTemplates.shared.figure) : [],
      ]
    }
  }

  private static func place(_ frame: FrameExplanation) -> String {
    var parts = frame.interface.map { [$0] } ?? []
    if let time = frame.time, time.nanoseconds != nil {
      parts.append("\(time.seconds).\((time.picoseconds / 1_000).decimalDigits(9)) s")
    }
    return parts.joined(separator: ", ")
  }

  private static func fields(_ frame: FrameExplanation) -> [View] {
    let all = frame.layers.flatMap { layer in
      [["isLayer": true, "name": layer.name] as View]
        + layer.fields.map { field in
          ["isLayer": false, "name": field.name, "value": field.value, "note": field.note ?? ""] as View
        }
    }
    return Array(all.prefix(mostFields))
  }
}
