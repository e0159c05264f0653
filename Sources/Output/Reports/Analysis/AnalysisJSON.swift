package import Analysis
internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Notation
internal import Ranging
internal import Statistics

/// Writes an analysis for programs piece by piece, as docs/analyze.md describes, so that a long recording takes no
/// more memory than a short one.
package struct AnalysisJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/analysis/1"

  private var isFirst = true

  package init() {}

  package func opening(tool: ToolIdentity) -> String {
    let name = JSONValue.text(Self.schemaName).line
    return "{\n  \"schema\": \(name),\n  \"tool\": \(tool.json.text(indent: "  ")),\n  \"procedures\": ["
  }

  package mutating func item(_ procedure: ProcedureAnalysis) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + procedure.json.text(indent: "    ")
  }

  package func closing(_ report: AnalysisReport) -> String {
    let members = Self.rest.members(of: report).map {
      ",\n  \"\($0.key)\": \($0.value.text(indent: "  "))"
    }
    return (isFirst ? "]" : "\n  ]") + members.joined() + "\n}\n"
  }

  /// The keys behind the procedures.
  private static let rest: [JSONField<AnalysisReport>] = [
    .init("recordings", "The files.", \.recordings),
    .init("connections", "In the order of the recording.", \.connections),
    .init(
      "advertisers",
      "Advertising sets: those that connections use, and the \(AnalysisLimits.advertisers) others seen last.",
      \.advertisers),
    .init("not_kept", "What was met and is not listed.", \.notKept),
    .init("overall", "Statistics over all procedures.", \.tally),
    .init("verdicts", "Verdicts of the recordings on the selected requirement sets.", \.verdicts),
  ]

  static var schema: String {
    let opening: [SchemaShape.Field] = [
      ("tool", "The program.", ToolIdentity.jsonShape),
      ("procedures", "In the order of their reports.", [ProcedureAnalysis].jsonShape),
    ]
    return SchemaShape.document(
      name: schemaName, title: "Analysis of recordings", fields: opening + rest.map(\.schema))
  }
}

extension ProcedureAnalysis.Obstacle: JSONConvertible {}

extension ProcedureAnalysis: JSONObject {
  static let jsonFields: [JSONField<ProcedureAnalysis>] = [
    .init("index", "Counted from 0.", \.index),
    .init("counter", "Procedure_Counter.", \.account?.counter),
    .init("config", "Config_ID.", \.account?.configID.index),
    .optional(
      "timing", "The times of the configuration; null if the recording does not show it.", of: timing,
      \.timedConfiguration),
    .init(
      "inline_pct", "Whether the initiator's tones have the phase of both directions (inline PCT).",
      \.usesInlinePCT),
    .optional("initiator", "The results of the initiator.", of: endKeys) { procedure in
      end(procedure.initiator, procedure.initiatorSteps)
    },
    .optional("reflector", "The results of the reflector.", of: endKeys) { procedure in
      end(procedure.reflector, procedure.reflectorSteps)
    },
    .init("phase_noise_rad", "Phase noise of a single tone.", \.phaseNoiseRadians),
    .init("obstacle", "The reason for a missing distance.", \.obstacle),
    .shaped("estimates", "By estimator.", .table(of: Optional<DistanceEstimate>.jsonShape)) { procedure in
      .object(procedure.estimates.map { ($0.kind.rawValue, $0.estimate.json) })
    },
  ]

  private static let timing: [JSONField<CSConfiguration>] = [
    .init("t_ip1_us", "T_IP1 in microseconds.", \.tIP1.microseconds),
    .init("t_ip2_us", "T_IP2 in microseconds.", \.tIP2.microseconds),
    .init("t_fcs_us", "T_FCS in microseconds.", \.tFCS.microseconds),
    .init("t_pm_us", "T_PM in microseconds.", \.tPM.microseconds),
  ]

  private typealias End = (procedure: RecordedProcedure, steps: EndStatistics)

  private static func end(_ procedure: RecordedProcedure?, _ steps: EndStatistics?) -> End? {
    guard let procedure, let steps else { return nil }
    return (procedure, steps)
  }

  private static let endKeys: [JSONField<End>] = [
    .init("connection", "Index in `connections`.") { $0.procedure.connection },
    .init("first_frame", "Counted from 1.") { $0.procedure.frames.lowerBound },
    .init("last_frame", "Counted from 1.") { $0.procedure.frames.upperBound },
    .init("over_ranging_service", "Whether the results were read from the Ranging Service.") {
      $0.procedure.isFromRangingService
    },
    .shaped("ending", "The ending.", .word(["complete", "aborted", "unfinished"])) { end in
      .text("\(end.procedure.ending)")
    },
    .init("abort_reason", "As text.") { $0.procedure.abortReason },
    .init("subevents", "Number.") { $0.procedure.subevents.count },
    .init("steps", "Number of steps of modes 0 to 3.") { $0.steps.stepCounts },
    .init(
      "tones", "Number of tones of high, medium and low quality, unavailable, and without meaning."
    ) { $0.steps.toneCounts },
    .init("antenna_paths", "Number of antenna paths; 0 without tones.") { $0.steps.antennaPathCount },
    .init("mode_0_found", "Number of CS_SYNC packets that were received.") { $0.steps.syncFoundCount },
    .init("frequency_offset_ppm", "The mean over mode-0 steps.") { $0.steps.frequencyOffset },
    .init("rssi_dbm", "The mean over mode-0 steps.") { $0.steps.rssiDbm },
    .init("times", "Number of steps of modes 1 and 3 with a time.") { $0.steps.timeCount },
    .init("nadm", "The worst NADM value of these steps.") { $0.steps.attackMetric?.rawValue },
  ]
}

