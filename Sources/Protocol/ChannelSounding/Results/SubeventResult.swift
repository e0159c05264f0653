public import CoreTypes

/// What one side reports of one subevent: the fields of LE CS Subevent Result, the steps already laid out.
/// [Vol 4, Part E, 7.7.65.44]
public struct SubeventResult: Sendable {
  /// The values of `DoneStatus` with a meaning.
  public enum Done: UInt8, Sendable {
    case complete = 0
    case partial = 1
    case aborted = 0xF
  }

  /// The configuration.
  public var configID: ConfigID = 0
  /// The connection event the CS event hangs on.
  public var startACLConnEventCounter: ConnEventCounter = 0
  /// Counts the procedures of the connection.
  public var procedureCounter: UInt16 = 0
  /// By how much the initiator moved its frequencies; not available where the side does not compensate.
  public var frequencyCompensation = FrequencyOffset.notAvailable
  /// In dBm.
  public var referencePowerLevel: ReceivedPowerLevel = 0
  /// Whether the procedure is over.
  public var procedureDone = Done.partial
  /// Whether the subevent is over.
  public var subeventDone = Done.complete
  /// Why the procedure was aborted.
  public var procedureAbortReason = ProcedureAbortReason.none
  /// Why the subevent was aborted.
  public var subeventAbortReason = SubeventAbortReason.none
  /// N_AP, 0 to 4.
  public var numAntennaPaths: UInt8 = 1
  /// Step_Mode, Step_Channel, Step_Data_Length and Step_Data of every step, one after the other.
  public var stepOctets: [UInt8] = []
  /// Where each step starts in `stepOctets`.
  public var stepOffsets: [Int32] = []

  public init() {}

  /// Takes all steps out and keeps the memory.
  public mutating func removeAllSteps() {
    stepOctets.removeAll(keepingCapacity: true)
    stepOffsets.removeAll(keepingCapacity: true)
  }
}

/// Procedure_Done_Status or Subevent_Done_Status, also a reserved one. [Vol 4, Part E, 7.7.65.44]
public struct DoneStatus: FieldValue {
  public static let complete = DoneStatus(.complete)
  public static let partial = DoneStatus(.partial)
  public static let aborted = DoneStatus(.aborted)

  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ done: SubeventResult.Done) { self.init(rawValue: done.rawValue) }

  /// What it says; nil where it is reserved.
  public var done: SubeventResult.Done? { SubeventResult.Done(rawValue: rawValue) }
}

/// One step of a subevent's result, read where it stands: for loops that take many without a copy of each.
/// [Vol 4, Part E, 7.7.65.44]
public struct StepView {
  /// Step_Mode.
  public let mode: UInt8
  /// Step_Channel, 2 to 76.
  public let channel: UInt8
  /// Octets of Step_Data.
  public let count: Int
  @usableFromInline let octets: [UInt8]
  @usableFromInline let start: Int

  /// The step at an index of `stepOffsets`.
  @inlinable
  public init(_ subevent: SubeventResult, _ step: Int) {
    octets = subevent.stepOctets
    let offset = Int(subevent.stepOffsets[step])
    mode = octets[offset]
    channel = octets[offset + 1]
    count = Int(octets[offset + 2])
    start = offset + 3
  }

  /// An octet of Step_Data.
  @inlinable
  public func octet(_ index: Int) -> UInt8 { octets[start + index] }

  /// The time between the packets of modes 1 and 3.
  @inlinable
  public var time: TimeDifference {
    TimeDifference(rawValue: Int16(bitPattern: UInt16(octet(3)) | UInt16(octet(4)) << 8))
  }

  /// The attack metric of modes 1 and 3.
  @inlinable
  public var nadm: NADM { NADM(rawValue: octet(1)) }

  /// How well the packet of modes 0, 1 and 3 was received.
  @inlinable
  public var packetQuality: PacketQuality { PacketQuality(rawValue: octet(0)) }

