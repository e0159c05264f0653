internal import ChannelSounding
internal import HCI
internal import LinkLayer

/// What a defective controller makes of what it tells its host.
extension VirtualController {
  /// The events that report a subevent.
  func packets(of result: SubeventResult, handle: UInt16) -> [HCIPacket] {
    var result = result
    description.deviations.reportLapses.spoil(&result)
    guard !description.identity.deviations.hciLapses.isEmpty else {
      return result.packets(connectionHandle: handle)
    }
    if lapses(.leavesOutMode0) { result.removeMode0Steps() }
    if lapses(.reportsNoCompensationAsZero),
      result.frequencyCompensation == SubeventResult.unavailableFrequency
    {
      result.frequencyCompensation = 0
    }
    if lapses(.reportsNoAbortReason) { result.subeventAbortReason = .none }
    var packets = result.packets(connectionHandle: handle)
    if lapses(.reportsDoneEarly) { packets[0] = packets[0].saying(result.procedureDone) }
    return packets
  }

  /// What becomes of the report of a configuration.
  func alterReport(_ event: inout LECSConfigCompleteEvent, of configuration: CSConfiguration) {
    if lapses(.reportsNoRole) { event.block.role = 0 }
    guard lapses(.reportsTimeIndices) else { return }
    (event.tIP1Time, event.tIP2Time) = (configuration.tIP1Index, configuration.tIP2Index)
    (event.tFCSTime, event.tPMTime) = (configuration.tFCSIndex, configuration.tPMIndex)
  }
}

extension SubeventResult {
  fileprivate mutating func removeMode0Steps() {
    let (octets, offsets) = (stepOctets, stepOffsets)
    removeAllSteps()
    for (index, offset) in offsets.enumerated() where octets[Int(offset)] != 0 {
      let end = index + 1 < offsets.count ? Int(offsets[index + 1]) : octets.count
      stepOffsets.append(Int32(stepOctets.count))
      stepOctets += octets[Int(offset)..<end]
    }
  }
}

extension HCIPacket {
  /// The start of a subevent's report with another Procedure_Done_Status.
  fileprivate func saying(_ done: SubeventResult.Done) -> HCIPacket {
    do {
      guard case .event(let packet) = self, case .leCSSubeventResult(var event) = try HCIEventValue(packet)
      else { return self }
      event.procedureDoneStatus = done.rawValue
      return event.packet
    } catch {
      return self
    }
  }
}
