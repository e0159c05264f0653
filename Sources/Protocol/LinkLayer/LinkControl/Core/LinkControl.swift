internal import ChannelSounding
public import CoreTypes
internal import Faults

/// All control procedures of one connection on one side: what the host asks and what the peer sends go in,
/// what the controller has to do comes out. [Vol 6, Part B, 5.1]
///
/// It does no I/O and knows no clock; each call says at which moment it happens. One procedure of this side
/// runs at a time, beside at most one of the peer; further requests wait.
public struct LinkControl: Sendable {
  /// The longest wait for the peer's next PDU of a procedure. [Vol 6, Part B, 5.2]
  static let responseTimeout = Picoseconds.seconds(40)

  /// The role of this side in the connection.
  public let role: LinkRole
  /// What this side says about itself.
  public var identity: LinkIdentity
  /// What becomes of connection parameters that the peer asks for.
  public var connectionParameterAnswer = ConnectionParameterAnswer.accept

  var random: any RandomNumberGenerator & Sendable
  var moment = LinkMoment(now: .start, eventCounter: 0, interval: 0)
  var actions: [LinkAction] = []

  var queue: [LinkRequest] = []
  var local: RunningProcedure?
  var peer: RunningProcedure?
  var termination = Termination()

  var version = VersionExchange()
  var featureExchange = FeatureExchange()
  var dataLength: DataLengthState
  var phy: PHYUpdate
  var power = PowerControl()
  var frameSpaceUpdate = FrameSpaceUpdate()
  var payloadTimer = AuthenticatedPayloadTimer()
  var connection: ConnectionUpdateState
  var channelMapUpdate: PendingChannelMap?
  var encryption = Encryption()
  var cs = CSLinkState()
  /// The last request of the peer that this side refused for a reason that it can tell.
  public internal(set) var lastRefusal: LinkRefusal?

  /// Makes the control procedures of a new connection, which is not encrypted.
  /// - Parameters:
  ///   - role: The role of this side.
  ///   - identity: What this side says about itself.
  ///   - random: Gives SKD, IV and the CS security vectors.
  ///   - latency: connPeripheralLatency of CONNECT_IND, in events, 0 to 499.
  ///   - timeout: connSupervisionTimeout of CONNECT_IND.
  ///   - phy: The PHY of CONNECT_IND or AUX_CONNECT_REQ.
  public init(
    role: LinkRole, identity: LinkIdentity, random: any RandomNumberGenerator & Sendable,
    latency: UInt16 = 0, timeout: SupervisionTimeout, phy: PHY = .le1M
  ) {
    self.role = role
    self.identity = identity
    self.random = random
    dataLength = DataLengthState(identity.dataLength)
    self.phy = PHYUpdate(supported: identity.phys, current: phy)
    connection = ConnectionUpdateState(latency: latency, timeout: timeout)
  }

  /// What this device does wrong.
  var faults: FaultSet { identity.faults }

  /// Takes a host's request.
  ///
  /// The status is that of the HCI command. With `success` the request is under way or waits for the
  /// procedure that runs now, and notifications tell the outcome. With an error nothing has changed.
  public mutating func request(
    _ request: LinkRequest, at moment: LinkMoment
  ) -> (status: ErrorCode, actions: [LinkAction]) {
    guard !termination.isOver else { return (.unknownConnectionIdentifier, []) }
    self.moment = moment
    if let refusal = refusal(of: request) { return (refusal, takeActions()) }
    if !carryOutAtOnce(request) { queue.append(request) }
    return (.success, takeActions())
  }

  /// Takes a control PDU from the peer, opcode first and decrypted. Any octets are allowed.
  public mutating func receive(_ octets: [UInt8], at moment: LinkMoment) -> [LinkAction] {
    guard !termination.isOver, let opcode = octets.first else { return [] }
    self.moment = moment
    do {
      dispatch(try ControlPDU(decoding: trusted(octets)))
    } catch {
      refuseAsUnknown(ControlOpcode(rawValue: opcode))
    }
    return takeActions()
  }

  /// What a device that does not look at the length reads in a PDU that is an octet short, or too long.
  private func trusted(_ octets: [UInt8]) -> [UInt8] {
    guard faults.contains(.shortPDUTaken) || faults.contains(.longPDUTaken),
      case .exactly(let length)? = ControlOpcode(rawValue: octets[0]).length
    else { return octets }
    if octets.count + 1 == length, faults.contains(.shortPDUTaken) { return octets + [0] }
    return faults.contains(.longPDUTaken) ? Array(octets.prefix(length)) : octets
  }

  /// Whether an update comes too late for this side. [Vol 6, Part B, 5.5]
  func comesTooLate(_ instant: ConnEventCounter) -> Bool {
    if faults.contains(.instantsComparedAsNumbers), instant.rawValue < moment.eventCounter.rawValue {
      return true
    }
    return instant.isPassed(at: moment.eventCounter) && !faults.contains(.passedInstantTaken)
  }

  /// A connection event begins: what its counter is the Instant of takes effect.
  public mutating func connectionEventBegins(at moment: LinkMoment) -> [LinkAction] {
    guard !termination.isOver else { return [] }
    self.moment = moment
    applyConnectionUpdate()
    applyChannelMap()
    applyPHYUpdate()
    applyCSClassification()
    reportStartedSeries()
    return takeActions()
  }

  /// The peer acknowledged a control PDU that this side sent.
  public mutating func acknowledged(opcode: ControlOpcode, at moment: LinkMoment) -> [LinkAction] {
    guard !termination.isOver else { return [] }
    self.moment = moment
    switch opcode {
    case .terminateInd where termination.isAnnounced: end(.connectionTerminatedByLocalHost)
    case .csInd: reportStartedSeries(isIndicationDelivered: true)
    case .frameSpaceRsp: useAnsweredFrameSpaces()
    default: break
    }
    return takeActions()
  }

  /// `responseDeadline` has come.
  public mutating func timeElapsed(at moment: LinkMoment) -> [LinkAction] {
    guard !termination.isOver else { return [] }
    self.moment = moment
    if let running = local, running.isOverdue(at: moment.now) {
      local = nil
      if !running.isYielded { endUnanswered(running.request) }
    }
    if let running = peer, running.isOverdue(at: moment.now) { endUnanswered(nil) }
    if termination.isOverdue(at: moment.now) { endUnanswered(nil) }
    return takeActions()
  }

  /// The peer has not answered in time: the host learns of its request's end, then of the link's.
  private mutating func endUnanswered(_ request: LinkRequest?) {
    encryption.deferred = []
    if let request { fail(request, .llResponseTimeout) }
    end(.llResponseTimeout)
  }

  /// Whether nothing is under way, waits or is awaited: connection events without a PDU then have no effect.
  public var isIdle: Bool {
    local == nil && peer == nil && queue.isEmpty && actions.isEmpty && !termination.isAnnounced
      && !encryption.isUnderWay && !awaitsInstant && cs.unreported == nil && cs.classification.isSettled
      && frameSpaceUpdate.answered == nil
  }

  /// When `timeElapsed` has to be called; nil while nothing is awaited.
  public var responseDeadline: Instant? {
    Self.earlier(
      Self.earlier(local?.deadline, peer?.deadline),
      Self.earlier(termination.deadline, classificationDeadline))
  }

  private static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
