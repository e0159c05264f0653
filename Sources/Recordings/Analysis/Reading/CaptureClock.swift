internal import Capture
internal import CoreTypes

/// The clock of a recording, held against the connection events that a controller counts on one connection.
///
/// A clock that is set, or a host that sleeps, puts time between frames that did not pass on the link.
/// Start_ACL_Conn_Event_Counter does not follow. [Vol 4, Part E, 7.7.65.44]
package struct CaptureClock: Hashable, Sendable {
  /// A step of the clock between the results of two procedures.
  package struct Jump: Hashable, Sendable {
    /// The frame of the last results before it.
    package let before: Int
    /// The frame of the first results after it.
    package let after: Int
    /// From one to the other by the clock, in seconds; negative if it was set back.
    package let clockSeconds: Double
    /// The same by the connection events, or that and a multiple of the period.
    package let eventSeconds: Double
    /// The period of the event counter, which has 16 bits, in seconds.
    package let periodSeconds: Double
  }

  private struct Mark: Hashable, Sendable {
    let event: ConnEventCounter
    let time: RecordTime
    let frame: Int
  }

  /// Times from one procedure to the next, by the clock and by the connection events.
  private struct Stretch: Hashable, Sendable {
    private var count = 0
    private var (shown, counted) = (0.0, 0.0)

    /// Whether both agree for long enough to know that the connection interval is the one in force.
    var isSure: Bool { count >= 3 && counted >= 1 && abs(shown - counted) <= 0.3 + 0.05 * counted }

    mutating func add(shown: Double, counted: Double) {
      count += 1
      self.shown += shown
      self.counted += counted
    }
  }

  private static let kept = 16
  /// Results may come so late, in seconds.
  private static let lateness = 1.0
  /// What a clock gains or loses without a step, as a part of the time.
  private static let drift = 2e-4

  /// The jumps before and after which clock and connection events agree; the first 16.
  package private(set) var jumps: [Jump] = []
  /// All jumps before which they agree; the first 16.
  private var doubts: [Jump] = []
  private var isOpen = false
  private var last: Mark?
  private var stretch = Stretch()
  private var changeFrame = 0

  /// Whether nothing suggests a jump.
  package var isSteady: Bool { doubts.isEmpty }

  /// How many jumps it may have had.
  var doubtCount: Int { doubts.count }

  init() {}

  /// The jump between the last results before a frame and the first ones after it; nil if nothing suggests one.
  package func jump(around frame: Int) -> Jump? { doubts.first { $0.before < frame && frame < $0.after } }

  /// Takes the connection event and the time of the first results of a procedure.
  ///
  /// - Parameter intervalMicroseconds: from one connection event to the next.
  mutating func see(event: ConnEventCounter, _ time: RecordTime, intervalMicroseconds: Double, frame: Int) {
    guard frame > changeFrame, intervalMicroseconds > 0 else { return }
    defer { self.last = Mark(event: event, time: time, frame: frame) }
    guard let last else { return }
    let interval = 1e-6 * intervalMicroseconds
    let period = 65_536 * interval
    let shown = time.seconds(since: last.time)
    let counted = interval * Double(event.events(since: last.event))
    // The counter may have wrapped around.
    let gained = (shown - counted).remainder(dividingBy: period)
    guard abs(gained) > Self.lateness + Self.drift * abs(shown) else {
      stretch.add(shown: shown, counted: shown - gained)
      return confirm()
    }
    isOpen = stretch.isSure && doubts.count < Self.kept
    if isOpen {
      doubts.append(
        Jump(
          before: last.frame, after: frame, clockSeconds: shown, eventSeconds: counted,
          periodSeconds: period))
    }
    stretch = Stretch()
  }

  private mutating func confirm() {
    guard isOpen, stretch.isSure, let jump = doubts.last else { return }
    jumps.append(jump)
    isOpen = false
  }

  /// Begins anew with another connection interval.
  mutating func change(_ frame: Int) {
    (last, stretch, isOpen) = (nil, Stretch(), false)
    changeFrame = frame
  }
}
