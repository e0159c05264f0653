internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import Wire

/// What one interface of the air shows: advertising, connections, and what the ends of these say to each other.
struct AirConversation {
  /// A connection that stands.
  private struct Link {
    var accessAddress: AccessAddress
    /// Its place in the table.
    var connection: Int
    var traffic = HostTraffic()
    var control = ControlTraffic()
    var encryption = BondTraffic.Encryption()
    /// The last PDU of each end, for packets that are sent again.
    var lasts: [[UInt8]] = [[], []]
    /// Who sent last and when, for recordings that do not tell directions.
    var lastSender: LinkParty?
    var lastStart: RecordTime?
    var lastCount = 0
    /// Whether the ends have agreed on encryption.
    var isEncrypted = false
    /// Whether packets are encrypted that this recording does not have in the clear.
    var isHidden = false
  }

  /// So many connections are followed at a time; the one that was silent longest makes room.
  private static let limit = 64

  private let source: Int
  private let interface: String?
  private let table: ConnectionTable
  private var advertising: AirAdvertising
  private var links: [Link] = []
  private var bonds = BondTraffic()

  init(source: Int, number: Int, interface: String?, table: ConnectionTable, advertisers: AdvertiserTable) {
    self.source = source
    self.interface = interface
    self.table = table
    advertising = AirAdvertising(source: source, interface: number, name: interface, table: advertisers)
  }

  /// Takes a packet, header first, without CRC; gives what could not be read, in words.
  mutating func receive(_ octets: [UInt8], _ frame: RecordedFrame, _ reception: LinkReception) -> String? {
    guard reception.isCRCValid != false, reception.isMICValid != false, octets.count >= 2 else { return nil }
    do throws(WireError) {
      if reception.accessAddress == .advertising {
        try takeAdvertising(octets, frame, reception)
        return nil
      }
      switch reception.channel {
      case .data, .unspecified: return try takeData(octets, frame, reception)
      default: return nil
      }
    } catch {
      return "a packet of the air: \(error)"
    }
  }

  private mutating func takeAdvertising(
    _ octets: [UInt8], _ frame: RecordedFrame, _ reception: LinkReception
  ) throws(WireError) {
    let pdu = try AdvertisingPDU(decoding: octets)
    guard case .connectInd(let flags, let request) = pdu else {
      return advertising.take(pdu, frame, reception)
    }
    endLinks(with: DeviceAddress(request.advA, kind: flags.target))
    if let place = links.firstIndex(where: { $0.accessAddress == request.llData.accessAddress }) {
      table.end(links.remove(at: place).connection)
    }
    let place = open(request.llData.accessAddress, frame)
    table.change(links[place].connection) {
      $0.isWhole = true
      $0.own.address.see(DeviceAddress(request.initA, kind: flags.sender), frame.number)
      $0.own.clockAccuracy.see(request.llData.sca, frame.number)
      $0.peer.address.see(DeviceAddress(request.advA, kind: flags.target), frame.number)
      $0.see(request.llData.parameters, frame.number)
    }
    table.tie(links[place].connection)
  }

  private mutating func open(_ accessAddress: AccessAddress, _ frame: RecordedFrame) -> Int {
    var connection = RecordedConnection(
      source: source, interface: interface, handle: nil, frame: frame.number)
    connection.accessAddress = accessAddress
    connection.role = .central
    connection.startTime = frame.time
    if links.count == Self.limit { table.end(links.removeFirst().connection) }
    links.append(Link(accessAddress: accessAddress, connection: table.add(connection)))
    return links.count - 1
  }

  // MARK: Data channels

