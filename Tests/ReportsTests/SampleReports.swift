import Capture
import Documents
import Foundation
import Profiles
import ProjectFiles
import Reports
import Testing
import Verdicts

/// Reports that have one of everything.
enum SampleReports {
  static let tool = ToolIdentity(name: "reflector", version: "9.9.9")

  /// What a JSON report of a check says; nothing of one of a campaign.
  static func read(_ text: String) throws(ReportFileError) -> (reports: [CheckReport], tool: ToolIdentity) {
    guard case .checks(let reports, let tool) = try ReportFile(Array(text.utf8), file: "a.json") else {
      return ([], Self.tool)
    }
    return (reports, tool)
  }

  static func step(
    _ name: String, _ required: String, _ measured: String, quantity: Quantity? = nil, met: Bool,
    _ frames: [Int]
  )
    -> Step
  {
    var step = Step(
      recorded: name, required: required, measured: measured, quantity: quantity,
      finding: met ? .met : .unmet, frames: frames)
    step.interfaces = frames.map { $0 % 2 == 0 ? .link : .hciInitiator }
    return step
  }

  static func result(
    _ id: String, _ title: String, level: Requirement.Level = .must, _ cases: [CaseResult],
    at declared: DeclaredValue? = nil
  )
    -> RequirementResult
  {
    RequirementResult(
      id: id, title: title, level: level, source: "Example talk at 7:05",
      requirement: "\(title) is asked for.",
      verdict: Verdict.combined(cases.map(\.verdict)), cases: cases, declared: declared)
  }

  private static let tFCS = DeclaredValue(
    path: "channel_sounding.t_fcs_us", text: "[60, 80, 150]", items: ["60", "80", "150"],
    position: SourcePosition(file: "Profiles/base #1.yaml", line: 81, column: 13),
    source: .cited(name: "EX-1", citation: "example.com"))
  private static let bond = DeclaredValue(
    path: "security.bonding", text: "true",
    position: SourcePosition(file: "Profiles/a&b.yaml", line: 9, column: 3),
    source: .assumed)

  /// What may stand behind the failure.
  private static let suspects = [
    Suspect([
      Suspect.Value(
        DeclaredValue(
          path: "radio.pll_settling_tau_us", text: "40",
          position: SourcePosition(file: "Profiles/a&b.yaml", line: 31, column: 5), source: .assumed),
        passing: "12")
    ]),
    Suspect([
      Suspect.Value(tFCS, passing: "[60, 80, 150, 100]", lacking: ["100"]),
      Suspect.Value(bond, passing: nil),
    ]),
  ]

  static let mixed = suspected(
    "CS-A07",
    report(
      requirements: [
        result(
          "CS-A01", "Bluetooth 6.3",
          [
            CaseResult(
              id: "CS/FEA/BV-01", title: "Features", verdict: .pass, warnings: ["the version is 6.0"],
              steps: [step("feature bit 75", "set", "set", met: true, [12])])
          ]),
        result(
          "CS-A07", "T_FCS of 100 us, claimed and kept",
          [
            CaseResult(
              id: "CS/TIM/BV-01", title: "Claimed", verdict: .pass,
              steps: [step("capability", "100 us", "60, 80, 100 us", met: true, [40])]),
            CaseResult(
              id: "CS/TIM/BV-02", title: "Kept", verdict: .fail, reason: "steps are 50 us too far apart",
              steps: [
                step("accepted", "LL_CS_CONFIG_RSP", "LL_CS_CONFIG_RSP", met: true, [44]),
                step(
                  "step spacing", "100 us within 2 us of the agreed time",
                  "150 us in every subevent that was seen",
                  quantity: Quantity(50, "us", .within, 2, .init(standardError: 0.5, count: 12)), met: false,
                  [97, 98, 99, 101, 105]),
              ]),
          ], at: tFCS),
        result(
          "CS-A08", "Encryption & a <lasting> \"bond\"",
          [
            CaseResult(
              id: "CS/SEC/BV-01", title: "Bond", verdict: .inconclusive,
              reason: "the link was lost before pairing began",
              steps: [])
          ], at: bond),
        result(
          "CS-A10", "Ranging Service not needed", level: .info,
          [
            CaseResult(
              id: "CS/RAS/BV-01", title: "No service", verdict: .notApplicable,
              reason: "nothing claims it, line 80")
          ]),
        result(
          "CS-A20", "A recommendation", level: .should,
          [
            CaseResult(
              id: "CS/REC/BV-01", title: "Recommended", verdict: .fail, reason: "not followed",
              steps: [step("look", "yes", "no", met: false, [])])
          ]),
        result("CS-A21", "Covered by nothing", []),
      ]))

