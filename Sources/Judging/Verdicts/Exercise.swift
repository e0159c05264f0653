public import ChannelSounding
public import Profiles

/// Something that an accessory declares and that a run of steps exercises: a mode, a sequence, a PHY, antennas, paths.
public enum Exercise: Hashable, Sendable {
  /// Steps of mode-1, mode-2 or mode-3.
  case mode(UInt8)
  /// Packets with that RTT type.
  case rtt(RTTType)
  /// CS_SYNC on a PHY: 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  case syncPHY(UInt8)
  /// So many antennas of the accessory.
  case antennas(Int)
  /// So many antenna paths.
  case antennaPaths(Int)

  /// What the subevents of a configuration exercise.
  ///
  /// - Parameters:
  ///   - antennas: the antenna configuration in use.
  ///   - mayInitiate: whether the accessory may be the initiator, whose antennas then count as well.
  public static func all(
    in configuration: CSConfiguration, _ antennas: AntennaConfiguration, mayInitiate: Bool
  ) -> [Exercise] {
    let modes = [configuration.mainMode, configuration.subMode].filter { (1...3).contains($0) }
    let hasPackets = modes.contains { $0 != 2 }
    let hasTones = modes.contains { $0 != 1 }
    let own =
      mayInitiate ? max(antennas.reflectorAntennas, antennas.initiatorAntennas) : antennas.reflectorAntennas
    return modes.map { .mode($0) } + [.syncPHY(configuration.csSyncPHY)]
      + (hasPackets ? RTTType(rawValue: configuration.rttType).map { [.rtt($0)] } ?? [] : [])
      + (hasTones ? [.antennas(Int(own)), .antennaPaths(Int(antennas.pathCount))] : [])
  }

  /// What a profile declares, in the order of its keys.
  static func declared(in profile: AccessoryProfile) -> [Exercise] {
    let claimed = profile.csCapabilities
    let modes: [Exercise] = [.mode(1), .mode(2)] + (claimed.supportsMode3 ? [.mode(3)] : [])
    let sequences = RTTType.allCases.filter { claimed.rttClaim($0) != nil }
    let phys = [UInt8(2), 3].filter { claimed.csSyncPHYs >> ($0 - 1) & 1 == 1 }
    return modes + sequences.map { .rtt($0) } + [.syncPHY(1)] + phys.map { .syncPHY($0) }
      + (claimed.numAntennas > 1 ? [.antennas(Int(claimed.numAntennas))] : [])
      + (claimed.maxAntennaPaths > 1 ? [.antennaPaths(Int(claimed.maxAntennaPaths))] : [])
  }

  /// What a person calls it.
  public var words: String {
    switch self {
    case .mode(let mode): "mode-\(mode)"
    case .rtt(let type): "RTT with \(type.words)"
    case .syncPHY(let phy): "CS_SYNC on \(["LE 1M", "LE 2M", "LE 2M 2BT"][Int(phy) - 1])"
    case .antennas(let count): "\(count) antennas"
    case .antennaPaths(let count): "\(count) antenna paths"
    }
  }
}

extension [CheckReport] {
  /// Notes, in the first report of each accessory, what its profile declares and no report of it exercised.
  ///
  /// - Parameter profile: the profile of a report; nil where no profile describes what is under test.
  public mutating func noteIdleDeclarations(of profile: (CheckReport) -> AccessoryProfile?) {
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
        "declared and exercised by no case of \(sets): \(idle.map(\.words).joined(separator: ", "))")
    }
  }
}

extension RTTType {
  fileprivate var words: String {
    switch self {
    case .aaOnly: "the access address alone"
    case .sounding32: "a sounding sequence of 32 bits"
    case .sounding96: "a sounding sequence of 96 bits"
    case .random32: "a random sequence of 32 bits"
    case .random64: "a random sequence of 64 bits"
    case .random96: "a random sequence of 96 bits"
    case .random128: "a random sequence of 128 bits"
    }
  }
}

/// What a recording settles of a requirement.
public struct RecordedOutcome: Sendable {
  /// The verdict, with the cases that the recording settles.
  public var result: RequirementResult
  /// Where the recording shows it, as `phone.btsnoop frame 812`.
  public var citation: String

  /// Takes a verdict and where it is shown.
  public init(result: RequirementResult, citation: String) {
    self.result = result
    self.citation = citation
  }
}
