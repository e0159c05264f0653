internal import LinkLayer

/// A data channel PDU that waits for its turn, or for its acknowledgement.
struct QueuedPDU {
  /// What the PDU carries, for whoever waits for its acknowledgement.
  enum Content {
    case control(opcode: ControlOpcode)
    case data(endsHostPacket: Bool)
    case empty
  }

  var llid: LLID
  var payload: [UInt8]
  var content: Content
  /// Whether the payload is encrypted when it is sent; decided when a control PDU is queued.
  var isEncrypted: Bool
}

/// The PDU that is sent until it is acknowledged.
struct PDUInFlight {
  let pdu: QueuedPDU
  /// The payload as it goes out.
  var octets: [UInt8]
  /// The payload before encryption; nil in the clear.
  let plaintext: [UInt8]?
  /// Whether it was sent once.
  var isSent = false

  /// A PDU without a payload.
  static var empty: PDUInFlight {
    PDUInFlight(
      pdu: QueuedPDU(llid: .continuation, payload: [], content: .empty, isEncrypted: false), octets: [],
      plaintext: nil)
  }
}

/// The PDUs a link has to send: control PDUs in order, and data that encryption may hold back.
struct TransmitQueue {
  private var control: [QueuedPDU] = []
  private var data: [QueuedPDU] = []
  /// Whether data waits although its turn has come.
  var isDataPaused = false

  /// Whether something could be sent now.
  var isEmpty: Bool { control.isEmpty && (isDataPaused || data.isEmpty) }

  mutating func append(control pdu: ControlPDU, isEncrypted: Bool) {
    control.append(
      QueuedPDU(
        llid: .control, payload: pdu.encoded, content: .control(opcode: pdu.opcode), isEncrypted: isEncrypted)
    )
  }

  /// Cuts a host packet into PDUs of at most `limit` octets.
  mutating func append(hostPacket octets: [UInt8], startsMessage: Bool, limit: Int) {
    var start = 0
    repeat {
      let end = min(start + limit, octets.count)
      data.append(
        QueuedPDU(
          llid: start == 0 && startsMessage ? .start : .continuation, payload: Array(octets[start..<end]),
          content: .data(endsHostPacket: end == octets.count), isEncrypted: false))
      start = end
    } while start < octets.count
  }

  /// The PDU whose turn it is; data is encrypted if the link now is, and waits if it is longer than `limit`.
  mutating func next(linkIsEncrypted: Bool, limit: Int) -> QueuedPDU? {
    if !control.isEmpty { return control.removeFirst() }
    guard !isDataPaused, let first = data.first, first.payload.count <= limit else { return nil }
    var pdu = data.removeFirst()
    pdu.isEncrypted = linkIsEncrypted
    return pdu
  }
}
