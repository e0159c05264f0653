public import ChannelSounding
public import CoreTypes
public import Wire

/// A configuration was made, changed or removed. [Vol 4, Part E, 7.7.65.42]
public struct LECSConfigCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSConfigComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var action = CSConfigAction.create
  /// The parameters that were sent, legal or not; the role is that of the device that reports.
  public var block = CSConfiguration()

  public var configID: ConfigID {
    get { block.id }
    set { block.id = newValue }
  }

  public init() {}

  /// Reports a configuration.
  public init(connectionHandle: ConnectionHandle, configuration: CSConfiguration) {
    self.connectionHandle = connectionHandle
    block = configuration
  }

  /// The configuration that is reported.
  ///
  /// - Throws: `WireError.invalid` if Role or a time has no meaning.
  public func configuration() throws(WireError) -> CSConfiguration {
    try block.checkRole()
    try Self.check(block.tIP1, "T_IP1_Time")
    try Self.check(block.tIP2, "T_IP2_Time")
    try Self.check(block.tFCS, "T_FCS_Time")
    try Self.check(block.tPM, "T_PM_Time")
    return block
  }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("Action", &action)
    try block.blockFields(&visitor)
    try block.timeFields(&visitor)
  }

  private static func check<List>(_ time: CSTime<List>, _ field: String) throws(WireError) {
    guard time.isListed else { throw .invalid(field: field, value: UInt64(time.microseconds)) }
  }
}

/// The procedures of a configuration are set going, or have ended. [Vol 4, Part E, 7.7.65.43]
public struct LECSProcedureEnableCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSProcedureEnableComplete

  public var status = ErrorCode.success
  public var connectionHandle: ConnectionHandle = 0
  public var configID: ConfigID = 0
  /// What follows has no meaning while disabled.
  public var state = EnableState.disabled
  public var toneAntennaConfigSelection: AntennaConfiguration = 0
  /// In dBm, -127 to 20; 127 where not available.
  public var selectedTXPower: TransmitPowerLevel = 0
  public var subeventLen: SubeventLen = 0
  /// 1 to 32.
  public var subeventsPerEvent: UInt8 = 0
  /// From one subevent of a CS event to the next.
  public var subeventInterval = SubeventInterval.oneSubevent
  /// Connection intervals between CS events.
  public var eventInterval: UInt16 = 0
  /// Connection intervals between procedures.
  public var procedureInterval: UInt16 = 0
  public var procedureCount = ProcedureCount.endless
  /// How long a procedure may take.
  public var maxProcedureLen: MaxProcedureLength = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("State", &state)
    try visitor.u8("Tone_Antenna_Config_Selection", &toneAntennaConfigSelection)
    try visitor.i8("Selected_TX_Power", &selectedTXPower)
    try visitor.u24("Subevent_Len", &subeventLen)
    try visitor.u8("Subevents_Per_Event", &subeventsPerEvent)
    try visitor.u16("Subevent_Interval", &subeventInterval)
    try visitor.u16("Event_Interval", &eventInterval)
    try visitor.u16("Procedure_Interval", &procedureInterval)
    try visitor.u16("Procedure_Count", &procedureCount)
    try visitor.u16("Max_Procedure_Len", &maxProcedureLen)
  }
}

extension LECSProcedureEnableCompleteEvent {
  /// Whether procedures begin.
  public var reportsStart: Bool { status == .success && state == .enabled }

  /// Tells the host how the procedures of `schedule` will run.
  ///
  /// - Parameter selectedTXPower: In dBm.
  public init(connectionHandle: ConnectionHandle, schedule: CSSchedule, selectedTXPower: TransmitPowerLevel) {
    self.connectionHandle = connectionHandle
    self.selectedTXPower = selectedTXPower
    configID = schedule.configID
    state = .enabled
    toneAntennaConfigSelection = schedule.aci
    subeventLen = schedule.subeventLen
    subeventsPerEvent = schedule.subeventsPerEvent
    subeventInterval = schedule.subeventInterval
    eventInterval = schedule.eventInterval
    procedureInterval = schedule.procedureInterval
    procedureCount = schedule.procedureCount
    maxProcedureLen = schedule.maxProcedureLen
  }
}
