internal import Notation
internal import Profiles

extension Gate {
  /// Everything that differs between campaigns, with what the policy makes of it.
  package func report(_ pairing: CampaignPairing) -> GateReport {
    let missing: GatePolicy.Change = pairing.baseline == nil ? .noBaseline : .accessoryAppeared
    let shared = Self.circumstances(pairing.baseline, pairing.candidate)
    let partial = Self.circumstances(nil, pairing.candidate)
    let pairs =
      pairing.studies.pairs.map { report($0, shared) } + pairing.checks.pairs.map { report($0, shared) }
    let gone =
      pairing.studies.disappeared.map { alone($0, .accessoryDisappeared) }
      + pairing.checks.disappeared.map { alone($0, .accessoryDisappeared) }
    let new =
      pairing.studies.appeared.map { alone($0, missing, partial) }
      + pairing.checks.appeared.map { alone($0, missing, ChecksComparison.findings($0) + partial) }
    return GateReport(
      policy: policy.title, confidence: policy.confidence, failsOn: failsOn,
      baselineCount: pairing.baseline == nil ? 0 : 1 + pairing.olderCount, pairs: pairs + gone + new)
  }

  private func report(_ pair: PartPair<CampaignResults.Study>, _ shared: [GateChange]) -> PairReport {
    let comparison = StudyComparison(pair, policy: policy)
    var report = PairReport(pair.candidate)
    report.changes = judged(comparison.changes + changesOfFiles(pair) + shared)
    report.numberCount = comparison.numberCount
    report.notes = comparison.notes
    return report
  }

  private func report(_ pair: PartPair<CampaignResults.Checks>, _ shared: [GateChange]) -> PairReport {
    let comparison = ChecksComparison(pair, policy: policy)
    var report = PairReport(pair.candidate)
    report.before = pair.baseline.verdict
    report.after = pair.candidate.verdict
    report.changes = judged(comparison.changes + changesOfFiles(pair) + shared)
    report.requirementCount = comparison.requirementCount
    return report
  }

  /// A part without a counterpart.
  private func alone(
    _ part: some CampaignPart, _ kind: GatePolicy.Change, _ further: [GateChange] = []
  ) -> PairReport {
    var report = PairReport(part)
    let verdict = (part as? CampaignResults.Checks)?.verdict
    (report.before, report.after) = kind == .accessoryDisappeared ? (verdict, nil) : (nil, verdict)
    report.changes = judged([GateChange(withoutCounterpart: kind)] + further)
    return report
  }

  /// Changes of the profile and of the tool.
  private func changesOfFiles(_ pair: PartPair<some CampaignPart>) -> [GateChange] {
    let (before, after) = (pair.baseline.place, pair.candidate.place)
    let profile = GateChange(
      profile: (before.profilePath, before.profileDigest), (after.profilePath, after.profileDigest))
    return [profile, toolChange].compactMap(\.self)
  }

  /// What concerns each part of a candidate: a campaign of which units are missing says too little.
  private static func circumstances(_ before: CampaignResults?, _ after: CampaignResults) -> [GateChange] {
    func missing(_ campaign: CampaignResults) -> String {
      "\(DecimalText.grouped(campaign.missingCount)) of \(DecimalText.counted(campaign.unitCount, "unit")) missing"
    }
    var changes: [GateChange] = []
    if after.isPartial {
      changes.append(GateChange(.newlyInconclusive, "the candidate is partial: \(missing(after))"))
    }
    guard let before else { return changes }
    if before.isPartial {
      changes.append(GateChange(.conditionsChanged, "the baseline is partial: \(missing(before))"))
    }
    return changes + [GateChange(condition: "campaign", before.id, after.id)].compactMap(\.self)
  }
}

extension PairReport {
  /// A part of a campaign, before anything is compared.
  fileprivate init(_ part: some CampaignPart) {
    let checks = part as? CampaignResults.Checks
    let setting = checks == nil ? part.setting : [part.place.phone, part.place.environment]
    self.init(
      accessory: part.place.accessory, profilePath: part.place.profilePath,
      requirementSet: checks?.requirementSet, setting: setting.joined(separator: ", "), changes: [],
      captureNote: "not compared: a campaign keeps none")
  }
}
