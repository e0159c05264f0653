package import ChannelSounding
package import CoreTypes
package import HCI
internal import ProcedureRanging
package import VirtualController

/// The parameters of LE CS Test: one subevent with fixed channels, access addresses and payload, and the shortest times
/// that the accessory claims. [RFPHY.TS.p24, 4.2]
package struct RadioTest {
  /// All 72 channels once, in the order of the test specification.
  package static let sweep: [UInt8] = [
    21, 12, 10, 29, 5, 17, 74, 76, 20, 65, 11, 2, 36, 62, 19, 44, 50, 67, 30, 42, 43, 6, 14, 37, 34, 28, 3,
    61, 41, 52, 69, 26, 45, 38, 9, 54, 72, 33, 4, 68, 49, 58, 40, 13, 75, 39, 57, 22, 51, 73, 63, 70, 31, 71,
    60, 55, 66, 47, 7, 27, 35, 16, 48, 53, 18, 46, 32, 64, 8, 56, 15, 59,
  ]
  private static let initiatorAccessAddress: [UInt8] = [0x85, 0x57, 0xB2, 0x36]
  private static let reflectorAccessAddress: [UInt8] = [0x78, 0x6E, 0xE1, 0xA1]

  /// The role of the accessory.
  package var iutRole: CSRole
  /// CS_SYNC_PHY.
  package var phy: SyncPHY
  package var mainMode: CSMode
  /// The RTT type of modes 1 and 3; nil for the first that the accessory claims, which `Tester.claimed` looks up.
  package var rttType: RTTType?
  /// How many mode-0 steps there are.
  package var mode0Steps: UInt8
  /// The antennas that take part.
  package var antennas = AntennaConfiguration(rawValue: 0)
  /// Channel indices in order, 1 to 72 of them.
  package var channels = RadioTest.sweep
  /// How often the main-mode steps go through the channels.
  package var repetition: UInt8
  /// Whether the reflector returns the phase of the initiator's tone.
  package var usesInlinePCT: Bool
  /// In microseconds; nil for the shortest that the accessory claims.
  package var tFCS: TFCS?
  /// The output SNR of the accessory.
  package var outputSNR = OutputSNR.uncontrolled
  /// Whether the initiator sends the long tone of the stable phase test in place of steps.
  package var isStablePhase: Bool

  /// Describes a test with the values of most tests unless given.
  package init(
    iutRole: CSRole = .reflector, phy: SyncPHY = .le1M, mainMode: CSMode = .mode2, rttType: RTTType? = nil,
    mode0Steps: UInt8 = 3, repetition: UInt8 = 1, usesInlinePCT: Bool = false, isStablePhase: Bool = false
  ) {
    self.iutRole = iutRole
    self.phy = phy
    self.mainMode = mainMode
    self.rttType = rttType
    self.mode0Steps = mode0Steps
    self.repetition = repetition
    self.usesInlinePCT = usesInlinePCT
    self.isStablePhase = isStablePhase
  }

  /// The channels f0 of the tests at one frequency: low, middle, high.
  package static func fixedChannels(_ phy: SyncPHY) -> [UInt8] {
    phy == .le2M2BT ? [10, 38, 68] : [2, 38, 76]
  }

  /// The command for one of the two controllers.
  ///
  /// Interpretation: a payload pattern other than the user's own is not followed by CS_SYNC_User_Payload, by the lengths
  /// of the test specification.
  ///
  /// - Parameters:
  ///   - claimed: what the accessory can do.
  ///   - interpretations: whether T_SW_IPT applies with one antenna path.
  package func command(
    _ role: CSRole, claimed: CSCapabilities, interpretations: Interpretations
  ) -> LECSTestCommand {
    LECSTestCommand {
      $0.configuration.mainMode = mainMode
      $0.configuration.mode0Steps = mode0Steps
      $0.configuration.role = role
      $0.configuration.csSyncPHY = phy
      $0.configuration.rttType = rttType ?? .aaOnly
      $0.csSyncAntennaSelection = 1
      $0.subeventLen = 3_999_999
      let tIP2 = usesInlinePCT ? claimed.tail.tIP2IPT : claimed.tIP2
      $0.configuration.tIP1 = claimed.tIP1.shortest
      $0.configuration.tIP2 = tIP2.shortest
      $0.configuration.tFCS = tFCS ?? claimed.tFCS.shortest
      $0.configuration.tPM = .mandatory
      $0.tSWTime = tSW(claimed, interpretations)
      $0.toneAntennaConfigSelection = antennas
      $0.configuration.enhancements = usesInlinePCT ? .inlinePCT : []
      if iutRole == .initiator {
        $0.snrControlInitiator = outputSNR
      } else {
        $0.snrControlReflector = outputSNR
      }
      $0.configuration.channelMapRepetition = repetition
      $0.overrideConfig = isStablePhase ? 0x0529 : 0x0129
      $0.overrideParametersData =
        [UInt8(channels.count)] + channels + [0] + Self.initiatorAccessAddress + Self.reflectorAccessAddress
        + [0]
    }
  }

  /// The antenna switching time: that of inline PCT, which a reflector with one antenna needs too, or that of the
  /// accessory's own antennas. [Vol 6, Part H, 4.3.3]
  private func tSW(_ claimed: CSCapabilities, _ interpretations: Interpretations) -> TSW {
    guard usesInlinePCT else { return ownAntennas > 1 ? claimed.tSW : 0 }
    return antennas == 0 && interpretations.singlePathSwitching == .zero ? 0 : claimed.tail.tSWIPT
  }

  /// Whether its main mode has packets that measure the time of flight.
  var measuresRoundTrips: Bool { mainMode != .mode2 }

  /// The antennas of the accessory.
  var ownAntennas: Int { iutRole == .initiator ? antennas.initiatorAntennas : antennas.reflectorAntennas }

  /// The claims that the accessory needs.
  package var claims: [Claim] {
    var claims: [Claim] = [.role(iutRole)]
    if let phy = phy.claim { claims.append(phy) }
    if mainMode == .mode3 { claims.append(.mode3) }
    if usesInlinePCT { claims.append(.inlinePCT) }
    if ownAntennas > 1 { claims.append(.antennas(ownAntennas)) }
    if antennas.pathCount > 1 { claims.append(.antennaPaths(antennas.pathCount)) }
    return claims
  }

  /// How a side's results are laid out.
  package func configuration(of role: CSRole) -> CSConfiguration {
    var configuration = CSConfiguration()
    configuration.role = role
    configuration.mainMode = mainMode
    configuration.csSyncPHY = phy
    configuration.rttType = rttType ?? .aaOnly
    configuration.enhancements = usesInlinePCT ? .inlinePCT : []
    return configuration
  }
}

