internal import ChannelSounding
internal import Ranging

/// Tones that an initiator rated low: those of a weak signal, and those that were not sent.
///
/// A weak tone has the phase of its neighbours, noise has any. Noise below a step of the converter is a PCT of 0.
struct LowTones: Sendable {
  /// A number with its 95 % interval.
  typealias Count = (value: Double, interval: ClosedRange<Double>)

  /// If the weakest good tone of a procedure has so many steps of the converter, a PCT of 0 is no weak tone.
  private static let clearSteps = 8
  /// The part of random phases that contradict the neighbours.
  private static let contradictingPart = 0.5
  private static let mostPaths = 4

  /// Tones with a PCT of 0 where no weak tone has one.
  private(set) var silent = 0
  /// Tones with a phase that stand between two good ones.
  private(set) var judged = 0
  /// Of these, tones whose phase contradicts the neighbours.
  private(set) var astray = 0

  /// Takes the tones of a procedure that is complete at the initiator.
  mutating func add(_ tones: [RecordedTone], usesInlinePCT: Bool) {
    let tones = tones.filter { $0.antennaPath != nil }
    if Self.resolvesWeakTones(tones.compactMap(\.initiator)) {
      silent += tones.count(where: { $0.initiator?.quality == .low && $0.initiator?.pct.isZero == true })
    }
    for path in 0..<Self.mostPaths {
      judge(tones.filter { $0.antennaPath == path }, usesInlinePCT: usesInlinePCT)
    }
  }

  mutating func add(_ other: LowTones) {
    silent += other.silent
    judged += other.judged
    astray += other.astray
  }

  /// How many of `count` tones of low quality were not sent; nil without a judged phase.
  ///
  /// The estimate is unbiased, so it can exceed `count`.
  func missing(of count: Int) -> Count? {
    let audible = Double(max(0, count - silent))
    guard audible > 0 else { return (Double(silent), Double(silent)...Double(silent)) }
    guard judged > 0 else { return nil }
    func number(_ part: Double) -> Double { Double(silent) + part / Self.contradictingPart * audible }
    let part = Double(astray) / Double(judged)
    let interval = WilsonInterval.of(part, among: judged)
    return (number(part), number(interval.lowerBound)...number(interval.upperBound))
  }

  /// Whether the converter shows a tone that is far weaker than those of good quality.
  private static func resolvesWeakTones(_ reports: [RecordedTone.Report]) -> Bool {
    var bits: UInt16 = 0
    var weakest = Int.max
    for report in reports where report.quality == .high || report.quality == .medium {
      bits |= UInt16(bitPattern: report.pct.i) | UInt16(bitPattern: report.pct.q)
      weakest = min(weakest, Int(report.pct.i) * Int(report.pct.i) + Int(report.pct.q) * Int(report.pct.q))
    }
    guard bits != 0 else { return false }
    let least = clearSteps << bits.trailingZeroBitCount
    return weakest >= least * least
  }

  /// Compares low tones of an antenna path with their neighbours.
  private mutating func judge(_ tones: [RecordedTone], usesInlinePCT: Bool) {
    var places = [RecordedTone?](repeating: nil, count: ToneResponse.channelIndices.count)
    for tone in tones where ToneResponse.channelIndices.contains(tone.channel) {
      if Self.response(tone, usesInlinePCT: usesInlinePCT) != nil { places[Int(tone.channel)] = tone }
    }
    func good(_ channel: Int) -> (re: Double, im: Double)? {
      guard let tone = places[channel], tone.initiator?.quality != .low,
        tone.reflector?.quality != .low
      else { return nil }
      return Self.response(tone, usesInlinePCT: usesInlinePCT)
    }
    for channel in places.indices.dropFirst().dropLast() {
      guard let tone = places[channel], tone.initiator?.quality == .low,
        let here = Self.response(tone, usesInlinePCT: usesInlinePCT),
        let before = good(channel - 1), let after = good(channel + 1)
      else { continue }
      // The square of a tone on a line has the phase of its neighbours' product, whatever the slope.
      let square = (re: here.re * here.re - here.im * here.im, im: 2 * here.re * here.im)
      let product = (
        re: before.re * after.re - before.im * after.im, im: before.re * after.im + before.im * after.re
      )
      judged += 1
      if square.re * product.re + square.im * product.im < 0 { astray += 1 }
    }
  }

  /// The two-way response of a tone; nil if an end measured nothing.
  private static func response(_ tone: RecordedTone, usesInlinePCT: Bool) -> (re: Double, im: Double)? {
    guard let own = tone.initiator, !own.pct.isZero else { return nil }
    let (x, y) = (Double(own.pct.i), Double(own.pct.q))
    if usesInlinePCT { return (x, y) }
    guard let other = tone.reflector, !other.pct.isZero else { return nil }
    let (u, v) = (Double(other.pct.i), Double(other.pct.q))
    return (x * u - y * v, x * v + y * u)
  }
}

/// The 95 % interval of a part of independent cases, also of few or all of them. [Wilson 1927]
enum WilsonInterval {
  /// - Parameter count: the cases, 1 or more.
  static func of(_ part: Double, among count: Int) -> ClosedRange<Double> {
    let (n, z) = (Double(count), DistanceEstimate.intervalDeviations)
    let middle = (part + z * z / (2 * n)) / (1 + z * z / n)
    let half = z * (part * (1 - part) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
    return max(0, min(part, middle - half))...min(1, max(part, middle + half))
  }
}
