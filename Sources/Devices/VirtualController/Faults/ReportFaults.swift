internal import ChannelSounding
internal import CoreTypes
public import Faults
internal import HCI
internal import LinkLayer

/// What a defective controller makes of a subevent's result that was right.
public struct ReportFaults: Hashable, Sendable {
  /// How much stronger packets are reported than they were, in dB.
  public var rssiErrorDecibels: Int8 = 0
  /// How much greater Reference_Power_Level is than it was, in dB.
  public var referenceErrorDecibels: Int8 = 0
  /// Every tone is rated high, sent or not.
  public var ratesEveryToneHigh = false
  /// Frequency offsets have the sign of the other device's view.
  public var flipsFrequencyOffsets = false
  /// The last step of a subevent is left out where there are more than this many.
  public var mostSteps: Int?
  /// The subevents of a procedure are reported under the connection event after theirs.
  public var isEventLate = false
  /// The attack metric of packets is reported as unknown.
  public var hidesAttackMetric = false

  /// As those faults have it; without any, nothing is changed.
  public init(_ faults: FaultSet = []) {
    if faults.contains(.packetRSSI10dBHigh) { rssiErrorDecibels = 10 }
    if faults.contains(.referencePower12dBHigh) { referenceErrorDecibels = 12 }
    if faults.contains(.lastStepNotReported) { mostSteps = 12 }
    ratesEveryToneHigh = faults.contains(.toneQualityAlwaysHigh)
    flipsFrequencyOffsets = faults.contains(.mode0OffsetSignFlipped)
    isEventLate = faults.contains(.resultEventLate)
    hidesAttackMetric = faults.contains(.attackMetricMissing)
  }

  /// Changes what is reported of a subevent.
  func spoil(_ result: inout SubeventResult) {
    guard self != ReportFaults() else { return }
    if isEventLate { result.startACLConnEventCounter += 1 }
    result.referencePowerLevel = result.referencePowerLevel.raised(byDecibels: Int(referenceErrorDecibels))
    if flipsFrequencyOffsets { result.frequencyCompensation = result.frequencyCompensation.negated }
    if let mostSteps, result.stepOffsets.count > mostSteps {
      result.truncate(toSteps: result.stepOffsets.count - 1)
    }
    for offset in result.stepOffsets {
      spoilStep(&result.stepOctets, at: Int(offset), result.numAntennaPaths)
    }
  }

  private func spoilStep(_ octets: inout [UInt8], at offset: Int, _ paths: UInt8) {
    let (mode, length, data) = (octets[offset], Int(octets[offset + 2]), offset + 3)
    if mode != 2 {
      let place = data + (mode == 0 ? 1 : 2)
      let level = ReceivedPowerLevel(rawValue: Int8(bitPattern: octets[place]))
      if level != .unavailable {
        octets[place] = UInt8(bitPattern: level.raised(byDecibels: Int(rssiErrorDecibels)).rawValue)
      }
    }
    if mode == 1 || mode == 3, hidesAttackMetric { octets[data + 1] = NADM.unknown.rawValue }
    if mode == 0, length == 5, flipsFrequencyOffsets {
      let offset = FrequencyOffset(rawValue: UInt16(octets: octets[data + 3], octets[data + 4]))
      let flipped = offset.negated.rawValue
      (octets[data + 3], octets[data + 4]) = (UInt8(flipped & 0xFF), UInt8(flipped >> 8))
    }
    guard mode >= 2, ratesEveryToneHigh else { return }
    for tone in 0...Int(paths) { octets[data + length - 1 - 4 * tone] &= 0xF0 }
  }
}

/// What a defective controller makes of what it tells its host.
extension VirtualController {
  /// The events that report a subevent.
  func packets(of result: SubeventResult, handle: ConnectionHandle) -> [HCIPacket] {
    var result = result
    description.reportFaults.spoil(&result)
    guard !faults.isEmpty else {
      return result.packets(connectionHandle: handle)
    }
    if faults.contains(.mode0LeftOut) { result.removeMode0Steps() }
    if faults.contains(.noCompensationAsZero), result.frequencyCompensation == .notAvailable {
      result.frequencyCompensation = 0
    }
    if faults.contains(.abortReasonMissing) { result.subeventAbortReason = .none }
    var packets = result.packets(connectionHandle: handle)
    if faults.contains(.doneReportedEarly) { packets[0] = packets[0].saying(result.procedureDone) }
    return packets
  }

  /// Changes the report of a configuration.
  func alterReport(_ event: inout LECSConfigCompleteEvent, of configuration: CSConfiguration) {
    if faults.contains(.roleNotReported) { event.block.role = .initiator }
    guard faults.contains(.timesAsIndices) else { return }
    event.block.tIP1 = TIP(microseconds: Int(configuration.tIP1.index))
    event.block.tIP2 = TIP(microseconds: Int(configuration.tIP2.index))
    event.block.tFCS = TFCS(microseconds: Int(configuration.tFCS.index))
    event.block.tPM = TPM(microseconds: Int(configuration.tPM.index))
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
      event.reported.procedureDoneStatus = DoneStatus(done)
      return event.packet
    } catch {
      return self
    }
  }
}
