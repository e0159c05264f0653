internal import ComplexModule
internal import CoreTypes
internal import Statistics

/// How clean the phases of tones are, without any claim about its distance.
///
/// The memory is kept from one measurement to the next.
public struct ToneStatistics: Sendable {
  private var lines = LineSearch()

  /// Statistics of no measurement yet.
  public init() {}

  /// The phase noise of single tones in radians, the mean over the antenna paths, from second differences between
  /// neighbouring channels; nil with fewer than three channels in a row.
  ///
  /// Smooth reflections hardly touch it, unlike the residual beside a line. Of independent phases the second
  /// difference has six times the variance. What subevents add to the phase is taken off. 0.044 rad is a good real pair.
  public mutating func secondDifferencePhaseNoise(_ measurement: RangingMeasurement) -> Double? {
    lines.load(measurement.paths, subeventPhaseRadians: measurement.subeventPhaseRadians)
    guard !lines.paths.isEmpty else { return nil }
    _ = lines.settled(lines.strongest(), measurement.paths)
    var noises = RunningMoments()
    for path in lines.paths {
      lines.alignTones(path, measurement.paths[path.index])
      if let noise = alignedPhaseNoise() { noises.add(noise) }
    }
    return noises.count > 0 ? noises.mean : nil
  }

  /// The phase noise of the tones that are aligned.
  private func alignedPhaseNoise() -> Double? {
    func tone(_ slot: Int) -> Complex<Double> {
      Complex(lines.alignedRe[slot], lines.alignedIm[slot])
    }
    var squares = 0.0
    var count = 0
    for slot in 1..<LineSearch.slotCount - 1 {
      let (before, here, after) = (tone(slot - 1), tone(slot), tone(slot + 1))
      guard before.lengthSquared > 0, here.lengthSquared > 0, after.lengthSquared > 0 else { continue }
      let turned = after * before * here.conjugate * here.conjugate
      let difference = PortableMath.atan2(turned.imaginary, turned.real)
      squares += difference * difference / lines.secondDifferenceVariance(slot, spacing: 1)
      count += 1
    }
    return count > 0 ? (squares / Double(count)).squareRoot() : nil
  }
}
