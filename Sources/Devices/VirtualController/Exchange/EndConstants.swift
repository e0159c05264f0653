internal import CoreTypes
internal import RadioModel

/// What one end is throughout a series of procedures.
///
/// A reference: `RunningEnd` is copied for most looks into it, and this is more than half of it.
final class EndConstants: Sendable {
  let timing: ExchangeTiming
  let radio: RadioParameters
  let clock: DeviceClock
  let syncAntennas: [Int]
  /// Octets of a record by step mode.
  let recordLengths: InlineArray<4, Int>

  init(_ end: ExchangeEnd, isReflector: Bool) {
    timing = end.timing
    radio = end.radio
    clock = end.clock
    syncAntennas = end.syncAntennas
    recordLengths = InlineArray { end.timing.recordLength(mode: UInt8($0), isReflector: isReflector) }
  }
}
