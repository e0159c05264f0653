internal import Documents
internal import Profiles
internal import Verdicts

/// Everything that differs between the two reports of a pair, in the order of the candidate.
struct ReportComparison {
  private(set) var changes: [GateChange] = []
  /// How many requirements both have.
  private(set) var requirementCount = 0
  /// How many numbers were compared.
  var numberCount = 0
  let policy: GatePolicy
  /// The confidence of one test of a statistic.
  let confidence: Double
  /// The requirements by id of the reports before the baseline, the oldest first.
  let history: [[String: RequirementResult]]

  /// Compares a pair.
  init(_ pair: ReportPair, policy: GatePolicy) {
    self.policy = policy
    history = pair.history.map { Self.byID($0.requirements) }
    confidence = policy.confidence(ofEach: Self.testCount(pair))
    let (before, after) = (pair.baseline, pair.candidate)
    let (earlier, later) = (Self.byID(before.requirements), Self.byID(after.requirements))
    for result in after.requirements {
      guard let old = earlier[result.id] else {
        appeared(result)
        continue
      }
      requirementCount += 1
      compare(old, result)
    }
    for old in before.requirements where later[old.id] == nil {
      add(.disappeared, old, nil, "\(ChangeText.verdict(old.verdict)) in the baseline, not in the candidate")
    }
    changes += DeclarationComparison.changes(before, after)
    changes += Self.conditions(before, after)
  }

  private static func byID(_ results: [RequirementResult]) -> [String: RequirementResult] {
    Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
  }

  /// How many tests leave something to chance: of each statistic the value and the noise, against the baseline and along
  /// the history, and of each other number the value along the history.
  private static func testCount(_ pair: ReportPair) -> Int {
    let numbers = pair.candidate.requirements.flatMap(\.cases).flatMap(\.steps).compactMap(\.quantity)
    let statisticCount = numbers.count { $0.statistic != nil }
    return pair.history.isEmpty ? 2 * statisticCount : 3 * statisticCount + numbers.count
  }

  mutating func add(
    _ kind: GatePolicy.Change, _ result: RequirementResult, _ testCase: String?, _ text: String,
    isWaived: Bool = false, margin: MarginChange? = nil, noise: NoiseChange? = nil, numbers: [Quantity] = []
  ) {
    changes.append(
      GateChange(
        kind, requirement: result.id, level: result.level, testCase: testCase, text, isWaived: isWaived,
        margin: margin, noise: noise, numbers: numbers, at: result.declared?.position))
  }

  private mutating func appeared(_ result: RequirementResult) {
    let kind = Self.kind(ofNew: (result.verdict, result.isWaived))
    let reason = result.reason.map { ": \($0)" } ?? ""
    add(kind, result, nil, "\(ChangeText.verdict(result.verdict)), not in the baseline\(reason)")
  }

  private mutating func compare(_ old: RequirementResult, _ new: RequirementResult) {
    if old.level != new.level {
      add(.limitChanged, new, nil, "level \(old.level.rawValue) -> \(new.level.rawValue)")
    }
    let start = changes.count
    let earlier = Dictionary(old.cases.map { ($0.id, $0) }) { first, _ in first }
    for testCase in new.cases {
      guard let earlier = earlier[testCase.id] else {
        add(
          Self.kind(ofNew: testCase.outcome), new, testCase.id,
          "\(ChangeText.verdict(testCase.verdict)), not in the baseline")
        continue
      }
      compare(earlier, testCase, new)
    }
    let ids = Set(new.cases.map(\.id))
    for gone in old.cases where !ids.contains(gone.id) {
      add(
        .disappeared, new, gone.id,
        "\(ChangeText.verdict(gone.verdict)) in the baseline, not in the candidate")
    }
    if new.verdict.isWorse(than: old.verdict),
      let kind = Self.kind(from: (old.verdict, old.isWaived), to: (new.verdict, new.isWaived)),
      !changes[start...].contains(where: { $0.kind == kind })
    {
      add(kind, new, nil, "\(ChangeText.verdict(old.verdict)) -> \(ChangeText.verdict(new.verdict))")
    }
  }

