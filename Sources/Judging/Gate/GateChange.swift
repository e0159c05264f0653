internal import CoreTypes
package import Documents
package import Profiles
internal import Statistics
package import Verdicts

/// One thing that differs between two reports.
package struct GateChange: Hashable, Sendable {
  /// What kind of difference it is.
  package var kind: GatePolicy.Change
  /// The requirement, where it is about one.
  package var requirement: String?
  /// How binding that is.
  package var level: Requirement.Level?
  /// The test case, where it is about one.
  package var testCase: String?
  /// What changed, in a line.
  package var text: String
  /// Whether it is about a number of a test case whose failure is waived.
  package var isWaived: Bool
  /// The numbers, where it is about a margin.
  package var margin: MarginChange?
  /// The numbers, where it is about noise.
  package var noise: NoiseChange?
  /// The number behind a verdict that changed, before and after; empty if no number is.
  package var numbers: [Quantity]
  /// Where the candidate's profile declares what it is about.
  package var position: SourcePosition?

  package init(
    _ kind: GatePolicy.Change, requirement: String? = nil, level: Requirement.Level? = nil,
    testCase: String? = nil, _ text: String, isWaived: Bool = false, margin: MarginChange? = nil,
    noise: NoiseChange? = nil, numbers: [Quantity] = [], at position: SourcePosition? = nil
  ) {
    self.kind = kind
    self.requirement = requirement
    self.level = level
    self.testCase = testCase
    self.text = text
    self.isWaived = isWaived
    self.margin = margin
    self.noise = noise
    self.numbers = numbers
    self.position = position
  }

  /// That a report, or a part of a campaign, has no counterpart.
  init(withoutCounterpart kind: GatePolicy.Change) {
    let text =
      switch kind {
      case .accessoryDisappeared: "in the baseline, not in the candidate"
      case .noBaseline: "nothing was compared; the candidate alone decides"
      default: "not in the baseline"
      }
    self.init(kind, text)
  }

  /// That a condition of two reports differs; nil if it does not.
  init?(condition name: String, _ before: String, _ after: String) {
    guard before != after else { return nil }
    self.init(.conditionsChanged, "\(name) \(before) -> \(after)")
  }

  /// That two profiles have other digests; nil if they are the same.
  init?(profile before: (path: String, digest: String), _ after: (path: String, digest: String)) {
    guard before.digest != after.digest else { return nil }
    let digests = [before, after].map { $0.digest.isEmpty ? "none" : String($0.digest.prefix(12)) }
    let paths = before.path == after.path ? "" : ", file \(before.path) -> \(after.path)"
    self.init(.profileChanged, "sha256 of the profile \(digests.joined(separator: " -> "))" + paths)
  }
}

/// A change with what the policy makes of it.
package struct JudgedChange: Hashable, Sendable {
  package var change: GateChange
  /// What it leads to.
  package var action: GatePolicy.Action
  package var reason: String
}

extension GatePolicy {
  /// The confidence of each of some tests. That of the policy is the chance that none of them calls a number changed
  /// where nothing but chance differs. [Sidak 1967, JASA 62]
  func confidence(ofEach count: Int) -> Double {
    PortableMath.exp(PortableMath.log(confidence) / Double(max(1, count)))
  }

  /// What the policy makes of a change: the first rule that fits, else its action for the kind. A recommendation and
  /// a number of a waived failure lead to a warning at most, what is for information to nothing.
  package func judge(_ change: GateChange) -> JudgedChange {
    if let rule = rules.first(where: { $0.fits(change) }) {
      return JudgedChange(
        change: change, action: rule.action, reason: "rule at line \(rule.position.line): \(rule.reason)")
    }
    let usual = action(for: change.kind)
    switch change.kind {
    case .marginLost, .drift, .noiseGrown:
      if let margin = change.margin { return judge(change, usual, lost: margin.lostFraction) }
      if let noise = change.noise { return judge(change, usual, grown: noise.factor) }
    case .noBaseline where isStrict && usual != .ignore:
      return JudgedChange(change: change, action: .block, reason: "--strict needs a baseline")
    default: break
    }
    return limited(change, usual, "\(change.kind.rawValue) \(usual.clause)")
  }

  private func judge(_ change: GateChange, _ usual: Action, lost: Double) -> JudgedChange {
    judge(
      change, usual, lost, warned: warnedMarginLoss, blocked: blockedMarginLoss, of: "a loss",
      { "\(Self.percent($0)) of a margin" })
  }

  private func judge(_ change: GateChange, _ usual: Action, grown: Double) -> JudgedChange {
    judge(
      change, usual, grown, warned: warnedNoiseGrowth, blocked: blockedNoiseGrowth, of: "noise",
      { "\(ChangeText.number($0)) times that of before" })
  }

  /// - Parameter text: what an amount is called.
  private func judge(
    _ change: GateChange, _ usual: Action, _ amount: Double, warned: Double, blocked: Double, of name: String,
    _ text: (Double) -> String
  ) -> JudgedChange {
    if isStrict {
      return limited(change, usual, "\(name) beyond chance \(usual.clause), with --strict")
    }
    if amount >= blocked {
      return limited(change, usual, "\(name) of \(text(blocked)) or more \(usual.clause)")
    }
    let isWarned = amount >= warned && usual != .ignore
    return limited(
      change, isWarned ? .warn : .ignore,
      "\(name) \(isWarned ? "from" : "below") \(text(warned)) \((isWarned ? Action.warn : .ignore).clause)")
  }

