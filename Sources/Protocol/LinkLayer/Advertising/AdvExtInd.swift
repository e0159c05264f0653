public import CoreTypes
public import Wire

/// The Common Extended Advertising Payload Format, as in ADV_EXT_IND. [Vol 6, Part B, 2.3.4]
///
/// A field is in the packet if it is not nil.
public struct AdvExtInd: PDU {
  public var advMode: AdvMode = []
  /// The advertiser's address.
  public var advA: BDADDR?
  /// The address of the device that is meant.
  public var targetA: BDADDR?
  /// CTEInfo: the length and type of a constant tone extension.
  public var cteInfo: UInt8?
  /// ADI: which data of which advertising set this is.
  public var adi: AdvertisingDataInfo?
  /// Where the next packet of the event is.
  public var auxPtr: AuxPtr?
  /// Where periodic advertising is.
  public var syncInfo: SyncInfo?
  /// The power at the advertiser's antenna, in dBm.
  public var txPower: TransmitPowerLevel?
  /// The reserved bit above the other flags.
  public var rfuFlag: UInt8 = 0
  /// Additional Controller Advertising Data.
  public var acad: [UInt8] = []
  /// Whether the flags are there though no field is.
  public var keepsEmptyHeader = false
  /// The host's data, or a part of it.
  public var advData: [UInt8] = []

  public init() {}

  /// The most octets of AdvData that fit behind the fields there are.
  public var maximumDataLength: Int { 255 - 1 - headerLength }

  private var fieldsLength: Int {
    (advA == nil ? 0 : 6) + (targetA == nil ? 0 : 6) + (cteInfo == nil ? 0 : 1) + (adi == nil ? 0 : 2)
      + (auxPtr == nil ? 0 : 3) + (syncInfo == nil ? 0 : 18) + (txPower == nil ? 0 : 1)
  }

  private var headerLength: Int {
    let length = fieldsLength + acad.count
    return length > 0 || rfuFlag != 0 || keepsEmptyHeader ? 1 + length : 0
  }

  private var flags: UInt8 {
    let presence = [
      advA != nil, targetA != nil, cteInfo != nil, adi != nil, auxPtr != nil, syncInfo != nil, txPower != nil,
    ]
    return presence.enumerated().reduce(rfuFlag << 7) { $0 | ($1.element ? 1 : 0) << UInt8($1.offset) }
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    var length = UInt8(headerLength)
    try visitor.bits(6, "Extended Header Length", &length)
    try visitor.bits(2, "AdvMode", &advMode)
    if length > 0 { try header(Int(length), &visitor) }
    try visitor.rest("AdvData", &advData)
  }

  private mutating func header(_ length: Int, _ visitor: inout some FieldVisitor) throws(WireError) {
    var flags = self.flags
    try visitor.u8("Extended Header Flags", &flags)
    rfuFlag = flags >> 7
    advA = flags & 1 == 0 ? nil : advA ?? 0
    targetA = flags & 2 == 0 ? nil : targetA ?? 0
    cteInfo = flags & 4 == 0 ? nil : cteInfo ?? 0
    adi = flags & 8 == 0 ? nil : adi ?? AdvertisingDataInfo()
    auxPtr = flags & 16 == 0 ? nil : auxPtr ?? AuxPtr()
    syncInfo = flags & 32 == 0 ? nil : syncInfo ?? SyncInfo()
    txPower = flags & 64 == 0 ? nil : txPower ?? 0
    keepsEmptyHeader = length == 1
    guard 1 + fieldsLength <= length else {
      throw .invalid(field: "Extended Header Length", value: UInt64(length))
    }
    try Self.visit(&advA) { field throws(WireError) in try visitor.address("AdvA", &field) }
    try Self.visit(&targetA) { field throws(WireError) in try visitor.address("TargetA", &field) }
    try Self.visit(&cteInfo) { field throws(WireError) in try visitor.u8("CTEInfo", &field) }
    try Self.visit(&adi) { field throws(WireError) in try field.fields(&visitor) }
    try Self.visit(&auxPtr) { field throws(WireError) in try field.fields(&visitor) }
    try Self.visit(&syncInfo) { field throws(WireError) in try field.fields(&visitor) }
    try Self.visit(&txPower) { field throws(WireError) in try visitor.i8("TxPower", &field) }
    try visitor.octets(length - 1 - fieldsLength, "ACAD", &acad)
  }

  private static func visit<Field>(
    _ field: inout Field?, _ body: (inout Field) throws(WireError) -> Void
  ) throws(WireError) {
    guard var present = field else { return }
    try body(&present)
    field = present
  }
}

/// AdvMode: who may answer, 2 bits, of which both are reserved. [Vol 6, Part B, 2.3.4]
public struct AdvMode: OptionSet, FieldValue {
  public static let connectable = AdvMode(rawValue: 1 << 0)
  public static let scannable = AdvMode(rawValue: 1 << 1)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The payload of AUX_ADV_IND. [Vol 6, Part B, 2.3.1.6]
public typealias AuxAdvInd = AdvExtInd
/// The payload of AUX_CHAIN_IND. [Vol 6, Part B, 2.3.1.8]
public typealias AuxChainInd = AdvExtInd
/// The payload of AUX_SCAN_RSP. [Vol 6, Part B, 2.3.2.3]
public typealias AuxScanRsp = AdvExtInd
/// The payload of AUX_CONNECT_RSP. [Vol 6, Part B, 2.3.3.2]
public typealias AuxConnectRsp = AdvExtInd

/// ADI: names the data of an advertising set. [Vol 6, Part B, 2.3.4.4]
public struct AdvertisingDataInfo: PDU {
  /// Advertising Data ID, another one for other data; 12 bits.
  public var did: UInt16 = 0
  /// Advertising Set ID; 4 bits.
  public var sid: AdvertisingSID = 0

  public init() {}

  /// Makes a field of its parts.
  public init(did: UInt16, sid: AdvertisingSID) {
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
  public var interval: PeriodicAdvertisingInterval = 0
  /// Bit n for secondary advertising channel n, 37 bits.
  public var channelMap: DataChannelMap = 0
  /// The advertiser's sleep clock.
  public var sca: SleepClockAccuracy = 0
  /// The access address of the AUX_SYNC_IND.
  public var accessAddress: AccessAddress = 0
  public var crcInit: CRCInit = 0
  /// paEventCounter
  public var eventCounter: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(13, "Sync Packet Offset", &offsetBase)
    try visitor.bits(1, "Offset Units", &offsetUnits)
    try visitor.bits(1, "Offset Adjust", &offsetAdjust)
    try visitor.bits(1, "RFU", &rfu)
    try visitor.u16("Interval", &interval)
    try visitor.bits(37, "ChM", &channelMap)
    try visitor.bits(3, "SCA", &sca)
    try visitor.u32("AA", &accessAddress)
    try visitor.u24("CRCInit", &crcInit)
    try visitor.u16("Event Counter", &eventCounter)
  }
}
