internal import CoreTypes

/// The kinds of control procedures that can be under way.
enum ProcedureKind: Hashable, Sendable {
  case version
  case features
  case dataLength
  case phy
  case connectionUpdate
  case connectionParameters
  case channelMap
  case encryption
  case csCapabilities
  case csFAETable
  case csSecurity
  case csConfiguration(id: UInt8)
  case csStart(id: UInt8)
  case csTermination

  /// Whether the procedure ends at an Instant that both sides count to.
  var hasInstant: Bool {
    switch self {
    case .phy, .connectionUpdate, .connectionParameters, .channelMap: true
    default: false
    }
  }

  /// Whether the procedure changes the connection interval.
  var changesInterval: Bool { self == .connectionUpdate || self == .connectionParameters }

  /// Whether one side may not run this while the other runs `other`. [Vol 6, Part B, 5.3]
  func collides(with other: ProcedureKind) -> Bool {
    if hasInstant && other.hasInstant { return true }
    return switch (self, other) {
    case (.csStart, .csStart), (.csConfiguration, .csConfiguration): true
    case (.csStart(let a), .csConfiguration(let b)), (.csConfiguration(let a), .csStart(let b)): a == b
    case (.csStart, .csSecurity), (.csSecurity, .csStart): true
    case (.csStart, let interval), (let interval, .csStart): interval.changesInterval
    default: false
    }
  }

  /// What the central answers to a colliding procedure of the peripheral. [Vol 6, Part B, 5.3]
  func collisionCode(with other: ProcedureKind) -> ErrorCode {
    switch (self, other) {
    case (.csStart, .csStart), (.csConfiguration, .csConfiguration): .llProcedureCollision
    default: self == other ? .llProcedureCollision : .differentTransactionCollision
    }
  }
}

/// A procedure that awaits the peer.
struct RunningProcedure: Hashable, Sendable {
  /// Which procedure.
  var kind: ProcedureKind
  /// What the host asked; nil for a procedure of the peer.
  var request: LinkRequest?
  /// The last PDU this side sent in it, which the peer may reject.
  var opcode: ControlOpcode
  /// When the peer's answer is overdue; nil while none is awaited.
  var deadline: Instant?
  /// The host already learned that the central's procedure went first; only the peer's rejection is awaited.
  var isYielded = false

  /// Whether the peer has taken too long.
  func isOverdue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}