  private mutating func compare(_ old: CaseResult, _ new: CaseResult, _ result: RequirementResult) {
    if let kind = Self.kind(from: old.outcome, to: new.outcome) {
      let reason = new.verdict == .pass ? "" : new.reason.map { ": \($0)" } ?? ""
      let waiver = new.waiver.map { "; waived until \($0.expires): \($0.reason)" } ?? ""
      add(
        kind, result, new.id,
        "\(ChangeText.verdict(old.verdict)) -> \(ChangeText.verdict(new.verdict))\(reason)\(waiver)",
        numbers: Self.numbers(behind: old, new))
    }
    let (earlier, later) = (Set(old.warnings), Set(new.warnings))
    for warning in new.warnings where !earlier.contains(warning) {
      add(.newWarning, result, new.id, warning)
    }
    for warning in old.warnings where !later.contains(warning) {
      add(.warningGone, result, new.id, warning)
    }
    compareNumbers(old, new, result)
  }

  /// The verdict on a requirement or a test case, and whether its failure is waived.
  fileprivate typealias Outcome = (verdict: Verdict, isWaived: Bool)

  private static func kind(ofNew outcome: Outcome) -> GatePolicy.Change {
    switch outcome.verdict {
    case .fail: outcome.isWaived ? .newlyWaived : .newFailure
    case .inconclusive: .newlyInconclusive
    case .pass, .notApplicable: .appeared
    }
  }

  private static func kind(from old: Outcome, to new: Outcome) -> GatePolicy.Change? {
    switch (old.verdict, new.verdict) {
    case (.fail, .fail):
      switch (old.isWaived, new.isWaived) {
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
      ("version of the set", before.requirementSetVersion ?? "none", after.requirementSetVersion ?? "none"),
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

extension CaseResult {
  fileprivate var outcome: ReportComparison.Outcome { (verdict, waiver != nil) }
}

/// What the profiles of two reports declare: values and items that came, went or changed.
private enum DeclarationComparison {
  /// The changes in the order of the candidate's profile, then what is gone. None if a report has no declared
  /// values, as that of a controller without a profile.
  static func changes(_ before: CheckReport, _ after: CheckReport) -> [GateChange] {
    guard !before.declarations.isEmpty, !after.declarations.isEmpty else { return [] }
    var changes: [GateChange] = []
    let earlier = Dictionary(before.declarations.map { ($0.path, $0) }) { first, _ in first }
    let paths = Set(after.declarations.map(\.path))
    for value in after.declarations {
      guard let old = earlier[value.path] else {
        changes.append(GateChange(.capabilityAdded, "\(value.path): \(value.text)", at: value.position))
        continue
      }
      changes += compare(old, value)
    }
    // Of what is gone, the line is nowhere: the reader is led to what stands beside it.
    for old in before.declarations where !paths.contains(old.path) {
      let parent = old.path.split(separator: ".").dropLast().joined(separator: ".") + "."
      let near = after.declarations.first { $0.path.hasPrefix(parent) } ?? after.declarations.first
      changes.append(GateChange(.capabilityRemoved, "\(old.path): \(old.text)", at: near?.position))
    }
    return changes
  }

  /// Whether two fitted values lie in each other's interval.
  private static func agree(_ old: DeclaredValue, _ new: DeclaredValue) -> Bool {
    guard let before = Double(old.text), let after = Double(new.text), let earlier = old.interval,
      let later = new.interval
    else { return false }
    return earlier.contains(after) && later.contains(before)
  }

  private static func compare(_ old: DeclaredValue, _ new: DeclaredValue) -> [GateChange] {
    guard let before = old.items, let after = new.items else {
      if old.text == new.text || agree(old, new) { return [] }
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
