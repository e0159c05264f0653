internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// The controlled ratio of signal to noise of CS_SYNC packets. [RFPHY.TS.p24, 4.6.10]
  static let outputSNRCases =
    outputSNRs.map { test in
      outputSNR(
        "TRM/CS/BV-\(test.id)-C", "Output SNR, initiator, \(test.phy.name), mode-\(test.mode)", .initiator,
        test.phy, test.mode)
    } + [outputSNR("CS/ACC/BV-01", "Output SNR, reflector", .reflector, .le1M, 1)]

  private static let outputSNRs: [(id: String, phy: SyncPHY, mode: UInt8)] = [
    ("05", .le1M, 1), ("06", .le1M, 3), ("07", .le2M, 1), ("08", .le2M, 3), ("09", .le2M2BT, 1),
    ("10", .le2M2BT, 3),
  ]

  private static func outputSNR(
    _ id: String, _ title: String, _ role: CSRole, _ phy: SyncPHY, _ mode: UInt8
  ) -> TestCase {
    TestCase(
      id: id, title: title, needs: .radio,
      appliesTo: RadioTest(iutRole: role, phy: phy, mainMode: mode).claims + [.outputSNR],
      limits: [
        LimitRule("steps", .whole(1...100_000)), LimitRule("snr_error_db", .number(0...20)),
        LimitRule("snr_spread_db", .number(0...20)), .fraction,
      ],
      procedure: """
        Run LE CS Test with the accessory as the \(role), mode-\(mode) on \(phy.name), at a low, a middle and a \
        high frequency, with each output SNR that is claimed. The SNR of its packets must be near the one asked \
        for, and not always the same, as a noise of its own makes it. The steps of a level are shared among the \
        three frequencies.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(iutRole: role, phy: phy, mainMode: mode, mode0Steps: 1, repetition: 24)
      let claimed = try tester.claimed(test)
      let levels = (0..<5).filter { claimed.txSNR >> UInt8($0) & 1 == 1 }
      guard !levels.isEmpty else { throw .notApplicable("no output SNR is claimed") }
      let count = (tester.wholeLimit("steps") + 3 * 72 - 1) / (3 * 72)
      for level in levels {
        test.outputSNR = UInt8(level)
        var values: [Double] = []
        for channel in RadioTest.fixedChannels(phy) {
          test.channels = [channel, channel, channel]
          for subevent in try tester.run(test, claimed, times: count) {
            values += subevent.outputSNRs(role)
          }
        }
        tester.judgeOutputSNR(values, asked: 18 + 3 * level)
      }
    }
  }
}

extension RadioSubevent {
  /// The SNR of the packets of an end, in dB.
  fileprivate func outputSNRs(_ role: CSRole) -> [Double] {
    role == .initiator ? timeline.initiatorSNRDecibels : timeline.carriers.compactMap(\.packetSNRDecibels)
  }
}

extension Tester {
  fileprivate func judgeOutputSNR(_ values: [Double], asked decibels: Int) {
    let allowed = limit("snr_error_db")
    var errors = Share()
    for value in values { errors.take(value - Double(decibels), limit: allowed) }
    judge(
      errors, "packets off the SNR of \(decibels) dB", limit: allowed, unit: "dB", part: limit("fraction"),
      isHeadline: true)
    let sizes = Spread(values.map { ($0 - Double(decibels)).magnitude })
    expect(
      Estimate(sizes?.deviation ?? 0, sizes?.deviationStatistic), .atLeast(limit("snr_spread_db"), "dB"),
      "spread of that error", frames: lastResultFrame)
  }
}
