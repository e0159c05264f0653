/// What one side reports of one subevent: the fields of LE CS Subevent Result, the steps already laid out.
/// [Vol 4, Part E, 7.7.65.44]
public struct SubeventResult: Sendable {
  /// Done_Status values.
  public enum Done: UInt8, Sendable {
    case complete = 0
    case partial = 1
    case aborted = 0xF
  }

  /// Frequency_Compensation and Measured_Freq_Offset where there is no such value.
  public static let unavailableFrequency: UInt16 = 0xC000

  /// A Measured_Freq_Offset or Frequency_Compensation in 0.01 ppm; nil where not available.
  ///
  /// Controllers differ in bit 15 of the octets, so the sign is taken from bit 14.
  @inlinable
  public static func frequency(_ raw: UInt16) -> Int? {
    let value = Int16(bitPattern: raw << 1) >> 1
    return value == -0x4000 ? nil : Int(value)
  }

  /// The greatest Measured_Freq_Offset, in 0.01 ppm either way; a greater offset reads the same.
  public static let greatestFrequencyOffset = 10_000

  /// 0 to 3.
  public var configID: UInt8 = 0
  /// The connection event the CS event hangs on.
  public var startACLConnEventCounter: UInt16 = 0
  /// Counts the procedures of the connection.
  public var procedureCounter: UInt16 = 0
  /// In 0.01 ppm, 15 bits; `unavailableFrequency` where the side does not compensate.
  public var frequencyCompensation = unavailableFrequency
  /// In dBm.
  public var referencePowerLevel: Int8 = 0
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
