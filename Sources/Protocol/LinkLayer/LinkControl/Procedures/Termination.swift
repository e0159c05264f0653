internal import CoreTypes

/// The end of the connection as the control procedures see it.
struct Termination: Hashable, Sendable {
  /// LL_TERMINATE_IND is sent and nothing further begins.
  var isAnnounced = false
  /// When the peer's acknowledgement is overdue: T_Terminate is the supervision timeout. [Vol 6, Part B, 5.1.6]
  var deadline: Instant?
  /// The link is gone: nothing has an effect any more.
  var isOver = false

  /// Whether the peer has taken too long to acknowledge.
  func isOverdue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}

/// The ACL termination procedure. [Vol 6, Part B, 5.1.6]
extension LinkControl {
  /// Whether the link is over as far as the control procedures know.
  public var hasEnded: Bool { termination.isOver }

  /// Tells the peer that the connection ends. The link is dropped when the peer has acknowledged.
  mutating func announceTermination(_ reason: ErrorCode) {
    guard !termination.isAnnounced else { return }
    queue.removeAll()
    local = nil
    peer = nil
    termination.isAnnounced = true
    termination.deadline = moment.now + connection.timeout.time
    send(.terminateInd(TerminateInd(errorCode: reason)))
  }

  /// Drops the link.
  mutating func end(_ reason: ErrorCode) {
    guard !termination.isOver else { return }
    queue.removeAll()
    local = nil
    peer = nil
    termination = Termination(isAnnounced: true, deadline: nil, isOver: true)
    actions.append(.disconnect(reason))
  }
}
