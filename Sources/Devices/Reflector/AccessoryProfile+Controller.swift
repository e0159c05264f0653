internal import ChannelSounding
internal import CoreTypes
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
      radio: RadioParameters(shown.radio, faeTable: faeTable))
    if behaviouralFaults.contains(.mode0FrequencyShifted) {
      let declared = description.radio.mode0FAEPpm
      description.radio.mode0FAEPpm = (0..<80).map { ($0 < declared.count ? declared[$0] : 0) + 6 }
    }
    if behaviouralFaults.contains(.initiatorTimeMisreported) {
      description.radio.roundTripErrorNanoseconds = 400
    }
    description.radio.toneQuality.isReported = features[.channelSoundingToneQualityIndication]
    description.reflectorBehaviour = reflectorBehaviour
    description.deviations = controllerDeviations
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
    identity.phys = features[.le2MPHY] ? PHY.le1M.bit | PHY.le2M.bit : PHY.le1M.bit
    identity.interpretations = interpretations
    identity.deviations = linkDeviations(showing: shown)
    return identity
  }

  private func linkDeviations(showing shown: AccessoryProfile) -> LinkDeviations {
    var deviations = LinkDeviations()
    for feature in FeatureSet.Feature.allCases where features[feature] && !shown.features[feature] {
      deviations.unreportedFeatures[feature] = true
    }
    if shown.csCapabilities != csCapabilities { deviations.declaredCSCapabilities = shown.csCapabilities }
    let faults = behaviouralFaults
    deviations.refusesInlinePCT = faults.contains(.inlinePCTConfigRefused)
    deviations.refusesOneMode0Step = faults.contains(.mode0OneStepRefused)
    deviations.refusesTFCS100 = faults.contains(.tFCS100Refused)
    deviations.refusesInlinePCTAtTFCS100 = faults.contains(.inlinePCTRefusedAt100)
    deviations.refusesFewerChannels = faults.contains(.fewerChannelsRefused)
    deviations.allowsUnencryptedCS = faults.contains(.encryptionNotRequired)
    deviations.refusesRestart = faults.contains(.restartRefused)
    deviations.lapses = linkLapses
    deviations.hciLapses = hciLapses
    deviations.refusesLongerProcedureInterval = faults.contains(.rateChangeRefused)
    return deviations
  }

  private var reflectorBehaviour: ReflectorBehaviour {
    var behaviour = ReflectorBehaviour()
    let faults = behaviouralFaults
    if faults.contains(.inlinePCTPlainPhase) { behaviour.returnedPhase = .none }
    if faults.contains(.inlinePCTSignFlipped) { behaviour.returnedPhase = .negated }
    if faults.contains(.phaseLostAtTimes) { behaviour.lostPhasePeriod = 500 }
    if faults.contains(.delayCreeps) { behaviour.delayGrowthNanoseconds = 0.005 }
    if faults.contains(.secondAntennaSilent) { behaviour.silentAntenna = 1 }
    if faults.contains(.tonesUnheard) { behaviour.unheardToneFraction = 0.3 }
    if faults.contains(.inlinePCTAppliedTwice) { behaviour.returnedPhase = .doubled }
    behaviour.reportsQuadrature = faults.contains(.inlinePCTReportsQ)
    behaviour.unansweredMode0Step = faults.contains(.mode0SecondStepSilent) ? 1 : nil
    behaviour.reversesAntennas = faults.contains(.antennasReversed)
    behaviour.toneCutMicroseconds = faults.contains(.tonesEndEarly) ? 3 : 0
    let radio = applyingFaults().radio
    behaviour.omittedToneFraction = radio.missingToneFraction
    behaviour.wrongToneFraction = radio.wrongToneFraction
    return behaviour
  }

  private var controllerDeviations: ControllerDeviations {
    var deviations = ControllerDeviations()
    let faults = behaviouralFaults
    deviations.tFCSKeptFor100 = faults.contains(.tFCS100Stretched) ? 150 : nil
    if faults.contains(.stopsAfter45Procedures) { deviations.proceduresBeforeSilence = 45 }
    if faults.contains(.stopsAfter256Procedures) { deviations.proceduresBeforeSilence = 256 }
    if faults.contains(.stopsAfter1000Procedures) { deviations.proceduresBeforeSilence = 1_000 }
    if faults.contains(.stopsAfter65535Procedures) { deviations.proceduresBeforeSilence = 65_535 }
    if faults.contains(.stopsAfterFiveProcedures) { deviations.proceduresBeforeSilence = 5 }
    plantLinkFaults(in: &deviations)
    deviations.stepLapses = stepLapses
    deviations.reportLapses = reportLapses
    deviations.turnaroundErrorOn2MNanoseconds =
      behaviouralFaults.contains(.turnaroundOf2MMisreported) ? 400 : 0
    plantLifeFaults(in: &deviations)
    deviations.idleTimeAfterSeries = faults.contains(.linkLostOnPause) ? .seconds(2) : nil
    return deviations
  }
}
