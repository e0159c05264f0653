public import ChannelSounding
public import CoreTypes
public import Wire

/// A configuration was made, changed or removed. [Vol 4, Part E, 7.7.65.42]
public struct LECSConfigCompleteEvent: HCIEvent {
  public static let code = EventCode.leCSConfigComplete

  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// The connection, 0x000 to 0xEFF.
  public var connectionHandle: UInt16 = 0
  /// 0 to 3.
  public var configID: UInt8 = 0
  /// 0 removed, 1 created.
  public var action: UInt8 = 1
  /// The parameters from Main_Mode_Type on; the role is that of the device that reports.
  public var block = CSConfigurationBlock()
  /// In microseconds.
  public var tIP1Time: UInt8 = 145
  /// In microseconds.
  public var tIP2Time: UInt8 = 145
  /// In microseconds.
  public var tFCSTime: UInt8 = 150
  /// In microseconds.
  public var tPMTime: UInt8 = 40

  public init() {}

  /// Reports a configuration; the indices of its times become microseconds.
  public init(connectionHandle: UInt16, configuration: CSConfiguration) {
    self.connectionHandle = connectionHandle
    configID = configuration.id
    block = CSConfigurationBlock(configuration)
    tIP1Time = UInt8(configuration.tIP1Microseconds)
    tIP2Time = UInt8(configuration.tIP2Microseconds)
    tFCSTime = UInt8(configuration.tFCSMicroseconds)
    tPMTime = UInt8(configuration.tPMMicroseconds)
  }

  /// The configuration that is reported; the microseconds of its times become indices.
  ///
  /// - Throws: `WireError.invalid` if Role or a time has no meaning.
  public func configuration() throws(WireError) -> CSConfiguration {
    var configuration = try block.configuration(id: configID)
    configuration.tIP1Index = try Self.index(of: tIP1Time, in: CSTime.tIP, "T_IP1_Time")
    configuration.tIP2Index = try Self.index(of: tIP2Time, in: CSTime.tIP, "T_IP2_Time")
    configuration.tFCSIndex = try Self.index(of: tFCSTime, in: CSTime.tFCS, "T_FCS_Time")
    configuration.tPMIndex = try Self.index(of: tPMTime, in: CSTime.tPM, "T_PM_Time")
    return configuration
  }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Config_ID", &configID)
    try visitor.u8("Action", &action)
    try block.fields(&visitor)
    try visitor.u8("T_IP1_Time", &tIP1Time)
    try visitor.u8("T_IP2_Time", &tIP2Time)
    try visitor.u8("T_FCS_Time", &tFCSTime)
    try visitor.u8("T_PM_Time", &tPMTime)
  }

  private static func index(
    of time: UInt8, in times: [Int], _ field: String
  ) throws(WireError) -> UInt8 {
    guard let index = times.firstIndex(of: Int(time)) else {
      throw .invalid(field: field, value: UInt64(time))
    }
    return UInt8(index)
  }
}
