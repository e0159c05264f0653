public import Analysis
internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import Notation
internal import Ranging
internal import Statistics

/// Writes an analysis for programs piece by piece, as docs/analyze.md describes, so that a long recording takes no
/// more memory than a short one.
public struct AnalysisJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/analysis/1"

  private var isFirst = true

  public init() {}

  /// The beginning of the document.
  public func opening(tool: ToolIdentity) -> String {
    let name = JSONValue.text(Self.schemaName).line
    let identity = JSONValue.object([("name", .text(tool.name)), ("version", .text(tool.version))])
    return "{\n  \"schema\": \(name),\n  \"tool\": \(identity.text(indent: "  ")),\n  \"procedures\": ["
  }

  public mutating func item(_ procedure: ProcedureAnalysis) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + Self.value(procedure).text(indent: "    ")
  }

  /// The end of the document.
  public func closing(_ report: AnalysisReport) -> String {
    let members: [(key: String, value: JSONValue)] = [
      ("recordings", .list(report.recordings.map(Self.value))),
      ("connections", .list(report.connections.map(ConnectionJSON.value))),
      ("advertisers", .list(report.advertisers.map(AdvertiserJSON.value))),
      (
        "not_kept",
        .object([
          ("connections", .integer(report.notKept.connections)),
          ("advertisers", .integer(report.notKept.advertisers)),
        ])
      ),
      ("overall", Self.value(report.tally)),
      ("verdicts", .list(report.verdicts.map(VerdictJSON.value))),
    ]
    let rest = members.map { ",\n  \"\($0.key)\": \($0.value.text(indent: "  "))" }.joined()
    return (isFirst ? "]" : "\n  ]") + rest + "\n}\n"
  }

  private static func value(_ procedure: ProcedureAnalysis) -> JSONValue {
    .object([
      ("index", .integer(procedure.index)),
      ("counter", procedure.account.map { .integer(Int($0.counter)) } ?? .null),
      ("config", procedure.account.map { .integer($0.configID.index) } ?? .null),
      ("timing", procedure.timedConfiguration.map(timing) ?? .null),
      ("inline_pct", .flag(procedure.usesInlinePCT)),
      ("initiator", account(procedure.initiator, procedure.initiatorSteps)),
      ("reflector", account(procedure.reflector, procedure.reflectorSteps)),
      ("phase_noise_rad", .optional(procedure.phaseNoiseRadians)),
      ("obstacle", .optional(procedure.obstacle?.rawValue)),
      (
        "estimates",
        .object(procedure.estimates.map { ($0.kind.rawValue, $0.estimate.map(value) ?? .null) })
      ),
    ])
  }

  private static func timing(_ configuration: CSConfiguration) -> JSONValue {
    .object([
      ("t_ip1_us", .integer(configuration.tIP1.microseconds)),
      ("t_ip2_us", .integer(configuration.tIP2.microseconds)),
      ("t_fcs_us", .integer(configuration.tFCS.microseconds)),
      ("t_pm_us", .integer(configuration.tPM.microseconds)),
    ])
  }

  private static func account(_ account: RecordedProcedure?, _ steps: EndStatistics?) -> JSONValue {
    guard let account, let steps else { return .null }
    let ending =
      switch account.ending {
      case .complete: "complete"
      case .aborted: "aborted"
      case .unfinished: "unfinished"
      }
    return .object([
      ("connection", .integer(account.connection)),
      ("first_frame", .integer(account.frames.lowerBound)),
      ("last_frame", .integer(account.frames.upperBound)),
      ("over_ranging_service", .flag(account.isFromRangingService)),
      ("ending", .text(ending)),
      ("abort_reason", .optional(account.abortReason)),
      ("subevents", .integer(account.subevents.count)),
      ("steps", .list(steps.stepCounts.map(JSONValue.integer))),
      ("tones", .list(steps.toneCounts.map(JSONValue.integer))),
      ("antenna_paths", .integer(steps.antennaPathCount)),
      ("mode_0_found", .integer(steps.syncFoundCount)),
      ("frequency_offset_ppm", .optional(steps.frequencyOffset)),
      ("rssi_dbm", .optional(steps.rssiDbm)),
      ("times", .integer(steps.timeCount)),
      ("nadm", steps.attackMetric.map { .integer(Int($0)) } ?? .null),
    ])
  }

  private static func value(_ estimate: DistanceEstimate) -> JSONValue {
    .object([
      ("distance_m", .number(estimate.metres)),
      ("deviation_m", .number(estimate.deviationMetres)),
      ("has_peak", .flag(estimate.hasPeak)),
      ("quality", .number(estimate.quality)),
      ("risk", .number(estimate.risk)),
      ("reflected_part", .number(estimate.reflectedPart)),
      ("ambiguity_m", estimate.ambiguityMetres.isFinite ? .number(estimate.ambiguityMetres) : .null),
      ("tones", .integer(estimate.toneCount)),
      ("velocity_m_s", .optional(estimate.velocityMetresPerSecond)),
    ])
  }

  private static func value(_ recording: RecordingSummary) -> JSONValue {
    .object([
      ("file", .text(recording.name)),
      ("format", .text(recording.format.name)),
      ("frames", .integer(recording.frameCount)),
      ("octets", .integer(recording.octetCount)),
      ("seconds", .optional(recording.seconds)),
      ("damage_count", .integer(recording.damageCount)),
      ("damage", .texts(recording.damage.map(\.description))),
      ("unread", .texts(recording.unread.map(\.description))),
      ("problem_count", .integer(recording.problemCount)),
      ("problems", .texts(recording.problems.map { "frame \($0.frame): \($0.text)" })),
    ])
  }

  private static func value(_ tally: AnalysisTally) -> JSONValue {
    .object([
      ("procedures", .integer(tally.procedureCount)),
      ("paired", .integer(tally.pairedCount)),
      (
        "distances",
        .object(
          tally.distances.map { distances in
            (
              distances.kind.rawValue,
              .object([
                ("count", .integer(distances.metres.count)),
                ("mean_m", distances.metres.count > 0 ? .number(distances.metres.mean) : .null),
                ("deviation_m", .optional(distances.metres.standardDeviation)),
                ("least_m", .optional(distances.least)), ("greatest_m", .optional(distances.greatest)),
                ("without_peak", .integer(distances.withoutPeakCount)),
              ])
            )
          })
      ),
      ("with_reflections", .integer(tally.reflectedCount)),
      (
        "without_distance",
        .object(tally.lacking.map { ($0.obstacle.rawValue, .integer($0.count)) })
      ),
      ("tones", .list(tally.toneCounts.map(JSONValue.integer))),
      ("phase_noise_rad", tally.phaseNoise.count > 0 ? .number(tally.phaseNoise.mean) : .null),
      ("frequency_offset_ppm", tally.frequencyOffset.count > 0 ? .number(tally.frequencyOffset.mean) : .null),
    ])
  }
}

/// Writes one line a tone slot, as docs/analyze.md describes. [RFC 4180, with line feeds alone]
public enum AnalysisCSV {
  /// The names of the columns.
  public static let heading =
    "procedure,counter,config,subevent,step,mode,channel,frequency_mhz,slot,antenna_path,"
    + "initiator_i,initiator_q,initiator_quality,reflector_i,reflector_q,reflector_quality\n"

  /// The lowest channel's place.
  private static let baseMegahertz = 2402

  /// The tones of a procedure. What is not known is empty, as the antenna path of an extension slot.
  public static func lines(_ procedure: ProcedureAnalysis) -> String {
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
    report.map { ",\($0.i),\($0.q),\($0.quality)" } ?? ",,,"
  }
}
