internal import Documents
internal import Profiles
internal import Verdicts

/// Everything that differs between the two reports of a pair, in the order of the candidate.
struct ReportComparison {
  private(set) var changes: [GateChange] = []
  /// How many numbers were compared.
  var numberCount = 0
  let policy: GatePolicy
  /// The confidence of one test of a statistic.
  let confidence: Double
  /// The reports before the baseline, the oldest first.
  let history: [CheckReport]

  /// Compares a pair.
  init(_ pair: ReportPair, policy: GatePolicy) {
    self.policy = policy
    history = pair.history
    // Of each number the value and the noise, against the baseline and along the history.
    let tests = Self.statisticCount(pair.candidate) * (pair.history.isEmpty ? 2 : 4)
    confidence = policy.confidence(ofEach: tests)
    let (before, after) = (pair.baseline, pair.candidate)
    for result in after.requirements {
      guard let old = before.requirements.first(where: { $0.id == result.id }) else {
        appeared(result)
        continue
      }
      compare(old, result)
    }
    for old in before.requirements where !after.requirements.contains(where: { $0.id == old.id }) {
      add(.disappeared, old, nil, "\(ChangeText.verdict(old.verdict)) in the baseline, not in the candidate")
    }
    changes += DeclarationComparison.changes(before, after)
    changes += Self.conditions(before, after)
  }

  private static func statisticCount(_ report: CheckReport) -> Int {
    let steps = report.requirements.flatMap(\.cases).flatMap(\.steps)
    return steps.count { $0.quantity?.statistic != nil }
  }

  mutating func add(
    _ kind: GatePolicy.Change, _ result: RequirementResult, _ testCase: String?, _ text: String,
    margin: MarginChange? = nil, noise: NoiseChange? = nil
  ) {
    changes.append(
      GateChange(
        kind, requirement: result.id, level: result.level, testCase: testCase, text, margin: margin,
        noise: noise, at: result.declared?.position))
  }

  private mutating func appeared(_ result: RequirementResult) {
    let kind: GatePolicy.Change =
      switch result.verdict {
      case .fail: result.isWaived ? .newlyWaived : .newFailure
      case .inconclusive: .newlyInconclusive
      case .pass, .notApplicable: .appeared
      }
    let reason = result.reason.map { ": \($0)" } ?? ""
    add(kind, result, nil, "\(ChangeText.verdict(result.verdict)), not in the baseline\(reason)")
  }

  private mutating func compare(_ old: RequirementResult, _ new: RequirementResult) {
    if old.level != new.level {
      add(.limitChanged, new, nil, "level \(old.level.rawValue) -> \(new.level.rawValue)")
    }
    for testCase in new.cases {
      guard let earlier = old.cases.first(where: { $0.id == testCase.id }) else {
        add(
          Self.kind(ofNew: testCase), new, testCase.id,
          "\(ChangeText.verdict(testCase.verdict)), not in the baseline")
        continue
      }
      compare(earlier, testCase, new)
    }
    for gone in old.cases where !new.cases.contains(where: { $0.id == gone.id }) {
      add(
        .disappeared, new, gone.id,
        "\(ChangeText.verdict(gone.verdict)) in the baseline, not in the candidate")
    }
  }

  private mutating func compare(_ old: CaseResult, _ new: CaseResult, _ result: RequirementResult) {
    if let kind = Self.kind(from: old, to: new) {
      let reason = new.verdict == .pass ? "" : new.reason.map { ": \($0)" } ?? ""
      let waiver = new.waiver.map { "; waived until \($0.expires): \($0.reason)" } ?? ""
      add(
        kind, result, new.id,
        "\(ChangeText.verdict(old.verdict)) -> \(ChangeText.verdict(new.verdict))\(reason)\(waiver)")
    }
    for warning in new.warnings where !old.warnings.contains(warning) {
      add(.newWarning, result, new.id, warning)
    }
    for warning in old.warnings where !new.warnings.contains(warning) {
      add(.warningGone, result, new.id, warning)
    }
    compareNumbers(old, new, result)
  }

  private static func kind(ofNew testCase: CaseResult) -> GatePolicy.Change {
    guard testCase.verdict == .fail else { return .appeared }
    return testCase.waiver == nil ? .newFailure : .newlyWaived
  }

