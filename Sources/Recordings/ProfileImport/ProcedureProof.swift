internal import Analysis
internal import ChannelSounding

/// What complete procedures prove that both ends can do.
struct ProcedureProof: Sendable {
  /// Procedures that are complete in every account.
  private(set) var count = 0
  /// The configurations they ran under whose times are known.
  private(set) var configurations: [CSConfiguration] = []
  /// The main and sub modes of their steps.
  private(set) var modes: Set<UInt8> = []
  /// The most antenna paths; 0 without tones.
  private(set) var antennaPathCount = 0
  /// Whether the reflector rated tones.
  private(set) var ratesTones = false

  /// Takes a procedure; one that is not complete proves nothing.
  mutating func add(_ procedure: ProcedureAnalysis) {
    let accounts = [procedure.initiator, procedure.reflector].compactMap(\.self)
    guard !accounts.isEmpty, accounts.allSatisfy({ $0.ending == .complete }) else { return }
    count += 1
    if let configuration = procedure.timedConfiguration, !configurations.contains(configuration) {
      configurations.append(configuration)
    }
    for steps in [procedure.initiatorSteps, procedure.reflectorSteps].compactMap(\.self) {
      antennaPathCount = max(antennaPathCount, steps.antennaPathCount)
      for mode in 1...3 where steps.stepCounts[mode] > 0 { modes.insert(UInt8(mode)) }
    }
    if let tones = procedure.reflectorSteps?.toneCounts, tones[0] + tones[1] + tones[2] > 0 {
      ratesTones = true
    }
  }

  /// Takes what procedures of another connection prove.
  mutating func add(_ other: ProcedureProof) {
    count += other.count
    for configuration in other.configurations where !configurations.contains(configuration) {
      configurations.append(configuration)
    }
    modes.formUnion(other.modes)
    antennaPathCount = max(antennaPathCount, other.antennaPathCount)
    ratesTones = ratesTones || other.ratesTones
  }

  /// Whether inline PCT was in use.
  var usesInlinePCT: Bool { configurations.contains(where: \.usesInlinePCT) }

  /// The capabilities of a reflector that can do no more than this.
  ///
  /// - Parameter antennas: the most antennas it used.
  func capabilities(antennas: Int) -> CSCapabilities {
    var capabilities = CSCapabilities()
    capabilities.roles = [.reflector]
    // Config_ID ends at 3; what is above proves no number.
    capabilities.numConfigs = (configurations.map(\.id).filter { $0 <= 3 }.max() ?? 0) + 1
    capabilities.numAntennas = UInt8(antennas)
    capabilities.maxAntennaPaths = UInt8(max(antennas, antennaPathCount))
    if modes.contains(3) { capabilities.modes |= 1 }
    if modes.contains(1) || modes.contains(3) { capabilities.rttAAOnlyN = 1 }
    for configuration in configurations { add(configuration, to: &capabilities) }
    return capabilities
  }

  private func add(_ configuration: CSConfiguration, to capabilities: inout CSCapabilities) {
    if modes.contains(1) || modes.contains(3), let type = RTTType(rawValue: configuration.rttType) {
      switch type {
      case .aaOnly: break
      case .sounding32, .sounding96: capabilities.rttSoundingN = 1
      case .random32, .random64, .random96, .random128: capabilities.rttRandomSequenceN = 1
      }
    }
    if configuration.csSyncPHY > 1 { capabilities.csSyncPHYs |= 1 << (configuration.csSyncPHY - 1) }
    if configuration.channelSelection == 1 { capabilities.subfeatures.insert(.channelSelection3c) }
    capabilities.tIP1 |= CSTime.bits([configuration.tIP1Microseconds], of: CSTime.tIP)
    capabilities.tFCS |= CSTime.bits([configuration.tFCSMicroseconds], of: CSTime.tFCS)
    capabilities.tPM |= CSTime.bits([configuration.tPMMicroseconds], of: CSTime.tPM)
    let spacing = CSTime.bits([configuration.tIP2Microseconds], of: CSTime.tIP)
    if configuration.usesInlinePCT {
      capabilities.subfeatures.insert(.inlinePCT)
      capabilities.tIP2IPT |= spacing
    } else {
      capabilities.tIP2 |= spacing
    }
  }
}
