public import Wire

/// A channel of a link. [Vol 3, Part A, 2.1]
public struct ChannelID: RawRepresentable, Hashable, Sendable {
  /// The number in the basic header.
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 0x0004, the Attribute protocol
  public static let attribute = ChannelID(rawValue: 0x0004)
  /// 0x0005, LE L2CAP signalling
  public static let signalling = ChannelID(rawValue: 0x0005)
  /// 0x0006, the Security Manager protocol
  public static let securityManager = ChannelID(rawValue: 0x0006)
}

/// A B-frame: the basic header and its payload. [Vol 3, Part A, 3.1]
public struct L2CAPFrame: PDU {
  /// The channel the payload belongs to.
  public var channel = ChannelID(rawValue: 0)
  /// Up to 65535 octets.
  public private(set) var payload: [UInt8] = []

  /// An empty frame on no channel.
  public init() {}

  /// Makes a frame of up to 65535 octets of payload.
  public init(_ channel: ChannelID, _ payload: [UInt8]) {
    precondition(payload.count <= 0xFFFF, "a frame carries 65535 octets at most")
    self.channel = channel
    self.payload = payload
  }

  /// Visits the header and the payload.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    var length = UInt16(payload.count)
    try visitor.u16("PDU Length", &length)
    try visitor.u16("Channel ID", &channel.rawValue)
    try visitor.octets(Int(length), "Information Payload", &payload)
  }

  /// The frame cut for packets of at most `limit` octets, 1 or more; at least one fragment.
  public func fragments(limit: Int) -> [[UInt8]] {
    precondition(limit > 0, "a fragment holds an octet at least")
    let octets = encoded()
    return stride(from: 0, to: octets.count, by: limit).map {
      Array(octets[$0..<min($0 + limit, octets.count)])
    }
  }
}
