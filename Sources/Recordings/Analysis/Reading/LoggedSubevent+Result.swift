internal import Capture
internal import ChannelSounding
internal import CoreTypes

extension LoggedSubevent {
  /// The subevent as HCI tells it; what the log does not say is not available. Steps behind a damaged one are left
  /// out.
  var result: SubeventResult {
    var result = SubeventResult()
    result.configID = UInt8(clamping: configuration.id ?? 0)
    result.procedureCounter = UInt16(truncatingIfNeeded: procedureCounter ?? procedure)
    if let frequencyCompensation {
      result.frequencyCompensation = UInt16(truncatingIfNeeded: frequencyCompensation) & 0x7FFF
    }
    result.referencePowerLevel = Int8(clamping: referencePower ?? 127)
    result.numAntennaPaths = UInt8(clamping: antennaPathCount ?? 0)
    result.procedureDone = procedureDone.flatMap(Self.done) ?? .complete
    result.subeventDone = subeventDone.flatMap(Self.done) ?? .complete
    result.procedureAbortReason = ProcedureAbortReason(rawValue: UInt8(clamping: procedureAbortReason ?? 0))
    result.subeventAbortReason = SubeventAbortReason(rawValue: UInt8(clamping: subeventAbortReason ?? 0))
    var offset = 0
    while offset + 3 <= steps.count, offset + 3 + Int(steps[offset + 2]) <= steps.count {
      result.stepOffsets.append(Int32(offset))
      offset += 3 + Int(steps[offset + 2])
    }
    result.stepOctets = Array(steps[..<offset])
    return result
  }

  private static func done(_ value: Int) -> SubeventResult.Done? {
    UInt8(exactly: value).flatMap(SubeventResult.Done.init)
  }
}

extension LoggedConfiguration {
  /// What the log says of it, the rest as a configuration usually has it; nil if the log says nothing.
  var configuration: CSConfiguration? {
    guard mainMode != nil || role != nil else { return nil }
    var result = CSConfiguration()
    result.id = UInt8(clamping: id ?? 0)
    if let mainMode { result.mainMode = UInt8(clamping: mainMode) }
    if let mode0Steps { result.mode0Steps = UInt8(clamping: mode0Steps) }
    if let minMainModeSteps { result.minMainModeSteps = UInt8(clamping: minMainModeSteps) }
    if let maxMainModeSteps { result.maxMainModeSteps = UInt8(clamping: maxMainModeSteps) }
    if let mainModeRepetition { result.mainModeRepetition = UInt8(clamping: mainModeRepetition) }
    if let role, let csRole = CSRole(rawValue: UInt8(clamping: role)) { result.role = csRole }
    if let csSyncPHY { result.csSyncPHY = UInt8(clamping: csSyncPHY) }
    if let channelSelectionType { result.channelSelection = UInt8(clamping: channelSelectionType) }
    return result
  }
}
