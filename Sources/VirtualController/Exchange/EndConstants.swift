internal import CoreTypes
internal import RadioModel

/// What one end is throughout a series of procedures.
///
/// A reference: `RunningEnd` is copied for most looks into it, and this is more than half of it.
final class EndConstants: Sendable {
  let timing: ExchangeTiming
  let radio: RadioParameters
  let clock: DeviceClock
  /// Octets of a record by step mode.
  let recordLengths: InlineArray<4, Int>

  init(_ end: ExchangeEnd, isReflector: Bool) {
    timing = end.timing
    radio = end.radio
    clock = end.clock
    recordLengths = InlineArray { end.timing.recordLength(mode: UInt8($0), isReflector: isReflector) }
  }
}

/// The grid of one end's plan in true time. [Vol 6, Part H, 4.3]
struct StepGrid {
  /// True time of the grid point `anchorOffset`.
  let anchor: Double
  /// Microseconds of the end's plan.
  let anchorOffset: Double
  /// True microseconds in one of the end's.
  let rate: Double

  /// The true time of a point of the end's plan.
  @inline(__always)
  func time(_ planMicroseconds: Double) -> Double { anchor + (planMicroseconds - anchorOffset) * rate }
}
