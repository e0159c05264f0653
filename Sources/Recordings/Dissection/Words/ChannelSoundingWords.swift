internal import Capture
package import ChannelSounding
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Notation
internal import Wire

/// What packets of Channel Sounding say.
enum ChannelSoundingWords {
  /// What a device can do.
  static func sentence(_ capabilities: CSCapabilities) -> String {
    "Capabilities: \(CapabilityText.text(capabilities))."
  }

  /// What a request for a configuration says.
  static func sentences(_ pdu: CSConfigReq) -> [String] {
    if pdu.action == .remove { return ["It removes configuration \(pdu.configID)."] }
    guard pdu.action == .create else { return [reserved(pdu.action, pdu.configID)] }
    let sent = pdu.configuration
    guard sent.tIP1.isListed, sent.tIP2.isListed, sent.tFCS.isListed, sent.tPM.isListed,
      let configuration = pdu.received(interpretations: Interpretations())
    else {
      return ["Configuration \(pdu.configID) has invalid times or an invalid role."]
    }
    return [
      "Configuration \(pdu.configID), as the receiver of the request has it: \(CapabilityText.text(configuration, isLog: false))."
    ]
  }

  /// What a controller tells its host of a configuration.
  static func sentences(_ event: LECSConfigCompleteEvent) -> [String] {
    if event.action == .remove { return ["Configuration \(event.configID) was removed."] }
    guard event.action == .create else { return [reserved(event.action, event.configID)] }
    do throws(WireError) {
      return [
        "Configuration \(event.configID): \(CapabilityText.text(try event.configuration(), isLog: false))."
      ]
    } catch {
      return ["Configuration \(event.configID) is invalid: \(error)."]
    }
  }

  private static func reserved(_ action: CSConfigAction, _ id: ConfigID) -> String {
    "Action for configuration \(id) is \(action), which is reserved; expected 0 (remove) or 1 (create)."
  }

  /// How procedures will run.
  static func sentences(_ event: LECSProcedureEnableCompleteEvent) -> [String] {
    guard event.state == .enabled else {
      return ["The procedures of configuration \(event.configID) have ended."]
    }
    let count =
      event.procedureCount.isEndless ? "until they are stopped" : "\(event.procedureCount) in all"
    let interval =
      event.procedureInterval == 1 ? "connection event" : "\(event.procedureInterval) connection events"
    return [
      "The procedures of configuration \(event.configID) begin: one every \(interval), "
        + "\(count), \(FieldNotes.counted(event.subeventsPerEvent, "subevent")) of \(event.subeventLen) us per event."
    ]
  }

  /// What the start of a subevent's result says.
  static func sentences(_ event: LECSSubeventResultEvent) -> [String] {
    let reported = event.reported
    let power =
      event.referencePowerLevel == .unavailable ? "not available" : "\(event.referencePowerLevel) dBm"
    var sentences = [
      "Procedure \(event.procedureCounter) of configuration \(event.configID): "
        + "\(FieldNotes.counted(reported.numStepsReported, "step")) over "
        + "\(FieldNotes.counted(reported.numAntennaPaths, "antenna path")), reference power \(power)."
    ]
    if let offset = event.frequencyCompensation.hundredths {
      sentences.append(
        "The initiator compensated a frequency offset of \(hundredths(offset)) ppm against the reflector.")
    }
    return sentences + done(reported)
  }

  /// What more of a subevent's result says.
  static func sentences(_ event: LECSSubeventResultContinueEvent) -> [String] {
    ["\(FieldNotes.counted(event.reported.numStepsReported, "more step"))."] + done(event.reported)
  }

  private static func done(_ reported: ReportedSteps) -> [String] {
    let (procedure, subevent) = (reported.procedureDoneStatus, reported.subeventDoneStatus)
    return ["The subevent is \(word(subevent)), the procedure \(word(procedure))."]
      + (procedure == .aborted ? ["Procedure abort reason: \(reported.procedureAbortReason)."] : [])
      + (subevent == .aborted ? ["Subevent abort reason: \(reported.subeventAbortReason)."] : [])
  }

  private static func word(_ status: DoneStatus) -> String {
    switch status.done {
    case .complete: "complete"
    case .partial: "not yet complete"
    case .aborted: "aborted"
    case nil: "in an invalid state, \(status)"
    }
  }

