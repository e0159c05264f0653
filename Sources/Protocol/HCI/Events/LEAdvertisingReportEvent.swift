public import Wire

/// Advertising was heard. [Vol 4, Part E, 7.7.65.2]
public struct LEAdvertisingReportEvent: HCIEvent {
  /// One advertising or scan response PDU.
  public struct Report: HCIParameters {
    /// 0 ADV_IND, 1 ADV_DIRECT_IND, 2 ADV_SCAN_IND, 3 ADV_NONCONN_IND, 4 SCAN_RSP.
    public var eventType: UInt8 = 0
    /// 0 public, 1 random, 2 and 3 identity addresses.
    public var addressType: UInt8 = 0
    /// Six octets, least significant first.
    public var address = [UInt8](repeating: 0, count: 6)
    /// At most 31 octets.
    public var data: [UInt8] = []
    /// In dBm; 127 where not available.
    public var rssi: Int8 = 127

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u8("Event_Type", &eventType)
      try visitor.u8("Address_Type", &addressType)
      try visitor.octets(6, "Address", &address)
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
