public import Wire

/// The Common Extended Advertising Payload Format, as in ADV_EXT_IND. [Vol 6, Part B, 2.3.4]
///
/// A field is in the packet if it is not nil.
public struct AdvExtInd: PDU {
  /// AdvMode: 0 neither, 1 connectable, 2 scannable; 2 bits.
  public var advMode: UInt8 = 0
  /// The advertiser's address, 6 octets, least significant first.
  public var advA: [UInt8]?
  /// The address of the device that is meant, 6 octets, least significant first.
  public var targetA: [UInt8]?
  /// CTEInfo: the length and type of a constant tone extension.
  public var cteInfo: UInt8?
  /// ADI: which data of which advertising set this is.
  public var adi: AdvertisingDataInfo?
  /// Where the next packet of the event is.
  public var auxPtr: AuxPtr?
  /// Where periodic advertising is.
  public var syncInfo: SyncInfo?
  /// The power at the advertiser's antenna, in dBm.
  public var txPower: Int8?
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
    advA = flags & 1 == 0 ? nil : advA ?? [0, 0, 0, 0, 0, 0]
    targetA = flags & 2 == 0 ? nil : targetA ?? [0, 0, 0, 0, 0, 0]
    cteInfo = flags & 4 == 0 ? nil : cteInfo ?? 0
    adi = flags & 8 == 0 ? nil : adi ?? AdvertisingDataInfo()
    auxPtr = flags & 16 == 0 ? nil : auxPtr ?? AuxPtr()
    syncInfo = flags & 32 == 0 ? nil : syncInfo ?? SyncInfo()
    txPower = flags & 64 == 0 ? nil : txPower ?? 0
    keepsEmptyHeader = length == 1
    guard 1 + fieldsLength <= length else {
      throw .invalid(field: "Extended Header Length", value: UInt64(length))
    }
    try Self.visit(&advA) { field throws(WireError) in try visitor.octets(6, "AdvA", &field) }
    try Self.visit(&targetA) { field throws(WireError) in try visitor.octets(6, "TargetA", &field) }
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

/// The payload of AUX_ADV_IND. [Vol 6, Part B, 2.3.1.6]
public typealias AuxAdvInd = AdvExtInd
/// The payload of AUX_CHAIN_IND. [Vol 6, Part B, 2.3.1.8]
public typealias AuxChainInd = AdvExtInd
/// The payload of AUX_SCAN_RSP. [Vol 6, Part B, 2.3.2.3]
public typealias AuxScanRsp = AdvExtInd
/// The payload of AUX_CONNECT_RSP. [Vol 6, Part B, 2.3.3.2]
public typealias AuxConnectRsp = AdvExtInd