  /// A number of hundredths, as `-1.25`.
  static func hundredths(_ value: Int) -> String {
    let rest = value.magnitude % 100
    return "\(value < 0 ? "-" : "")\(value.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// What capabilities and configurations say for people.
package enum CapabilityText {
  /// As `T_FCS 60, 100, 150 us; ...`.
  package static func text(_ capabilities: CSCapabilities) -> String {
    var parts = [
      "T_FCS \(times(capabilities.tFCS))", "T_IP1 \(times(capabilities.tIP1))",
      "T_IP2 \(times(capabilities.tIP2))", "T_PM \(times(capabilities.tPM))",
      "T_SW \(capabilities.tSW) us",
      FieldNotes.counted(capabilities.numAntennas, "antenna"),
      "up to \(FieldNotes.counted(capabilities.maxAntennaPaths, "antenna path"))",
    ]
    var features: [String] = []
    if capabilities.roles.contains(.initiator) { features.append("initiator") }
    if capabilities.roles.contains(.reflector) { features.append("reflector") }
    if capabilities.supportsMode3 { features.append("mode-3") }
    if capabilities.subfeatures.contains(.inlinePCT) { features.append("inline PCT") }
    if capabilities.subfeatures.contains(.channelSelection3c) { features.append("channel selection #3c") }
    if capabilities.subfeatures.contains(.noFAE) { features.append("no FAE") }
    if !features.isEmpty { parts.append(features.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }

  /// As `initiator, mode-2, 72 channels, ...`; of a log no more than it tells.
  package static func text(_ configuration: CSConfiguration, isLog: Bool) -> String {
    var parts = ["\(configuration.role)", "mode-\(configuration.mainMode)"]
    if let subMode = configuration.subMode { parts.append("sub-mode \(subMode)") }
    parts.append(FieldNotes.counted(configuration.mode0Steps, "mode-0 step"))
    if isLog { return parts.joined(separator: ", ") }
    parts += [
      FieldNotes.counted(configuration.channelMap.count, "channel"),
      "T_FCS \(configuration.tFCS)", "T_IP1 \(configuration.tIP1)",
      "T_IP2 \(configuration.tIP2)", "T_PM \(configuration.tPM)",
    ]
    if configuration.usesInlinePCT { parts.append("inline PCT") }
    return parts.joined(separator: ", ")
  }

  private static func times<List>(_ set: CSTimes<List>) -> String { list(set) + " us" }

  /// As `60, 100, 150`.
  package static func list<List>(_ set: CSTimes<List>) -> String {
    set.times.map { "\($0.microseconds)" }.joined(separator: ", ")
  }
}

/// What a step of Channel Sounding says that both ends were seen in.
enum StepWords {
  /// Reads a record of the interface `cs-steps`.
  static func reading(_ octets: [UInt8]) -> PacketReading {
    do throws(WireError) {
      let step = try StepRecord(decoding: octets)
      return PacketReading(
        name: "mode-\(step.mode) step", sentences: sentences(step),
        parts: [.packet("step of both ends", step)])
    } catch {
      return .broken("a step", error)
    }
  }

  private static func sentences(_ step: StepRecord) -> [String] {
    var sentences = [
      "Step \(step.stepIndex + 1) of \(step.stepCount) in subevent \(step.subeventIndex + 1) of procedure "
        + "\(step.procedureCounter): mode-\(step.mode) on channel \(step.channel), \(step.megahertz) MHz."
    ]
    if !step.isShared { sentences.append("The two devices are not in the same step.") }
    sentences.append("T_FCS of \(step.tFCS) us is negotiated.")
    for (name, end) in [("initiator", step.initiator), ("reflector", step.reflector)] {
      guard end.keptTFCS != StepRecord.noSpan else { continue }
      sentences.append("The \(name) kept \(microseconds(end.keptTFCS)) us.")
    }
    if step.usesInlinePCT {
      sentences.append("The reflector returns the measured phase (inline PCT).")
    }
    return sentences
  }

  /// Picoseconds as microseconds, rounded to three digits.
  private static func microseconds(_ picoseconds: Int32) -> String {
    let nanoseconds = (Int(picoseconds) + (picoseconds < 0 ? -500 : 500)) / 1_000
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    return "\(nanoseconds < 0 ? "-" : "")\(whole).\(rest.decimalDigits(3))"
  }
}
