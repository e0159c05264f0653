internal import CoreTypes
internal import Ranging
internal import Statistics

extension RadioFit {
  /// Of a normal distribution, 95 % lie within so many standard deviations.
  private static let width = DistanceEstimate.intervalDeviations
  /// Metres a nanosecond of round trip.
  private static let metresPerNanosecond = 0.299_792_458 / 2
  /// What estimators may leave in a distance, in metres: reflections, and what mode-0 leaves of the offset.
  private static let leftMetres = 0.02
  /// The least procedures, tones or round trips that a fit rests on.
  private static let least = (procedures: 4, tones: 200, trips: 30)
  /// What amplitudes are off by, as a part: PCTs are relative to a Reference_Power_Level in whole dB, so by half a dB.
  private static let levelRounding = 0.0593
  /// The greatest uncertainty of a drift that says anything, in ppm a second.
  private static let leastDrift = 0.25

  /// What the other end's crystal may be off, in ppm.
  package static let otherCrystalPpm = 20.0

  /// Phase noise of one exchange in radians, rms. Both ends make it; the most likely share of each is half.
  package var phaseNoiseRadians: Knob? {
    // Without inline PCT the phase that it adds is not among it.
    let sums = plainVariance.count >= Self.least.procedures ? plainVariance : inlineVariance
    guard sums.count >= Self.least.procedures, let variance = sums.centre else { return nil }
    let most = (variance.value + Self.width * variance.standardError).squareRoot()
    let includes = sums.count == plainVariance.count ? "" : ", with the noise of inline PCT"
    return Knob(
      value: (variance.value / 2).squareRoot(), interval: 0...most, count: sums.count,
      remark: "half of the value of both devices\(includes)")
  }

  /// Phase that inline PCT adds, in degrees, rms; nil unless there are procedures with it and without.
  package var inlinePCTErrorDegrees: Knob? {
    guard plainVariance.count >= Self.least.procedures, inlineVariance.count >= Self.least.procedures,
      let plain = plainVariance.centre, let inline = inlineVariance.centre
    else { return nil }
    let more = inline.value - plain.value
    let error =
      Self.width
      * (plain.standardError * plain.standardError + inline.standardError * inline.standardError)
      .squareRoot()
    func degrees(_ variance: Double) -> Double { max(0, variance).squareRoot() * 180 / .pi }
    return Knob(
      value: degrees(more), interval: degrees(more - error)...degrees(more + error),
      count: plainVariance.count + inlineVariance.count)
  }

  /// Crystal error in ppm, as the initiator measures it against its own.
  package var carrierOffsetPpm: Knob? {
    guard offsets.count > 0 else { return nil }
    let error = Self.width * (offsets.standardError ?? 0.1) + 0.01 + Self.otherCrystalPpm
    return Knob(
      value: offsets.mean, interval: (offsets.mean - error)...(offsets.mean + error), count: offsets.count,
      remark: "relative to the peer, with its own error of up to 20 ppm")
  }

  /// How that changes in ppm a second; nil where the recording is too short to tell.
  package var carrierDriftPpmPerSecond: Knob? {
    guard let slope = drift.slope, slope.count >= Self.least.procedures else { return nil }
    let error = Self.width * slope.standardError + 1e-3
    guard error <= Self.leastDrift else { return nil }
    return Knob(
      value: slope.value, interval: (slope.value - error)...(slope.value + error), count: slope.count,
      remark: "relative to the peer")
  }

  /// The greatest share of tones that are taken for missing.
  private static let mostMissing = 0.5

  /// Share of tones that are not there; nil where an end rates none, where nothing tells a weak tone from a missing one,
  /// or where most are low, which steps at other times or on other channels are as well.
  package var missingTones: Knob? {
    let counts = toneCounts.prefix(4)
    let all = counts.reduce(0, +)
    guard all >= Self.least.tones, counts[3] < all, let low = lowTones.missing(of: counts[2]) else {
      return nil
    }
    let total = Double(all)
    let share = min(1, (Double(counts[3]) + low.value) / total)
    guard share <= Self.mostMissing else { return nil }
    // The tones of a step are missing together.
    let drawn = WilsonInterval.of(share, among: max(1, toneStepCount))
    // Reaches of independent errors add up as squares. [Zou and Donner 2008]
    func reach(_ drawn: Double, _ judged: Double) -> Double {
      (drawn * drawn + judged * judged).squareRoot()
    }
    let below = reach(share - drawn.lowerBound, (low.value - low.interval.lowerBound) / total)
    let above = reach(drawn.upperBound - share, (low.interval.upperBound - low.value) / total)
    return Knob(
      value: share, interval: max(0, share - below)...min(1, share + above), count: all, unit: "tones",
      remark: "unavailable to the initiator, or low with a PCT of 0 or a random phase")
  }

