internal import ChannelSounding
internal import CoreTypes

extension LinkControl {
  /// Whether this device is one that does not keep a rule of the HCI.
  func lapses(_ lapse: HCILapses) -> Bool { identity.deviations.hciLapses.contains(lapse) }

  /// What a defective device answers where `code` is right.
  func mistaken(_ code: ErrorCode?, of request: LinkRequest) -> ErrorCode? {
    switch (request, code) {
    case (.readRemoteCSCapabilities, nil) where lapses(.wantsFeaturesFirst) && featureExchange.remote == nil:
      return .commandDisallowed
    case (.writeCachedRemoteCSCapabilities, _): return mistakenCache(code)
    case (.readRemoteFAETable, .unsupportedFeatureOrParameterValue),
      (.writeCachedRemoteFAETable, .unsupportedFeatureOrParameterValue):
      return lapses(.mistakesMissingTable) ? .commandDisallowed : code
    case (.enableCSSecurity, .insufficientSecurity): return lapses(.startsSecurityInTheClear) ? nil : code
    case (.enableCSSecurity, .commandDisallowed) where role == .peripheral:
      return lapses(.mistakesSecurityByPeripheral) ? .unspecified : code
    case (.setCSDefaultSettings(let roles, _, let power), .invalidHCICommandParameters):
      let isInRange = (-127...20).contains(power)
      let isOverlooked =
        isInRange
        ? lapses(.disablesRolesInUse) && roles.rawValue <= 3 && cs.usesRoles(outside: roles)
        : lapses(.takesAnyPower)
      return isOverlooked ? nil : code
    case (.createCSConfig, .commandDisallowed) where cs.remoteCapabilities == nil:
      return lapses(.acceptsConfigurationEarly) ? nil : code
    case (.setCSProcedureParameters(let parameters), _): return mistaken(code, of: parameters)
    case (.enableCSProcedures, .invalidHCICommandParameters):
      return lapses(.mistakesMissingConfiguration) ? .commandDisallowed : code
    case (.enableCSProcedures, .insufficientChannels):
      return lapses(.mistakesFewChannels) ? .commandDisallowed : code
    case (.disableCSProcedures(let id), .commandDisallowed) where cs.runningSeries(id) == nil:
      return lapses(.endsNothing) ? nil : code
    default: return code
    }
  }

  private func mistakenCache(_ code: ErrorCode?) -> ErrorCode? {
    switch code {
    case .invalidHCICommandParameters where lapses(.takesImpossibleCache): nil
    case .commandDisallowed where lapses(.takesLateCache) && cs.hasExchangedCapabilities: nil
    default: code
    }
  }

  private func mistaken(_ code: ErrorCode?, of parameters: CSProcedureParameters) -> ErrorCode? {
    switch code {
    case .invalidHCICommandParameters
    where lapses(.takesAnyProcedureParameters) && cs.configuration(parameters.configID) != nil:
      nil
    case .insufficientChannels where lapses(.mistakesFewChannels): .commandDisallowed
    case .limitedResources where lapses(.mistakesProcedureLimits): .invalidHCICommandParameters
    case .commandDisallowed where lapses(.changesParametersInSeries): nil
    default: code
    }
  }
}

extension LinkControl {
  /// Takes over what a defective device does not clear between two links.
  public mutating func inherit(_ leftovers: LinkLeftovers, from former: LinkControl) {
    if leftovers.contains(.configurations) { cs.configurations = former.cs.configurations }
    if leftovers.contains(.csSecurity) { cs.isSecured = former.cs.isSecured }
    if leftovers.contains(.classification) { cs.classification.remote = former.cs.classification.remote }
    if leftovers.contains(.version) { version.isSent = former.version.isSent }
    if leftovers.contains(.encryption) { encryption.isOn = former.encryption.isOn }
    if leftovers.contains(.dataLength) { dataLength = former.dataLength }
    if leftovers.contains(.phy) { phy = former.phy }
  }

  /// Forgets the updates that take effect at that connection event, as a defective device does.
  public mutating func forgetUpdates(at event: UInt16) {
    if connection.pending?.instant == event { connection.pending = nil }
    if channelMapUpdate?.instant == event { channelMapUpdate = nil }
    if phy.pending?.instant == event { phy.pending = nil }
  }
}
