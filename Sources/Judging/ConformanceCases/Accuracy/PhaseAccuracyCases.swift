internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Profiles
internal import Statistics
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// Which side has several antennas.
  private enum Antennas {
    /// The initiator; the reflector uses one.
    case initiator
    /// The reflector; the initiator uses one.
    case reflector
    /// Both, with two antennas each.
    case both

    /// As many antennas as the accessory claims, or as it claims paths where they are the tester's.
    func configuration(_ claimed: CSCapabilities, iutRole: CSRole) -> AntennaConfiguration {
      let paths = Int(claimed.maxAntennaPaths)
      let own = min(Int(claimed.numAntennas), paths)
      return switch self {
      case .initiator: .ofInitiator(iutRole == .initiator ? own : paths)
      case .reflector: .ofReflector(iutRole == .reflector ? own : paths)
      case .both: AntennaConfiguration.defined[7]
      }
    }

    /// The required claims; with one antenna or path 1:N is the same as N:1.
    func claims(iutRole: CSRole) -> [Claim] {
      switch self {
      case .initiator: []
      case .reflector: iutRole == .reflector ? [.antennas(2), .antennaPaths(2)] : [.antennaPaths(2)]
      case .both: [.antennas(2), .antennaPaths(4)]
      }
    }

    var title: String {
      switch self {
      case .initiator: "N:1"
      case .reflector: "1:N"
      case .both: "2:2"
      }
    }
  }

  /// The phases that an accessory reports. [RFPHY.TS.p24, 4.8.3]
  static let phaseAccuracyCases =
    phaseAccuracies.map { phaseAccuracy($0.reflector, .reflector, $0.phy, mode: $0.mode, $0.antennas) }
    + phaseAccuracies.map { phaseAccuracy($0.initiator, .initiator, $0.phy, mode: $0.mode, $0.antennas) }

  /// The number of the case for each role of the accessory.
  private static let phaseAccuracies:
    [(reflector: Int, initiator: Int, phy: SyncPHY, mode: CSMode, antennas: Antennas)] = [
      (11, 15, .le1M, 2, .initiator), (12, 16, .le1M, 3, .initiator), (13, 17, .le2M, 3, .initiator),
      (14, 18, .le2M2BT, 3, .initiator), (19, 27, .le1M, 2, .reflector), (20, 28, .le1M, 2, .both),
      (21, 29, .le1M, 3, .reflector), (22, 30, .le1M, 3, .both), (23, 31, .le2M, 3, .reflector),
      (24, 32, .le2M, 3, .both), (25, 33, .le2M2BT, 3, .reflector), (26, 34, .le2M2BT, 3, .both),
    ]

  private static func phaseAccuracy(
    _ id: Int, _ role: CSRole, _ phy: SyncPHY, mode: CSMode, _ antennas: Antennas
  ) -> TestCase {
    TestCase(
      id: "TRM-RCV/CS/BV-\(id)-C",
      title: "Phase accuracy, \(role), \(phy.name), mode-\(mode), \(antennas.title)", needs: .radio,
      appliesTo: RadioTest(iutRole: role, phy: phy, mainMode: mode).claims + antennas.claims(iutRole: role),
      limits: [
        LimitRule("subevents", .whole(1...10_000)), LimitRule("slope_ns", .number(0...1000)), .phaseResidual,
        LimitRule("input_dbm", .number(-100...0)), LimitRule("tester_offset_ppm", .number(0...50)), .fraction,
      ],
      procedure: """
        Run LE CS Test over all 72 channels with the accessory as the \(role), antennas \(antennas.title) \
        (initiator to reflector), with the tester's carrier and step timing without offset, then slow, then fast. \
        Each reported PCT is compared with the phases of the two tones at the accessory's antenna. The difference \
        must lie on a line over frequency for each path, with a slope no steeper than that of a short cable.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(iutRole: role, phy: phy, mainMode: mode, mode0Steps: 1)
      let claimed = try tester.claimed(&test)
      test.antennas = antennas.configuration(claimed, iutRole: role)
      if antennas == .reflector, test.antennas.pathCount == 1 {
        throw .notApplicable("the controller claims one antenna or one antenna path, which N:1 covers")
      }
      _ = try tester.claimed(&test)
      let size = tester.limit("tester_offset_ppm")
      for offset in [0, -size, size] {
        try tester.rewire(Cable(levelDbm: tester.limit("input_dbm"), testerOffsetPpm: offset))
        let subevents = try tester.run(test, claimed, times: tester.wholeLimit("subevents"))
        tester.judgeInternalPhases(subevents, test, under: "tester at \(tester.number(offset)) ppm")
      }
    }
  }
}

extension Tester {
  /// Judges slope and residual of the phases of all subevents, by antenna path.
  fileprivate func judgeInternalPhases(
    _ subevents: [RadioSubevent], _ test: RadioTest, under condition: String
  ) {
    let part = limit("fraction")
    var lines = [LineStatistics](
      repeating: LineStatistics(slopeLimit: limit("slope_ns"), residualLimit: limit("phase_residual_rad")),
      count: test.antennas.pathCount)
    for subevent in subevents {
      for (path, phases) in subevent.internalPhases(test).enumerated() { lines[path].take(phases.line, part) }
    }
    for (path, statistics) in lines.enumerated() {
      let place = lines.count == 1 ? condition : "path \(path + 1), \(condition)"
      judge(
        statistics.slopes, "slope of the phase, \(place)", limit: statistics.slopeLimit, unit: "ns",
        part: part, isHeadline: true)
      judge(
        groups: statistics.reached, "phase residual, \(place)", of: "subevents",
        limit: statistics.residualLimit, unit: "rad", part: part)
    }
  }
}

extension AntennaConfiguration {
  /// All claimed antennas of a reflector, and one antenna of its peer.
  static func all(of claimed: CSCapabilities) -> AntennaConfiguration {
    .ofReflector(min(Int(claimed.numAntennas), Int(claimed.maxAntennaPaths)))
  }
}

/// Slopes and residuals of the phase lines of many subevents, for one antenna path.
struct LineStatistics {
  let slopeLimit: Double
  let residualLimit: Double
  /// Slopes in nanoseconds.
  private(set) var slopes = Share()
  /// The quantile of the residuals of each subevent, in radians.
  private(set) var reached: [Double] = []

  /// Takes the line of a subevent; nil for too few phases, which counts as not met.
  mutating func take(_ line: LineOverFrequency?, _ part: Double) {
    guard let line else {
      slopes.take(.infinity, limit: slopeLimit)
      return reached.append(.infinity)
    }
    slopes.take(line.slopeNanoseconds, limit: slopeLimit)
    var residuals = Share()
    for turns in line.residualTurns { residuals.take(turns * 2 * .pi, limit: residualLimit) }
    reached.append(residuals.quantile(part))
  }
}

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
        Run the stable phase test of LE CS Test with the accessory as the initiator, at a low, a middle and a \
        high frequency: one mode-0 step, then a tone of 652 us. Its phase is sampled once a microsecond, without \
        the first and the last, and the best-fitting line is subtracted.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(iutRole: .initiator, phy: phy, mainMode: 2, mode0Steps: 1, isStablePhase: true)
      let claimed = try tester.claimed(&test)
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
  /// The evaluated length in microseconds.
  static let window = 650

  /// The residuals of the phases, in turns.
  let residualTurns: [Double]

  /// Takes the phases of a tone; nil if it is too short.
  init?(_ turns: [Double]) {
    guard turns.count >= Self.window + 2 else { return nil }
    let phases = turns[1...Self.window]
    let mean = phases.mean
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
      phases, "phase error of the stable phase tone at \(2402 + Int(channel)) MHz", limit: allowed,
      unit: "degrees", part: limit("fraction"), isHeadline: true)
  }
}
