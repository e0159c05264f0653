internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Profiles
internal import Verdicts

extension TestCase {
  /// Time of flight with every claimed RTT type and PHY.
  static let roundTripCases = [
    roundTrips("CS/ACC/BV-12", .reflector), roundTrips("CS/ACC/BV-13", .initiator),
  ]

  private static func roundTrips(_ id: String, _ role: CSRole) -> TestCase {
    TestCase(
      id: id, title: "Time of flight with each RTT type and PHY, \(role)", needs: .radio,
      appliesTo: [.role(role)],
      limits: [LimitRule("groups_of_each", .whole(1...1000)), .fraction],
      procedure: """
        Run LE CS Test with mode-1 with the accessory as the \(role) over a cable of 10 m, with each RTT type and \
        on each PHY that it claims; CS/ACC/BV-08 covers the reflector with the access address only on LE 1M. The \
        mean time of flight of the claimed number of steps of that type on that PHY must be within the claimed \
        accuracy class, 10 or 150 ns. On the cable its packets must be reported without bit errors, and with the \
        attack metric (NADM) where that is claimed.
        """
    ) { tester throws(TesterStop) in
      let metres = 10.0
      var anyType = RadioTest(iutRole: role)
      let claimed = try tester.claimed(&anyType)
      let kinds = RoundTripKind.all(claimed).filter { role == .initiator || !$0.isUsual }
      if kinds.isEmpty { throw .notApplicable("no RTT type is claimed but that of CS/ACC/BV-08") }
      try tester.rewire(Cable(metres: metres))
      for kind in kinds {
        let test = RadioTest(iutRole: role, phy: kind.phy, mainMode: 1, rttType: kind.type)
        let runs = (tester.wholeLimit("groups_of_each") * kind.claim.count + 71) / 72
        let subevents = try tester.run(test, claimed, times: runs)
        tester.judgePackets(subevents.map { $0.iut }, kind, test.configuration(of: role), claimed)
        let times = subevents.flatMap { $0.flightErrors(test, metres: metres) }
        tester.judge(
          meansOf: kind.claim.count, times, "times of flight, \(kind.words)",
          limit: kind.claim.nanoseconds, unit: "ns", part: tester.limit("fraction"))
      }
    }
  }
}

extension Tester {
  /// Judges the packet quality and the attack metric that the accessory reports.
  fileprivate func judgePackets(
    _ subevents: [SubeventResult], _ kind: RoundTripKind, _ configuration: CSConfiguration,
    _ claimed: CSCapabilities
  ) {
    var (qualities, metrics): ([PacketQuality], [NADM]) = ([], [])
    for step in subevents.flatMap({ $0.readableSteps(configuration) }) {
      switch step.data {
      case .mode0(let packet, _): qualities.append(packet.quality)
      case .mode1(let trip):
        qualities.append(trip.packet.quality)
        if trip.packet.quality.isFound { metrics.append(trip.nadm) }
      default: break
      }
    }
    expect(
      Proportion(qualities.count { $0 == .withoutErrors }, of: qualities.count),
      .atLeast(part: limit("fraction")),
      "packets without bit errors, \(kind.words)", frames: lastResultFrame)
    guard claimed.claimsNADM(kind.type) else { return }
    expect(
      metrics.count { $0 == .unknown }, .exactly(0, "packets"),
      "packets without an attack metric, \(kind.words)", frames: lastResultFrame)
  }
}

/// One RTT type on one PHY, with its claimed accuracy. [Vol 4, Part E, 7.8.130]
private struct RoundTripKind {
  let type: RTTType
  let phy: SyncPHY
  let claim: RTTClaim

  /// As it is named in steps.
  var words: String { "\(Exercise.rtt(type).words), \(phy.name)" }

  /// Whether it is the access address on LE 1M.
  var isUsual: Bool { type == .aaOnly && phy == .le1M }

  /// All that are claimed.
  static func all(_ claimed: CSCapabilities) -> [RoundTripKind] {
    [SyncPHY.le1M, .le2M, .le2M2BT].filter { $0.isClaimed(claimed) }.flatMap { phy in
      RTTType.allCases.compactMap { type in
        claimed.rttClaim(type, on2M: phy != .le1M).map { RoundTripKind(type: type, phy: phy, claim: $0) }
      }
    }
  }
}