  private func limited(_ change: GateChange, _ action: Action, _ reason: String) -> JudgedChange {
    switch change.level {
    case .should where !isStrict && (action == .block || action == .cannotTell):
      JudgedChange(change: change, action: .warn, reason: "a recommendation warns at most")
    case .info where action != .ignore:
      JudgedChange(change: change, action: .ignore, reason: "only for information")
    case _ where change.isWaived && (action == .block || action == .cannotTell):
      JudgedChange(change: change, action: .warn, reason: "a number of a waived failure warns at most")
    default: JudgedChange(change: change, action: action, reason: reason)
    }
  }

  private static func percent(_ part: Double) -> String { ChangeText.number(100 * part) + " %" }
}

extension GatePolicy.Action {
  /// What a change does that leads to it.
  fileprivate var clause: String {
    switch self {
    case .ignore: "is ignored"
    case .warn: "warns"
    case .cannotTell: "is inconclusive"
    case .block: "blocks"
    }
  }
}

extension GatePolicy.Rule {
  fileprivate func fits(_ change: GateChange) -> Bool {
    if !changes.isEmpty, !changes.contains(change.kind) { return false }
    if !levels.isEmpty, !(change.level.map(levels.contains) ?? false) { return false }
    if let leastMarginLoss, (change.margin?.lostFraction ?? -.infinity) < leastMarginLoss { return false }
    return requirements.isEmpty
      || requirements.contains { pattern in
        guard let id = change.requirement else { return false }
        return pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
      }
  }
}

/// What a change says for people.
enum ChangeText {
  /// Rounded to four significant digits, without zeros at the end.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var scale = 1.0
    while value.magnitude * scale < 1000, scale < 1e9 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }

  /// Both numbers, their limit and what is left of the margin.
  static func text(_ change: MarginChange, confidence: Double) -> String {
    let unit = change.after.unit
    let text =
      "\(number(change.before.value)) -> \(number(change.after.value)) \(unit), margin "
      + "\(number(change.before.margin)) -> \(number(change.after.margin)) \(unit)"
    return text + difference(change, confidence)
  }

  /// By how much noise grew.
  static func text(_ change: NoiseChange, confidence: Double) -> String {
    "noise \(number(change.factor)) times as high" + factor(change, confidence)
  }

  /// Where the difference lies, behind a comma; empty if that is unknown.
  static func difference(_ change: MarginChange, _ confidence: Double) -> String {
    change.interval.map {
      ", difference \(number($0.low)) to \(number($0.high)) \(change.after.unit)\(with(confidence))"
    } ?? ""
  }

  /// Where the factor lies, behind a comma; empty if that is unknown.
  static func factor(_ change: NoiseChange, _ confidence: Double) -> String {
    change.interval.map { ", \(number($0.low)) to \(number($0.high)) times\(with(confidence))" } ?? ""
  }

  private static func with(_ confidence: Double) -> String {
    " with \(number(100 * confidence)) % confidence"
  }

  static func verdict(_ verdict: Verdict) -> String {
    verdict == .notApplicable ? "not applicable" : verdict.rawValue
  }
}

/// A straight line through the numbers of several reports in their order.
struct Trend {
  /// A number of one report.
  struct Point {
    var value: Double
    /// The square of its standard error; nil where doing it again gives the same.
    var variance: Double?
    /// The degrees of freedom of that.
    var degrees = 1.0
  }

  /// What the line gains from the first report to the last.
  let change: Double

  /// Draws the line by least squares; nil if it gains no more than chance explains, or if the last number is back where
  /// the first was: nearer to that than to what the line has gained.
  ///
  /// Where all numbers have a standard error, that of the line follows from them. Else it is that which the line
  /// leaves of the numbers.
  init?(_ points: [Point], confidence: Double) {
    guard points.count >= 3, points.contains(where: { $0.value != points[0].value }) else { return nil }
    let line = RunningLine(points.enumerated().lazy.map { (Double($0.offset), $0.element.value) })
    guard let slope = line.slope else { return nil }
    let length = Double(points.count - 1)
    let reach: Double
    let variances = points.compactMap(\.variance)
    if variances.count == points.count {
      let weights = points.indices.map { length * (Double($0) - line.meanX) / line.squaresX }
      reach = StudentDistribution.reach(
        zip(weights, variances).map { $0 * $0 * $1 }, degrees: points.map(\.degrees), confidence: confidence)
    } else {
      let degrees = Double(points.count - 2)
      reach = StudentDistribution.reach(
        [length * length * line.residualSquares / degrees / line.squaresX], degrees: [degrees],
        confidence: confidence)
    }
    change = slope * length
    guard change.magnitude > reach else { return nil }
    let gained = (points[points.count - 1].value - points[0].value) * (change < 0 ? -1 : 1)
    guard gained > change.magnitude / 2 else { return nil }
  }
}
