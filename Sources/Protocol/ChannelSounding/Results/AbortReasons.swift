/// Why a procedure was aborted. [Vol 4, Part E, 7.7.65.44]
public struct ProcedureAbortReason: RawRepresentable, Hashable, Sendable {
  /// 0 to 15; what has no name here is reserved.
  public var rawValue: UInt8

  /// Takes the bits of Abort_Reason, 0 to 15.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Not aborted.
  public static let none = ProcedureAbortReason(rawValue: 0)
  /// The host of this or of the other device asked for it.
  public static let byRequest = ProcedureAbortReason(rawValue: 1)
  /// Fewer than 15 channels are left.
  public static let tooFewChannels = ProcedureAbortReason(rawValue: 2)
  /// A channel map came after its Instant.
  public static let channelMapInstantPassed = ProcedureAbortReason(rawValue: 3)
  /// Anything else.
  public static let unspecified = ProcedureAbortReason(rawValue: 0xF)
}

/// Why a subevent was aborted. [Vol 4, Part E, 7.7.65.44]
public struct SubeventAbortReason: RawRepresentable, Hashable, Sendable {
  /// 0 to 15; what has no name here is reserved.
  public var rawValue: UInt8

  /// Takes the bits of Abort_Reason, 0 to 15.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Not aborted.
  public static let none = SubeventAbortReason(rawValue: 0)
  /// The host of this or of the other device asked for it.
  public static let byRequest = SubeventAbortReason(rawValue: 1)
  /// No CS_SYNC of mode-0 was received.
  public static let noSyncReceived = SubeventAbortReason(rawValue: 2)
  /// Something else needed the radio.
  public static let schedulingConflict = SubeventAbortReason(rawValue: 3)
  /// Anything else.
  public static let unspecified = SubeventAbortReason(rawValue: 0xF)
}

extension ProcedureAbortReason: CustomStringConvertible {
  /// The reason for people.
  public var description: String {
    switch self {
    case .none: "no reason given"
    case .byRequest: "procedure aborted by request"
    case .tooFewChannels: "fewer than 15 channels"
    case .channelMapInstantPassed: "channel map update instant passed"
    case .unspecified: "procedure aborted, unspecified"
    default: "procedure aborted, reserved reason \(rawValue)"
    }
  }
}

extension SubeventAbortReason: CustomStringConvertible {
  /// The reason for people.
  public var description: String {
    switch self {
    case .none: "no reason given"
    case .byRequest: "subevent aborted by request"
    case .noSyncReceived: "no CS_SYNC received"
    case .schedulingConflict: "scheduling conflict"
    case .unspecified: "subevent aborted, unspecified"
    default: "subevent aborted, reserved reason \(rawValue)"
    }
  }
}
