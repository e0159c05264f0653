public import CoreTypes

/// The time since this side last received a packet with a valid MIC. [Vol 6, Part B, 5.4]
struct AuthenticatedPayloadTimer: Hashable, Sendable {
  /// authenticatedPayloadTO.
  var timeout: AuthenticatedPayloadTimeout = 3_000
  /// When the timer was last reset; nil until the link is encrypted.
  private(set) var start: Instant?
  /// The time has come to ping since then.
  var isPingDue = false
  /// A ping is due that has not begun.
  var isPingWanted = false

  /// When the host learns that no packet came; nil until the link is encrypted.
  var expiry: Instant? { start.map { $0 + span } }

  /// authenticatedPayloadTO.
  var span: Picoseconds { timeout.time }

  mutating func reset(at now: Instant) {
    start = now
    (isPingDue, isPingWanted) = (false, false)
  }
}

/// The authenticated payload timeout. [Vol 6, Part B, 5.4]
extension LinkControl {
  /// authenticatedPayloadTO.
  public var authenticatedPayloadTimeout: AuthenticatedPayloadTimeout { payloadTimer.timeout }

  /// Sets authenticatedPayloadTO; a timer that runs starts anew. [Vol 4, Part E, 7.3.94]
  ///
  /// - Returns: 0x12 for a time below connInterval * (1 + connPeripheralLatency).
  public mutating func setAuthenticatedPayloadTimeout(
    _ timeout: AuthenticatedPayloadTimeout, at moment: LinkMoment
  ) -> ErrorCode {
    let shortest = moment.interval.microseconds * (1 + Int(latency))
    guard timeout.isLegal, timeout.microseconds >= shortest else { return .invalidHCICommandParameters }
    payloadTimer.timeout = timeout
    if payloadTimer.start != nil { payloadTimer.reset(at: moment.now) }
    return .success
  }

  /// A packet with a valid MIC came.
  public mutating func authenticatedPayloadReceived(at now: Instant) {
    if payloadTimer.start != nil { payloadTimer.reset(at: now) }
  }

  /// When `payloadTimeElapsed` has to be called; nil while the timer does not run.
  public var payloadDeadline: Instant? {
    guard !termination.isAnnounced, let expiry = payloadTimer.expiry else { return nil }
    return payloadTimer.isPingDue ? expiry : expiry - pingLead
  }

  /// `payloadDeadline` has come.
  public mutating func payloadTimeElapsed(at moment: LinkMoment) -> [LinkAction] {
    self.moment = moment
    guard let deadline = payloadDeadline, deadline <= moment.now else { return [] }
    if let expiry = payloadTimer.expiry, expiry <= moment.now {
      notify(.authenticatedPayloadTimeoutExpired)
      payloadTimer.reset(at: moment.now)
    } else {
      (payloadTimer.isPingDue, payloadTimer.isPingWanted) = (true, true)
    }
    return takeActions()
  }

  /// How long before the timeout a ping begins.
  ///
  /// Interpretation: six connection events at which the peer listens, or half of a timeout that is shorter than
  /// twice that; Core leaves it open.
  private var pingLead: Picoseconds {
    let events = moment.interval.time * (6 + Int(latency))
    return min(events, Picoseconds(payloadTimer.span.rawValue / 2))
  }

  /// The link is encrypted. Only a device with LE Ping has the timer, which goes on while encryption pauses.
  mutating func startPayloadTimer() {
    if identity.features[.lePing] { payloadTimer.reset(at: moment.now) }
  }
}

/// The LE ping procedure. [Vol 6, Part B, 5.1.8]
extension LinkControl {
  /// Asks the peer for a packet with a MIC, which LL_UNKNOWN_RSP of a peer without LE Ping has too.
  mutating func beginWantedPing() {
    guard payloadTimer.isPingWanted, local == nil, !encryption.isUnderWay, !termination.isAnnounced else {
      return
    }
    payloadTimer.isPingWanted = false
    open(nil, as: .ping, with: .pingReq(PingReq()))
  }

  mutating func receivePingRsp() { _ = closeLocal(.ping) }
}
