public import CoreTypes

/// The moment at which something reaches the control procedures.
public struct LinkMoment: Hashable, Sendable {
  /// Virtual time.
  public var now: Instant
  /// connEventCounter of the current, or between events the next, connection event.
  public var eventCounter: UInt16
  /// The connection interval in units of 1.25 ms.
  public var interval: UInt16

  public init(now: Instant, eventCounter: UInt16, interval: UInt16) {
    self.now = now
    self.eventCounter = eventCounter
    self.interval = interval
  }
}

extension UInt16 {
  /// Whether this connEventCounter value, as an Instant, lies behind `counter`; the counter itself does not.
  /// [Vol 6, Part B, 5.1.1]
  func isPassed(at counter: UInt16) -> Bool { self &- counter >= 32767 }
}
