internal import ChannelSounding
internal import CoreTypes
public import Faults
internal import RadioModel

extension AccessoryProfile {
  /// This profile with the declared values that its faults put in place of the right ones. `faults` stays.
  public func applyingFaults() -> AccessoryProfile {
    var profile = self
    for fault in faults { Self.changes[fault]?(&profile) }
    return profile
  }

  /// Plants a fault, unless the accessory has it; false if it cannot have it: some faults need inline PCT.
  public mutating func plant(_ fault: Fault) -> Bool {
    guard canHave(fault) else { return false }
    if !faults.contains(fault) { faults.append(fault) }
    return true
  }

  func canHave(_ fault: Fault) -> Bool { !fault.needsInlinePCT || declaresInlinePCT }

  /// A notice of planted faults for reports; nil without any.
  public var faultNotice: String? {
    faults.isEmpty ? nil : "planted: \(faults.map(\.id).joined(separator: ", "))"
  }

  /// What faults of declared values put in place of the right ones. Every other fault is behaviour, which devices show.
  fileprivate static let changes: [Fault: @Sendable (inout AccessoryProfile) -> Void] = [
    .enhancementFeatureMissing: { $0.features[.channelSoundingEnhancement1] = false },
    .hostSupportNotReported: { $0.features[.channelSoundingHostSupport] = false },
    .inlinePCTNotClaimed: {
      $0.csCapabilities.subfeatures.remove(.inlinePCT)
      $0.csCapabilities.tail.tIP2IPT = []
      $0.csCapabilities.tail.tSWIPT = 0
    },
    .reflectorRoleNotDeclared: {
      // A capability block without any role is malformed, and that would be another fault.
      $0.csCapabilities.roles = [.initiator]
    },
    .tFCS100NotDeclared: { $0.csCapabilities.tFCS = [TFCS(microseconds: 120)] },
    .pllTooSlowFor100: { $0.radio.pllSettlingTauMicroseconds = 12 },
    .pllTooSlowFor60: { $0.radio.pllSettlingTauMicroseconds = 6.2 },
    .pllTooSlowFor80: { $0.radio.pllSettlingTauMicroseconds = 9 },
    .bondForgotten: { $0.security.hasPersistentKeys = false },
    .doesNotBond: {
      $0.security.bonds = false
      $0.security.hasPersistentKeys = false
    },
    .mode2TonesMissing: { $0.radio.missingToneFraction = 0.3 },
    .oscillatorWalks: { $0.radio.linewidthHertz = 300 },
    .outputSNRWrong: { $0.radio.snrOutputErrorDecibels = 5 },
    .carrierOutOfTolerance: { $0.radio.carrierOffsetPpm = 52 },
    .delayTooLong: { $0.radio.fixedDelayNanoseconds = 2 },
    .inlinePCTNoisy: { $0.radio.inlinePCTErrorDegrees = 12 },
    .crystalDrifts: { $0.radio.carrierDriftPpmPerSecond = 1.5 },
    .inlinePCTDelayed: { $0.radio.inlinePCTDelayNanoseconds = 3 },
    .frequencyReportNoisy: { $0.radio.frequencyNoisePpm = 1 },
    .turnaroundMisreported: { $0.radio.turnaroundErrorNanoseconds = 400 },
    .attMTUSmall: { $0.gatt.maximumMTU = 64 },
    .serviceUUIDNotAdvertised: { $0.advertising.services = [] },
    .serviceUUIDDroppedWhenBonded: { $0.advertising.keepsServicesWhenBonded = false },
    .flagsMissing: { $0.advertising.flags = [] },
    .txPowerMissing: { $0.advertising.txPowerDbm = nil },
    .fastAdvertisingTooShort: { $0.advertising.fastSeconds = 10 },
    .advIntervalOffList: { $0.advertising.intervalMilliseconds = 1000 },
    .asksLatency40: { Wish(latency: 40, timeout: 6000).ask(&$0) },
    .asksTimeout20s: { Wish(timeout: 20_000).ask(&$0) },
    .asksInterval1125: { Wish(least: 11.25, timeout: 2000).ask(&$0) },
    .asksIntervalRangeTooNarrow: { Wish(least: 30, timeout: 2000).ask(&$0) },
    .asksSlowLink: { Wish(least: 60, most: 75, latency: 30, timeout: 8000).ask(&$0) },
    .asksShortTimeout: { Wish(least: 45, most: 60, latency: 30, timeout: 5000).ask(&$0) },
    .dataLength27: { $0.link.maximumDataOctets = 27 },
    .mtuAnswers23: { $0.gatt.maximumMTU = 23 },
    .serviceChangedNeedless: { $0.gatt.hasServiceChanged = true },
    .capabilitiesDifferOverLink: {
      $0.csCapabilities.rttCapability.formSymmetricDifference([.aaOnly, .sounding, .random])
    },
    .phyUpdateStartedByAccessory: { $0.link.startsPHYUpdate = true },
  ]
}

extension Fault {
  /// Whether other declared values say it all. The rest is behaviour, which the virtual accessory shows.
  public var isDeclared: Bool { AccessoryProfile.changes[self] != nil }
}

/// Connection parameters that an accessory asks for: intervals and timeout in milliseconds.
private struct Wish: Sendable {
  var least = 15.0
  var most = 30.0
  var latency: UInt16 = 0
  var timeout: Double

  func ask(_ profile: inout AccessoryProfile) {
    profile.link.requestsConnectionParameters = true
    profile.link.requestedIntervalMinMilliseconds = least
    profile.link.requestedIntervalMaxMilliseconds = most
    profile.link.requestedLatency = latency
    profile.link.requestedTimeoutMilliseconds = timeout
  }
}
