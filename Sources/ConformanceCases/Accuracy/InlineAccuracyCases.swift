internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Verdicts

extension TestCase {
  /// What inline PCT and the PLL leave in the phase that goes back.
  static let inlineAccuracyCases = [inlineResidual, settling]

  private static let inlineResidual = TestCase(
    id: "CS/ACC/BV-02", title: "Residual of inline PCT", needs: .radio,
    appliesTo: RadioTest(usesInlinePCT: true).claims,
    limits: [LimitRule("subevents", .whole(1...10_000)), .phaseResidual, .fraction],
    procedure: """
      Run LE CS Test over all 72 channels with inline PCT and the accessory as the reflector. At its antenna the \
      tone it sends, less the tone it received, must lie on a line over frequency. How steep that line is shows in \
      the distance, see CS/ACC/BV-07. There is no public test of this: the limits are those of the phase accuracy.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1, usesInlinePCT: true)
    let claimed = try tester.claimed(test)
    test.antennas = .all(of: claimed)
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
    let part = tester.limit("fraction")
    var lines = LineStatistics(slopeLimit: .infinity, residualLimit: tester.limit("phase_residual_rad"))
    for phases in subevents.flatMap({ $0.returnedPhases(test) }) { lines.take(phases.line, part) }
    tester.judge(
      groups: lines.reached, "returned phase off its line",
      of: test.antennas.pathCount == 1 ? "subevents" : "subevents and antenna paths",
      limit: lines.residualLimit, unit: "rad", part: part, isHeadline: true)
  }

  private static let settling = TestCase(
    id: "CS/ACC/BV-03", title: "Settling after a hop", needs: .radio,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("subevents", .whole(1...10_000)), LimitRule("settling_rad", .number(0...4))],
    procedure: """
      For each T_FCS that is claimed, and for the mandatory 150 us, run LE CS Test over all 72 channels with the \
      accessory as the reflector. What an oscillator has yet to settle goes with the hop before the step, so the \
      phases, off their line over frequency, are set against the hops: a hop over the whole band must leave \
      little. CS/TIM/BV-02 asks whether a distance comes of it; this case sees the oscillator long before that.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 1)
    let claimed = try tester.claimed(test)
    for index in CSTime.supportedIndices(claimed.tFCS, of: CSTime.tFCS) {
      let microseconds = CSTime.tFCS[Int(index)]
      test.tFCS = microseconds
      let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
      var hops = HopRegression()
      for subevent in subevents {
        if let phases = subevent.internalPhases(test).first { hops.take(phases, first: test.channels.first) }
      }
      tester.judgeSettling(
        hops, microseconds,
        isHeadline: microseconds == RadioTest.shortest(claimed.tFCS, of: CSTime.tFCS))
    }
  }
}

/// How much of the phases goes with the hop before them.
private struct HopRegression {
  /// The hop over the whole band, in MHz.
  private static let band = 74.0

  private var product = 0.0
  private var square = 0.0
  private var residualSquare = 0.0
  private var count = 0

  /// Takes the phases of a subevent.
  ///
  /// - Parameter first: the channel of the mode-0 step before the first of them.
  mutating func take(_ phases: PathPhases, first: UInt8?) {
    guard let line = phases.line, let first, let start = phases.steps.first else { return }
    var before = (step: start - 1, channel: first)
    var channels: [Double] = []
    var hops: [Double] = []
    var residuals: [Double] = []
    for (index, step) in phases.steps.enumerated() {
      let channel = phases.channels[index]
      if step == before.step + 1 {
        channels.append(Double(channel))
        hops.append(Double(channel) - Double(before.channel))
        residuals.append(line.residualTurns[index] * 2 * .pi)
      }
      before = (step, channel)
    }
    // A hop up ends high in the band: what the line over frequency took of the phases is taken of the hops, too.
    for (hop, residual) in zip(Self.withoutLine(hops, over: channels), residuals) {
      product += hop * residual
      square += hop * hop
      residualSquare += residual * residual
      count += 1
    }
  }

  /// What a hop over the whole band leaves, in radians; nil without hops.
  var estimate: Estimate? {
    guard square > 0 else { return nil }
    let left = residualSquare - product * product / square
    let slope = Quantity.Statistic.slope(left: max(0, left), square: square, count: count)
    return Estimate(
      product / square * Self.band,
      slope.map { .init(standardError: $0.standardError * Self.band, count: $0.count) })
  }

  private static func withoutLine(_ values: [Double], over places: [Double]) -> [Double] {
    let count = Double(max(1, values.count))
    let mean = values.reduce(0, +) / count
    let middle = places.reduce(0, +) / count
    let product = zip(values, places).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - middle) }
    let square = places.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    let slope = square > 0 ? product / square : 0
    return zip(values, places).map { $0 - mean - slope * ($1 - middle) }
  }
}

extension Tester {
  fileprivate func judgeSettling(_ hops: HopRegression, _ microseconds: Int, isHeadline: Bool) {
    expect(
      hops.estimate, .within(0, limit("settling_rad"), "rad"),
      "phase left of a hop over the band at T_FCS \(microseconds) us", frames: lastResultFrame,
      isHeadline: isHeadline)
  }
}
