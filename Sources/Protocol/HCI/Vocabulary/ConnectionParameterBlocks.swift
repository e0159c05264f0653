internal import CoreTypes
public import Wire

extension ConnectionParameterRange {
  /// The fields of a host's request.
  mutating func connectionFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Connection_Interval_Min", &intervalMin)
    try visitor.u16("Connection_Interval_Max", &intervalMax)
    try visitor.u16("Max_Latency", &latency)
    try visitor.u16("Supervision_Timeout", &timeout)
  }

  /// The fields of a peer's request and of the host's answer.
  mutating func remoteFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Interval_Min", &intervalMin)
    try visitor.u16("Interval_Max", &intervalMax)
    try visitor.u16("Max_Latency", &latency)
    try visitor.u16("Timeout", &timeout)
  }
}

extension ConnectionParameters {
  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Connection_Interval", &interval)
    try visitor.u16("Peripheral_Latency", &latency)
    try visitor.u16("Supervision_Timeout", &timeout)
  }
}

/// How long the connection events of a connection may be, in units of 0.625 ms. [Vol 4, Part E, 7.8.12]
public struct ConnectionEventLengths: HCIParameters {
  public var min: UInt16 = 0
  public var max: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Min_CE_Length", &min)
    try visitor.u16("Max_CE_Length", &max)
  }
}
