internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// Compares the results that the host gets of a series with the steps on the air.
  static let linkReportCases = [reportedSteps, reportedQuality]

  private static let reportedSteps = link(
    "CS/LLREP/BV-01", .perRef, "Results match the steps", from: .secured,
    procedure: """
      Run two procedures in several subevents in mode-2 with sub mode 1, and with all antenna paths where more \
      than one is claimed. The lower tester knows the steps from its own plan. The accessory must report each \
      subevent once, with the connection event that the lower tester reports, the planned number of antenna \
      paths, and, with its continuations, every step of the plan. It must report the procedure as partial until \
      the last subevent, without an abort reason.
      """
  ) { trial, tester throws(TesterStop) in
    var mixed = trial.configuration()
    (mixed.subMode, mixed.minMainModeSteps, mixed.maxMainModeSteps) = (1, 2, 5)
    for series in trial.series(of: mixed) {
      let reports = try trial.reports(of: series)
      for (name, problem) in ReportedSubevent.checks {
        let problems = reports.compactMap(problem)
        tester.expect(
          problems, .none("as on the air in \(reports.count) subevents", words: { $0[0] }), name + series.name
        )
      }
    }
  }

  private static let reportedQuality = link(
    "CS/LLREP/BV-02", .perRef, "Tone quality of empty extension slots", from: .secured,
    procedure: """
      Run two procedures of mode-2 in several subevents. In tone extension slots in which the lower tester sent nothing \
      the accessory must not report a tone of high quality, and its report must distinguish slots in which it expected a tone from the others.
      """
  ) { trial, tester throws(TesterStop) in
    var reports: [ReportedSubevent] = []
    for series in trial.series(of: trial.configuration()) { reports += try trial.reports(of: series) }
    var (silent, high, mistold) = (0, 0, 0)
    for report in reports {
      for slot in report.extensionSlots {
        if slot.isPresent != slot.isExpected { mistold += 1 }
        if slot.isPresent { continue }
        silent += 1
        if slot.quality == .high { high += 1 }
      }
    }
    guard silent > 0 else { throw .inconclusive("a tone was sent in every extension slot") }
    tester.expect(high, .exactly(0, "slots"), "high quality in \(silent) extension slots without a tone")
    tester.expect(mistold, .exactly(0, "slots"), "extension slots with a wrong tone expectation")
  }
}

/// A series whose reports are compared with the steps on the air.
private struct ReportedSeries {
  /// As ` with one antenna path`.
  let name: String
  let configuration: CSConfiguration
  let aci: AntennaConfiguration
}

/// A subevent as the accessory reported it, and as the lower tester knows it.
private struct ReportedSubevent {
  /// How one extension slot was reported.
  struct ExtensionSlot {
    /// Whether the lower tester sent a tone in it.
    let isPresent: Bool
    /// Whether the report says that a tone was expected.
    let isExpected: Bool
    let quality: ToneQualityIndicator
  }

  let report: SubeventResult
  /// What the lower tester reported of the same subevent.
  let peer: SubeventResult
  /// The lower tester's plan.
  let plan: [OwnStep]
  /// What the lower tester sent.
  let tones: [SentTone]
  /// N_AP.
  let pathCount: Int
  let isLast: Bool
  let configuration: CSConfiguration

  /// What is compared, and what is wrong with it in a subevent.
  static let checks: [(name: String, problem: @Sendable (ReportedSubevent) -> String?)] = [
    ("reported steps", \.stepProblem), ("reported antenna paths", \.pathProblem),
    ("reported connection events", \.eventProblem), ("reported statuses", \.statusProblem),
  ]

  private var steps: [CSStep] { report.readableSteps(configuration) }

  private var stepProblem: String? {
    let own = steps
    if own.count != plan.count { return "\(own.count) of \(plan.count) steps reported" }
    for (index, (step, planned)) in zip(own, plan).enumerated() {
      if step.mode != planned.mode || step.channel != planned.channel {
        return "step \(index) reported in mode-\(step.mode) on channel \(step.channel) instead of "
          + "mode-\(planned.mode) on channel \(planned.channel)"
      }
      if let exchange = step.toneExchange, exchange.antennaPermutationIndex != planned.permutation {
        return "step \(index) reported with a wrong antenna permutation"
      }
    }
    return nil
  }

  private var pathProblem: String? {
    Int(report.numAntennaPaths) == pathCount
      ? nil : "\(report.numAntennaPaths) antenna paths reported, \(pathCount) used"
  }

  private var eventProblem: String? {
    let (own, due) = (report.startACLConnEventCounter, peer.startACLConnEventCounter)
    return own == due ? nil : "connection event \(own) reported instead of \(due)"
  }

  private var statusProblem: String? {
    let done: SubeventResult.Done = isLast ? .complete : .partial
    if report.procedureDone != done {
      return "procedure reported as \(report.procedureDone) instead of \(done)"
    }
    if report.subeventDone != .complete { return "subevent reported as \(report.subeventDone)" }
    let isReasoned = report.procedureAbortReason != .none || report.subeventAbortReason != .none
    return isReasoned ? "an abort reason for a procedure that was not aborted" : nil
  }

  /// The extension slots of all steps with tones.
  var extensionSlots: [ExtensionSlot] {
    let sent = Set(tones.filter { Int($0.slot) == pathCount }.map(\.step))
    return zip(plan, steps).compactMap { planned, step in
      guard let tone = step.toneExchange?.tones.last else { return nil }
      return ExtensionSlot(
        isPresent: sent.contains(planned.step), isExpected: tone.extensionSlot == 2, quality: tone.quality)
    }
  }
}

extension LinkTrial {
  /// Procedures of a configuration with one antenna path, and with all that are claimed.
  fileprivate func series(of configuration: CSConfiguration) -> [ReportedSeries] {
    var series = [ReportedSeries(name: " with one antenna path", configuration: configuration, aci: 0)]
    if let aci = mostPaths {
      let paths = aci.pathCount
      series.append(
        ReportedSeries(name: " with \(paths) antenna paths", configuration: configuration, aci: aci))
    }
    return series
  }

  /// Runs a series and combines the reports of both ends with the steps on the air.
  fileprivate func reports(of series: ReportedSeries) throws(TesterStop) -> [ReportedSubevent] {
    try configure(series.configuration)
    let antennas = series.aci
    let run = try run(
      parameters(count: 2) {
        $0.maxSubeventLen = 8_000
        $0.use(antennas)
      }, onTrial: nil)
    note(run, "procedures\(series.name)", procedures: 2)
    let counts = run.iut.map(\.subevents.count)
    let due = run.lowerTester.map(\.subevents.count)
    tester.expect(counts, .equals(due), "reported subevents\(series.name)", frames: frames(of: run))
    guard counts == due, run.subevents.count == due.reduce(0, +) else { throw .failed }
    let pairs = zip(run.iut.flatMap(\.subevents), run.lowerTester.flatMap(\.subevents))
    return zip(pairs, run.subevents).map { pair, subevent in
      ReportedSubevent(
        report: pair.0, peer: pair.1, plan: subevent.timeline.initiatorSteps,
        tones: subevent.timeline.initiatorTones, pathCount: antennas.pathCount,
        isLast: pair.1.procedureDone != .partial, configuration: series.configuration.seenByPeer)
    }
  }
}
