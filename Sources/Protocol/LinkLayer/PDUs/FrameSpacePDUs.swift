public import Wire

/// LL_FRAME_SPACE_REQ [Vol 6, Part B, 2.4.2.54]
public struct FrameSpaceReq: PDU {
  /// The shortest frame space in microseconds, 0 to 10000.
  public var fsMin: UInt16 = 0
  /// The longest frame space in microseconds, 0 to 10000.
  public var fsMax: UInt16 = 0
  /// Bit 0 LE 1M, bit 1 LE 2M, bit 2 LE Coded.
  public var phys: UInt8 = 0
  /// Which spaces are meant, a bit each.
  public var spacingTypes: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("FS_Min", &fsMin)
    try visitor.u16("FS_Max", &fsMax)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}

/// LL_FRAME_SPACE_RSP [Vol 6, Part B, 2.4.2.55]
public struct FrameSpaceRsp: PDU {
  /// The frame space in microseconds, 0 to 10000.
  public var fs: UInt16 = 0
  /// Bit 0 LE 1M, bit 1 LE 2M, bit 2 LE Coded.
  public var phys: UInt8 = 0
  /// Which spaces change, a bit each.
  public var spacingTypes: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("FS", &fs)
    try visitor.u8("PHYS", &phys)
    try visitor.u16("Spacing_Types", &spacingTypes)
  }
}
