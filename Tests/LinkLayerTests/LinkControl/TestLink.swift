import ChannelSounding
import CoreTypes
import SimulationKernel
import Testing

@testable import LinkLayer

/// Two sides of a connection, joined by encoded octets and a common event counter, without a radio.
struct TestLink {
  /// One side with what a controller would keep for it.
  struct Side {
    var control: LinkControl
    var outbox: [(octets: [UInt8], keys: LinkKeys?)] = []
    var sent: [ControlPDU] = []
    var notifications: [LinkNotification] = []
    var actions: [LinkAction] = []
    var transmitKeys: LinkKeys?
    var receiveKeys: LinkKeys?
    var isDataPaused = false
    var frameSpaces = FrameSpaces()
    var interval: ConnectionInterval
    var map = DataChannelMap.all
    var phys: [PHY] = [.le1M, .le1M]
    var longTermKey: LongTermKey? = LinkFixtures.longTermKey
    var answersKeyRequests = true
    /// The shares of the central and of the peripheral.
    var vectors: [CSSecurityVectors]?
    var series: (schedule: CSSchedule, begun: Int, isStopping: Bool)?
    var disconnection: ErrorCode?
  }

  /// The supervision timeout, in units of 10 ms.
  static let timeout: SupervisionTimeout = 500

  var central: Side
  var peripheral: Side
  var now = Instant.start
  var eventCounter: ConnEventCounter = 0
  /// PDUs whose encryption did not match what the receiver expected.
  var undecodable: [String] = []
  /// The chance in 256 that a side's PDUs get through in an event; at the latest they do in the fifth.
  var delivery: UInt8 = .max
  private var losses: [LinkRole: Int] = [:]
  private var random = RandomStream(seed: 7)

  init(
    central: LinkIdentity = LinkFixtures.initiator, peripheral: LinkIdentity = LinkFixtures.reflector,
    interval: ConnectionInterval = 40, seed: UInt64 = 1
  ) {
    func side(_ role: LinkRole, _ identity: LinkIdentity) -> Side {
      let random = RandomStream(seed: 2 * seed + UInt64(role.rawValue))
      return Side(
        control: LinkControl(role: role, identity: identity, random: random, timeout: Self.timeout),
        interval: interval)
    }
    self.central = side(.central, central)
    self.peripheral = side(.peripheral, peripheral)
    random = RandomStream(seed: seed)
  }

  subscript(role: LinkRole) -> Side {
    get { role == .central ? central : peripheral }
    set { if role == .central { central = newValue } else { peripheral = newValue } }
  }

  func moment(_ role: LinkRole) -> LinkMoment {
    LinkMoment(now: now, eventCounter: eventCounter, interval: self[role].interval)
  }

  @discardableResult
  mutating func request(_ request: LinkRequest, on role: LinkRole) -> ErrorCode {
    let (status, actions) = self[role].control.request(request, at: moment(role))
    perform(actions, on: role)
    return status
  }

  /// Runs connection events, one after the other.
  mutating func run(events: Int = 20) {
    for _ in 0..<events { runEvent() }
  }

  private mutating func runEvent() {
    eventCounter += 1
    now = now + central.interval.time
    for role in LinkRole.allCases {
      perform(self[role].control.connectionEventBegins(at: moment(role)), on: role)
      if let deadline = self[role].control.responseDeadline, deadline <= now {
        perform(self[role].control.timeElapsed(at: moment(role)), on: role)
      }
      runProcedures(on: role)
    }
    for role in LinkRole.allCases {
      if random.next() & 0xFF > delivery, losses[role, default: 0] < 4 {
        losses[role, default: 0] += 1
      } else {
        losses[role] = 0
        deliver(from: role)
      }
    }
  }

  private mutating func deliver(from role: LinkRole) {
    let outbox = self[role].outbox
    self[role].outbox = []
    for (octets, keys) in outbox {
      guard central.disconnection == nil, peripheral.disconnection == nil else { return }
      if keys != self[role.peer].receiveKeys { undecodable.append(ControlPDU.name(ofOctets: octets)) }
      perform(self[role.peer].control.receive(octets, at: moment(role.peer)), on: role.peer)
      let opcode = ControlOpcode(rawValue: octets[0])
      perform(self[role].control.acknowledged(opcode: opcode, at: moment(role)), on: role)
    }
  }

