public import Wire

/// What a ranging data body begins with. [RAS 1.0, 3.2.1.2]
public struct RangingHeader: PDU {
  /// The octets it takes.
  public static let octetCount = 4

  /// The low 12 bits of the procedure counter.
  public var counter: UInt16 = 0
  /// The configuration, 0 to 3.
  public var configID: UInt8 = 0
  /// The power the procedure was sent with, in dBm.
  public var selectedTXPower: Int8 = 0
  /// The antenna paths whose tones are reported, bit 0 the first.
  ///
  /// Interpretation: bits 4 to 7 are reserved and sent as 0; another stack has the format of PCTs in the last two.
  public var antennaPaths: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(12, "Ranging Counter", &counter)
    try visitor.bits(4, "Configuration ID", &configID)
    try visitor.i8("Selected TX Power", &selectedTXPower)
    try visitor.u8("Antenna Paths Mask", &antennaPaths)
  }
}

/// What each subevent of a ranging data body begins with. [RAS 1.0, 3.2.1.3]
public struct RangingSubeventHeader: PDU {
  /// The octets it takes.
  public static let octetCount = 8

  /// The connection event the subevent hangs on.
  public var startACLConnEventCounter: UInt16 = 0
  /// In 0.01 ppm, 15 bits; 0xC000 where the side does not compensate.
  public var frequencyCompensation: UInt16 = 0xC000
  /// 0 the ranging is complete, 1 more is to come, 0xF it was aborted.
  public var rangingDone: UInt8 = 0
  /// 0 the subevent is complete, 0xF it was aborted.
  public var subeventDone: UInt8 = 0
  /// Why the ranging was aborted, 0 to 15.
  public var rangingAbortReason: UInt8 = 0
  /// Why the subevent was aborted, 0 to 15.
  public var subeventAbortReason: UInt8 = 0
  /// In dBm.
  public var referencePowerLevel: Int8 = 0
  /// The steps that follow.
  public var stepCount: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Start ACL Connection Event", &startACLConnEventCounter)
    try visitor.u16("Frequency Compensation", &frequencyCompensation)
    try visitor.bits(4, "Ranging Done Status", &rangingDone)
    try visitor.bits(4, "Subevent Done Status", &subeventDone)
    try visitor.bits(4, "Ranging Abort Reason", &rangingAbortReason)
    try visitor.bits(4, "Subevent Abort Reason", &subeventAbortReason)
    try visitor.i8("Reference Power Level", &referencePowerLevel)
    try visitor.u8("Number of Steps Reported", &stepCount)
  }
}