extension SyncPHY {
  /// The claim that a device needs to use it; nil for what every device supports.
  package var claim: Claim? {
    switch self {
    case .le1M: nil
    case .le2M: .sync2M
    case .le2M2BT: .sync2M2BT
    default: nil
    }
  }

  /// Whether a device claims it.
  package func isClaimed(_ capabilities: CSCapabilities) -> Bool {
    capabilities.csSyncPHYs.supports(self)
  }
}

/// Phases of one antenna path in one subevent, in turns by channel index.
package struct PathPhases {
  /// CS step counter of each phase.
  package private(set) var steps: [Int] = []
  /// The channel index of each phase.
  package private(set) var channels: [UInt8] = []
  /// The phases.
  package private(set) var turns: [Double] = []

  /// Takes the phase of one step.
  package mutating func append(step: Int, channel: UInt8, turns: Double) {
    steps.append(step)
    channels.append(channel)
    self.turns.append(turns)
  }

  /// The line through them.
  package var line: LineOverFrequency? { LineOverFrequency(channels: channels, turns: turns) }
}

extension RadioSubevent {
  /// The difference between the accessory's report and the phases at its antenna, by antenna path: the phase of its
  /// PCT, less that of the received tone against the sent tone. [Vol 6, Part A, 6.2]
  ///
  /// Interpretation: the formula itself was not seen; the sign of a delay does not matter for the verdict.
  package func internalPhases(_ test: RadioTest) -> [PathPhases] {
    let paths = test.antennas.pathCount
    var phases = [PathPhases](repeating: PathPhases(), count: paths)
    let reported = iut.readableSteps(test.configuration(of: test.iutRole))
    for tone in timeline.tones {
      let step = Int(tone.step)
      guard step < reported.count, let exchange = reported[step].toneExchange,
        let slot = (0..<paths).first(where: { exchange.path(slot: $0, paths: paths) == Int(tone.path) }),
        slot < exchange.tones.count, exchange.tones[slot].quality == exchange.bestQuality
      else { continue }
      let pct = exchange.tones[slot].pct
      let measured = PortableMath.atan2(Double(pct.q), Double(pct.i)) / (2 * .pi)
      let port = test.iutRole == .initiator ? tone.initiator : tone.reflector
      phases[Int(tone.path)].append(
        step: step, channel: tone.channel, turns: measured - (port.receivedTurns - port.sentTurns))
    }
    return phases
  }

  /// The phase difference between the returned and the received tone under inline PCT at the reflector's antenna, by
  /// antenna path.
  package func returnedPhases(_ test: RadioTest) -> [PathPhases] {
    var phases = [PathPhases](repeating: PathPhases(), count: test.antennas.pathCount)
    for tone in timeline.tones {
      phases[Int(tone.path)].append(
        step: Int(tone.step), channel: tone.channel,
        turns: tone.reflector.sentTurns - tone.reflector.receivedTurns)
    }
    return phases
  }

  /// The carriers of the reflector in steps of some modes.
  package func carriers(_ modes: ClosedRange<UInt8>) -> [ExchangeTimeline.Carrier] {
    timeline.carriers.filter { modes.contains($0.mode) }
  }
}

extension CSStep.ToneExchange {
  fileprivate func path(slot: Int, paths: Int) -> Int {
    AntennaPermutation.path(slot: slot, index: antennaPermutationIndex, paths: paths)
  }

  /// The best quality that a device reports: high, or unavailable.
  fileprivate var bestQuality: ToneQualityIndicator {
    tones.contains { $0.quality != .unavailable } ? .high : .unavailable
  }
}