  /// Tones of the initiator by quality, in words; nil without any.
  package var qualityText: String? {
    let names = ["high", "medium", "low", "unavailable", "without meaning"]
    let all = toneCounts.reduce(0, +)
    guard all > 0 else { return nil }
    return zip(names, toneCounts).filter { $0.1 > 0 }.map { name, count in
      let tenths = Int((1000 * Double(count) / Double(all)).rounded())
      return "\(tenths / 10).\(tenths % 10) % \(name)"
    }.joined(separator: ", ")
  }

  /// Amplitude of a good PCT of the reflector, in LSB; nil without its account.
  package var toneAmplitudeLSB: Knob? {
    guard amplitudes.count >= Self.least.tones, let error = amplitudes.standardError else { return nil }
    let width = Self.width * error + Self.levelRounding * amplitudes.mean
    return Knob(
      value: amplitudes.mean, interval: max(0, amplitudes.mean - width)...(amplitudes.mean + width),
      count: amplitudes.count, unit: "tones")
  }

  /// Bits of each PCT component of the reflector, 4 to 12; nil without its account.
  package var pctBits: Knob? {
    guard partCount >= Self.least.tones, partBits != 0 else { return nil }
    let bits = Double(12 - min(8, partBits.trailingZeroBitCount))
    return Knob(value: bits, interval: bits...bits, count: partCount / 2, unit: "tones")
  }

  /// Uncompensated delay of both ends in nanoseconds; nil without the true distance.
  package var fixedDelayNanoseconds: Knob? {
    let isPlain = plainErrors.count >= Self.least.procedures
    let remark = isPlain ? "of both devices" : "of both devices and of inline PCT"
    return delay(isPlain ? plainErrors : inlineErrors, remark: remark)
  }

  /// Delay that inline PCT adds, in nanoseconds; nil unless there are procedures with it and without.
  package var inlinePCTDelayNanoseconds: Knob? {
    guard let plain = delay(plainErrors, remark: nil), let inline = delay(inlineErrors, remark: nil) else {
      return nil
    }
    let value = inline.value - plain.value
    let error = (inline.interval.upperBound - inline.value) + (plain.interval.upperBound - plain.value)
    return Knob(value: value, interval: (value - error)...(value + error), count: inline.count)
  }

  private func delay(_ errors: RunningMoments, remark: String?) -> Knob? {
    guard errors.count >= Self.least.procedures, let error = errors.standardError else { return nil }
    let value = errors.mean / Self.metresPerNanosecond
    let width = (Self.width * error + Self.leftMetres) / Self.metresPerNanosecond
    return Knob(
      value: value, interval: (value - width)...(value + width), count: errors.count, remark: remark)
  }

  /// Error of one time of arrival in nanoseconds, rms. Both ends make it; the most likely share of each is half.
  package var timingNoiseNanoseconds: Knob? {
    guard roundTripSpread.freedom >= Self.least.trips, let spread = roundTripSpread.deviation else {
      return nil
    }
    let nanoseconds = spread / (2 * Self.metresPerNanosecond)
    let most = 2 * nanoseconds * (1 + Self.width / (2 * Double(roundTripSpread.freedom)).squareRoot())
    return Knob(
      value: 2.0.squareRoot() * nanoseconds, interval: 0...most, count: roundTripSpread.freedom,
      unit: "round trips", remark: "half of the value of both devices")
  }

  /// What the report of a turnaround leaves out, in nanoseconds; nil without the true distance.
  package var turnaroundErrorNanoseconds: Knob? {
    guard roundTripErrors.count >= Self.least.trips, let error = roundTripErrors.standardError,
      let fixed = fixedDelayNanoseconds
    else { return nil }
    let value = roundTripErrors.mean / Self.metresPerNanosecond - fixed.value
    let width =
      Self.width * error / Self.metresPerNanosecond + fixed.interval.upperBound - fixed.value + 0.5
    return Knob(
      value: value, interval: (value - width)...(value + width), count: roundTripErrors.count,
      unit: "round trips")
  }

  /// Spread of the time of an answer in nanoseconds, rms; nil without round trips.
  package var turnaroundJitterNanoseconds: Knob? {
    guard turnaroundSpread.freedom >= Self.least.trips, let spread = turnaroundSpread.deviation else {
      return nil
    }
    let noise = timingNoiseNanoseconds
    let part = Self.width / (2 * Double(turnaroundSpread.freedom)).squareRoot()
    // The report of a turnaround has the error of the time of arrival, too.
    func beside(_ noise: Double) -> Double { max(0, spread * spread - noise * noise).squareRoot() }
    let least = max(0, beside(noise?.interval.upperBound ?? 0) * (1 - part))
    return Knob(
      value: beside(noise?.value ?? 0), interval: least...(spread * (1 + part)),
      count: turnaroundSpread.freedom, unit: "round trips")
  }
}
