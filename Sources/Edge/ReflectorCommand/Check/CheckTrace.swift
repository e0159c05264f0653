internal import Capture
internal import ConformanceTester
internal import Dissection
internal import Profiles
internal import Reports

/// Prints the packets of a run on standard error, those of each case below a line that names it.
struct CheckTrace {
  private let text: TraceText
  private let run: String
  private var printedCount = 0

  init(_ text: TraceText, of request: CheckRequest) {
    self.text = text
    run = "\(request.profilePath), \(request.requirements.id)"
  }

  /// Prints the packets of a case that ended; `log` has those of the cases before it too.
  mutating func print(_ reference: CaseReference, from log: CaptureLog) {
    var explainer = RunningExplainer()
    let lines = explainer.explain(log).filter { $0.number > printedCount }
    printedCount = log.count
    let heading = text.heading("\(run), \(reference.requirementID), \(reference.caseID)")
    StandardError.write(heading + lines.compactMap(text.text).joined())
  }
}
