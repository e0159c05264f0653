internal import Capture
internal import CoreTypes
internal import LinkLayer
internal import Wire

extension Conversation {
  /// Reads a PDU of the LE air, header first.
  mutating func readLink(
    _ octets: [UInt8], _ reception: LinkReception, _ frame: RecordedFrame
  ) -> PacketReading {
    do throws(WireError) {
      switch reception.channel {
      case .connectedIsochronous: return Self.isochronous("connected")
      case .broadcastIsochronous: return Self.isochronous("broadcast")
      // A periodic advertising train has an access address of its own. [Vol 6, Part B, 2.1.2]
      case .auxiliary: return advertising(try AdvertisingPDU(decoding: octets), reception, frame)
      case .data, .unspecified: break
      }
      if reception.accessAddress == .advertising {
        return advertising(try AdvertisingPDU(decoding: octets), reception, frame)
      }
      return data(try DataPDU(decoding: octets), reception, frame)
    } catch {
      return .broken("a packet of the air", error)
    }
  }

  /// A packet of an isochronous stream, whose header is not that of a data channel. [Vol 6, Part B, 2.6]
  private static func isochronous(_ kind: String) -> PacketReading {
    PacketReading(
      name: "\(kind) isochronous PDU",
      sentences: ["A packet of a \(kind) isochronous stream, which this tool does not decode."])
  }

  private func advertising(
    _ pdu: AdvertisingPDU, _ reception: LinkReception, _ frame: RecordedFrame
  ) -> PacketReading {
    // 0 stands for the primary channels, 1 for the secondary ones: an advertiser may use both.
    let isSecondary = if case .auxiliary = reception.channel { true } else { false }
    let stream = PacketStream(source: PacketSource(frame), link: isSecondary ? 1 : 0, isForward: true)
    let name = AdvertisingWords.name(pdu, reception.channel)
    var reading = PacketReading(
      name: name, sentences: AdvertisingWords.sentences(pdu, name), parts: [.packet(name, pdu.payload)])
    func question(_ kind: Question.Kind) -> Question { Question(stream: stream, kind: kind) }
    switch pdu {
    case .advInd(_, let payload): reading.asks = [question(.advertisement(payload.advA))]
    case .advScanInd(_, let payload): reading.asks = [question(.advertisement(payload.advA))]
    case .advDirectInd(_, let payload): reading.asks = [question(.advertisement(payload.advA))]
    case .scanReq(_, let payload):
      reading.asks = [question(.scan(payload.advA))]
      reading.answers = [question(.advertisement(payload.advA))]
    case .connectInd(_, let payload):
      reading.answers = [question(.advertisement(payload.advA))]
      if isSecondary { reading.asks = [question(.connection(payload.advA))] }
    case .scanRsp(_, let payload): reading.answers = [question(.scan(payload.advA))]
    case .advExtInd(_, let payload):
      guard let advA = payload.advA else { break }
      if reception.channel == .auxiliary(.advInd) { reading.asks = [question(.advertisement(advA))] }
      if reception.channel == .auxiliary(.scanRsp) { reading.answers = [question(.scan(advA))] }
    case .auxConnectRsp(_, let payload):
      reading.answers = payload.advA.map { [question(.connection($0))] } ?? []
    case .advNonconnInd, .unknown: break
    }
    return reading
  }

  private mutating func data(
    _ pdu: DataPDU, _ reception: LinkReception, _ frame: RecordedFrame
  ) -> PacketReading {
    let header = PacketReading.Part.packet("data channel PDU", pdu)
    let stream = PacketStream(
      source: PacketSource(frame), link: reception.accessAddress.rawValue,
      isForward: frame.direction != .peripheralToCentral)
    guard pdu.llid != .reserved else {
      return PacketReading(
        name: "data PDU", sentences: ["LLID is 0, which is reserved; expected 1 to 3."], parts: [header])
    }
    guard !pdu.payload.isEmpty else {
      return PacketReading(
        name: PacketReading.emptyPDU,
        sentences: [
          "It carries no data; it keeps the connection alive and acknowledges the previous packet."
        ],
        parts: [header])
    }
    if !reception.isDecrypted, pdu.canBeEncrypted, encrypted.contains(stream.forward) {
      return PacketReading(
        name: "encrypted data PDU",
        sentences: ["The link is encrypted, and the recording has no key."], parts: [header])
    }
    guard pdu.llid == .control else {
      var reading = content(pdu.payload, isStart: pdu.llid == .start, on: stream, frame)
      reading.parts.insert(header, at: 0)
      return reading
    }
    var reading = control(pdu.payload, stream)
    reading.parts.insert(header, at: 0)
    return reading
  }

  /// After LL_START_ENC_REQ all is encrypted, until a pause.
  private mutating func note(_ pdu: ControlPDU, _ stream: PacketStream) {
    switch pdu {
    case .startEncReq: encrypted.insert(stream.forward)
    case .pauseEncRsp, .terminateInd: encrypted.remove(stream.forward)
    default: break
    }
  }

  private mutating func control(_ payload: [UInt8], _ stream: PacketStream) -> PacketReading {
    do throws(WireError) {
      let pdu = try ControlPDU(decoding: payload)
      note(pdu, stream)
      var reading = PacketReading(
        name: pdu.name, sentences: ControlWords.sentences(pdu), parts: [.packet(pdu.name, pdu.ctrData)])
      reading.asks = [
        Question(stream: stream, kind: .control(pdu.opcode)), Question(stream: stream, kind: .anyControl),
      ]
      reading.answers = ControlExchange.questions(behind: pdu, from: stream)
      if case .encRsp = pdu { reading.isFollowed = true }
      // An answer asks for nothing, unless a third packet follows.
      if !reading.answers.isEmpty, !ControlExchange.isAnswered(pdu) { reading.asks = [] }
      return reading
    } catch {
      return .broken("a control PDU", error)
    }
  }
}
