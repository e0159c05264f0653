public import Wire

/// A value of Real-time or On-demand Ranging Data: a header and a piece of the ranging data body. [RAS 1.0, 3.2.1]
public struct RangingSegment: PDU {
  /// The octets that a segment leaves free of ATT_MTU; the opcode and the handle take three of them.
  static let overhead = 4

  /// Whether the body begins here.
  public var isFirst = false
  /// Whether the body ends here.
  public var isLast = false
  /// The place of the segment in the body modulo 64.
  public var counter: UInt8 = 0
  /// The piece of the body.
  public var payload: [UInt8] = []

  public init() {}

  /// A piece of a body; `counter` is taken modulo 64.
  public init(isFirst: Bool, isLast: Bool, counter: Int, payload: [UInt8]) {
    self.isFirst = isFirst
    self.isLast = isLast
    self.counter = UInt8(counter & 0x3F)
    self.payload = payload
  }

  /// Visits the header and the piece.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.flag("First Segment", &isFirst)
    try visitor.flag("Last Segment", &isLast)
    try visitor.bits(6, "Rolling Segment Counter", &counter)
    try visitor.rest("Ranging Data Segment", &payload)
  }

  /// Cuts a body into segments whose values fit `mtu`, 23 octets or more.
  public static func segments(of body: [UInt8], mtu: Int) -> [RangingSegment] {
    let room = mtu - overhead - 1
    precondition(room > 0, "an ATT_MTU has 23 octets at least")
    let starts = Array(stride(from: 0, to: max(body.count, 1), by: room))
    return starts.enumerated().map { index, start in
      RangingSegment(
        isFirst: index == 0, isLast: index == starts.count - 1, counter: index,
        payload: Array(body[start..<min(start + room, body.count)]))
    }
  }
}
