public import CoreTypes
public import HCI
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
  /// 0x0040 to 0x007F, the connection-oriented channels of an LE link
  public static let dynamic = (UInt16(0x0040)...0x007F).map(ChannelID.init)

  /// Whether it can be an end of a connection-oriented channel.
  public var isDynamic: Bool { Self.dynamic.contains(self) }
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

  /// The packets with which a host sends the frame, each with at most `limit` octets of it, 1 or more.
  public func packets(on handle: ConnectionHandle, limit: Int) -> [ACLPacket] {
    fragments(limit: limit).enumerated().map { index, fragment in
      ACLPacket(
        handle: handle, packetBoundary: index == 0 ? .firstNonFlushable : .continuing, data: fragment)
    }
  }
}

/// Why fragments are not a frame. [Vol 3, Part A, 7.2.1]
public enum L2CAPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A continuing fragment came while no frame was open.
  case continuationWithoutStart(octets: Int)
  /// A frame was given up because the next one began.
  case abandoned(octets: Int)
  /// A frame was dropped because more octets came than its header says.
  case tooLong(expected: Int, received: Int)

  /// The message for people.
  public var description: String {
    switch self {
    case .continuationWithoutStart(let octets): "\(octets) octets continue a frame that never started"
    case .abandoned(let octets): "a frame of which \(octets) octets had come was not finished"
    case .tooLong(let expected, let received): "a frame of \(expected) octets came with \(received)"
    }
  }
}

/// Joins fragments of ACL data to frames; any fragmentation is accepted, even of the header.
/// [Vol 3, Part A, 7.2.2]
public struct L2CAPReassembler: Sendable {
  /// What a fragment led to.
  public enum Outcome: Hashable, Sendable {
    /// A frame is complete.
    case frame(L2CAPFrame)
    /// Octets were dropped.
    case discarded(L2CAPError)
  }

  private static let headerCount = 4
  private var open: [UInt8]?

  public init() {}

  /// Takes the data of one ACL packet; `isStart` is its packet boundary flag.
  public mutating func receive(_ fragment: [UInt8], isStart: Bool) -> [Outcome] {
    var outcomes: [Outcome] = []
    if isStart {
      if let open { outcomes.append(.discarded(.abandoned(octets: open.count))) }
      open = fragment
    } else if let open {
      self.open = open + fragment
    } else {
      return [.discarded(.continuationWithoutStart(octets: fragment.count))]
    }
    if let outcome = complete() { outcomes.append(outcome) }
    return outcomes
  }

  private mutating func complete() -> Outcome? {
    guard let octets = open, octets.count >= Self.headerCount else { return nil }
    let expected = Self.headerCount + Int(UInt16(octets: octets[0], octets[1]))
    guard octets.count >= expected else { return nil }
    open = nil
    guard octets.count == expected else {
      return .discarded(.tooLong(expected: expected, received: octets.count))
    }
    let channel = ChannelID(rawValue: UInt16(octets: octets[2], octets[3]))
    return .frame(L2CAPFrame(channel, Array(octets[Self.headerCount...])))
  }
}
