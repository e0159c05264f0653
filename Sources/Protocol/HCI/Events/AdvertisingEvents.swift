public import CoreTypes
public import Wire

/// Advertising was heard. [Vol 4, Part E, 7.7.65.2]
public struct LEAdvertisingReportEvent: HCIEvent {
  /// One advertising or scan response PDU.
  public struct Report: HCIParameters {
    public var eventType = AdvertisingReportType.connectable
    public var address = DeviceAddress()
    /// At most 31 octets.
    public var data: [UInt8] = []
    public var rssi = ReceivedPowerLevel.unavailable

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u8("Event_Type", &eventType)
      try visitor.address("Address_Type", "Address", &address)
      try visitor.lengthPrefixed("Data_Length", "Data", &data)
      try visitor.i8("RSSI", &rssi)
    }
  }

  public static let code = EventCode.leAdvertisingReport

  /// One entry a PDU.
  ///
  /// Interpretation: the fields of one report stay together, as controllers send them; the notation of arrays
  /// can also be read as each field for all reports in turn.
  public var reports: [Report] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.counted("Num_Reports", &reports)
  }
}

/// Advertising was heard while the host scans with the extended commands. [Vol 4, Part E, 7.7.65.13]
public struct LEExtendedAdvertisingReportEvent: HCIEvent {
  /// One advertisement or scan response, or a part of it.
  public struct Report: HCIParameters {
    /// The most octets of data that one event holds.
    public static let maximumDataLength = 229

    public var eventType: ExtendedReportType = []
    public var address = DeviceAddress()
    /// LE 1M or LE Coded.
    public var primaryPHY = PHYNumber.le1M
    /// 0 where nothing came on a secondary channel.
    public var secondaryPHY: PHYNumber = 0
    public var advertisingSID = AdvertisingSID.absent
    public var txPower = TransmitPowerLevel.unknown
    public var rssi = ReceivedPowerLevel.unavailable
    public var periodicAdvertisingInterval = PeriodicAdvertisingInterval.absent
    /// Of directed advertising.
    public var directAddress = DeviceAddress()
    /// At most `maximumDataLength` octets.
    public var data: [UInt8] = []

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u16("Event_Type", &eventType)
      try visitor.address("Address_Type", "Address", &address)
      try visitor.u8("Primary_PHY", &primaryPHY)
      try visitor.u8("Secondary_PHY", &secondaryPHY)
      try visitor.u8("Advertising_SID", &advertisingSID)
      try visitor.i8("TX_Power", &txPower)
      try visitor.i8("RSSI", &rssi)
      try visitor.u16("Periodic_Advertising_Interval", &periodicAdvertisingInterval)
      try visitor.address("Direct_Address_Type", "Direct_Address", &directAddress)
      try visitor.lengthPrefixed("Data_Length", "Data", &data)
    }
  }

  public static let code = EventCode.leExtendedAdvertisingReport

  /// One entry a part.
  ///
  /// Interpretation: the fields of one report stay together, as controllers send them; the notation of arrays
  /// can also be read as each field for all reports in turn.
  public var reports: [Report] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.counted("Num_Reports", &reports)
  }
}

/// A scan of limited duration is over. [Vol 4, Part E, 7.7.65.17]
public struct LEScanTimeoutEvent: HCIEvent {
  public static let code = EventCode.leScanTimeout

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {}
}

/// An advertising set has stopped of itself. [Vol 4, Part E, 7.7.65.18]
public struct LEAdvertisingSetTerminatedEvent: HCIEvent {
  public static let code = EventCode.leAdvertisingSetTerminated

  /// Success after a connection, Advertising Timeout after the duration, Limit Reached after the last event.
  public var status = ErrorCode.success
  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  /// The connection that came of it; meaningless with another status than success.
  public var connectionHandle: ConnectionHandle = 0
  /// The events so far, if the host had set a limit; else 0.
  public var numCompletedExtendedAdvertisingEvents: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.handle(&connectionHandle)
    try visitor.u8("Num_Completed_Extended_Advertising_Events", &numCompletedExtendedAdvertisingEvents)
  }
}

/// A scanner has asked an advertising set for its scan response. [Vol 4, Part E, 7.7.65.19]
public struct LEScanRequestReceivedEvent: HCIEvent {
  public static let code = EventCode.leScanRequestReceived

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  public var scannerAddress = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.address("Scanner_Address_Type", "Scanner_Address", &scannerAddress)
  }
}
