internal import Capture
internal import Dissection
internal import Documents
internal import Profiles
internal import Reports
internal import Verdicts

/// What became of a requirement in a report of a check.
extension ExplainCommand {
  private static let shownFrames = 3

  /// The requirements in each report of a file.
  func outcomes(in stored: StoredReports) throws(BadInput) -> [Explanation] {
    var explanations: [Explanation] = []
    let reports = try stored.checks
    for id in ids {
      let known = explanations.count
      for report in reports {
        guard let result = report.requirements.first(where: { $0.id == id.uppercased() }) else { continue }
        explanations.append(try outcome(result, report))
      }
      guard explanations.count > known else {
        let names = reports.flatMap { $0.requirements.map(\.id) }
        throw BadInput(
          "\(stored.path): found no requirement '\(id)', expected one of \(names.joined(separator: ", "))")
      }
    }
    return explanations
  }

  private func outcome(_ result: RequirementResult, _ report: CheckReport) throws(BadInput) -> Explanation {
    var explanation = Explanation(
      .outcome, result.id, title: result.title, paragraphs: result.requirement)
    explanation.add("accessory", "\(report.accessory) (\(report.profilePath))")
    explanation.add("verdict", result.label.rawValue)
    if let step = result.decisiveStep {
      explanation.add("required", step.required)
      explanation.add("measured", step.measured)
      if let margin = step.margin { explanation.add("margin", margin) }
    }
    if result.label != .pass {
      for remark in result.remarks { explanation.add("why", remark) }
    }
    if let declared = result.declared { explanation.add("declared", "\(declared.path) (\(declared.place))") }
    try addOthers(result.suspects.flatMap(\.values), to: &explanation)
    addEvidence(result, report, to: &explanation)
    explanation.addCommand("replay", ReplayCommand.text(report.replay, only: result.id))
    explanation.addCommand("more", "reflector explain \(result.id)")
    return explanation
  }

  /// What the shipped accessories declare in the place of suspects.
  private func addOthers(
    _ suspects: [Suspect.Value], to explanation: inout Explanation
  ) throws(BadInput) {
    guard !suspects.isEmpty else { return }
    let shipped = try Catalogue().profiles()
    for suspect in suspects {
      let path = suspect.declared.path
      let declared = shipped.map { file in
        let text = file.document.declarations.first { $0.path == path }?.text ?? "absent"
        return "\(file.name) \(text)"
      }
      explanation.add("shipped", "\(path): \(declared.joined(separator: "; "))")
    }
  }

  /// The frames behind the verdict in words, if the capture is where the report says.
  private func addEvidence(
    _ result: RequirementResult, _ report: CheckReport, to explanation: inout Explanation
  ) {
    let numbers = Array(result.frames.prefix(Self.shownFrames))
    guard let path = report.capturePath, !numbers.isEmpty else { return }
    do {
      let frames = try FrameExplainer.explain(Set(numbers), of: RecordingFiles.reader(path))
      for frame in numbers.compactMap({ frames[$0] }) {
        explanation.add(
          "frame \(frame.number)", ([frame.name + "."] + frame.sentences).joined(separator: " "))
      }
    } catch {
      explanation.add(
        "frames", "\(numbers.map(String.init).joined(separator: ", ")); the capture \(path) cannot be read")
    }
  }
}
