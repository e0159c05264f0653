internal import Analysis
internal import ChannelSounding
internal import CoreTypes

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

  var usesInlinePCT: Bool { configurations.contains(where: \.usesInlinePCT) }

  /// The capabilities of a reflector that can do no more than this, and used no more antennas.
  func capabilities(antennas: Int) -> CSCapabilities {
    var capabilities = CSCapabilities()
    capabilities.roles = [.reflector]
    // Config_ID ends at 3; what is above proves no number.
    capabilities.numConfigs = (configurations.map(\.id).filter(\.isDefined).map(\.rawValue).max() ?? 0) + 1
    capabilities.numAntennas = UInt8(antennas)
    capabilities.maxAntennaPaths = UInt8(max(antennas, antennaPathCount))
    if modes.contains(3) { capabilities.modes.insert(.mode3) }
    if modes.contains(1) || modes.contains(3) { capabilities.rttAAOnlyN = 1 }
    for configuration in configurations { add(configuration, to: &capabilities) }
    return capabilities
  }

  private func add(_ configuration: CSConfiguration, to capabilities: inout CSCapabilities) {
    if modes.contains(1) || modes.contains(3) {
      if configuration.rttType.isSounding { capabilities.rttSoundingN = 1 }
      if configuration.rttType.isRandom { capabilities.rttRandomSequenceN = 1 }
    }
    capabilities.csSyncPHYs.formUnion(SyncPHYs(configuration.csSyncPHY))
    if configuration.channelSelection == .algorithm3c { capabilities.subfeatures.insert(.channelSelection3c) }
    capabilities.tIP1.insert(configuration.tIP1)
    capabilities.tFCS.insert(configuration.tFCS)
    capabilities.tPM.insert(configuration.tPM)
    if configuration.usesInlinePCT {
      capabilities.subfeatures.insert(.inlinePCT)
      capabilities.tail.tIP2IPT.insert(configuration.tIP2)
    } else {
      capabilities.tIP2.insert(configuration.tIP2)
    }
  }
}
