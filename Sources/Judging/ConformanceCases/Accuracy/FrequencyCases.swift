internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// The carrier of a reflector: in mode-0, and after it. [RFPHY.TS.p24, 4.8.1, 4.8.2]
  static let frequencyCases =
    [SyncPHY.le1M, .le2M, .le2M2BT].enumerated().map { mode0Frequency("0\($0.offset + 1)", $0.element) }
    + mainModeFrequencies.map { mainModeFrequency($0.id, $0.phy, mode: $0.mode) }

  private static let mainModeFrequencies: [(id: String, phy: SyncPHY, mode: CSMode)] = [
    ("04", .le1M, 1), ("05", .le1M, 2), ("06", .le1M, 3), ("07", .le2M, 1), ("08", .le2M, 3),
    ("09", .le2M2BT, 1), ("10", .le2M2BT, 3),
  ]

  private static func mode0Frequency(_ number: String, _ phy: SyncPHY) -> TestCase {
    TestCase(
      id: "TRM-RCV/CS/BV-\(number)-C", title: "Mode-0 frequency, \(phy.name)", needs: .radio,
      appliesTo: RadioTest(phy: phy, mainMode: 1).claims,
      limits: [
        .mode0Steps, LimitRule("offset_ppm", .number(0...1000)),
        LimitRule("offset_change_ppm", .number(0...100)),
        LimitRule("tone_to_packet_khz", .number(0...1000)), .fraction,
      ],
      procedure: """
        Run LE CS Test with the accessory as the reflector and three mode-0 steps a subevent, on all 72 channels \
        in turn. The FAE table of the accessory, if it has one, is subtracted. The limits apply to the frequency \
        error of every tone, to the tones of one subevent against the first, and to the tone against the packet \
        of one step.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(phy: phy, mainMode: 1)
      let claimed = try tester.claimed(&test)
      let table = try tester.actuationErrors(claimed)
      test.channels = []
      let count = (tester.wholeLimit("mode_0_steps") + 2) / 3
      let subevents = try tester.run(test, claimed, times: count) { test, number in
        test.channels = (0..<3).map { RadioTest.sweep[(number + $0) % 72] }
      }
      tester.judgeMode0Frequency(subevents, table)
    }
  }

  private static func mainModeFrequency(_ number: String, _ phy: SyncPHY, mode: CSMode) -> TestCase {
    TestCase(
      id: "TRM-RCV/CS/BV-\(number)-C", title: "Mode-\(mode) frequency, \(phy.name)", needs: .radio,
      appliesTo: RadioTest(phy: phy, mainMode: mode).claims,
      limits: [
        LimitRule("steps", .whole(1...100_000)), LimitRule("packet_khz", .number(0...1000)),
        LimitRule("tone_khz", .number(0...1000)), .fraction,
      ],
      procedure: """
        Run LE CS Test with the accessory as the reflector with the most antenna paths that it claims, at a low, a \
        middle and a high frequency, 72 steps of mode-\(mode) in each subevent. Its packets and tones must keep the \
        frequency offset of the first mode-0 tone of the subevent.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(phy: phy, mainMode: mode, repetition: 24)
      let claimed = try tester.claimed(&test)
      let table = try tester.actuationErrors(claimed)
      if mode != .mode1 { test.antennas = .ofMostPaths(claimed) }
      let count = (tester.wholeLimit("steps") + 71) / 72
      for channel in RadioTest.fixedChannels(phy) {
        test.channels = [channel, channel, channel]
        let subevents = try tester.run(test, claimed, times: count)
        tester.judgeMainModeFrequency(subevents, table, mode: mode, channel: channel)
      }
    }
  }
}

extension AntennaConfiguration {
  /// One antenna of the initiator and `count` of the reflector, the nearest of 1 to 4: claims may exceed that.
  static func ofReflector(_ count: Int) -> AntennaConfiguration {
    defined[count > 1 ? min(count, 4) + 2 : 0]
  }
  /// `count` antennas of the initiator, the nearest of 1 to 4, and one of the reflector.
  static func ofInitiator(_ count: Int) -> AntennaConfiguration { defined[max(1, min(count, 4)) - 1] }

  /// The most antenna paths that a reflector claims, over as many of its own antennas as they allow.
  static func ofMostPaths(_ claimed: CSCapabilities) -> AntennaConfiguration {
    claimed.reflectorAntennaConfigurations.max {
      ($0.pathCount, $0.reflectorAntennas) < ($1.pathCount, $1.reflectorAntennas)
    } ?? 0
  }
}

