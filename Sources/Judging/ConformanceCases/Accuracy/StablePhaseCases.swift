internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// The phase of a long tone. [RFPHY.TS.p24, 4.6.8; Vol 6, Part A, 3.4]
  static let stablePhaseCases = [stablePhase("01", .le1M), stablePhase("02", .le2M)]

  private static func stablePhase(_ number: String, _ phy: SyncPHY) -> TestCase {
    TestCase(
      id: "TRM/CS/BV-\(number)-C", title: "Stable phase, \(phy.name)", needs: .radio,
      appliesTo: RadioTest(iutRole: .initiator, phy: phy).claims,
      limits: [
        LimitRule("phases", .whole(650...1_000_000)), LimitRule("stable_phase_deg", .number(0...180)),
        .fraction,
      ],
      procedure: """
        Run the stable phase test of LE CS Test with the accessory as the initiator, at a low, a middle and a high \
        frequency: one mode-0 step, then a tone of 652 us. Its phase is taken once a microsecond, the first and \
        the last left out, and the straight line that fits best taken off.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(iutRole: .initiator, phy: phy, mainMode: 2, mode0Steps: 1, isStablePhase: true)
      let claimed = try tester.claimed(test)
      let count = (tester.wholeLimit("phases") + StableTone.window - 1) / StableTone.window
      for channel in RadioTest.fixedChannels(phy) {
        test.channels = [channel, channel, channel]
        let subevents = try tester.run(test, claimed, times: count)
        try tester.judgeStablePhase(subevents, channel)
      }
    }
  }
}

/// The long tone of one subevent.
private struct StableTone {
  /// The microseconds that are looked at.
  static let window = 650

  /// What is left of the phases without their line, in turns.
  let residualTurns: [Double]

  /// Takes the phases of a tone; nil if it is too short.
  init?(_ turns: [Double]) {
    guard turns.count >= Self.window + 2 else { return nil }
    let phases = turns[1...Self.window]
    let mean = phases.reduce(0, +) / Double(Self.window)
    let middle = Double(Self.window - 1) / 2
    var product = 0.0
    var square = 0.0
    for (index, phase) in phases.enumerated() {
      product += (Double(index) - middle) * (phase - mean)
      square += (Double(index) - middle) * (Double(index) - middle)
    }
    residualTurns = phases.enumerated().map { $1 - mean - product / square * (Double($0) - middle) }
  }
}

extension Tester {
  fileprivate func judgeStablePhase(_ subevents: [RadioSubevent], _ channel: UInt8) throws(TesterStop) {
    let allowed = limit("stable_phase_deg")
    var phases = Share()
    for subevent in subevents {
      guard let tone = subevent.timeline.longTone.flatMap({ StableTone($0.turns) }) else {
        return try require(
          "none", .inPlaceOf("652 us"), "tone of the stable phase test", frames: lastResultFrame)
      }
      for turns in tone.residualTurns { phases.take(turns * 360, limit: allowed) }
    }
    judge(
      phases, "phase of a long tone at \(2402 + Int(channel)) MHz", limit: allowed, unit: "degrees",
      part: limit("fraction"), isHeadline: true)
  }
}
