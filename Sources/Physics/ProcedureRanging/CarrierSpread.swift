internal import ChannelSounding
internal import Ranging

/// How well the initiator knows the carrier of a subevent, by how much the offsets of its mode-0 steps differ among
/// themselves.
struct CarrierSpread {
  /// What is believed before anything was measured, and of how many measurements that counts: the deviation of one
  /// measured offset in parts per million, 0.14 of a real pair.
  private static let usual = (ppm: 0.14, weight: 2.0)
  /// Frequency_Compensation has steps of 0.01 ppm.
  private static let stepVariance = 0.01 * 0.01 / 12

  private var squares = 0.0
  private var freedom = 0.0
  private var offsetCount = 0
  private var subeventCount = 0

  /// Takes what the initiator reported of a subevent.
  mutating func add(_ subevent: SubeventResult) {
    var (sum, square, count) = (0.0, 0.0, 0.0)
    for step in subevent.stepOffsets.indices {
      let view = StepView(subevent, step)
      guard view.mode == 0 else { break }
      guard let ppm = view.frequencyOffset.ppm else { continue }
      (sum, square, count) = (sum + ppm, square + ppm * ppm, count + 1)
    }
    guard count > 0 else { return }
    squares += max(square - sum * sum / count, 0)
    freedom += count - 1
    offsetCount += Int(count)
    subeventCount += 1
  }

  /// The deviation of the phase of a subevent's tones, in radians: what the mean of its measured offsets leaves of the
  /// carriers' difference turns the tones of both directions against each other.
  ///
  /// - Parameter microseconds: from a tone of the initiator to that of the reflector.
  func phaseRadians(after microseconds: Int) -> Double {
    let usual = Self.usual.ppm * Self.usual.ppm * Self.usual.weight
    let variance = (usual + squares) / (Self.usual.weight + freedom)
    let perSubevent = Double(max(offsetCount, 1)) / Double(max(subeventCount, 1))
    let left = (variance / perSubevent + Self.stepVariance).squareRoot()
    return RangingBounds.carrierPhaseRadians(ppm: left, microseconds: Double(microseconds))
  }
}
