internal import ChannelSounding
internal import CoreTypes

extension AccessoryProfile {
  /// The faults that are behaviour, for the virtual accessory to show.
  public var behaviouralFaults: Set<Fault> { Set(faults.filter { !$0.isDeclared }) }

  /// This profile with the declared values that its faults put in place of the right ones. `faults` stays.
  public func applyingFaults() -> AccessoryProfile {
    var profile = self
    for fault in faults where fault.isDeclared { profile.apply(fault) }
    return profile
  }

  private mutating func apply(_ fault: Fault) {
    switch fault {
    case .enhancementFeatureMissing: features[.channelSoundingEnhancement1] = false
    case .hostSupportNotReported: features[.channelSoundingHostSupport] = false
    case .inlinePCTNotClaimed:
      csCapabilities.subfeatures.remove(.inlinePCT)
      csCapabilities.tIP2IPT = 0
      csCapabilities.tSWIPT = 0
    case .reflectorRoleNotDeclared:
      // A capability block without any role is malformed, and that would be another fault.
      csCapabilities.roles = [.initiator]
    case .mode2TonesMissing: radio.missingToneFraction = 0.3
    case .tFCS100NotDeclared: csCapabilities.tFCS = 1 << 8
    case .pllTooSlowFor100: radio.pllSettlingTauMicroseconds = 12
    case .bondForgotten: security.hasPersistentKeys = false
    case .serviceUUIDNotAdvertised: advertising.services = []
    case .serviceUUIDDroppedWhenBonded: advertising.keepsServicesWhenBonded = false
    case .oscillatorWalks: radio.linewidthHertz = 250
    case .frequencyReportNoisy: radio.frequencyNoisePpm = 1
    case .outputSNRWrong: radio.snrOutputErrorDecibels = 5
    case .carrierOutOfTolerance: radio.carrierOffsetPpm = 52
    case .delayTooLong: radio.fixedDelayNanoseconds = 2
    case .inlinePCTNoisy: radio.inlinePCTErrorDegrees = 12
    case .pllTooSlowFor60: radio.pllSettlingTauMicroseconds = 6.2
    case .crystalDrifts: radio.carrierDriftPpmPerSecond = 1.5
    case .inlinePCTDelayed: radio.inlinePCTDelayNanoseconds = 3
    case .turnaroundMisreported: radio.turnaroundErrorNanoseconds = 400
    default: break
    }
  }
}