extension DistanceEstimate: JSONObject {
  static let jsonFields: [JSONField<DistanceEstimate>] = [
    .init("distance_m", "The distance.", \.metres),
    .init("deviation_m", "Its standard deviation.", \.deviationMetres),
    .init("has_peak", "Whether the tones have a distinct peak at a distance.", \.hasPeak),
    .init("quality", "Quality, 0 to 1.", \.quality),
    .init("risk", "The probability of a wrong line, 0 to 1.", \.risk),
    .init(
      "reflected_part", "The fraction of power in reflections, 0 to 1; 0 if none are likely.", \.reflectedPart
    ),
    .shaped(
      "ambiguity_m", "The unambiguous range: distances repeat after this span.", .optional(.number)
    ) { .number($0.ambiguityMetres) },
    .init("tones", "Number of tones of the estimate.", \.toneCount),
    .init("velocity_m_s", "Radial velocity.", \.velocityMetresPerSecond),
  ]
}

extension RecordingSummary: JSONObject {
  static let jsonFields: [JSONField<RecordingSummary>] = [
    .init("file", "The path as given.", \.name),
    .init("format", "The kind.", \.format.name),
    .init("frames", "Number.", \.frameCount),
    .init("octets", "Number.", \.octetCount),
    .init("seconds", "From the least time to the greatest.", \.seconds),
    .init("damage_count", "Number of places of the file that cannot be read.", \.damageCount),
    .init("damage", "The first ones.") { $0.damage.map(\.description) },
    .init("unread", "Interfaces with unsupported link types.") { $0.unread.map(\.description) },
    .init("problem_count", "Number of invalid frames.", \.problemCount),
    .init("problems", "The first ones.") { recording in
      recording.problems.map { "frame \($0.frame): \($0.text)" }
    },
  ]
}

extension NotKeptCounts: JSONObject {
  static let jsonFields: [JSONField<NotKeptCounts>] = [
    .init("connections", "Number beyond the \(AnalysisLimits.connections) that are kept.", \.connections),
    .init(
      "advertisers",
      "Number of other advertising sets, counted up to \(AnalysisLimits.countedAdvertisers).", \.advertisers),
  ]
}

extension AnalysisTally: JSONObject {
  static let jsonFields: [JSONField<AnalysisTally>] = [
    .init("procedures", "Number.", \.procedureCount),
    .init("paired", "Number of procedures with the results of both devices.", \.pairedCount),
    .shaped("distances", "By estimator.", .table(of: Distances.jsonShape)) { tally in
      .object(tally.distances.map { ($0.kind.rawValue, $0.json) })
    },
    .init("with_reflections", "Number of procedures with likely reflections.", \.reflectedCount),
    .shaped("without_distance", "Number of procedures, by obstacle.", .table(of: .integer)) { tally in
      .object(tally.lacking.map { ($0.obstacle.rawValue, .integer($0.count)) })
    },
    .init("tones", "Tones of both devices, as in a result.", \.toneCounts),
    .init("phase_noise_rad", "The mean.", \.phaseNoise.knownMean),
    .init("frequency_offset_ppm", "The mean.", \.frequencyOffset.knownMean),
  ]
}

extension AnalysisTally.Distances: JSONObject {
  static let jsonFields: [JSONField<AnalysisTally.Distances>] = [
    .init("count", "Number.", \.metres.count),
    .init("mean_m", "The mean.", \.metres.knownMean),
    .init("deviation_m", "The standard deviation.", \.metres.standardDeviation),
    .init("least_m", "The least.", \.least),
    .init("greatest_m", "The greatest.", \.greatest),
    .init("without_peak", "Number of procedures without a distinct peak.", \.withoutPeakCount),
  ]
}

extension RunningMoments {
  /// Nil without values.
  fileprivate var knownMean: Double? { count > 0 ? mean : nil }
}

/// Writes one line a tone slot, as docs/analyze.md describes. [RFC 4180, with line feeds alone]
package enum AnalysisCSV {
  package static let heading =
    "procedure,counter,config,subevent,step,mode,channel,frequency_mhz,slot,antenna_path,"
    + "initiator_i,initiator_q,initiator_quality,reflector_i,reflector_q,reflector_quality\n"

  /// The lowest channel's place.
  private static let baseMegahertz = 2402

  /// The tones of a procedure. What is not known is empty, as the antenna path of an extension slot.
  package static func lines(_ procedure: ProcedureAnalysis) -> String {
    guard let account = procedure.account else { return "" }
    let start = "\(procedure.index),\(account.counter),\(account.configID),"
    var text = ""
    for tone in procedure.tones() {
      text += start
      text += "\(tone.subevent),\(tone.step),\(tone.mode),\(tone.channel),"
      text += "\(baseMegahertz + Int(tone.channel)),\(tone.slot),"
      text += tone.antennaPath.map { "\($0)" } ?? ""
      text += report(tone.initiator) + report(tone.reflector) + "\n"
    }
    return text
  }

  private static func report(_ report: RecordedTone.Report?) -> String {
    report.map { ",\($0.pct.i),\($0.pct.q),\($0.quality)" } ?? ",,,"
  }
}
