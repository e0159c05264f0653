public import CoreTypes

/// What a log says of the configuration and the schedule of the procedures that follow; nil is what it does not say.
public struct LoggedConfiguration: Hashable, Sendable {
  /// Config_ID.
  public var id: Int?
  public var mainMode: Int?
  /// Mode_0_Steps.
  public var mode0Steps: Int?
  public var minMainModeSteps: Int?
  public var maxMainModeSteps: Int?
  public var mainModeRepetition: Int?
  /// Role: 0 initiator, 1 reflector.
  public var role: Int?
  public var csSyncPHY: Int?
  public var channelSelectionType: Int?
  public var antennaConfigurationIndex: Int?
  /// In dBm.
  public var txPower: Int?
  /// In microseconds.
  public var subeventLength: Int?
  public var subeventsPerEvent: Int?
  /// In 0.625 ms.
  public var subeventInterval: Int?
  /// In connection events.
  public var eventInterval: Int?
  /// In connection events.
  public var procedureInterval: Int?
  public var procedureCount: Int?
  /// In 0.625 ms.
  public var maxProcedureLength: Int?

  public init() {}

  /// Takes a line of the log of `waves`; false if it names none of these.
  mutating func take(_ key: Substring, _ value: Int) -> Bool {
    switch key {
    case "id", "config ID": id = value
    case "mode": mainMode = value
    case "mode_0_steps": mode0Steps = value
    case "min_main_mode_steps": minMainModeSteps = value
    case "max_main_mode_steps": maxMainModeSteps = value
    case "main_mode_repetition": mainModeRepetition = value
    case "role": role = value
    case "cs_sync_phy": csSyncPHY = value
    case "channel_selection_type": channelSelectionType = value
    default: return takeSchedule(key, value)
    }
    return true
  }

  private mutating func takeSchedule(_ key: Substring, _ value: Int) -> Bool {
    switch key {
    case "antenna configuration index": antennaConfigurationIndex = value
    case "TX power": txPower = value
    case "subevent length": subeventLength = value
    case "subevents per event": subeventsPerEvent = value
    case "subevent interval": subeventInterval = value
    case "event interval": eventInterval = value
    case "procedure interval": procedureInterval = value
    case "procedure count": procedureCount = value
    case "maximum procedure length": maxProcedureLength = value
    default: return false
    }
    return true
  }
}

/// One CS subevent as a log of text tells of it; nil is what the log does not say.
public struct LoggedSubevent: Hashable, Sendable {
  /// The end whose results these are.
  public var role: CSRole?
  /// Which procedure of the log it belongs to, from 0. The two ends of a procedure that one log has share it.
  public var procedure = 0
  public var procedureCounter: Int?
  /// Procedure_Done_Status: 0 complete, 1 more to come, 15 aborted.
  public var procedureDone: Int?
  /// Subevent_Done_Status: 0 complete, 1 more to come, 15 aborted.
  public var subeventDone: Int?
  /// Why the procedure was aborted; 0 if it was not.
  public var procedureAbortReason: Int?
  /// Why the subevent was aborted; 0 if it was not.
  public var subeventAbortReason: Int?
  /// Frequency_Compensation in 0.01 ppm.
  public var frequencyCompensation: Int?
  /// Reference_Power_Level in dBm.
  public var referencePower: Int?
  /// Num_Antenna_Paths; 0 where no step has tones.
  public var antennaPathCount: Int?
  /// Num_Steps_Reported.
  public var stepCount: Int?
  /// The octets that the log says the steps take.
  public var stepOctetCount: Int?
  /// When the results came, in milliseconds since the device started.
  public var milliseconds: Int?
  /// The steps as HCI lays them out: mode, channel and length, then the data. [Vol 4, Part E, 7.7.65.44]
  public var steps: [UInt8] = []
  /// The configuration that the log reported before.
  public var configuration = LoggedConfiguration()
  /// The first and the last line, from 1.
  public var lines = 1...1

  public init() {}

  /// Takes a line of either log; false if it names none of these.
  mutating func take(_ key: Substring, _ value: Int) -> Bool {
    switch key {
    case "Procedure counter": procedureCounter = value
    case "Procedure done status": procedureDone = value
    case "Subevent done status": subeventDone = value
    case "Procedure abort reason": procedureAbortReason = value
    case "Subevent abort reason": subeventAbortReason = value
    case "Frequency compensation": frequencyCompensation = value
    case "Reference power level": referencePower = value
    case "Num antenna paths", "Number of antenna paths": antennaPathCount = value
    case "Num steps reported": stepCount = value
    case "Step data buffer length", "Step data count": stepOctetCount = value
    case "subevent_timestamps_ms": milliseconds = value
    default: return false
    }
    return true
  }
}
