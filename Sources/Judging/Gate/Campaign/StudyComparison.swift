internal import Notation
internal import Profiles
internal import Verdicts

/// Everything that differs between a study of two campaigns, in the order of the candidate.
struct StudyComparison {
  private(set) var changes: [GateChange] = []
  /// How many numbers were compared.
  private(set) var numberCount = 0
  /// How many points both have whose RMSE was not compared.
  private var untestedCount = 0
  private let policy: GatePolicy
  /// The confidence of one test.
  private let confidence: Double

  /// Compares a pair.
  init(_ pair: PartPair<CampaignResults.Study>, policy: GatePolicy) {
    self.policy = policy
    let (before, after) = (pair.baseline, pair.candidate)
    // Of each point the availability and the RMSE, and the RMSE along the history.
    confidence = policy.confidence(ofEach: after.points.count * (pair.history.isEmpty ? 2 : 3))
    let old = before.points(sweptAs: after)
    let older = pair.history.map { $0.points(sweptAs: after) }
    for point in after.points {
      let name = after.words(point)
      guard let earlier = old[point.coordinates] else {
        add(.appeared, "\(name): not in the baseline")
        continue
      }
      compare(earlier, point, name)
      follow(older.compactMap { $0[point.coordinates] } + [earlier, point], name)
    }
    let new = after.points(sweptAs: before)
    for point in before.points where new[point.coordinates] == nil {
      add(.disappeared, "\(before.words(point)): in the baseline, not in the candidate")
    }
    changes += Self.conditions(before, after)
  }

  /// What was not compared, and why.
  var notes: [String] {
    guard untestedCount > 0 else { return [] }
    return [
      "RMSE not tested at \(DecimalText.counted(untestedCount, "point")): a report has no confidence interval of it,"
        + " or fewer than \(Noise.leastCount) distances decide it"
    ]
  }

  private mutating func add(
    _ kind: GatePolicy.Change, _ text: String, margin: MarginChange? = nil, noise: NoiseChange? = nil
  ) {
    changes.append(GateChange(kind, text, margin: margin, noise: noise))
  }

  private mutating func compare(_ old: CampaignResults.Point, _ new: CampaignResults.Point, _ name: String) {
    if let before = old.availability, let after = new.availability {
      numberCount += 1
      if let margin = MarginChange(before, after, confidence: confidence) {
        add(
          margin.lostFraction > 0 ? .marginLost : .marginGained,
          "\(name): distances of \(ChangeText.number(before.value)) -> \(ChangeText.number(after.value)) % of the"
            + " procedures\(ChangeText.difference(margin, confidence))", margin: margin)
      }
    }
    guard let (before, after) = numbers([old, new]).map({ ($0[0], $0[1]) }) else {
      return compareUntested(old, new, name)
    }
    numberCount += 1
    guard let noise = NoiseChange(before, after, confidence: confidence, leastPart: 0) else { return }
    add(
      noise.factor > 1 ? .noiseGrown : .marginGained,
      "\(name): \(Self.text(noise))\(ChangeText.factor(noise, confidence))", noise: noise)
  }

  /// Where chance may explain any growth, the gate cannot tell of growth that would block.
  private mutating func compareUntested(
    _ old: CampaignResults.Point, _ new: CampaignResults.Point, _ name: String
  ) {
    untestedCount += 1
    guard old.rmseInterval == nil || new.rmseInterval == nil, policy.action(for: .noiseGrown) == .block,
      let before = old.rmseMetres, before > 0, let after = new.rmseMetres, after > before,
      after >= before * blockedGrowth
    else { return }
    let factor = after / before
    add(
      .newlyInconclusive,
      "\(name): RMSE \(ChangeText.number(before)) -> \(ChangeText.number(after)) m, \(ChangeText.number(factor))"
        + " times as high, without a confidence interval")
  }

  /// Looks for a trend of the RMSE over all campaigns.
  private mutating func follow(_ points: [CampaignResults.Point], _ name: String) {
    guard points.count > 2, let numbers = numbers(points),
      let noise = NoiseChange(trendOf: numbers, confidence: confidence, leastPart: 0), noise.factor > 1
    else { return }
    add(
      .drift,
      "\(name): \(Self.numbers(noise)), \(ChangeText.number(noise.factor)) times as high along a line through"
        + " \(points.count) reports", noise: noise)
  }

  /// The RMSE of points in their order, against the greatest one that the policy allows after the first; nil if not all
  /// can be tested.
  private func numbers(_ points: [CampaignResults.Point]) -> [Quantity]? {
    let limit = (points[0].rmseMetres ?? 0) * blockedGrowth
    let numbers = points.compactMap { $0.rmse(atMost: limit) }.filter { Noise($0) != nil }
    return numbers.count == points.count ? numbers : nil
  }

  /// The factor of growth that blocks.
  private var blockedGrowth: Double { policy.isStrict ? 1 : policy.blockedNoiseGrowth }

  private static func text(_ noise: NoiseChange) -> String {
    "\(numbers(noise)), \(ChangeText.number(noise.factor)) times as high"
  }

  private static func numbers(_ noise: NoiseChange) -> String {
    "RMSE \(ChangeText.number(noise.before.value)) -> \(ChangeText.number(noise.after.value)) m"
  }

  private static func conditions(
    _ before: CampaignResults.Study, _ after: CampaignResults.Study
  ) -> [GateChange] {
    func knobs(_ study: CampaignResults.Study) -> String {
      study.sweeps.isEmpty ? "none" : study.sweeps.map(\.path).joined(separator: ", ")
    }
    return [
      ("seed", "\(before.seed)", "\(after.seed)"), ("filter", before.filter, after.filter),
      ("procedures at each point", "\(before.procedureCount)", "\(after.procedureCount)"),
      ("swept knobs", knobs(before), knobs(after)),
    ].compactMap { GateChange(condition: $0, $1, $2) }
  }
}

extension CampaignResults.Study {
  /// A point, as `3 m, tau 5`.
  fileprivate func words(_ point: CampaignResults.Point) -> String {
    (["\(DecimalText.plain(point.distanceMetres)) m"]
      + zip(sweeps, point.knobValues).map { "\($0.name) \(DecimalText.plain($1))" }).joined(separator: ", ")
  }
}
