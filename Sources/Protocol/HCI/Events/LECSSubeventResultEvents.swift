public import ChannelSounding
public import CoreTypes
public import Wire

/// The start of what a controller reports of a subevent. [Vol 4, Part E, 7.7.65.44]
public struct LECSSubeventResultEvent: HCIEvent {
  public static let code = EventCode.leCSSubeventResult
  /// The handle that stands for the Channel Sounding test.
  public static let testHandle: ConnectionHandle = 0x0FFF
  /// Most are full.
  public static let expectedLength = 255
  /// The octets of steps that fit one event.
  public static let stepCapacity = 239

  /// The connection, 0x000 to 0xEFF, or `testHandle`.
  public var connectionHandle: ConnectionHandle = 0
  public var configID: ConfigID = 0
  /// The connection event on whose anchor point the CS event hangs.
  public var startACLConnEventCounter: ConnEventCounter = 0
  /// Counts the procedures of the connection.
  public var procedureCounter: UInt16 = 0
  public var frequencyCompensation = FrequencyOffset.notAvailable
  public var referencePowerLevel: ReceivedPowerLevel = 0
  public var reported = ReportedSteps()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u16("Start_ACL_Conn_Event_Counter", &startACLConnEventCounter)
    try visitor.u16("Procedure_Counter", &procedureCounter)
    try visitor.u16("Frequency_Compensation", &frequencyCompensation)
    try visitor.i8("Reference_Power_Level", &referencePowerLevel)
    try reported.fields(&visitor)
  }
}

/// More steps of a subevent that one event could not hold. [Vol 4, Part E, 7.7.65.45]
public struct LECSSubeventResultContinueEvent: HCIEvent {
  public static let code = EventCode.leCSSubeventResultContinue
  /// Most are full.
  public static let expectedLength = 255
  /// The octets of steps that fit one event.
  public static let stepCapacity = 246

  /// The connection, 0x000 to 0xEFF, or `LECSSubeventResultEvent.testHandle`.
  public var connectionHandle: ConnectionHandle = 0
  public var configID: ConfigID = 0
  public var reported = ReportedSteps()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try reported.fields(&visitor)
  }
}

/// Steps of a subevent in one event, with the done statuses of the subevent and its procedure.
public struct ReportedSteps: HCIParameters {
  public var procedureDoneStatus = DoneStatus.partial
  public var subeventDoneStatus = DoneStatus.partial
  public var procedureAbortReason = ProcedureAbortReason.none
  public var subeventAbortReason = SubeventAbortReason.none
  /// N_AP, 1 to 4; 0 to be ignored.
  public var numAntennaPaths: UInt8 = 1
  /// 0 to 160.
  public var numStepsReported: UInt8 = 0
  /// The steps, one after the other.
  public var steps: [UInt8] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Procedure_Done_Status", &procedureDoneStatus)
    try visitor.u8("Subevent_Done_Status", &subeventDoneStatus)
    try visitor.bits(4, "Abort_Reason procedure", &procedureAbortReason)
    try visitor.bits(4, "Abort_Reason subevent", &subeventAbortReason)
    try visitor.u8("Num_Antenna_Paths", &numAntennaPaths)
    try visitor.u8("Num_Steps_Reported", &numStepsReported)
    try visitor.rest("Steps", &steps)
  }
}
