internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import LinkLayer
internal import Profiles
internal import RadioModel
internal import VirtualController

extension AccessoryProfile {
  static let publicAddress = DeviceAddress(0x00A0_5000_0002, kind: .public)

  private static let randomAddress = DeviceAddress(0xC0FF_EE00_0002, kind: .random)

  /// The address of the accessory with this number in its air.
  private func address(of number: Int) -> DeviceAddress {
    let first = advertising.addressKind == .random ? Self.randomAddress : Self.publicAddress
    return DeviceAddress(BDADDR(rawValue: first.bdAddr.rawValue + UInt64(number - 1)), kind: first.kind)
  }

  /// The controller that the profile describes, with what its faults make of it.
  ///
  /// - Parameter number: the accessory among those of its air, from 1.
  func controllerDescription(of number: Int) -> ControllerDescription {
    let shown = applyingFaults()
    var description = ControllerDescription(
      name: number == 1 ? "reflector" : "reflector.\(number)", address: address(of: number),
      identity: identity(showing: shown),
      clock: DeviceClock(
        offsetPpm: shown.radio.carrierOffsetPpm, driftPpmPerSecond: shown.radio.carrierDriftPpmPerSecond),
      radio: shown.radio.parameters)
    if !faeTable.isZero { description.radio.mode0FAEPpm = faeTable.ppmByChannel }
    let faults = FaultSet(self.faults)
    if faults.contains(.mode0FrequencyShifted) {
      let declared = description.radio.mode0FAEPpm
      description.radio.mode0FAEPpm = (0..<80).map { ($0 < declared.count ? declared[$0] : 0) + 6 }
    }
    if faults.contains(.initiatorTimeMisreported) {
      description.radio.roundTripErrorNanoseconds = 400
    }
    description.radio.toneQuality.isReported = actingFeatures[.channelSoundingToneQualityIndication]
    description.reflectorBehaviour.omittedToneFraction = shown.radio.missingToneFraction
    description.reflectorBehaviour.wrongToneFraction = shown.radio.wrongToneFraction
    return description
  }

  private func identity(showing shown: AccessoryProfile) -> LinkIdentity {
    var acting = actingFeatures
    acting[.channelSoundingHostSupport] = false
    var identity = LinkIdentity(
      version: version.core, companyID: CompanyIdentifier(rawValue: version.companyID),
      subversion: version.subversion, features: acting)
    identity.csCapabilities = csCapabilities
    identity.faeTable = faeTable
    identity.maxDataOctets = UInt16(shown.link.maximumDataOctets)
    identity.phys = acting[.le2MPHY] ? [.le1M, .le2M] : .le1M
    identity.interpretations = interpretations
    identity.faults = FaultSet(faults)
    for feature in FeatureSet.Feature.allCases where features[feature] && !shown.features[feature] {
      identity.unreportedFeatures[feature] = true
    }
    if shown.csCapabilities != csCapabilities { identity.declaredCSCapabilities = shown.csCapabilities }
    return identity
  }
}
