public import Wire

/// LL_SUBRATE_REQ [Vol 6, Part B, 2.4.2.36]
public struct SubrateReq: PDU {
  /// The smallest subrate factor, 1 to 500.
  public var subrateFactorMin: UInt16 = 1
  /// The largest subrate factor, 1 to 500.
  public var subrateFactorMax: UInt16 = 1
  /// The largest peripheral latency in subrated events, 0 to 499.
  public var maxLatency: UInt16 = 0
  /// Events kept in use after one with data, 0 to 499.
  public var continuationNumber: UInt16 = 0
  /// connSupervisionTimeout in units of 10 ms, 10 to 3200.
  public var timeout: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("SubrateFactorMin", &subrateFactorMin)
    try visitor.u16("SubrateFactorMax", &subrateFactorMax)
    try visitor.u16("Max_Latency", &maxLatency)
    try visitor.u16("ContinuationNumber", &continuationNumber)
    try visitor.u16("Timeout", &timeout)
  }
}

/// LL_SUBRATE_IND [Vol 6, Part B, 2.4.2.37]
public struct SubrateInd: PDU {
  /// The subrate factor, 1 to 500.
  public var subrateFactor: UInt16 = 1
  /// The connEventCounter of the first subrated event.
  public var subrateBaseEvent: UInt16 = 0
  /// The peripheral latency in subrated events, 0 to 499.
  public var latency: UInt16 = 0
  /// Events kept in use after one with data, 0 to 499.
  public var continuationNumber: UInt16 = 0
  /// connSupervisionTimeout in units of 10 ms, 10 to 3200.
  public var timeout: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("SubrateFactor", &subrateFactor)
    try visitor.u16("SubrateBaseEvent", &subrateBaseEvent)
    try visitor.u16("Latency", &latency)
    try visitor.u16("ContinuationNumber", &continuationNumber)
    try visitor.u16("Timeout", &timeout)
  }
}
