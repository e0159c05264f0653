internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import LinkLayer
internal import Profiles
internal import RadioModel
internal import VirtualController

extension AccessoryProfile {
  static let publicAddress = DeviceAddress(0x00A0_5000_0002, kind: .public)

  /// The controller that the profile describes, with what its faults make of it.
  var controllerDescription: ControllerDescription {
    let shown = applyingFaults()
    let kind = advertising.addressKind
    var description = ControllerDescription(
      name: "reflector",
      address: kind == .random ? DeviceAddress(0xC0FF_EE00_0002, kind: .random) : Self.publicAddress,
      identity: identity(showing: shown),
      clock: DeviceClock(
        offsetPpm: shown.radio.carrierOffsetPpm,
        driftPpmPerSecond: shown.radio.carrierDriftPpmPerSecond),
      radio: shown.radio.parameters)
    if !faeTable.isZero {
      description.radio.mode0FAEPpm = faeTable.ppmByChannel
    }
    let faults = FaultSet(self.faults)
    if faults.contains(.mode0FrequencyShifted) {
      let declared = description.radio.mode0FAEPpm
      description.radio.mode0FAEPpm = (0..<80).map { ($0 < declared.count ? declared[$0] : 0) + 6 }
    }
    if faults.contains(.initiatorTimeMisreported) {
      description.radio.roundTripErrorNanoseconds = 400
    }
    description.radio.toneQuality.isReported = features[.channelSoundingToneQualityIndication]
    description.reflectorBehaviour.omittedToneFraction = shown.radio.missingToneFraction
    description.reflectorBehaviour.wrongToneFraction = shown.radio.wrongToneFraction
    return description
  }

  private func identity(showing shown: AccessoryProfile) -> LinkIdentity {
    var acting = features
    acting[.channelSoundingHostSupport] = false
    var identity = LinkIdentity(
      version: version.core.rawValue, companyID: version.companyID, subversion: version.subversion,
      features: acting)
    identity.csCapabilities = csCapabilities
    identity.faeTable = faeTable
    identity.maxDataOctets = UInt16(shown.link.maximumDataOctets)
    identity.phys = features[.le2MPHY] ? [.le1M, .le2M] : .le1M
    identity.interpretations = interpretations
    identity.faults = FaultSet(faults)
    for feature in FeatureSet.Feature.allCases where features[feature] && !shown.features[feature] {
      identity.unreportedFeatures[feature] = true
    }
    if shown.csCapabilities != csCapabilities { identity.declaredCSCapabilities = shown.csCapabilities }
    return identity
  }
}
