package import ChannelSounding
package import CoreTypes
package import HostStack
internal import LinkLayer
package import Profiles
internal import RadioModel
package import VirtualController

extension PhoneProfile {
  /// The controller of the phone; it reads the specification as the accessory does.
  ///
  /// - Parameters:
  ///   - tFCS: the T_FCS that it offers.
  ///   - number: distinguishes it from others in the same air, by address and chance; counts from 1.
  package func controllerDescription(
    _ interpretations: Interpretations, offering tFCS: TFCS.Set = .all, number: Int = 1
  ) -> ControllerDescription {
    var identity = LinkIdentity(
      version: .v6_3, companyID: 0x004C, subversion: 0,
      features: FeatureSet([
        .leEncryption, .connectionParametersRequest, .extendedRejectIndication,
        .peripheralInitiatedFeaturesExchange, .lePing, .dataPacketLengthExtension, .llPrivacy, .le2MPHY,
        .extendedAdvertising, .channelSelectionAlgorithm2, .channelSounding,
        .channelSoundingToneQualityIndication, .extendedFeatureSet, .channelSoundingEnhancement1,
      ]))
    identity.interpretations = interpretations
    identity.csCapabilities = csCapabilities
    identity.csCapabilities.tFCS = tFCS
    identity.probesUndeclared = true
    return ControllerDescription(
      name: number == 1 ? "initiator" : "initiator.\(number)",
      address: DeviceAddress(BDADDR(rawValue: 0xC0FF_EE00_0000 + UInt64(number)), kind: .public),
      identity: identity,
      clock: DeviceClock(
        offsetPpm: radio.carrierOffsetPpm, driftPpmPerSecond: radio.carrierDriftPpmPerSecond),
      radio: radio.parameters)
  }

  /// The controller of the phone below a host that is attached to it: one that keeps to what both sides claim, and
  /// claims all that there is but what the file says.
  package func attachedControllerDescription(_ interpretations: Interpretations) -> ControllerDescription {
    var description = controllerDescription(interpretations)
    description.identity.probesUndeclared = false
    description.identity.csCapabilities = attachedCSCapabilities
    return description
  }

  private var attachedCSCapabilities: CSCapabilities {
    func times<List>(_ key: String, _ declared: CSTimes<List>) -> CSTimes<List> {
      declares("channel_sounding.\(key)") ? declared : .all
    }
    var capabilities = Self.roundTripClaim
    capabilities.roles = attachedRoles
    (capabilities.numConfigs, capabilities.numAntennas, capabilities.maxAntennaPaths) = (4, 4, 4)
    capabilities.modes = .mode3
    (capabilities.nadmSounding, capabilities.nadmRandom) = (.phaseBased, .phaseBased)
    capabilities.csSyncPHYs = [.le2M, .le2M2BT]
    capabilities.subfeatures = [.noFAE, .channelSelection3c, .soundingPCTEstimate, .inlinePCT]
    capabilities.tIP1 = times("t_ip1_us", tIP1)
    capabilities.tIP2 = times("t_ip2_us", tIP2)
    capabilities.tail.tIP2IPT = capabilities.tIP2
    capabilities.tFCS = times("t_fcs_us", tFCS)
    capabilities.tPM = times("t_pm_us", tPM)
    (capabilities.tSW, capabilities.tail.tSWIPT) = (1, 1)
    return capabilities
  }

  /// The antennas with which the phone ranges with an accessory.
  package func antennas(towards accessory: CSCapabilities) -> AntennaConfiguration {
    takesMostAntennaPaths
      ? csCapabilities.mostAntennaPaths(towards: accessory) : procedures.toneAntennaConfigSelection
  }

  /// What the phone asks of the procedures with an accessory.
  package func procedures(towards accessory: CSCapabilities) -> CSProcedureParameters {
    var parameters = procedures
    parameters.toneAntennaConfigSelection = antennas(towards: accessory)
    return parameters
  }

  /// The capabilities that the phone's requests need, without T_FCS.
  private var csCapabilities: CSCapabilities {
    var capabilities = CSCapabilities()
    let antennas = procedures.toneAntennaConfigSelection
    capabilities.numConfigs = 4
    let lastSyncAntenna = syncAntennas.antennas(of: 1).max() ?? 0
    capabilities.numAntennas = UInt8(max(2, antennas.initiatorAntennas, lastSyncAntenna + 1))
    capabilities.maxAntennaPaths = 4
    capabilities.roles = [.initiator]
    capabilities.modes = [configuration.mainMode, configuration.subMode].contains(.mode3) ? .mode3 : []
    let claim = Self.roundTripClaim
    (capabilities.rttCapability, capabilities.rttAAOnlyN) = (claim.rttCapability, claim.rttAAOnlyN)
    if configuration.rttType.sequenceBits > 0 {
      if configuration.rttType.isSounding {
        (capabilities.rttSoundingN, capabilities.nadmSounding) = (claim.rttSoundingN, .phaseBased)
      } else {
        (capabilities.rttRandomSequenceN, capabilities.nadmRandom) = (claim.rttRandomSequenceN, .phaseBased)
      }
    }
    capabilities.csSyncPHYs = [.le2M, .le2M2BT]
    capabilities.subfeatures = [.noFAE]
    if configuration.channelSelection == .algorithm3c { capabilities.subfeatures.insert(.channelSelection3c) }
    capabilities.tIP1 = tIP1
    capabilities.tIP2 = tIP2
    capabilities.tPM = tPM
    capabilities.tSW = 1
    capabilities.txSNR = OutputSNRs([procedures.snrControlInitiator])
    return capabilities
  }
}

extension PhoneProfile {
  /// What the phone looks for: any of these.
  package var descriptors: [AccessoryDescriptor] {
    let services: [BluetoothUUID?] =
      match.services.isEmpty ? [nil] : match.services.compactMap { BluetoothUUID(octets: $0.octets) }
    let data =
      match.manufacturerData.isEmpty
      ? nil : AccessoryDescriptor.MaskedData(octets: match.manufacturerData, mask: match.manufacturerMask)
    return services.map {
      AccessoryDescriptor(
        serviceUUID: $0, companyIdentifier: match.companyID,
        nameSubstring: match.nameContains.isEmpty ? nil : match.nameContains, manufacturerData: data)
    }
  }
}

extension ConnectionParameterRange {
  /// Whether a phone that keeps the rules of the Accessory Design Guidelines grants it. The longest timeout
  /// is that of later releases, 18 s.
  package var keepsAppleRules: Bool {
    let fifteen = 15_000
    let (least, most) = (intervalMin.microseconds, intervalMax.microseconds)
    let silence = intervalMax.milliseconds * Double(latency + 1)
    let isWide = most >= least + fifteen || (least == fifteen && most == fifteen)
    return latency <= 30 && (2000...18_000).contains(timeout.milliseconds) && least >= fifteen
      && least.isMultiple(of: fifteen) && isWide && silence <= 2000 && timeout.milliseconds > silence * 3
  }
}
