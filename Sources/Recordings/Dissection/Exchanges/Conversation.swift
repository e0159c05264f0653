internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HostStack
internal import LinkLayer

/// What came before in a recording, as far as later packets need it: open questions, unfinished L2CAP frames, and
/// which end of a configuration reports.
struct Conversation {
  struct Asked {
    let name: String
    let frame: Int
  }

  /// An L2CAP frame of which more is to come.
  struct Fragments {
    var reassembler = L2CAPReassembler()
    var firstFrame = 0
  }

  private static let mostQuestions = 32_768

  private var asked: [Question: Asked] = [:]
  var fragments: [PacketStream: Fragments] = [:]
  /// Links whose packets are encrypted, by their forward direction.
  var encrypted: Set<PacketStream> = []
  /// The type that the last request for attributes named.
  var requestedTypes: [PacketStream: BluetoothUUID] = [:]
  /// The connection that the last command of an opcode named, by the question that it asks.
  var connections: [Question: UInt16] = [:]
  /// The configurations by source, connection and Config_ID.
  var configurations: [ConfigurationKey: CSConfiguration] = [:]
  /// The attributes by server and handle.
  var attributes: [AttributeKey: BluetoothUUID] = [:]

  struct ConfigurationKey: Hashable {
    let source: PacketSource
    let handle: ConnectionHandle
    let id: ConfigID
  }

  struct AttributeKey: Hashable {
    /// The direction of the server: each device may have one.
    let server: PacketStream
    let handle: UInt16
  }

  mutating func read(
    _ frame: RecordedFrame, _ octets: [UInt8], subevent: LoggedSubevent?
  ) -> PacketReading {
    switch frame.kind {
    case .hci(let indicator): readHCI(indicator, octets, frame)
    case .link(let reception): readLink(octets, reception, frame)
    case .monitor(let event): MonitorWords.reading(event, octets)
    case .note:
      PacketReading(
        name: "note", sentences: ["Note of the recorder: \(String(decoding: octets, as: UTF8.self))"])
    case .steps: StepWords.reading(octets)
    case .subevent: LogWords.reading(subevent)
    case .customBlock: MonitorWords.customBlock(octets)
    case .journalEntry:
      PacketReading(
        name: "journal entry", sentences: ["Journal entry: \(String(decoding: octets, as: UTF8.self))"])
    case .opaque:
      PacketReading(
        name: FieldNotes.counted(octets.count, "octet"),
        sentences: [
          "The packet ends inside its header, or this tool does not decode its link type or its packet type."
        ])
    }
  }

  /// Records the requests of a packet and removes those that it answers, so that no later packet answers them again.
  mutating func remember(_ packet: PacketReading, _ frame: Int) {
    if let link = packet.boundary { forget(link) }
    let questions = questions(of: packet)
    if !packet.isFollowed { for question in packet.answers { asked[question] = nil } }
    for question in questions { asked[question] = Asked(name: packet.name, frame: frame) }
    guard asked.count > Self.mostQuestions else { return }
    // Advertisers come by the thousand; nobody answers one that has long passed.
    asked = asked.filter { frame - $0.value.frame < Self.mostQuestions / 2 }
  }

  /// Forgets a link, whose handle may be that of another one next.
  private mutating func forget(_ link: PacketStream) {
    asked = asked.filter { $0.key.stream.forward != link }
    fragments = fragments.filter { $0.key.forward != link }
    requestedTypes = requestedTypes.filter { $0.key.forward != link }
    configurations = configurations.filter {
      ($0.key.source, UInt32($0.key.handle.rawValue)) != (link.source, link.link)
    }
    attributes = attributes.filter { $0.key.server.forward != link }
  }

  /// The requests of a packet. Where both sides send the same PDU, the second one is only an answer.
  func questions(of packet: PacketReading) -> [Question] {
    let isSecond = packet.asks.contains { question in
      packet.answers.contains { $0.kind == question.kind && asked[$0] != nil }
    }
    return isSecond ? [] : packet.asks
  }

  /// The question that a packet answers; nil if none of them was asked.
  func question(behind packet: PacketReading) -> Asked? {
    packet.answers.lazy.compactMap { asked[$0] }.first
  }
}

/// Where packets are seen. A Linux monitor has the packets of all controllers on one interface, and each controller
/// gives handles of its own.
struct PacketSource: Hashable {
  let interface: Int
  /// The number of the controller; nil where the recording counts none.
  let controller: UInt16?

  init(interface: Int, controller: UInt16? = nil) {
    (self.interface, self.controller) = (interface, controller)
  }

  /// Where `frame` was seen.
  init(_ frame: RecordedFrame) { self.init(interface: frame.interface, controller: frame.controller) }
}

/// One direction of one link, or of one host and its controller.
struct PacketStream: Hashable {
  let source: PacketSource
  /// The access address, or the connection handle, or all ones for commands and events.
  let link: UInt32
  /// Whether the packets are those of the host, or of the central.
  let isForward: Bool

  /// The direction of the host, or of the central.
  var forward: PacketStream { PacketStream(source: source, link: link, isForward: true) }

  /// The other direction.
  var reverse: PacketStream { PacketStream(source: source, link: link, isForward: !isForward) }
}

/// What a packet asks for; its answer comes on the other direction, or from the same one where a procedure has
/// three packets.
struct Question: Hashable {
  /// The protocol, in which numbers have a meaning.
  enum Kind: Hashable {
    /// An LL control PDU by its opcode.
    case control(ControlOpcode)
    /// Any LL control PDU, for answers that name none.
    case anyControl
    /// An HCI command by its opcode.
    case command(UInt16)
    /// An HCI command that an event ends later, and the connection that both name; nil where the command names none.
    case pending(UInt16, connection: UInt16?)
    /// A request of the Attribute protocol, of which one at a time is open.
    case attribute
    /// An indication of the Attribute protocol, of which one at a time is open beside a request.
    case indication
    /// A PDU of the Security Manager by its code.
    case security(UInt8)
    /// A signalling command by its identifier.
    case signalling(UInt8)
    /// An advertisement by its advertiser's address.
    case advertisement(BDADDR)
    /// A scan request by the address of the advertiser that is meant.
    case scan(BDADDR)
    /// A connection request, by the address of its target.
    case connection(BDADDR)
  }

  /// Who asks.
  let stream: PacketStream
  let kind: Kind
}
