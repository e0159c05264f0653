public import CoreTypes
public import Wire

/// ADI: names the data of an advertising set. [Vol 6, Part B, 2.3.4.4]
public struct AdvertisingDataInfo: PDU {
  /// Advertising Data ID, another one for other data; 12 bits.
  public var did: UInt16 = 0
  /// Advertising Set ID; 4 bits.
  public var sid: UInt8 = 0

  public init() {}

  /// Makes a field of its parts.
  public init(did: UInt16, sid: UInt8) {
    self.did = did
    self.sid = sid
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(12, "Advertising DID", &did)
    try visitor.bits(4, "Advertising SID", &sid)
  }
}

/// AuxPtr: where and when the next packet of an advertising event is. [Vol 6, Part B, 2.3.4.5]
public struct AuxPtr: PDU {
  /// The secondary advertising channel, 0 to 36; 6 bits.
  public var channelIndex: UInt8 = 0
  /// CA: 0 for a clock of 51 to 500 ppm, 1 for 50 ppm or better.
  public var clockAccuracy: UInt8 = 0
  /// 0 for units of 30 us, 1 for units of 300 us.
  public var offsetUnits: UInt8 = 0
  /// From the start of this packet to that of the next, in units; 13 bits.
  public var auxOffset: UInt16 = 0
  /// AUX PHY: 0 LE 1M, 1 LE 2M, 2 LE Coded; 3 bits.
  public var auxPHY: UInt8 = 0

  /// Nowhere: an offset of 0 says that no packet follows.
  public init() {}

  /// Makes a field for a packet that starts `offset` after this one, of a device with a clock of 50 ppm.
  public init(channel: ChannelIndex, phy: PHY, offset: Picoseconds) {
    channelIndex = channel.rawValue
    clockAccuracy = 1
    offsetUnits = offset < Self.fineUnit * 0x2000 ? 0 : 1
    auxOffset = UInt16(offset.rawValue / unit.rawValue)
    auxPHY = phy.rawValue - 1
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Channel Index", &channelIndex)
    try visitor.bits(1, "CA", &clockAccuracy)
    try visitor.bits(1, "Offset Units", &offsetUnits)
    try visitor.bits(13, "AUX Offset", &auxOffset)
    try visitor.bits(3, "AUX PHY", &auxPHY)
  }

  private static let fineUnit = Picoseconds.microseconds(30)

  /// The next packet starts no earlier than `offset` and less than this after it.
  public var unit: Picoseconds { offsetUnits == 0 ? Self.fineUnit : Self.fineUnit * 10 }

  /// The time from the start of this packet to the earliest start of the next.
  public var offset: Picoseconds { unit * Int(auxOffset) }

  /// How far the advertiser's clock may be off, at worst.
  public var worstPpm: Int64 { clockAccuracy == 1 ? 50 : 500 }

  /// The channel of the next packet; nil if none follows or the index is not one of a secondary channel.
  public var channel: ChannelIndex? {
    auxOffset > 0 && channelIndex < 37 ? ChannelIndex(rawValue: channelIndex) : nil
  }

  /// The PHY of the next packet; nil for a reserved value.
  public var phy: PHY? { PHY(rawValue: auxPHY + 1) }
}

/// SyncInfo: where and when periodic advertising is. [Vol 6, Part B, 2.3.4.6]
public struct SyncInfo: PDU {
  /// From the start of this packet to that of the next AUX_SYNC_IND, in units; 13 bits.
  public var offsetBase: UInt16 = 0
  /// 0 for units of 30 us, 1 for units of 300 us.
  public var offsetUnits: UInt8 = 0
  /// 1 if 2.4576 s are to be added to the offset.
  public var offsetAdjust: UInt8 = 0
  /// The reserved bit above.
  public var rfu: UInt8 = 0
  /// In units of 1.25 ms.
  public var interval: UInt16 = 0
  /// Bit n for secondary advertising channel n, 37 bits.
  public var channelMap: UInt64 = 0
  /// The advertiser's sleep clock accuracy class, 0 to 7.
  public var sca: UInt8 = 0
  /// The access address of the AUX_SYNC_IND.
  public var accessAddress: UInt32 = 0
  /// The initial value of their CRC, 24 bits.
  public var crcInit: UInt32 = 0
  /// paEventCounter
  public var eventCounter: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(13, "Sync Packet Offset", &offsetBase)
    try visitor.bits(1, "Offset Units", &offsetUnits)
    try visitor.bits(1, "Offset Adjust", &offsetAdjust)
    try visitor.bits(1, "RFU", &rfu)
    try visitor.u16("Interval", &interval)
    try visitor.field(37, "ChM", &channelMap)
    try visitor.bits(3, "SCA", &sca)
    try visitor.u32("AA", &accessAddress)
    try visitor.u24("CRCInit", &crcInit)
    try visitor.u16("Event Counter", &eventCounter)
  }
}
