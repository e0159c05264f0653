internal import ChannelSounding
internal import CoreTypes

extension LinkControl {
  /// The status of LE CS Set Procedure Parameters. [Vol 4, Part E, 7.8.140]
  func procedureParametersRefusal(_ parameters: CSProcedureParameters) -> ErrorCode? {
    guard let configuration = cs.configuration(parameters.configID), parameters.isLegal else {
      return .invalidHCICommandParameters
    }
    if cs.runningSeries(parameters.configID) != nil { return .commandDisallowed }
    let isWithinCapabilities =
      allowsPaths(aci: parameters.toneAntennaConfigSelection, role: configuration.role)
      && identity.csCapabilities.allows(procedureCount: parameters.maxProcedureCount)
      && cs.remoteCapabilities?.allows(procedureCount: parameters.maxProcedureCount) ?? true
    guard isWithinCapabilities else { return .limitedResources }
    return hasEnoughChannels(configuration, at: moment.eventCounter) ? nil : .insufficientChannels
  }

  /// Whether the antennas of configuration index `aci` exist, with this side in `role`.
  func allowsPaths(aci: UInt8, role: CSRole) -> Bool {
    guard aci < AntennaConfiguration.all.count else { return false }
    let own = identity.csCapabilities
    let peer = cs.remoteCapabilities
    let antennas = AntennaConfiguration.all[Int(aci)]
    let (ownCount, peerCount) =
      role == .initiator
      ? (antennas.initiatorAntennas, antennas.reflectorAntennas)
      : (antennas.reflectorAntennas, antennas.initiatorAntennas)
    return ownCount <= Int(own.numAntennas) && antennas.pathCount <= Int(own.maxAntennaPaths)
      && peerCount <= Int(peer?.numAntennas ?? 4) && antennas.pathCount <= Int(peer?.maxAntennaPaths ?? 4)
  }

  /// Whether enough channels are left for a procedure starting at connection event `event`.
  func hasEnoughChannels(_ configuration: CSConfiguration, at event: UInt16) -> Bool {
    csChannelMap(for: configuration, at: event).count >= CSChannelMap.minimumChannelCount
  }
}

extension CSCapabilities {
  /// Whether a device runs so many procedures in a row; 0 stands for no end.
  func allows(procedureCount: UInt16) -> Bool {
    maxConsecutiveProcedures == 0 || (1...maxConsecutiveProcedures).contains(procedureCount)
  }
}

extension CSProcedureParameters {
  /// Whether every value is in its range.
  fileprivate var isLegal: Bool {
    let lengths: ClosedRange<UInt32> = 1250...4_000_000
    return maxProcedureLen >= 1 && 1 <= minProcedureInterval && minProcedureInterval <= maxProcedureInterval
      && lengths.contains(minSubeventLen) && lengths.contains(maxSubeventLen)
      && minSubeventLen <= maxSubeventLen && toneAntennaConfigSelection <= 7 && (1...4).contains(phy)
      && preferredPeerAntenna <= 0xF
      && [snrControlInitiator, snrControlReflector].allSatisfy { $0 <= 4 || $0 == 0xFF }
  }
}
