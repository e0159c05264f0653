internal import ChannelSounding
internal import CoreTypes

extension LinkControl {
  /// The error with which the HCI command of `request` fails now; nil if it can go on. [Vol 4, Part E, 7.8]
  func refusal(of request: LinkRequest) -> ErrorCode? {
    let code = rightfulRefusal(of: request)
    return identity.deviations.hciLapses.isEmpty ? code : mistaken(code, of: request)
  }

  private func rightfulRefusal(of request: LinkRequest) -> ErrorCode? {
    if termination.isAnnounced { return .commandDisallowed }
    switch request {
    case .readRemoteVersion, .terminate: return nil
    case .readRemoteFeatures, .readAllRemoteFeatures: return featureExchangeRefusal
    case .setDataLength(let octets, let time): return dataLengthRefusal(octets: octets, time: time)
    case .setPHY(let tx, let rx): return phyRefusal(tx: tx, rx: rx)
    case .updateConnection(let min, let max, let latency, let timeout):
      return connectionUpdateRefusal(
        ConnectionParameterRange(intervalMin: min, intervalMax: max, latency: latency, timeout: timeout))
    case .acceptConnectionParameters(let min, let max, let latency, let timeout):
      guard peer?.kind == .connectionParameters else { return .commandDisallowed }
      let range = ConnectionParameterRange(
        intervalMin: min, intervalMax: max, latency: latency, timeout: timeout)
      return range.isLegal ? nil : .invalidHCICommandParameters
    case .rejectConnectionParameters:
      return peer?.kind == .connectionParameters ? nil : .commandDisallowed
    case .setChannelMap(let map):
      guard role == .central else { return .commandDisallowed }
      return map.usedChannels.count >= 2 ? nil : .invalidHCICommandParameters
    case .enableEncryption(_, _, let key): return encryptionRefusal(longTermKey: key)
    case .longTermKey(let key):
      guard encryption.phase == .awaitingKey else { return .commandDisallowed }
      return key.map { $0.count == 16 } ?? true ? nil : .invalidHCICommandParameters
    case .readRemoteCSCapabilities: return csRefusal ?? csEncryptionRefusal
    case .writeCachedRemoteCSCapabilities(let capabilities):
      return cachedCapabilitiesRefusal(capabilities)
    case .readRemoteFAETable: return faeRefusal
    case .writeCachedRemoteFAETable(let table): return cachedFAERefusal(table)
    case .setCSDefaultSettings(let roles, let antenna, let power):
      return defaultSettingsRefusal(roles: roles, antenna: antenna, power: power)
    case .createCSConfig(let configuration, _): return configurationRefusal(configuration)
    case .removeCSConfig(let id): return removalRefusal(id: id)
    case .enableCSSecurity: return csSecurityRefusal
    case .setCSProcedureParameters(let parameters): return procedureParametersRefusal(parameters)
    case .enableCSProcedures(let id): return csStartRefusal(configID: id)
    case .disableCSProcedures(let id): return csTerminationRefusal(configID: id)
    case .setCSChannelClassification(let map): return classificationRefusal(map)
    }
  }

  /// Tells the host that a request it was granted has failed after all.
  mutating func fail(_ request: LinkRequest, _ code: ErrorCode) {
    switch request {
    case .readRemoteVersion: notify(.remoteVersion(code, version: 0, companyID: 0, subversion: 0))
    case .readRemoteFeatures: notify(.remoteFeatures(code, FeatureSet()))
    case .readAllRemoteFeatures:
      notify(.allRemoteFeatures(code, maxRemotePage: 0, maxValidPage: 0, FeatureSet()))
    case .setPHY: notifyPHY(code)
    case .updateConnection: notifyConnection(code)
    case .enableEncryption: failEncryption(code)
    case .readRemoteCSCapabilities: notify(.remoteCSCapabilities(code, CSCapabilities()))
    case .readRemoteFAETable:
      notify(.remoteFAETable(code, [Int8](repeating: 0, count: CSChannelMap.allowed.count)))
    case .createCSConfig(let configuration, _):
      notify(.csConfigComplete(code, isCreated: true, configuration))
    case .removeCSConfig(let id):
      notifyNotRemoved(id, code)
    case .enableCSSecurity: notify(.csSecurityEnabled(code))
    case .enableCSProcedures(let id): notifyNotStarted(id, code)
    case .disableCSProcedures(let id): stopSeries(id)
    case .setDataLength, .acceptConnectionParameters, .rejectConnectionParameters, .setChannelMap, .terminate,
      .longTermKey, .writeCachedRemoteCSCapabilities, .writeCachedRemoteFAETable, .setCSDefaultSettings,
      .setCSProcedureParameters, .setCSChannelClassification:
      break
    }
  }
}
