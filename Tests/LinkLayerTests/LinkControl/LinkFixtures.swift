import ChannelSounding
import CoreTypes

@testable import LinkLayer

/// Devices and the states that tests start from.
enum LinkFixtures {
  static let features: [FeatureSet.Feature] = [
    .leEncryption, .connectionParametersRequest, .extendedRejectIndication,
    .peripheralInitiatedFeaturesExchange, .lePing, .dataPacketLengthExtension, .le2MPHY, .channelSounding,
    .channelSoundingHostSupport, .extendedFeatureSet, .channelSoundingEnhancement1,
  ]

  /// LTK of the encryption sample data. [Vol 6, Part C, 1]
  static let longTermKey: LongTermKey = 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF

  static var reflectorCapabilities: CSCapabilities {
    var capabilities = CSCapabilities()
    capabilities.numConfigs = 4
    capabilities.roles = [.reflector]
    capabilities.rttAAOnlyN = 30
    capabilities.csSyncPHYs = 0b10
    capabilities.subfeatures = [.noFAE, .inlinePCT]
    capabilities.tIP1 = 0x7C
    capabilities.tIP2 = 0x7E
    capabilities.tail.tIP2IPT = 0x7E
    capabilities.tFCS = 0x1E0
    capabilities.tPM = 3
    capabilities.tail.tSWIPT = 10
    return capabilities
  }

  static var initiatorCapabilities: CSCapabilities {
    var capabilities = reflectorCapabilities
    capabilities.roles = [.initiator, .reflector]
    capabilities.modes = 1
    capabilities.subfeatures = [.channelSelection3c, .inlinePCT]
    capabilities.numAntennas = 2
    capabilities.maxAntennaPaths = 4
    capabilities.tSW = 10
    capabilities.tIP1 = 0x7F
    return capabilities
  }

  static func identity(_ capabilities: CSCapabilities) -> LinkIdentity {
    var identity = LinkIdentity(
      version: .v6_3, companyID: 0x0059, subversion: 7, features: FeatureSet(features))
    identity.csCapabilities = capabilities
    return identity
  }

  static var reflector: LinkIdentity { identity(reflectorCapabilities) }
  static var initiator: LinkIdentity { identity(initiatorCapabilities) }

  /// The reflector and initiator of the whole suite of roles: either side takes either role.
  static var allRounder: LinkIdentity {
    var capabilities = initiatorCapabilities
    capabilities.rttSoundingN = 10
    capabilities.rttRandomSequenceN = 10
    return identity(capabilities)
  }

  /// Mode-2 with inline PCT, this side the initiator.
  static var inlinePCT: CSConfiguration {
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    return configuration
  }

  static func encryptRequest() -> LinkRequest {
    .enableEncryption(longTermKey, named: .secureConnections)
  }

  static var procedureParameters: CSProcedureParameters {
    var parameters = CSProcedureParameters()
    parameters.maxProcedureCount = 2
    parameters.minProcedureInterval = 5
    parameters.maxProcedureInterval = 5
    parameters.maxSubeventLen = 30000
    return parameters
  }
}

extension TestLink {
  /// How far a link has come.
  enum Stage: Int {
    case connected
    case encrypted
    case capable
    case configured
    case secured
    case parametrised
    case running
  }

  /// A link on which the central's host did everything up to `stage`, with empty records.
  static func at(
    _ stage: Stage, central: LinkIdentity = LinkFixtures.initiator,
    peripheral: LinkIdentity = LinkFixtures.reflector,
    configuration: CSConfiguration = LinkFixtures.inlinePCT, procedureCount: ProcedureCount = .endless
  ) -> TestLink {
    var link = TestLink(central: central, peripheral: peripheral)
    for role in LinkRole.allCases {
      let roles = link[role].control.identity.csCapabilities.roles
      link.request(
        .setCSDefaultSettings(roles: roles, antennaSelection: .noRecommendation, maxTXPower: 10), on: role)
    }
    var parameters = LinkFixtures.procedureParameters
    parameters.configID = configuration.id
    parameters.maxProcedureCount = procedureCount
    let steps: [(Stage, LinkRequest)] = [
      (.encrypted, LinkFixtures.encryptRequest()),
      (.capable, .readRemoteCSCapabilities),
      (.configured, .createCSConfig(configuration, createContextOnPeer: true)),
      (.secured, .enableCSSecurity),
      (.parametrised, .setCSProcedureParameters(parameters)),
      (.running, .enableCSProcedures(configID: configuration.id)),
    ]
    for (reached, request) in steps where reached.rawValue <= stage.rawValue {
      link.request(request, on: .central)
      link.run(events: 12)
    }
    link.clearRecords()
    return link
  }
}