  private static func kind(from old: CaseResult, to new: CaseResult) -> GatePolicy.Change? {
    switch (old.verdict, new.verdict) {
    case (.fail, .fail):
      switch (old.waiver != nil, new.waiver != nil) {
      case (false, false): .stillFailing
      case (true, true): .stillWaived
      case (false, true): .newlyWaived
      case (true, false): .waiverEnded
      }
    case (_, .fail): kind(ofNew: new)
    case (.inconclusive, .inconclusive): .stillInconclusive
    case (_, .inconclusive): .newlyInconclusive
    case (.notApplicable, .notApplicable), (.pass, .pass): nil
    case (_, .notApplicable): .newlyNotApplicable
    case (.notApplicable, .pass): .appeared
    case (_, .pass): .fixed
    }
  }

  private static func extent(_ report: CheckReport) -> String {
    report.isPartial ? "interrupted" : "whole"
  }

  private static func conditions(_ before: CheckReport, _ after: CheckReport) -> [GateChange] {
    var pairs = [
      ("seed", "\(before.seed)", "\(after.seed)"), ("phone", before.phone, after.phone),
      ("environment", before.environment, after.environment),
      ("distance in metres", "\(before.distanceMetres)", "\(after.distanceMetres)"),
      ("what is under test", before.iut, after.iut),
      (
        "version of the set", before.requirementSetVersion ?? "none", after.requirementSetVersion ?? "none"
      ),
      ("the check", extent(before), extent(after)),
    ]
    for reading in after.interpretations {
      let old = before.interpretations.first { $0.field == reading.field }
      pairs.append(("interpretations.\(reading.field)", old?.value ?? "none", reading.value))
    }
    let profile = GateChange(
      profile: (before.profilePath, before.profileDigest), (after.profilePath, after.profileDigest))
    return pairs.compactMap { GateChange(condition: $0, $1, $2) } + [profile].compactMap(\.self)
  }
}

/// What the profiles of two reports declare: values and items that came, went or changed.
private enum DeclarationComparison {
  /// The changes in the order of the candidate's profile, then what is gone. None if a report has no declared
  /// values, as that of a controller without a profile.
  static func changes(_ before: CheckReport, _ after: CheckReport) -> [GateChange] {
    guard !before.declarations.isEmpty, !after.declarations.isEmpty else { return [] }
    var changes: [GateChange] = []
    for value in after.declarations {
      guard let old = before.declarations.first(where: { $0.path == value.path }) else {
        changes.append(GateChange(.capabilityAdded, "\(value.path): \(value.text)", at: value.position))
        continue
      }
      changes += compare(old, value)
    }
    // Of what is gone, the line is nowhere: the reader is led to what stands beside it.
    for old in before.declarations where !after.declarations.contains(where: { $0.path == old.path }) {
      let parent = old.path.split(separator: ".").dropLast().joined(separator: ".") + "."
      let near = after.declarations.first { $0.path.hasPrefix(parent) } ?? after.declarations.first
      changes.append(GateChange(.capabilityRemoved, "\(old.path): \(old.text)", at: near?.position))
    }
    return changes
  }

  private static func compare(_ old: DeclaredValue, _ new: DeclaredValue) -> [GateChange] {
    guard let before = old.items, let after = new.items else {
      if old.text == new.text { return [] }
      return [GateChange(.capabilityChanged, "\(new.path): \(old.text) -> \(new.text)", at: new.position)]
    }
    let gone = before.filter { !after.contains($0) }
    let added = after.filter { !before.contains($0) }
    var changes: [GateChange] = []
    if !gone.isEmpty {
      changes.append(
        GateChange(.capabilityRemoved, "\(new.path): no \(gone.joined(separator: ", "))", at: new.position))
    }
    if !added.isEmpty {
      changes.append(
        GateChange(.capabilityAdded, "\(new.path): \(added.joined(separator: ", "))", at: new.position))
    }
    if gone.isEmpty, added.isEmpty, before != after {
      changes.append(
        GateChange(.capabilityChanged, "\(new.path): \(old.text) -> \(new.text)", at: new.position))
    }
    return changes
  }
}
