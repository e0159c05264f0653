internal import Capture
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Notation
internal import Wire

extension Conversation {
  /// Reads the data of a connection: a fragment of an L2CAP frame, or all of one.
  mutating func content(
    _ octets: [UInt8], isStart: Bool, on stream: PacketStream, _ frame: RecordedFrame
  ) -> PacketReading {
    var open = fragments[stream] ?? Fragments()
    if isStart { open.firstFrame = frame.number }
    let outcomes = open.reassembler.receive(octets, isStart: isStart)
    fragments[stream] = open
    guard let outcome = outcomes.last else { return Self.fragment(octets, isStart, open.firstFrame) }
    switch outcome {
    case .frame(let whole):
      var reading = l2cap(whole, stream)
      if !isStart {
        reading.sentences.append("It is the last part of the frame that begins in frame \(open.firstFrame).")
      }
      return reading
    case .discarded(.abandoned): return Self.fragment(octets, true, open.firstFrame)
    case .discarded(let error):
      return PacketReading(name: "L2CAP fragment", sentences: ["It belongs to no valid frame: \(error)."])
    }
  }

  private static func fragment(_ octets: [UInt8], _ isStart: Bool, _ first: Int) -> PacketReading {
    let text =
      isStart
      ? "The first part of an L2CAP frame, \(FieldNotes.counted(octets.count, "octet")); more follow."
      : "\(FieldNotes.counted(octets.count, "more octet")) of the L2CAP frame that begins in frame \(first)."
    return PacketReading(name: "L2CAP fragment", sentences: [text])
  }

  private mutating func l2cap(_ frame: L2CAPFrame, _ stream: PacketStream) -> PacketReading {
    do throws(WireError) {
      var reading: PacketReading
      switch frame.channel {
      case .attribute: reading = attribute(try ATTPDU(decoding: frame.payload), stream)
      case .securityManager: reading = security(try SMPPDU(decoding: frame.payload), stream)
      case .signalling: reading = signalling(try SignallingCommand(decoding: frame.payload), stream)
      default:
        let id = frame.channel.rawValue.hex()
        reading = PacketReading(
          name: "L2CAP frame on channel \(id)", sentences: [Self.purpose(of: frame.channel)])
      }
      reading.parts.insert(.packet("L2CAP frame", frame), at: 0)
      return reading
    } catch {
      return .broken("an L2CAP frame", error)
    }
  }

  /// What a channel is for whose frames are not read. [Vol 3, Part A, 2.1]
  private static func purpose(of channel: ChannelID) -> String {
    channel.rawValue < 0x40
      ? "Data of a fixed channel, which this tool does not decode." : "Data of an application's channel."
  }

  private mutating func attribute(_ pdu: ATTPDU, _ stream: PacketStream) -> PacketReading {
    let name = AttributeWords.name(pdu)
    var reading = PacketReading(name: name, parts: [.packet(name, pdu.payload)])
    learn(from: pdu, stream)
    let server = pdu.isFromServer ? stream : stream.reverse
    reading.sentences = AttributeWords.sentences(pdu) { attributes[AttributeKey(server: server, handle: $0)] }
    let kind: Question.Kind =
      switch pdu {
      case .handleValueIndication, .handleValueConfirmation: .indication
      default: .attribute
      }
    switch AttributeWords.part(pdu) {
    case .request: reading.asks = [Question(stream: stream, kind: kind)]
    case .answer: reading.answers = [Question(stream: stream.reverse, kind: kind)]
    case .neither: break
    }
    return reading
  }

  /// Keeps which attribute stands at which handle, as a server tells.
  private mutating func learn(from pdu: ATTPDU, _ stream: PacketStream) {
    switch pdu {
    case .readByTypeRequest(let request), .readByGroupTypeRequest(let request):
      requestedTypes[stream] = request.type
    case .findInformationResponse(let response):
      for (handle, type) in response.entries ?? [] {
        attributes[AttributeKey(server: stream, handle: handle)] = type
      }
    case .readByTypeResponse(let response) where requestedTypes[stream.reverse] == .characteristic:
      // Handle, properties, handle of the value, UUID. [Vol 3, Part G, 3.3.1]
      for record in response.records ?? [] where record.count >= 7 {
        let handle = UInt16(octets: record[3], record[4])
        attributes[AttributeKey(server: stream, handle: handle)] = BluetoothUUID(octets: Array(record[5...]))
      }
    default: break
    }
  }

  private func security(_ pdu: SMPPDU, _ stream: PacketStream) -> PacketReading {
    let name = SecurityWords.name(pdu)
    var reading = PacketReading(
      name: name, sentences: SecurityWords.sentences(pdu), parts: [.packet(name, pdu.payload)])
    reading.asks = [Question(stream: stream, kind: .security(pdu.code))]
    reading.answers = SecurityWords.codes(behind: pdu).map {
      Question(stream: stream.reverse, kind: .security($0.rawValue))
    }
    return reading
  }

  private func signalling(_ command: SignallingCommand, _ stream: PacketStream) -> PacketReading {
    let name = SignallingWords.name(command)
    var reading = PacketReading(
      name: name, sentences: SignallingWords.sentences(command), parts: [.packet(name, command)])
    if SignallingWords.isAnswer(command) {
      reading.answers = [Question(stream: stream.reverse, kind: .signalling(command.identifier))]
    } else {
      reading.asks = [Question(stream: stream, kind: .signalling(command.identifier))]
    }
    return reading
  }
}

/// What a packet is, as far as one look at it and at those before it tells.
struct PacketReading {
  /// The name of a data channel PDU without data.
  static let emptyPDU = "empty PDU"

  /// What is inside, whose fields are listed when they are asked for.
  enum Part {
    case packet(String, any PDU)
    /// The steps of a subevent's result, one after the other.
    case steps([UInt8], CSStepLayout)

    var layers: [FrameExplanation.Layer] {
      switch self {
      case .packet(let name, let packet): [.init(name, packet)]
      case .steps(let octets, let layout): StepLayers.layers(octets, layout)
      }
    }
  }

  /// As `LL_CS_CONFIG_REQ`.
  var name: String
  /// What it is for, then what it says.
  var sentences: [String] = []
  /// Outermost first.
  var parts: [Part] = []
  /// What it asks; an answer names the same question.
  var asks: [Question] = []
  /// What it answers, the likeliest question first.
  var answers: [Question] = []
  /// Whether another packet of the same side answers the same question later.
  var isFollowed = false
  /// The forward direction of the link that begins or ends with it: nothing from before belongs to what comes after.
  var boundary: PacketStream?
  /// Which way it went, where the recording does not tell and the packet does.
  var direction: RecordedDirection?
}

extension FrameExplanation.Layer {
  init(_ name: String, _ packet: any PDU) {
    self.name = name
    fields = packet.listed().map { field in
      FrameExplanation.Field(
        name: field.name, value: FieldNotes.value(field), note: FieldNotes.note(field, of: packet))
    }
  }
}
