public import AccessoryProfile
public import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import RadioModel
public import VirtualController

extension PhoneProfile {
  /// The controller of the phone; it reads the specification as the accessory does.
  public func controllerDescription(_ interpretations: Interpretations) -> ControllerDescription {
    var identity = LinkIdentity(
      version: CoreVersion.v6_3.rawValue, companyID: 0x004C, subversion: 0,
      features: FeatureSet([
        .leEncryption, .connectionParametersRequest, .extendedRejectIndication,
        .peripheralInitiatedFeaturesExchange, .lePing, .dataPacketLengthExtension, .llPrivacy, .le2MPHY,
        .extendedAdvertising,
        .channelSelectionAlgorithm2, .channelSounding, .channelSoundingToneQualityIndication,
        .extendedFeatureSet, .channelSoundingEnhancement1,
      ]))
    identity.interpretations = interpretations
    identity.csCapabilities = csCapabilities
    identity.deviations.probesUndeclared = true
    var radio = RadioParameters()
    // Faster than any accessory: two equal oscillators settle alike and hide that they have not settled.
    radio.settlingMicroseconds = 0.5
    return ControllerDescription(
      name: "initiator", address: DeviceAddress(0xC0FF_EE00_0001, kind: .public), identity: identity,
      clock: DeviceClock(offsetPpm: -1.5), radio: radio)
  }

  /// All that the phone asks for, and every T_FCS, of which each case, or an air, offers some.
  private var csCapabilities: CSCapabilities {
    var capabilities = CSCapabilities()
    let antennas = AntennaConfiguration.all[Int(procedures.toneAntennaConfigSelection)]
    capabilities.numConfigs = 4
    capabilities.numAntennas = UInt8(max(2, antennas.initiatorAntennas))
    capabilities.maxAntennaPaths = 4
    capabilities.roles = [.initiator]
    capabilities.modes = configuration.mainMode == 3 ? 1 : 0
    capabilities.rttAAOnlyN = 10
    if let type = RTTType(rawValue: configuration.rttType), type != .aaOnly {
      if type.isSounding {
        (capabilities.rttSoundingN, capabilities.nadmSounding) = (10, 1)
      } else {
        (capabilities.rttRandomSequenceN, capabilities.nadmRandom) = (10, 1)
      }
    }
    capabilities.csSyncPHYs = 0b110
    capabilities.subfeatures = [.noFAE]
    if configuration.channelSelection == 1 { capabilities.subfeatures.insert(.channelSelection3c) }
    capabilities.tIP1 = CSTime.bits(tIP1Microseconds, of: CSTime.tIP)
    capabilities.tIP2 = CSTime.bits(tIP2Microseconds, of: CSTime.tIP)
    capabilities.tFCS = CSTime.bits(CSTime.tFCS, of: CSTime.tFCS)
    capabilities.tPM = CSTime.bits(tPMMicroseconds, of: CSTime.tPM)
    capabilities.tSW = 1
    return capabilities
  }
}
