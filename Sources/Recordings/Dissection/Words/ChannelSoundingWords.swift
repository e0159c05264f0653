internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Wire

/// What packets of Channel Sounding say.
enum ChannelSoundingWords {
  /// What a device can do.
  static func sentence(_ capabilities: CSCapabilities) -> String {
    "It can do: \(CapabilityText.text(capabilities))."
  }

  /// What a request for a configuration says.
  static func sentences(_ pdu: CSConfigReq) -> [String] {
    guard pdu.action == CSConfigReq.create else { return ["It removes configuration \(pdu.configID)."] }
    guard pdu.tIP1 < CSTime.tIP.count, pdu.tIP2 < CSTime.tIP.count, pdu.tFCS < CSTime.tFCS.count,
      pdu.tPM < CSTime.tPM.count, let configuration = pdu.configuration(interpretations: Interpretations())
    else {
      return ["Configuration \(pdu.configID) has times or a role that have no meaning."]
    }
    return [
      "Configuration \(pdu.configID), as the receiver of the request has it: \(CapabilityText.text(configuration, isLog: false))."
    ]
  }

  /// What a controller tells its host of a configuration.
  static func sentences(_ event: LECSConfigCompleteEvent) -> [String] {
    guard event.status == .success else { return ["It failed: \(event.status)."] }
    guard event.action == 1 else { return ["Configuration \(event.configID) is gone."] }
    do throws(WireError) {
      return [
        "Configuration \(event.configID): \(CapabilityText.text(try event.configuration(), isLog: false))."
      ]
    } catch {
      return ["Configuration \(event.configID) cannot be: \(error)."]
    }
  }

  /// How procedures will run.
  static func sentences(_ event: LECSProcedureEnableCompleteEvent) -> [String] {
    guard event.status == .success else { return ["It failed: \(event.status)."] }
    guard event.state == 1 else { return ["The procedures of configuration \(event.configID) have ended."] }
    let count =
      event.procedureCount == 0 ? "until they are stopped" : "\(event.procedureCount) of them"
    return [
      "The procedures of configuration \(event.configID) begin: one every \(event.procedureInterval) connection events, "
        + "\(count), \(event.subeventsPerEvent) subevents of \(event.subeventLen) us an event."
    ]
  }

  /// What the start of a subevent's result says.
  static func sentences(_ event: LECSSubeventResultEvent) -> [String] {
    var sentences = [
      "Procedure \(event.procedureCounter) of configuration \(event.configID): \(event.numStepsReported) steps "
        + "over \(event.numAntennaPaths) antenna \(event.numAntennaPaths == 1 ? "path" : "paths"), "
        + "reference power \(event.referencePowerLevel) dBm."
    ]
    if let offset = SubeventResult.frequency(event.frequencyCompensation) {
      sentences.append(
        "The initiator changed its frequency by \(hundredths(offset)) ppm to match the reflector.")
    }
    return sentences
      + done(
        event.procedureDoneStatus, event.subeventDoneStatus, event.procedureAbortReason,
        event.subeventAbortReason)
  }

  /// What more of a subevent's result says.
  static func sentences(_ event: LECSSubeventResultContinueEvent) -> [String] {
    ["\(event.numStepsReported) more steps."]
      + done(
        event.procedureDoneStatus, event.subeventDoneStatus, event.procedureAbortReason,
        event.subeventAbortReason)
  }

  private static func done(
    _ procedure: UInt8, _ subevent: UInt8, _ procedureReason: UInt8, _ subeventReason: UInt8
  ) -> [String] {
    ["The subevent is \(word(subevent)), the procedure \(word(procedure))."]
      + (procedure == 15 ? ["Why: \(ProcedureAbortReason(rawValue: procedureReason))."] : [])
      + (subevent == 15 ? ["Why: \(SubeventAbortReason(rawValue: subeventReason))."] : [])
  }

  private static func word(_ status: UInt8) -> String {
    switch SubeventResult.Done(rawValue: status) {
    case .complete: "complete"
    case .partial: "not yet complete"
    case .aborted: "aborted"
    case nil: "in a state of no meaning, \(status)"
    }
  }

  /// A number of hundredths, as `-1.25`.
  static func hundredths(_ value: Int) -> String {
    let rest = value.magnitude % 100
    return "\(value < 0 ? "-" : "")\(value.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
