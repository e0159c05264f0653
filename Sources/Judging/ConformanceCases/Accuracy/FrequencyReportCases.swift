internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// Measured_Freq_Offset and Frequency_Compensation.
  static let frequencyReportCases = [offsetAsSeen, offsetAsMeasured]

  private static let offsetAsSeen = TestCase(
    id: "CS/ACC/BV-04", title: "Mode-0 offset measured by an initiator", needs: .radio,
    appliesTo: [.role(.reflector)],
    limits: [
      LimitRule("runs", .whole(2...10_000)), LimitRule("offset_spread_ppm", .number(0...100)),
      LimitRule("drift_ppm_per_s", .number(0...100)),
    ],
    procedure: """
      Run LE CS Test with the accessory as the reflector and three mode-0 steps, on all 72 channels in turn. The \
      offset that the tester measures, without the FAE of the accessory, must be nearly the same in the steps of \
      a subevent, and must not drift from subevent to subevent.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mainMode: 1)
    let claimed = try tester.claimed(&test)
    let table = try tester.actuationErrors(claimed)
    var spreads = Share()
    var track: [(seconds: Double, ppm: Double)] = []
    let allowed = tester.limit("offset_spread_ppm")
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("runs")) { test, number in
      test.channels = (0..<3).map { RadioTest.sweep[(number + $0) % 72] }
    }
    for subevent in subevents {
      guard let offsets = Spread(subevent.tester.measuredOffsetsPpm(test, without: table)) else { continue }
      spreads.take(offsets.deviation, limit: allowed)
      track.append(((subevent.timeline.start - .start).inSeconds, offsets.mean))
    }
    tester.judge(spreads, "spread of the offset in a subevent", limit: allowed, unit: "ppm", part: 1)
    tester.judgeDrift(track)
  }

  private static let offsetAsMeasured = TestCase(
    id: "CS/ACC/BV-05", title: "Mode-0 offset measured by the accessory", needs: .radio,
    appliesTo: [.role(.initiator)],
    limits: [
      LimitRule("runs", .whole(2...10_000)), LimitRule("offset_spread_ppm", .number(0...100)),
      LimitRule("compensation_ppm", .number(0...100)), .fraction,
    ],
    procedure: """
      Run LE CS Test with the accessory as the initiator and three mode-0 steps, on all 72 channels in turn. Its \
      Measured_Freq_Offset must be nearly the same in the steps of a subevent, and its Frequency_Compensation \
      must match these offsets.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(iutRole: .initiator, mainMode: 1)
    let claimed = try tester.claimed(&test)
    let spreadLimit = tester.limit("offset_spread_ppm")
    let compensationLimit = tester.limit("compensation_ppm")
    var spreads = Share()
    var compensations = Share()
    let subevents = try tester.run(test, claimed, times: tester.wholeLimit("runs")) { test, number in
      test.channels = (0..<3).map { RadioTest.sweep[(number + $0) % 72] }
    }
    for subevent in subevents {
      let offsets = Spread(subevent.iut.measuredOffsetsPpm(test))
      spreads.take(offsets?.deviation ?? .infinity, limit: spreadLimit)
      let compensation = subevent.iut.frequencyCompensation.ppm
      let difference = compensation.flatMap { value in offsets.map { value - $0.mean } }
      compensations.take(difference ?? .infinity, limit: compensationLimit)
    }
    let part = tester.limit("fraction")
    tester.judge(
      spreads, "spread of the offset in a subevent", limit: spreadLimit, unit: "ppm", part: part,
      isHeadline: true)
    tester.judge(
      compensations, "Frequency_Compensation against Measured_Freq_Offset", limit: compensationLimit,
      unit: "ppm", part: part)
  }
}

extension SubeventResult {
  /// The mode-0 offsets that an initiator measured, less the peer's FAE in ppm by channel index.
  fileprivate func measuredOffsetsPpm(_ test: RadioTest, without table: [Double] = []) -> [Double] {
    readableSteps(test.configuration(of: .initiator)).compactMap { step in
      let error = Int(step.channel) < table.count ? table[Int(step.channel)] : 0
      return step.frequencyOffset.ppm.map { $0 - error }
    }
  }
}

extension Tester {
  /// Judges the line through offsets over time.
  fileprivate func judgeDrift(_ track: [(seconds: Double, ppm: Double)]) {
    let count = Double(max(1, track.count))
    let meanTime = track.reduce(0) { $0 + $1.seconds } / count
    let square = track.reduce(0) { $0 + ($1.seconds - meanTime) * ($1.seconds - meanTime) }
    let product = track.reduce(0) { $0 + ($1.seconds - meanTime) * $1.ppm }
    let meanOffset = track.reduce(0) { $0 + $1.ppm } / count
    let drift = square > 0 ? product / square : nil
    let left = track.reduce(0) { sum, point in
      let off = point.ppm - meanOffset - (drift ?? 0) * (point.seconds - meanTime)
      return sum + off * off
    }
    expect(
      drift.map { Estimate($0, .slope(left: left, square: square, count: track.count)) },
      .within(0, limit("drift_ppm_per_s"), "ppm/s"), "drift of the offset", frames: lastResultFrame,
      isHeadline: true)
  }
}
