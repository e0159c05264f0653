internal import Capture
internal import Dissection
internal import Documents
internal import Profiles
internal import Reports
internal import Verdicts

/// What became of a requirement in a report of a check.
extension ExplainCommand {
  /// How many frames of the capture are explained.
  private static let shownFrames = 3

  /// The requirement in each report of a file; nil if no report has it.
  func outcomes(of id: String, in reports: [CheckReport]) throws(BadInput) -> [String]? {
    var parts: [[String]] = []
    for report in reports {
      guard let result = report.requirements.first(where: { $0.id == id.uppercased() }) else { continue }
      parts.append(try outcome(result, report))
    }
    return parts.isEmpty ? nil : Array(parts.joined(separator: [""]))
  }

  private func outcome(_ result: RequirementResult, _ report: CheckReport) throws(BadInput) -> [String] {
    var lines = ["\(result.id)  \(result.title)", ""] + paragraph(result.requirement) + [""]
    lines += item("accessory", "\(report.accessory) (\(report.profilePath))")
    lines += item("verdict", result.label.rawValue)
    if let step = result.decisiveStep {
      lines += item("required", step.required) + item("measured", step.measured)
      if let margin = step.margin { lines += item("margin", margin) }
    }
    if result.label != .pass { lines += result.remarks.flatMap { item("why", $0) } }
    if let declared = result.declared { lines += item("declared", "\(declared.path) (\(declared.place))") }
    if !result.suspects.isEmpty { lines += try others(result.suspects.flatMap(\.values)) }
    lines += evidence(result, report)
    // Never wrapped: they are there to be copied.
    lines += ["  replay      " + DisplayText.line(report.replay)]
    return lines + ["  more        reflector explain \(result.id)"]
  }

  /// What the shipped accessories declare in the place of suspects.
  private func others(_ suspects: [Suspect.Value]) throws(BadInput) -> [String] {
    let shipped = try Catalogue().profiles()
    return suspects.flatMap { suspect in
      let path = suspect.declared.path
      let declared = shipped.map { file, profile in
        let text = profile.declarations.first { $0.path == path }?.text ?? "absent"
        return "\(DataLibrary.stem(file)) \(text)"
      }
      return item("shipped", "\(path): \(declared.joined(separator: "; "))")
    }
  }

  /// The frames behind the verdict in words, if the capture is where the report says.
  private func evidence(_ result: RequirementResult, _ report: CheckReport) -> [String] {
    let numbers = Array(result.frames.prefix(Self.shownFrames))
    guard let path = report.capturePath, !numbers.isEmpty else { return [] }
    let frames: [Int: FrameExplanation]
    do {
      frames = try FrameExplainer.explain(Set(numbers), of: RecordingFiles.reader(path))
    } catch {
      return item(
        "frames", "\(numbers.map(String.init).joined(separator: ", ")); the capture \(path) cannot be read")
    }
    return numbers.compactMap { frames[$0] }.flatMap { frame in
      item("frame \(frame.number)", ([frame.name + "."] + frame.sentences).joined(separator: " "))
    }
  }
}
