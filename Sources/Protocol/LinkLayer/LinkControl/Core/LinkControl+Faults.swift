internal import ChannelSounding
public import CoreTypes
public import Faults

extension LinkControl {
  /// What a defective device answers where `code` is right.
  func mistaken(_ code: ErrorCode?, of request: LinkRequest) -> ErrorCode? {
    switch (request, code) {
    case (.readRemoteCSCapabilities, nil)
    where faults.contains(.featuresWantedFirst) && featureExchange.remote == nil:
      return .commandDisallowed
    case (.writeCachedRemoteCSCapabilities, _): return mistakenCache(code)
    case (.readRemoteFAETable, .unsupportedFeatureOrParameterValue),
      (.writeCachedRemoteFAETable, .unsupportedFeatureOrParameterValue):
      return faults.contains(.missingTableWrongCode) ? .commandDisallowed : code
    case (.enableCSSecurity, .insufficientSecurity):
      return faults.contains(.csSecurityInTheClear) ? nil : code
    case (.enableCSSecurity, .commandDisallowed) where role == .peripheral:
      return faults.contains(.peripheralSecurityWrongCode) ? .unspecified : code
    case (.setCSDefaultSettings(let roles, _, let power), .invalidHCICommandParameters):
      let isOverlooked =
        power.isPower
        ? faults.contains(.usedRoleDisabled) && roles.rawValue <= 3 && cs.usesRoles(outside: roles)
        : faults.contains(.anyPowerTaken)
      return isOverlooked ? nil : code
    case (.createCSConfig, .commandDisallowed) where cs.remoteCapabilities == nil:
      return faults.contains(.earlyConfigAccepted) ? nil : code
    case (.setCSProcedureParameters(let parameters), _): return mistaken(code, of: parameters)
    case (.enableCSProcedures, .invalidHCICommandParameters):
      return faults.contains(.missingConfigWrongCode) ? .commandDisallowed : code
    case (.enableCSProcedures, .insufficientChannels):
      return faults.contains(.fewChannelsWrongCode) ? .commandDisallowed : code
    case (.disableCSProcedures(let id), .commandDisallowed) where cs.runningSeries(id) == nil:
      return faults.contains(.endOfNothingTaken) ? nil : code
    default: return code
    }
  }

  private func mistakenCache(_ code: ErrorCode?) -> ErrorCode? {
    switch code {
    case .invalidHCICommandParameters where faults.contains(.impossibleCacheTaken): nil
    case .commandDisallowed where faults.contains(.lateCacheTaken) && cs.hasExchangedCapabilities: nil
    default: code
    }
  }

  private func mistaken(_ code: ErrorCode?, of parameters: CSProcedureParameters) -> ErrorCode? {
    switch code {
    case .invalidHCICommandParameters
    where faults.contains(.anyParametersTaken) && cs.configuration(parameters.configID) != nil:
      nil
    case .insufficientChannels where faults.contains(.fewChannelsWrongCode): .commandDisallowed
    case .limitedResources where faults.contains(.limitsWrongCode): .invalidHCICommandParameters
    case .commandDisallowed where faults.contains(.parametersChangedInSeries): nil
    default: code
    }
  }
}

extension LinkControl {
  /// Takes over what a defective device does not clear between two links.
  public mutating func inherit(_ leftovers: FaultSet, from former: LinkControl) {
    if leftovers.contains(.configurationsKeptOverLinks) { cs.configurations = former.cs.configurations }
    if leftovers.contains(.csSecurityKeptOverLinks) { cs.isSecured = former.cs.isSecured }
    if leftovers.contains(.classificationKeptOverLinks) {
      cs.classification.remote = former.cs.classification.remote
    }
    if leftovers.contains(.versionSentOnOneLink) { version.isSent = former.version.isSent }
    if leftovers.contains(.encryptionKeptOverLinks) { encryption.isOn = former.encryption.isOn }
    if leftovers.contains(.dataLengthKeptOverLinks) { dataLength = former.dataLength }
    if leftovers.contains(.phyKeptOverLinks) { phy = former.phy }
  }

  /// Forgets the updates that take effect at that connection event, as a defective device does.
  public mutating func forgetUpdates(at event: ConnEventCounter) {
    if connection.pending?.instant == event { connection.pending = nil }
    if channelMapUpdate?.instant == event { channelMapUpdate = nil }
    if phy.pending?.instant == event { phy.pending = nil }
  }
}

extension FaultSet {
  /// Whether a defective device refuses a configuration it should take.
  func refuse(_ configuration: CSConfiguration) -> Bool {
    contains(.inlinePCTConfigRefused) && configuration.usesInlinePCT
      || contains(.mode0OneStepRefused) && configuration.mode0Steps == 1
      || contains(.configIDTakenForCount) && configuration.id.index > 1
      || contains(.claimed2MSyncRefused) && configuration.csSyncPHY == .le2M
      || contains(.tFCS100Refused) && configuration.tFCS == TFCS(microseconds: 100)
      || contains(.fewerChannelsRefused) && configuration.channelMap != .allowed
      || contains(.inlinePCTRefusedAt100) && configuration.usesInlinePCT
        && configuration.tFCS == TFCS(microseconds: 100)
  }

  /// Whether a defective device does not see what is wrong with a configuration.
  func overlook(_ problem: ConfigurationProblem) -> Bool {
    switch problem.field {
    case .mode0Steps: contains(.mode0StepsUnchecked)
    case .tIP1, .tIP2, .tFCS, .tPM: problem.rule != .outOfRange && contains(.undeclaredTimesTaken)
    default: false
    }
  }
}
