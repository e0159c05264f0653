internal import AccessoryProfile
internal import ArgumentParser
internal import Gate
internal import Reports
internal import Verdicts

/// `reflector gate`
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Hold a report against an older one, and say whether the change is allowed.",
    discussion: """
      Compares verdicts, margins, what the profile declares, and the captures frame by \
      frame. A number counts as changed only if chance does not explain it.

        reflector gate --baseline main.json --candidate branch.json
        reflector gate --baseline main.json --candidate branch.json --policy gate.yaml --markdown -

      Exit status: 0 allowed, 1 blocked, 2 bad input, 3 cannot tell, 70 a bug of ours.
      """)

  @OptionGroup var options: GateOptions

  /// Carries the command out. Everything is read and found right before anything is written.
  func status() throws -> ExitStatus {
    let policy = try policy()
    let baseline = try StoredReports(options.baseline)
    let candidate = try StoredReports(options.candidate)
    let pairing = try pairing(baseline, candidate)
    try options.checkOutputs()
    let captures = try GateCaptures(options, baseline, candidate, pairCount: pairing.pairs.count)
    let gate = Gate(policy: policy, toolBefore: baseline.tool, toolAfter: candidate.tool)
    let report = try gate.report(pairing) { pair throws(BadInput) in try captures.compare(pair) }
    try options.write(report)
    if !options.quiet {
      let stream = options.takeStandardOutput ? StandardStream.error : .output
      try stream.writeOrThrow(GateText(style: stream.style).text(report))
    }
    switch report.decision {
    case .allowed: return .pass
    case .blocked: return .fail
    case .cannotTell: return .inconclusive
    }
  }

  private func policy() throws(BadInput) -> GatePolicy {
    guard let path = options.policy else { return GatePolicy() }
    var reader = DocumentReader()
    if let policy = reader.read(path, GatePolicy.read) { return policy }
    throw BadInput(reader.errors)
  }

  private func pairing(_ baseline: StoredReports, _ candidate: StoredReports) throws(BadInput)
    -> ReportPairing
  {
    do throws(GateRefusal) {
      return try ReportPairing(baseline: baseline.reports, candidate: candidate.reports)
    } catch {
      throw BadInput(error.description)
    }
  }
}

/// The reports of a file.
struct StoredReports {
  /// As the user named it.
  let path: String
  let reports: [CheckReport]
  /// The program that made it, with its version.
  let tool: String

  init(_ path: String) throws(BadInput) {
    self.path = path
    let octets = try InputFile.octets(path, limit: CheckReportReader.maximumOctets)
    do throws(ReportFileError) {
      let (reports, tool) = try CheckReportReader.reports(octets, file: path)
      self.reports = reports
      self.tool = "\(tool.name) \(tool.version)"
    } catch {
      throw BadInput(error)
    }
  }
}
