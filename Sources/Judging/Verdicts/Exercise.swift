package import ChannelSounding
internal import CoreTypes
package import Profiles

/// Something that an accessory declares and that a run of steps exercises: a mode, a sequence, a PHY, antennas, paths.
package enum Exercise: Hashable, Sendable {
  /// Steps of mode-1, mode-2 or mode-3.
  case mode(CSMode)
  /// Packets with that RTT type.
  case rtt(RTTType)
  /// CS_SYNC on a PHY.
  case syncPHY(SyncPHY)
  /// This number of antennas of the accessory.
  case antennas(Int)
  /// This number of antenna paths.
  case antennaPaths(Int)

  /// What the subevents of a configuration exercise.
  ///
  /// - Parameters:
  ///   - antennas: the antenna configuration in use.
  ///   - mayInitiate: whether the accessory may be the initiator, whose antennas then count as well.
  package static func all(
    in configuration: CSConfiguration, _ antennas: AntennaConfiguration, mayInitiate: Bool
  ) -> [Exercise] {
    let modes = [configuration.mainMode, configuration.subMode].compactMap { $0 }.filter(\.isDefined)
    let hasPackets = modes.contains { $0 != .mode2 }
    let hasTones = modes.contains { $0 != .mode1 }
    let own =
      mayInitiate ? max(antennas.reflectorAntennas, antennas.initiatorAntennas) : antennas.reflectorAntennas
    return modes.map { .mode($0) } + [.syncPHY(configuration.csSyncPHY)]
      + (hasPackets && configuration.rttType.isDefined ? [.rtt(configuration.rttType)] : [])
      + (hasTones ? [.antennas(Int(own)), .antennaPaths(Int(antennas.pathCount))] : [])
  }

  /// What a profile declares, in the order of its keys.
  static func declared(in profile: AccessoryProfile) -> [Exercise] {
    let claimed = profile.csCapabilities
    let modes: [Exercise] = [.mode(.mode1), .mode(.mode2)] + (claimed.supportsMode3 ? [.mode(.mode3)] : [])
    let sequences = RTTType.allCases.filter { claimed.rttClaim($0) != nil }
    let phys = SyncPHY.defined.filter(claimed.csSyncPHYs.supports)
    return modes + sequences.map { .rtt($0) } + phys.map { .syncPHY($0) }
      + (claimed.numAntennas > 1 ? [.antennas(Int(claimed.numAntennas))] : [])
      + (claimed.maxAntennaPaths > 1 ? [.antennaPaths(Int(claimed.maxAntennaPaths))] : [])
  }

  /// The name in a report.
  package var words: String {
    switch self {
    case .mode(let mode): "mode-\(mode)"
    case .rtt(let type): "RTT with \(type.words)"
    case .syncPHY(let phy): "CS_SYNC on \(phy.name)"
    case .antennas(let count): "\(count) antennas"
    case .antennaPaths(let count): "\(count) antenna paths"
    }
  }
}

extension [CheckReport] {
  /// Adds a notice to the first report of each accessory: what its profile declares and no case exercised.
  ///
  /// - Parameter profile: the profile of a report; nil where no profile describes what is under test.
  package mutating func noteIdleDeclarations(of profile: (CheckReport) -> AccessoryProfile?) {
    for path in Set(map(\.profilePath)) {
      let own = indices.filter { self[$0].profilePath == path }
      guard let first = own.first, !own.contains(where: { self[$0].isPartial }),
        let profile = profile(self[first])
      else { continue }
      let exercised = own.reduce(into: Set<Exercise>()) { $0.formUnion(self[$1].exercised) }
      let idle = Exercise.declared(in: profile).filter { !exercised.contains($0) }
      guard !idle.isEmpty else { continue }
      let sets = own.map { self[$0].requirementSet }.joined(separator: ", ")
      self[first].notices.append(
        "declared, but not exercised by any case of \(sets): \(idle.map(\.words).joined(separator: ", "))")
    }
  }
}

extension RTTType {
  fileprivate var words: String {
    isSounding
      ? "a sounding sequence of \(sequenceBits) bits"
      : isRandom ? "a random sequence of \(sequenceBits) bits" : "the access address only"
  }
}

/// The verdict of a recording on a requirement.
package struct RecordedOutcome: Sendable {
  /// The verdict, with the cases that the recording settles.
  package var result: RequirementResult
  /// Where the recording shows it, as `phone.btsnoop frame 812`.
  package var citation: String

  package init(result: RequirementResult, citation: String) {
    self.result = result
    self.citation = citation
  }
}
