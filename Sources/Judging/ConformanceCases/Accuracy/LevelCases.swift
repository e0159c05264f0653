internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// Reported levels and frequency offsets, compared with those of the cable.
  static let levelCases = [levels, offsetSign]

  private static let levels = TestCase(
    id: "CS/ACC/BV-09", title: "RSSI and tone level", needs: .radio,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("level_error_db", .number(0...100))],
    procedure: """
      Run LE CS Test in mode-2 with the accessory as the reflector, over cables that give -40, -60 and -80 dBm at \
      its antenna. The mean of Packet_RSSI must be that level, and so must the mean power of the tones, which is \
      Reference_Power_Level plus the level of the PCT magnitude relative to 2048. A level below -70 dBm that the \
      accessory does not receive is left out. A level that it does not report leaves the case open.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(mode0Steps: 3)
    var claimed = try tester.claimed(&test)
    var unreported: [String] = []
    for level in [-40.0, -60, -80] {
      try tester.rewire(Cable(levelDbm: level))
      claimed = try tester.claimed(&test)
      let subevents =
        level < requiredSensitivityDbm
        ? try tester.runIfReceived(test, claimed, times: 4) : try tester.run(test, claimed, times: 4)
      guard let subevents else {
        tester.expect(
          "not received, left out",
          .reported("received at \(tester.number(requiredSensitivityDbm)) dBm and above"),
          "packets at \(tester.number(level)) dBm", frames: tester.lastResultFrame)
        continue
      }
      let reports = subevents.map { ($0.iut, $0.iut.readableSteps(test.configuration(of: .reflector))) }
      let packets = reports.flatMap { $0.1.compactMap(\.packetRSSI) }
      let tones = reports.flatMap { report, steps in
        steps.flatMap { $0.tonePowers(reference: report.referencePowerLevel) }
      }
      for (values, name) in [(packets, "Packet_RSSI"), (tones, "tone power")]
      where !tester.judge(values, name, at: level) {
        unreported.append("\(name) at \(tester.number(level)) dBm")
      }
    }
    if !unreported.isEmpty {
      throw .inconclusive("not reported: " + unreported.joined(separator: ", "))
    }
  }

  /// The sensitivity that every receiver must have. [Vol 6, Part A, 4.1]
  private static let requiredSensitivityDbm = -70.0

  private static let offsetSign = TestCase(
    id: "CS/ACC/BV-10", title: "Value and sign of the mode-0 offset", needs: .radio,
    appliesTo: [.role(.initiator)],
    limits: [LimitRule("offset_scale_error", .number(0...10))],
    procedure: """
      Run LE CS Test with the accessory as the initiator, the tester 20 ppm slow and then 20 ppm fast. Between \
      the two the mean Measured_Freq_Offset must rise by 40 ppm: it is positive where the reflector is faster.
      """
  ) { tester throws(TesterStop) in
    var test = RadioTest(iutRole: .initiator, mainMode: 1)
    var claimed = try tester.claimed(&test)
    var means: [Double] = []
    for offset in [-20.0, 20] {
      try tester.rewire(Cable(testerOffsetPpm: offset))
      claimed = try tester.claimed(&test)
      let subevents = try tester.run(test, claimed, times: 8)
      let offsets = subevents.flatMap { subevent in
        subevent.iut.readableSteps(test.configuration(of: .initiator)).compactMap(\.frequencyOffset.ppm)
      }
      guard let spread = Spread(offsets) else {
        return tester.expect(
          "not available", .inPlaceOf("available"), "Measured_Freq_Offset", frames: tester.lastResultFrame)
      }
      means.append(spread.mean)
    }
    let rise = means[1] - means[0]
    let allowed = 40 * tester.limit("offset_scale_error")
    tester.expect(
      rise, .within(40, allowed, "ppm"), "change of Measured_Freq_Offset for a change of 40 ppm",
      frames: tester.lastResultFrame, isHeadline: true)
  }
}

extension CSStep {
  /// Packet_RSSI in dBm; nil without a received packet.
  fileprivate var packetRSSI: Double? {
    let packet: Packet? =
      switch data {
      case .mode0(let packet, _): packet
      case .mode1(let trip), .mode3(let trip, _): trip.packet
      default: nil
      }
    return packet.flatMap { $0.quality.isFound ? $0.rssi.dbm.map(Double.init) : nil }
  }

  /// The power of each tone of an antenna path in dBm. [Vol 6, Part H, 4.6]
  fileprivate func tonePowers(reference: ReceivedPowerLevel) -> [Double] {
    guard let reference = reference.dbm else { return [] }
    return (toneExchange?.tones.dropLast() ?? CSTones()[...]).compactMap { tone in
      let (i, q) = (Double(tone.pct.i), Double(tone.pct.q))
      let power = i * i + q * q
      guard tone.quality != .low, power > 0 else { return nil }
      return Double(reference) + PortableMath.decibels(powerRatio: power / (2_048 * 2_048))
    }
  }
}

extension Tester {
  /// Compares the mean of reported levels with the level of the cable. Returns false if there are none.
  fileprivate func judge(_ levels: [Double], _ name: String, at level: Double) -> Bool {
    let allowed = limit("level_error_db")
    guard let spread = Spread(levels) else { return false }
    expect(
      Estimate(spread.mean, spread.meanStatistic), .within(level, allowed, "dBm"),
      "\(name) at \(number(level)) dBm", frames: lastResultFrame)
    return true
  }
}

extension TestCase {
  /// The controlled ratio of signal to noise of CS_SYNC packets. [RFPHY.TS.p24, 4.6.10]
  static let outputSNRCases =
    outputSNRs.map { test in
      outputSNR(
        "TRM/CS/BV-\(test.id)-C", "Output SNR, initiator, \(test.phy.name), mode-\(test.mode)", .initiator,
        test.phy, test.mode)
    } + [outputSNR("CS/ACC/BV-01", "Output SNR, reflector", .reflector, .le1M, 1)]

  private static let outputSNRs: [(id: String, phy: SyncPHY, mode: CSMode)] = [
    ("05", .le1M, 1), ("06", .le1M, 3), ("07", .le2M, 1), ("08", .le2M, 3), ("09", .le2M2BT, 1),
    ("10", .le2M2BT, 3),
  ]

  private static func outputSNR(
    _ id: String, _ title: String, _ role: CSRole, _ phy: SyncPHY, _ mode: CSMode
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
        high frequency, with each output SNR that is claimed. The SNR of its packets must be near the requested \
        value, and must vary, as with an added noise source. The steps of a level are divided among the three \
        frequencies.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(iutRole: role, phy: phy, mainMode: mode, mode0Steps: 1, repetition: 24)
      let claimed = try tester.claimed(&test)
      let levels = claimed.txSNR.levels
      guard !levels.isEmpty else { throw .notApplicable("no output SNR is claimed") }
      let count = (tester.wholeLimit("steps") + 3 * 72 - 1) / (3 * 72)
      for level in levels {
        guard let decibels = level.decibels else { continue }
        test.outputSNR = level
        var values: [Double] = []
        for channel in RadioTest.fixedChannels(phy) {
          test.channels = [channel, channel, channel]
          for subevent in try tester.run(test, claimed, times: count) {
            values += subevent.outputSNRs(role)
          }
        }
        tester.judgeOutputSNR(values, asked: decibels)
      }
    }
  }
}

extension RadioSubevent {
  /// The SNR of the packets of one side, in dB.
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
      errors, "SNR error of packets at \(decibels) dB", limit: allowed, unit: "dB", part: limit("fraction"),
      isHeadline: true)
    let sizes = Spread(values.map { ($0 - Double(decibels)).magnitude })
    expect(
      Estimate(sizes?.deviation ?? 0, sizes?.deviationStatistic), .atLeast(limit("snr_spread_db"), "dB"),
      "spread of the SNR error at \(decibels) dB", frames: lastResultFrame)
  }
}