  private static func suspected(_ id: String, _ report: CheckReport) -> CheckReport {
    var report = report
    for index in report.requirements.indices where report.requirements[index].id == id {
      report.requirements[index].suspects = suspects
    }
    return report
  }

  static let passing = report(
    requirements: [
      result(
        "CS-A01", "Bluetooth 6.3",
        [
          CaseResult(
            id: "CS/FEA/BV-01", title: "Features", verdict: .pass,
            steps: [step("feature bit 75", "set", "set", met: true, [12])])
        ])
    ])

  /// What waivers make of failures: one is put up with whole, one beside another failure, one beside what could not
  /// be judged, and one of a recommendation; of what is for information a failure is none.
  static func waived() throws -> (reports: [CheckReport], review: WaiverReview) {
    let list = try WaiverList.read(file: "waivers #1.yaml") { _ throws(DocumentErrors) in Array(waivers.utf8)
    }
    func failed(_ id: String, _ reason: String) -> CaseResult {
      CaseResult(
        id: id, title: "Title", verdict: .fail, reason: reason,
        steps: [step("look", "yes", "no", met: false, [7])])
    }
    let unclear = CaseResult(
      id: "CS/B/BV-02", title: "Title", verdict: .inconclusive, reason: "no answer came")
    var reports = [
      report(requirements: [
        result("CS-A30", "Waived", [failed("CS/A/BV-01", "known")], at: tFCS),
        result("CS-A31", "Waived in part", [failed("CS/A/BV-01", "known"), failed("CS/A/BV-02", "new")]),
        result("CS-A32", "Unclear beside it", [failed("CS/B/BV-01", "known"), unclear]),
        result("CS-A33", "Advice", level: .should, [failed("CS/A/BV-01", "known")]),
        result("CS-A34", "Unclear advice", level: .should, [unclear]),
        result("CS-A35", "News", level: .info, [failed("CS/A/BV-01", "seen")]),
      ])
    ]
    let asked = try RequirementSet.read(file: "set.yaml") { _ throws(DocumentErrors) in
      Array(text(asking: reports[0].requirements).utf8)
    }
    let today = try #require(CalendarDate("2026-12-01"))
    let review = WaiverReview(list, on: today, sets: [asked], in: &reports)
    return (reports, review)
  }

  private static func text(asking results: [RequirementResult]) -> String {
    let requirements = results.map { result in
      let cases = result.cases.map(\.id).joined(separator: ", ")
      return """
          - {id: \(result.id), title: \(result.title), level: \(result.level.rawValue), source: E, text: E, \
        cases: [\(cases)]}

        """
    }
    return """
      schema: reflector/requirements/1
      id: example-set
      title: Example
      requirements:
      \(requirements.joined())
      """
  }

  private static let waivers = """
    schema: reflector/waivers/1
    waivers:
      - {requirement: CS-A30, reason: "a new part | comes", expires: 2027-03-01, profile: "a*b"}
      - {requirement: CS-A31, case: CS/A/BV-01, reason: half of it, expires: 2027-03-02}
      - {requirement: CS-A32, case: CS/B/BV-01, reason: the other half, expires: 2027-03-03}
      - {requirement: CS-A33, reason: advice, expires: 2027-03-04}
      - {requirement: CS-A35, reason: too old, expires: 2026-11-30}
      - {requirement: CS-A36, reason: unknown, expires: 2027-03-05}
    """

  private static func report(requirements: [RequirementResult]) -> CheckReport {
    CheckReport(
      accessory: "Beispiel GmbH µR-1, \u{1B}[31mred\u{1B}[0m firmware", profilePath: "Profiles/a&b.yaml",
      profileDigest: String(repeating: "0123456789abcdef", count: 4), requirementSet: "apple-ios27-cs",
      phone: "iphone-ios27", environment: "line-of-sight", seed: 18_446_744_073_709_551_615,
      distanceMetres: 3.5,
      interpretations: [.init(field: "t_fcs_reading", value: "capability-floor")], requirements: requirements,
      declarations: [tFCS, bond], notices: ["Profiles/a&b.yaml:7:3: inline PCT came with Core 6.3"],
      replay: "reflector check 'Profiles/a&b.yaml' --seed 18446744073709551615 --only CS-A07",
      capturePath: "Captures/a&b.pcapng")
  }
}
