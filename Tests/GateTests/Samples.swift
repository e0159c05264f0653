import Documents
import Profiles
import Verdicts

@testable import Gate

/// Reports with one requirement of one test case, to be changed.
enum Samples {
  static func number(
    _ value: Double, limit: Double = 2, error: Double? = nil, count: Int = 20,
    _ comparison: Quantity.Comparison = .within
  ) -> Quantity? {
    Quantity(value, "us", comparison, limit, error.map { .init(standardError: $0, count: count) })
  }

  static func result(
    _ id: String = "CS-A07", _ verdict: Verdict = .pass, level: Requirement.Level = .must,
    warnings: [String] = [], isWaived: Bool = false, number quantity: Quantity? = nil
  ) -> RequirementResult {
    let step = Step(
      recorded: "T_FCS on the air", required: "100 us within 2 us", measured: "100 us", quantity: quantity,
      finding: verdict == .pass ? .met : .unmet)
    let reason = verdict == .pass ? nil : "T_FCS on the air: 150 us"
    var testCase = CaseResult(
      id: "CS/TIM/BV-02", title: "Kept", verdict: verdict, reason: reason, warnings: warnings,
      steps: quantity == nil ? [] : [step])
    testCase.waiver = isWaived ? waiver : nil
    return RequirementResult(
      id: id, title: "T_FCS", level: level, source: "S", requirement: "T.", verdict: verdict,
      cases: [testCase], declared: tFCS())
  }

  private static let waiver = CalendarDate("2027-03-01").map {
    Waiver(requirementID: "CS-A07", reason: "known", expires: $0, position: SourcePosition(file: "w.yaml"))
  }

  static func tFCS(_ items: [String] = ["60", "100", "150"]) -> DeclaredValue {
    DeclaredValue(
      path: "channel_sounding.t_fcs_us", text: "[" + items.joined(separator: ", ") + "]", items: items,
      position: SourcePosition(file: "a.yaml", line: 81, column: 13), source: .assumed)
  }

  static func report(
    _ requirements: [RequirementResult] = [result()], declarations: [DeclaredValue] = [tFCS()],
    profile: String = "a.yaml", set: String = "apple-ios27-cs", seed: UInt64 = 1
  ) -> CheckReport {
    CheckReport(
      accessory: "Example EX1", profilePath: profile, profileDigest: "abc", requirementSet: set,
      phone: "iphone-ios27", environment: "line-of-sight", seed: seed, distanceMetres: 3,
      interpretations: [], requirements: requirements, declarations: declarations, notices: [],
      replay: "reflector check \(profile) --seed \(seed)")
  }

  static func gate(
    _ before: [CheckReport], _ after: [CheckReport], _ policy: GatePolicy = GatePolicy(),
    history: [[CheckReport]] = [], failsOn: GatePolicy.Action = .block
  ) throws -> GateReport {
    try gate(ReportPairing(history: history, baseline: before, candidate: after), policy, failsOn)
  }

  /// Without a baseline.
  static func gate(first reports: [CheckReport], _ policy: GatePolicy = GatePolicy()) -> GateReport {
    Gate(policy: policy, toolBefore: nil, toolAfter: "reflector 1")
      .report(ReportPairing(withoutBaseline: reports)) { _ in .skipped("a test") }
  }

  /// With one number, of which there is one value for each version in its order.
  static func gate(
    _ numbers: [Quantity?], _ policy: GatePolicy = GatePolicy()
  ) throws -> GateReport {
    let reports = numbers.map { [report([result(number: $0)])] }
    return try gate(
      reports[reports.count - 2], reports[reports.count - 1], policy, history: reports.dropLast(2))
  }

  private static func gate(
    _ pairing: ReportPairing, _ policy: GatePolicy, _ failsOn: GatePolicy.Action
  ) throws -> GateReport {
    Gate(policy: policy, toolBefore: "reflector 1", toolAfter: "reflector 1", failsOn: failsOn)
      .report(pairing) { _ in .skipped("a test") }
  }

  static func gate(
    _ before: RequirementResult, _ after: RequirementResult, _ policy: GatePolicy = GatePolicy()
  ) throws -> GateReport {
    try gate([report([before])], [report([after])], policy)
  }
}
