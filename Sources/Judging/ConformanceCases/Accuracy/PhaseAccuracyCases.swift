internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Verdicts

extension TestCase {
  /// What the antennas of a case are.
  private enum Antennas {
    /// All on the side of the tester.
    case tester
    /// All on the side of the accessory.
    case accessory
    /// Two on either side.
    case both

    func configuration(_ claimed: CSCapabilities) -> AntennaConfiguration {
      switch self {
      case .tester: .ofInitiator(max(1, Int(claimed.maxAntennaPaths)))
      case .accessory: .all(of: claimed)
      case .both: AntennaConfiguration.all[7]
      }
    }

    /// What an accessory has to claim; with one antenna 1:N would be N:1 again.
    var claims: [Claim] {
      switch self {
      case .tester: []
      case .accessory: [.antennas(2), .antennaPaths(2)]
      case .both: [.antennas(2), .antennaPaths(4)]
      }
    }

    var title: String {
      switch self {
      case .tester: "N:1"
      case .accessory: "1:N"
      case .both: "2:2"
      }
    }
  }

  /// The phases that a reflector reports. [RFPHY.TS.p24, 4.8.3]
  static let phaseAccuracyCases = phaseAccuracies.map {
    phaseAccuracy($0.id, $0.phy, mode: $0.mode, $0.antennas)
  }

  private static let phaseAccuracies: [(id: Int, phy: SyncPHY, mode: UInt8, antennas: Antennas)] = [
    (11, .le1M, 2, .tester), (12, .le1M, 3, .tester), (13, .le2M, 3, .tester), (14, .le2M2BT, 3, .tester),
    (19, .le1M, 2, .accessory), (20, .le1M, 2, .both), (21, .le1M, 3, .accessory), (22, .le1M, 3, .both),
    (23, .le2M, 3, .accessory), (24, .le2M, 3, .both), (25, .le2M2BT, 3, .accessory),
    (26, .le2M2BT, 3, .both),
  ]

  private static func phaseAccuracy(
    _ id: Int, _ phy: SyncPHY, mode: UInt8, _ antennas: Antennas
  ) -> TestCase {
    TestCase(
      id: "TRM-RCV/CS/BV-\(id)-C",
      title: "Phase accuracy, reflector, \(phy.name), mode-\(mode), \(antennas.title)", needs: .radio,
      appliesTo: RadioTest(phy: phy, mainMode: mode).claims + antennas.claims,
      limits: [
        LimitRule("subevents", .whole(1...10_000)), LimitRule("slope_ns", .number(0...1000)), .phaseResidual,
        LimitRule("input_dbm", .number(-100...0)), LimitRule("tester_offset_ppm", .number(0...50)), .fraction,
      ],
      procedure: """
        Run LE CS Test over all 72 channels with the accessory as the reflector, antennas \(antennas.title) \
        (initiator to reflector), the tester's carrier and grid right, then slow, then fast. Each reported PCT is \
        held against the phases of the two tones at the accessory's antenna. What differs must lie on a line over \
        frequency, path by path, and the line be no steeper than a short cable makes it.
        """
    ) { tester throws(TesterStop) in
      var test = RadioTest(phy: phy, mainMode: mode, mode0Steps: 1)
      let claimed = try tester.claimed(test)
      test.antennas = antennas.configuration(claimed)
      if antennas == .accessory, test.antennas.reflectorAntennas == 1 {
        throw .notApplicable("one antenna is claimed on the air, which N:1 covers")
      }
      _ = try tester.claimed(test)
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
  /// Judges the lines of all subevents, by antenna path.
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
        part: part,
        isHeadline: true)
      judge(
        groups: statistics.reached, "phase off its line, \(place)", of: "subevents",
        limit: statistics.residualLimit, unit: "rad", part: part)
    }
  }
}

extension AntennaConfiguration {
  /// All antennas of a reflector that claims so many, and one of its peer.
  static func all(of claimed: CSCapabilities) -> AntennaConfiguration {
    .ofReflector(max(1, min(Int(claimed.numAntennas), Int(claimed.maxAntennaPaths))))
  }
}

/// What the lines of many subevents come to, for one antenna path.
struct LineStatistics {
  let slopeLimit: Double
  let residualLimit: Double
  /// Slopes in nanoseconds.
  private(set) var slopes = Share()
  /// What the part of the residuals of each subevent reached, in radians.
  private(set) var reached: [Double] = []

  init(slopeLimit: Double, residualLimit: Double) {
    (self.slopeLimit, self.residualLimit) = (slopeLimit, residualLimit)
  }

  /// Takes the line of a subevent; nil for too few phases, which is a miss.
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