extension Tester {
  /// The FAE table of the accessory in ppm by channel index; empty if it claims to have no FAE.
  func actuationErrors(_ claimed: CSCapabilities) throws(TesterStop) -> [Double] {
    if claimed.subfeatures.contains(.noFAE) { return [] }
    let table = try prepare("FAE table") { () throws(HostError) in
      let link = try bench.connect(peer)
      try bench.encrypt(link, peer)
      return try peer.run(SoundingLink(link.peerHandle).readFAETable()).ppmByChannel
    }
    try rewire(Cable())
    return table
  }

  fileprivate func judgeMode0Frequency(_ subevents: [RadioSubevent], _ table: [Double]) {
    let offsetLimit = limit("offset_ppm")
    let changeLimit = limit("offset_change_ppm")
    let packetLimit = limit("tone_to_packet_khz")
    var offsets = Share()
    var changes = Share()
    var packets = Share()
    for subevent in subevents {
      var first: Double?
      for carrier in subevent.carriers(0...0) {
        guard let tone = carrier.toneHertz.first else { continue }
        let offset = carrier.offsetPpm(tone, table)
        // The counter resolves a thousandth of a ppm; a carrier at the limit is not beyond it.
        offsets.take((offset * 1000).rounded() / 1000, limit: offsetLimit)
        if let first {
          changes.take(offset - first, limit: changeLimit)
          if let packet = carrier.packetHertz { packets.take((tone - packet) / 1e3, limit: packetLimit) }
        }
        first = first ?? offset
      }
    }
    judge(
      offsets, "frequency error of mode-0 tones", limit: offsetLimit, unit: "ppm", part: 1, isHeadline: true)
    judge(
      changes, "frequency of mode-0 tones against the first of the subevent", limit: changeLimit, unit: "ppm",
      part: 1)
    judge(
      packets, "frequency of mode-0 tones against their packets", limit: packetLimit, unit: "kHz",
      part: limit("fraction"))
  }

  fileprivate func judgeMainModeFrequency(
    _ subevents: [RadioSubevent], _ table: [Double], mode: CSMode, channel: UInt8
  ) {
    var packets = FrequencyGroups(limit: limit("packet_khz"), part: limit("fraction"))
    var tones = FrequencyGroups(limit: limit("tone_khz"), part: limit("fraction"))
    for subevent in subevents {
      guard let first = subevent.carriers(0...0).first, let tone = first.toneHertz.first else { continue }
      // Expected: the nominal frequency plus the offset of the first mode-0 tone.
      let expected = first.offsetPpm(tone, table) * 1e-6 * first.nominalHertz
      let carriers = subevent.carriers(1...3)
      packets.take(carriers.compactMap(\.packetHertz).map { ($0 - expected) / 1e3 })
      tones.take(carriers.flatMap(\.toneHertz).map { ($0 - expected) / 1e3 })
    }
    let place = "at \(2402 + Int(channel)) MHz"
    for (groups, what, isDue) in [(packets, "packets", mode != .mode2), (tones, "tones", mode != .mode1)]
    where isDue {
      judge(
        groups: groups.reached, "frequency error of mode-\(mode) \(what) \(place)", of: "subevents",
        limit: groups.limit, unit: "kHz", part: groups.part, isHeadline: true)
    }
  }
}

/// Frequencies of many subevents, each judged by itself.
private struct FrequencyGroups {
  let limit: Double
  let part: Double
  /// The quantile of the values of each subevent.
  private(set) var reached: [Double] = []

  mutating func take(_ values: [Double]) {
    var share = Share()
    for value in values { share.take(value, limit: limit) }
    reached.append(share.quantile(part))
  }
}

extension ExchangeTimeline.Carrier {
  /// The frequency of the channel.
  fileprivate var nominalHertz: Double { Double(2_402 + Int(channel)) * 1e6 }

  /// The frequency error in ppm of a transmission `hertz` from the nominal frequency, without the declared FAE.
  fileprivate func offsetPpm(_ hertz: Double, _ table: [Double]) -> Double {
    let fae = Int(channel) < table.count ? table[Int(channel)] : 0
    let expected = nominalHertz * (1 + 1e-6 * fae)
    return 1e6 * (nominalHertz + hertz - expected) / expected
  }
}

extension LimitRule {
  /// The part of the values that must be within the limit.
  static let fraction = LimitRule("fraction", .number(0...1))
  fileprivate static let mode0Steps = LimitRule("mode_0_steps", .whole(3...100_000))
}