  /// The frequency offset of the peer that an initiator measured in mode 0.
  @inlinable
  public var frequencyOffset: FrequencyOffset {
    guard mode == 0, count == 5 else { return .notAvailable }
    return FrequencyOffset(rawValue: UInt16(octets: octet(3), octet(4)))
  }

  /// Where Antenna_Permutation_Index stands in Step_Data, with the tones of `pathCount` antenna paths and the
  /// extension slot behind it; nil if the step has none, or not so many.
  @inlinable
  public func permutationIndex(pathCount: Int) -> Int? {
    let start = count - 1 - 4 * (pathCount + 1)
    guard pathCount > 0 else { return nil }
    return mode == 2 && start == 0 || mode == 3 && start >= 6 ? start : nil
  }

  /// A tone whose PCT stands at an octet of Step_Data, before Tone_Quality_Indicator.
  @inlinable
  public func tone(_ index: Int) -> (pct: PhaseCorrectionTerm, quality: ToneQualityIndicator) {
    let first = start + index
    precondition(index >= 0 && first + 4 <= octets.count, "a tone lies behind the steps")
    let word = octets.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: first, as: UInt32.self))
    }
    return (
      PhaseCorrectionTerm(rawValue: word & 0xFF_FFFF),
      ToneQualityIndicator(rawValue: UInt8(truncatingIfNeeded: word >> 24) & 0xF)
    )
  }
}

/// Why a procedure was aborted. [Vol 4, Part E, 7.7.65.44]
public struct ProcedureAbortReason: FieldValue {
  /// 0 to 15; what has no name here is reserved.
  public var rawValue: UInt8

  /// Takes the bits of Abort_Reason, 0 to 15.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Not aborted.
  public static let none = ProcedureAbortReason(rawValue: 0)
  /// The host of this or of the other device asked for it.
  public static let byRequest = ProcedureAbortReason(rawValue: 1)
  /// Fewer than 15 channels are left.
  public static let tooFewChannels = ProcedureAbortReason(rawValue: 2)
  /// A channel map came after its Instant.
  public static let channelMapInstantPassed = ProcedureAbortReason(rawValue: 3)
  /// Anything else.
  public static let unspecified = ProcedureAbortReason(rawValue: 0xF)
}

/// Why a subevent was aborted. [Vol 4, Part E, 7.7.65.44]
public struct SubeventAbortReason: FieldValue {
  /// 0 to 15; what has no name here is reserved.
  public var rawValue: UInt8

  /// Takes the bits of Abort_Reason, 0 to 15.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Not aborted.
  public static let none = SubeventAbortReason(rawValue: 0)
  /// The host of this or of the other device asked for it.
  public static let byRequest = SubeventAbortReason(rawValue: 1)
  /// No CS_SYNC of mode-0 was received.
  public static let noSyncReceived = SubeventAbortReason(rawValue: 2)
  /// Something else needed the radio.
  public static let schedulingConflict = SubeventAbortReason(rawValue: 3)
  /// Anything else.
  public static let unspecified = SubeventAbortReason(rawValue: 0xF)
}

extension ProcedureAbortReason: CustomStringConvertible {
  /// The reason for people.
  public var description: String {
    switch self {
    case .none: "no reason given"
    case .byRequest: "procedure aborted by request"
    case .tooFewChannels: "fewer than 15 channels"
    case .channelMapInstantPassed: "channel map update instant passed"
    case .unspecified: "procedure aborted, unspecified"
    default: "procedure aborted, reserved reason \(rawValue)"
    }
  }
}

extension SubeventAbortReason: CustomStringConvertible {
  /// The reason for people.
  public var description: String {
    switch self {
    case .none: "no reason given"
    case .byRequest: "subevent aborted by request"
    case .noSyncReceived: "no CS_SYNC received"
    case .schedulingConflict: "scheduling conflict"
    case .unspecified: "subevent aborted, unspecified"
    default: "subevent aborted, reserved reason \(rawValue)"
    }
  }
}
