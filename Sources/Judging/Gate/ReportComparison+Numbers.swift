internal import Profiles
internal import Verdicts

/// The numbers of a test case: against the baseline, and along the reports before it.
extension ReportComparison {
  /// A name identifies a step; steps of the same name are paired in their order.
  mutating func compareNumbers(_ old: CaseResult, _ new: CaseResult, _ result: RequirementResult) {
    let measured = old.steps.filter { $0.quantity != nil }
    // From the last on, so that the first of equals is taken first.
    var left = Dictionary(grouping: measured.indices.reversed()) { measured[$0].name }
    var seen: [String: Int] = [:]
    for step in new.steps {
      guard let quantity = step.quantity else { continue }
      let occurrence = seen[step.name, default: 0]
      seen[step.name] = occurrence + 1
      let place = Place(requirement: result, testCase: new, step: step.name, occurrence: occurrence)
      guard let index = left[step.name]?.popLast(), let earlier = measured[index].quantity else { continue }
      compareLimits(earlier, quantity, place)
      // The change of the verdict says what the numbers of a new failure would say again.
      guard new.verdict != .fail || old.verdict == .fail else { continue }
      compare(earlier, quantity, place)
      follow(earlier, quantity, place)
    }
    // A case that failed may have ended early.
    guard old.verdict == .pass, new.verdict == .pass else { return }
    for step in left.values.joined().sorted().map({ measured[$0] }) {
      add(.measurementGone, result, new.id, "\(step.name): \(step.measured) in the baseline")
    }
  }

  /// The numbers of the first step that is not met, in the candidate or else in the baseline: before and after; empty
  /// if one of them has none.
  static func numbers(behind old: CaseResult, _ new: CaseResult) -> [Quantity] {
    let failed = [new, old].compactMap { item -> (name: String, occurrence: Int)? in
      let measured = item.steps.filter { $0.quantity != nil }
      return measured.firstIndex { !$0.isMet }.map { index -> (name: String, occurrence: Int) in
        let name = measured[index].name
        return (name, measured[..<index].count { $0.name == name })
      }
    }.first
    guard let failed else { return [] }
    func number(_ item: CaseResult) -> Quantity? {
      let numbers = item.steps.filter { $0.name == failed.name }.compactMap(\.quantity)
      return numbers.indices.contains(failed.occurrence) ? numbers[failed.occurrence] : nil
    }
    guard let after = number(new), let before = number(old)?.under(after) else { return [] }
    return [before, after]
  }

  /// Where a number stands.
  private struct Place {
    let requirement: RequirementResult
    let testCase: CaseResult
    let step: String
    /// Which of the steps with that name and a number.
    let occurrence: Int

    /// The number of an older report at the place, against the limit of a newer one; nil if it has none that can be
    /// compared.
    func quantity(in report: [String: RequirementResult], as newer: Quantity) -> Quantity? {
      let steps = report[requirement.id]?.cases.first { $0.id == testCase.id }?.steps ?? []
      let numbers = steps.filter { $0.name == step }.compactMap(\.quantity)
      guard numbers.indices.contains(occurrence) else { return nil }
      return numbers[occurrence].under(newer)
    }
  }

  private mutating func compareLimits(_ old: Quantity, _ new: Quantity, _ place: Place) {
    if old.under(new) == nil {
      add(
        .limitChanged, place,
        "\(old.comparison.rawValue) in \(old.unit) -> \(new.comparison.rawValue) in \(new.unit)")
    } else if old.limit != new.limit {
      add(
        .limitChanged, place,
        "limit \(ChangeText.number(old.limit)) -> \(ChangeText.number(new.limit)) \(new.unit)")
    }
  }

  /// - Parameter text: what changed, as it stands behind the name of the step.
  private mutating func add(
    _ kind: GatePolicy.Change, _ place: Place, _ text: String, margin: MarginChange? = nil,
    noise: NoiseChange? = nil
  ) {
    add(
      kind, place.requirement, place.testCase.id, "\(place.step): \(text)",
      isWaived: place.testCase.waiver != nil, margin: margin, noise: noise)
  }

  private mutating func compare(_ old: Quantity, _ new: Quantity, _ place: Place) {
    numberCount += 1
    guard let before = old.under(new) else { return }
    report(
      MarginChange(before, new, confidence: confidence), .marginLost,
      NoiseChange(before, new, confidence: confidence), .noiseGrown, place)
  }

  /// Adds what a number lost and how its noise grew. Where the number is noise itself, both are one change, which is
  /// reported as what weighs more.
  private mutating func report(
    _ margin: MarginChange?, _ loss: GatePolicy.Change, _ noise: NoiseChange?, _ growth: GatePolicy.Change,
    _ place: Place, _ remark: String = ""
  ) {
    let grown = noise.flatMap { $0.factor > 1 ? $0 : nil }
    let isNoise = (grown?.after.comparison ?? .equal) == .atMost
    let lost = margin?.lostFraction ?? 0
    let isGrowth = lost < policy.blockedMarginLoss && (grown?.factor ?? 0) >= policy.warnedNoiseGrowth
    if let grown, !isNoise || isGrowth {
      add(growth, place, ChangeText.text(grown, confidence: confidence) + remark, noise: grown)
    }
    if let margin, !isNoise || !isGrowth {
      let text = ChangeText.text(margin, confidence: confidence) + remark
      add(lost > 0 ? loss : .marginGained, place, text, margin: margin)
    }
  }

  /// Looks for a trend of a number over all reports.
  private mutating func follow(_ baseline: Quantity, _ candidate: Quantity, _ place: Place) {
    guard let last = baseline.under(candidate) else { return }
    let earlier = history.compactMap { place.quantity(in: $0, as: candidate) }
    let numbers = earlier + [last, candidate]
    guard let first = earlier.first else { return }
    let margin = Trend(numbers.map(\.marginPoint), confidence: confidence).flatMap { trend in
      trend.change < 0 ? MarginChange(first, candidate, lost: -trend.change) : nil
    }
    report(
      margin, .drift, NoiseChange(trendOf: numbers, confidence: confidence), .drift, place,
      " over \(numbers.count) reports")
  }
}

extension Quantity {
  /// The number under the limit of a newer one: what is required is another change than what is measured. Nil if
  /// the two cannot be compared.
  fileprivate func under(_ newer: Quantity) -> Quantity? {
    guard unit == newer.unit, comparison == newer.comparison else { return nil }
    return Quantity(value, unit, comparison, newer.limit, statistic)
  }

  fileprivate var marginPoint: Trend.Point {
    Trend.Point(
      value: margin, variance: statistic.map { $0.standardError * $0.standardError },
      degrees: Double((statistic?.count ?? 2) - 1))
  }
}
