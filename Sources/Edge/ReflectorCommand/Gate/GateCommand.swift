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
        reflector gate --baseline 1.0.json 1.1.json main.json --candidate branch.json
        reflector gate --history history --candidate branch.json --policy gate.yaml --markdown -

      With an empty --history nothing is compared: the check alone decides, and the gate \
      says so.

      Exit status: 0 allowed, 1 blocked, 2 bad input, 3 cannot tell, 70 a bug of ours.
      """)

  @OptionGroup var options: GateOptions

  /// Carries the command out. Everything is read and found right before anything is written.
  func status() throws -> ExitStatus {
    let policy = try policy()
    let history = try options.history.map { path throws(BadInput) in try ReportHistory(path) }
    let baselines = try (history?.paths ?? options.baseline).map { path throws(BadInput) in
      try StoredReports(path)
    }
    let candidate = try StoredReports(options.candidate)
    let pairing = try pairing(baselines, candidate)
    try options.checkOutputs()
    let captures = try GateCaptures(options, baselines.last, candidate, pairCount: pairing.pairs.count)
    let gate = Gate(
      policy: policy, toolBefore: baselines.last?.tool, toolAfter: candidate.tool,
      failsOn: options.failOn.action)
    let report = try gate.report(pairing) { pair throws(BadInput) in try captures.compare(pair) }
    // A first report is kept whatever it says: what fails in it is then known, and no longer new.
    if report.decision == .allowed || baselines.isEmpty { try history?.add(candidate.octets) }
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
    var policy = GatePolicy()
    if let path = options.policy {
      var reader = DocumentReader()
      guard let read = reader.read(path, GatePolicy.read) else { throw BadInput(reader.errors) }
      policy = read
    }
    policy.isStrict = options.strict
    return policy
  }

  private func pairing(_ baselines: [StoredReports], _ candidate: StoredReports) throws(BadInput)
    -> ReportPairing
  {
    guard let last = baselines.last else { return ReportPairing(withoutBaseline: candidate.reports) }
    do throws(GateRefusal) {
      return try ReportPairing(
        history: baselines.dropLast().map(\.reports), baseline: last.reports, candidate: candidate.reports)
    } catch {
      throw BadInput(error.description)
    }
  }
}

/// The reports of a file.
struct StoredReports {
  /// As the user named it.
  let path: String
  let octets: [UInt8]
  let reports: [CheckReport]
  /// The program that made it, with its version.
  let tool: String

  init(_ path: String) throws(BadInput) {
    self.path = path
    octets = try InputFile.octets(path, limit: CheckReportReader.maximumOctets)
    do throws(ReportFileError) {
      let (reports, tool) = try CheckReportReader.reports(octets, file: path)
      self.reports = reports
      self.tool = "\(tool.name) \(tool.version)"
    } catch {
      throw BadInput(error)
    }
  }
}
