internal import Profiles
internal import Verdicts

/// The numbers of a test case: against the baseline, and along the reports before it.
extension ReportComparison {
  /// A name identifies a step; steps of the same name are paired in their order.
  mutating func compareNumbers(_ old: CaseResult, _ new: CaseResult, _ result: RequirementResult) {
    var left = old.steps.filter { $0.quantity != nil }
    var seen: [String: Int] = [:]
    for step in new.steps {
      guard let quantity = step.quantity else { continue }
      let occurrence = seen[step.name, default: 0]
      seen[step.name] = occurrence + 1
      let place = Place(
        requirement: result, testCase: new.id, step: step.name, occurrence: occurrence)
      guard let index = left.firstIndex(where: { $0.name == step.name }),
        let earlier = left.remove(at: index).quantity
      else { continue }
      compare(earlier, quantity, place)
      follow(earlier, quantity, place)
    }
    // A case that failed may have ended early.
    guard old.verdict == .pass, new.verdict == .pass else { return }
    for step in left {
      add(.measurementGone, result, new.id, "\(step.name): \(step.measured) in the baseline")
    }
  }

  /// Where a number stands.
  private struct Place {
    let requirement: RequirementResult
    let testCase: String
    let step: String
    /// Which of the steps with that name and a number.
    let occurrence: Int

    /// The number of an older report at the place, against the limit of a newer one; nil if it has none that can be
    /// compared.
    func quantity(in report: CheckReport, as newer: Quantity) -> Quantity? {
      let result = report.requirements.first { $0.id == requirement.id }
      let steps = result?.cases.first { $0.id == testCase }?.steps ?? []
      let numbers = steps.filter { $0.name == step }.compactMap(\.quantity)
      guard numbers.indices.contains(occurrence) else { return nil }
      return numbers[occurrence].under(newer)
    }
  }

  private mutating func compare(_ old: Quantity, _ new: Quantity, _ place: Place) {
    numberCount += 1
    let (result, testCase, name) = (place.requirement, place.testCase, place.step)
    guard let before = old.under(new) else {
      return add(
        .limitChanged, result, testCase,
        "\(name): \(old.comparison.rawValue) in \(old.unit) -> \(new.comparison.rawValue) in \(new.unit)")
    }
    if old.limit != new.limit {
      add(
        .limitChanged, result, testCase,
        "\(name): limit \(ChangeText.number(old.limit)) -> \(ChangeText.number(new.limit)) \(new.unit)")
    }
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
      let text = "\(place.step): \(ChangeText.text(grown, confidence: confidence))\(remark)"
      add(growth, place.requirement, place.testCase, text, noise: grown)
    }
    if let margin, !isNoise || !isGrowth {
      let text = "\(place.step): \(ChangeText.text(margin, confidence: confidence))\(remark)"
      add(lost > 0 ? loss : .marginGained, place.requirement, place.testCase, text, margin: margin)
    }
  }

  /// Looks for a trend of a number over all reports.
  private mutating func follow(_ baseline: Quantity, _ candidate: Quantity, _ place: Place) {
    guard let last = baseline.under(candidate) else { return }
    let earlier = history.compactMap { place.quantity(in: $0, as: candidate) }
    let numbers = earlier + [last, candidate]
    guard let first = earlier.first else { return }
    let isStatistic = numbers.allSatisfy { $0.statistic != nil }
    let margins = Trend(numbers.map(\.marginPoint), confidence: isStatistic ? confidence : policy.confidence)
    let margin = margins.flatMap { trend in
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