  /// The lower tester, in the place of the peer, sends a PDU; gives what the IUT sends at once.
  mutating func inject(_ pdu: ControlPDU, into role: LinkRole) -> [ControlPDU] {
    inject(octets: pdu.encoded, into: role)
  }

  /// As `inject(_:into:)` with octets that need not be a PDU.
  mutating func inject(octets: [UInt8], into role: LinkRole) -> [ControlPDU] {
    let count = self[role].sent.count
    perform(self[role].control.receive(octets, at: moment(role)), on: role)
    self[role].outbox = []
    return Array(self[role].sent.dropFirst(count))
  }

  /// Forgets what a side has said and got so far.
  mutating func clearRecords() {
    for role in LinkRole.allCases {
      self[role].sent = []
      self[role].notifications = []
      self[role].actions = []
    }
  }

  mutating func perform(_ actions: [LinkAction], on role: LinkRole) {
    var side = self[role]
    side.actions += actions
    var isAskedForKey = false
    for action in actions {
      switch action {
      case .send(let pdu):
        side.sent.append(pdu)
        side.outbox.append((pdu.encoded, side.transmitKeys))
      case .notify(let notification): side.notifications.append(notification)
      case .useConnectionParameters(let update): side.interval = update.parameters.interval
      case .useChannelMap(let map): side.map = map
      case .usePHY(let centralToPeripheral, let peripheralToCentral):
        side.phys = [centralToPeripheral, peripheralToCentral]
      case .pauseData(let isPaused): side.isDataPaused = isPaused
      case .requestLongTermKey: isAskedForKey = true
      case .startReceivingEncrypted(let keys): side.receiveKeys = keys
      case .startTransmittingEncrypted(let keys): side.transmitKeys = keys
      case .stopReceivingEncrypted: side.receiveKeys = nil
      case .stopTransmittingEncrypted: side.transmitKeys = nil
      case .useCSSecurity(let central, let peripheral): side.vectors = [central, peripheral]
      case .startCSProcedures(_, let schedule): side.series = (schedule, 0, false)
      case .stopCSProcedures: side.series?.isStopping = true
      case .disconnect(let reason): side.disconnection = reason
      case .useFrameSpaces(let spaces): side.frameSpaces = spaces
      case .useTransmitLength, .expectFrameSpaces, .abortCSProcedure, .skipCSProcedures: break
      }
    }
    self[role] = side
    if isAskedForKey, side.answersKeyRequests { request(.longTermKey(side.longTermKey), on: role) }
  }

  /// Counts procedures as a controller does that runs each in one connection event.
  private mutating func runProcedures(on role: LinkRole) {
    guard var series = self[role].series else { return }
    let schedule = series.schedule
    let next =
      schedule.connEventCount + UInt16(truncatingIfNeeded: series.begun) &* schedule.procedureInterval
    if !series.isStopping, eventCounter.distance(from: next) >= 0 {
      series.begun += 1
      self[role].control.csProcedureCounted(UInt16(truncatingIfNeeded: series.begun))
    }
    let isComplete = schedule.procedureCount.limit.map { series.begun >= $0 } ?? false
    if series.isStopping || isComplete {
      self[role].control.csSeriesEnded(configID: schedule.configID)
      self[role].series = nil
    } else {
      self[role].series = series
    }
  }
}

extension ControlPDU {
  /// The name of the PDU that `octets` are.
  static func name(ofOctets octets: [UInt8]) -> String {
    ControlOpcode(rawValue: octets.first ?? 0xFF).name
  }

  /// The refusal of `opcode`.
  static func reject(_ opcode: ControlOpcode, _ code: ErrorCode) -> ControlPDU {
    .rejectExtInd(RejectExtInd(rejectOpcode: opcode, errorCode: code))
  }
}