  private mutating func takeData(
    _ octets: [UInt8], _ frame: RecordedFrame, _ reception: LinkReception
  ) throws(WireError) -> String? {
    let pdu = try DataPDU(decoding: octets)
    let known = links.firstIndex { $0.accessAddress == reception.accessAddress }
    // Nothing is known of a link of which there are empty packets alone.
    guard known != nil || !pdu.payload.isEmpty else { return nil }
    let place = known ?? open(reception.accessAddress, frame)
    let sender = sender(of: frame, octets.count, place)
    let isRepeated =
      !pdu.payload.isEmpty
      && links[place].lasts[sender.rawValue] == [pdu.llid.rawValue, pdu.sn] + pdu.payload
    links[place].lasts[sender.rawValue] = [pdu.llid.rawValue, pdu.sn] + pdu.payload
    let connection = links[place].connection
    table.change(connection) { $0.see(frame) }
    guard !pdu.payload.isEmpty, !isRepeated else { return nil }
    if reception.isDecrypted || !pdu.canBeEncrypted {
      links[place].isHidden = false
    } else if links[place].isEncrypted {
      links[place].isHidden = true
    }
    guard !links[place].isHidden else {
      table.change(connection) { $0.hiddenCount += 1 }
      return nil
    }
    guard pdu.llid == .control else {
      var problem: String?
      table.change(connection) {
        problem = links[place].traffic.receive(
          pdu.payload, isStart: pdu.llid == .start, from: sender, frame: frame.number, &$0)
      }
      // What was met in the middle of a connection may be encrypted, and then means nothing.
      return table.connections[connection].isWhole || reception.isDecrypted ? problem : nil
    }
    let control: ControlPDU
    do throws(WireError) {
      control = try ControlPDU(decoding: pdu.payload)
    } catch {
      guard links[place].encryption.asked != nil, !reception.isDecrypted else { throw error }
      links[place].isHidden = true
      return nil
    }
    takeControl(control, from: sender, frame.number, place, reception)
    return nil
  }

  /// Whether a control PDU of an unknown opcode is one that is encrypted: of a link whose beginning the recording lacks,
  /// or behind LL_ENC_REQ, where a sniffer may have missed LL_START_ENC_REQ.
  private func hides(_ link: Link, _ reception: LinkReception) -> Bool {
    !reception.isDecrypted
      && (link.encryption.asked != nil || !table.connections[link.connection].isWhole)
  }

  private mutating func takeControl(
    _ pdu: ControlPDU, from sender: LinkParty, _ frame: Int, _ place: Int, _ reception: LinkReception
  ) {
    let connection = links[place].connection
    if case .unknown = pdu, hides(links[place], reception) {
      links[place].isHidden = true
      return
    }
    table.change(connection) { links[place].control.take(pdu, from: sender, frame, &$0) }
    takeEncryption(pdu, from: sender, frame, place)
  }

  private mutating func takeEncryption(
    _ pdu: ControlPDU, from sender: LinkParty, _ frame: Int, _ place: Int
  ) {
    switch pdu {
    case .encReq(let request):
      links[place].encryption.asked = BondTraffic.Key(name: request.keyName)
    case .startEncReq:
      links[place].isEncrypted = true
      links[place].encryption.used = links[place].encryption.asked
    case .pauseEncRsp: links[place].isEncrypted = false
    case .rejectInd(let refusal) where sender == .peer: refuse(refusal.errorCode, frame, place)
    case .rejectExtInd(let refusal) where sender == .peer && refusal.rejectOpcode == .encReq:
      refuse(refusal.errorCode, frame, place)
    default: break
    }
  }

  private mutating func refuse(_ reason: ErrorCode, _ frame: Int, _ place: Int) {
    guard reason == .pinOrKeyMissing else { return }
    table.change(links[place].connection) { bonds.refuse(links[place].encryption, frame, &$0) }
  }

  /// A new connection to a peripheral means that its earlier links have ended, also without LL_TERMINATE_IND.
  private mutating func endLinks(with peripheral: DeviceAddress) {
    for place in links.indices {
      let connection = table.connections[links[place].connection]
      guard connection.peer.address?.value == peripheral else { continue }
      bonds.end(&links[place].encryption, links[place].traffic.keys, connection)
    }
  }

  /// Who sent a packet: what the recording says, else what the time since the last packet says, since an answer follows
  /// after 150 us.
  private mutating func sender(of frame: RecordedFrame, _ count: Int, _ place: Int) -> LinkParty {
    var sender = frame.direction == .peripheralToCentral ? LinkParty.peer : .own
    if frame.direction == .unknown, let time = frame.time, let last = links[place].lastStart,
      let lastSender = links[place].lastSender
    {
      let onAir = Double(8 * (1 + 4 + links[place].lastCount + 4 + 3))
      let gap = time.microseconds(since: last)
      sender = gap > 0 && gap < onAir + 200 ? lastSender.other : .own
    }
    links[place].lastSender = sender
    links[place].lastStart = frame.time
    links[place].lastCount = count
    return sender
  }
}
