/// One direction of one link, or of one host and its controller.
struct PacketStream: Hashable {
  /// The index of the interface.
  let interface: Int
  /// The access address, or the connection handle, or all ones for commands and events.
  let link: UInt32
  /// Whether the packets are those of the host, or of the central.
  let isForward: Bool

  /// The direction of the host, or of the central.
  var forward: PacketStream { PacketStream(interface: interface, link: link, isForward: true) }

  /// The other direction.
  var reverse: PacketStream { PacketStream(interface: interface, link: link, isForward: !isForward) }
}

/// What a packet asks for; its answer comes on the other direction, or from the same one where a procedure has
/// three packets.
struct Question: Hashable {
  /// The protocol, in which numbers have a meaning.
  enum Kind: Hashable {
    /// An LL control PDU by its opcode.
    case control(UInt8)
    /// Any LL control PDU, for answers that name none.
    case anyControl
    /// An HCI command by its opcode.
    case command(UInt16)
    /// An HCI command that an event ends later.
    case pending(UInt16)
    /// A request of the Attribute protocol, of which one at a time is open.
    case attribute
    /// A PDU of the Security Manager by its code.
    case security(UInt8)
    /// A signalling command by its identifier.
    case signalling(UInt8)
    /// An advertisement by its advertiser's address.
    case advertisement([UInt8])
    /// A scan request by the address of the advertiser that is meant.
    case scan([UInt8])
  }

  /// Who asks.
  let stream: PacketStream
  let kind: Kind
}
