/// A named fault that a self-test plants in an accessory that is otherwise right. Each breaks exactly the
/// requirements it lists in the sets that it lists any of; what a fault of the platform does to the radio is not listed.
public enum Fault: String, Sendable, CaseIterable {
  case enhancementFeatureMissing = "enhancement-feature-missing"
  case hostSupportNotReported = "host-support-not-reported"
  case inlinePCTNotClaimed = "inline-pct-not-claimed"
  case inlinePCTPlainPhase = "inline-pct-plain-phase"
  case inlinePCTSignFlipped = "inline-pct-sign-flipped"
  case inlinePCTAppliedTwice = "inline-pct-applied-twice"
  case inlinePCTReportsQ = "inline-pct-reports-q"
  case inlinePCTConfigRefused = "inline-pct-config-refused"
  case reflectorRoleNotDeclared = "reflector-role-not-declared"
  case mode0OneStepRefused = "mode0-one-step-refused"
  case mode0SecondStepSilent = "mode0-second-step-silent"
  case mode2TonesMissing = "mode2-tones-missing"
  case tFCS100NotDeclared = "tfcs-100-not-declared"
  case tFCS100Stretched = "tfcs-100-stretched"
  case tFCS100Refused = "tfcs-100-refused"
  case inlinePCTRefusedAt100 = "inline-pct-refused-at-100"
  case pllTooSlowFor100 = "pll-too-slow-for-100"
  case bondForgotten = "bond-forgotten"
  case pairingRefused = "pairing-refused"
  case encryptionNotRequired = "encryption-not-required"
  case serviceUUIDNotAdvertised = "service-uuid-not-advertised"
  case serviceUUIDDroppedWhenBonded = "service-uuid-dropped-when-bonded"
  case stopsAfterFiveProcedures = "stops-after-five-procedures"
  case restartRefused = "restart-refused"
  case linkLostOnPause = "link-lost-on-pause"
  case rateChangeRefused = "rate-change-refused"
  case oscillatorWalks = "oscillator-walks"
  case outputSNRWrong = "output-snr-wrong"
  case carrierOutOfTolerance = "carrier-out-of-tolerance"
  case mode0FrequencyShifted = "mode0-frequency-shifted"
  case delayTooLong = "delay-too-long"
  case inlinePCTNoisy = "inline-pct-noisy"
  case pllTooSlowFor60 = "pll-too-slow-for-60"
  case crystalDrifts = "crystal-drifts"
  case frequencyReportNoisy = "frequency-report-noisy"
  case stopsAfter45Procedures = "stops-after-45-procedures"
  case inlinePCTDelayed = "inline-pct-delayed"
  case turnaroundMisreported = "turnaround-misreported"

  /// What the accessory does wrong, as a sentence for a person.
  public var summary: String {
    switch self {
    case .enhancementFeatureMissing: "Feature bit 75 is not reported, though inline PCT works."
    case .hostSupportNotReported: "Feature bit 47 is not reported, though everything else works."
    case .inlinePCTNotClaimed: "The capabilities do not claim inline PCT."
    case .inlinePCTPlainPhase: "Inline PCT is claimed, and the tone carries the plain oscillator phase."
    case .inlinePCTSignFlipped: "The tone is rotated by the measured phase with the wrong sign."
    case .inlinePCTAppliedTwice: "The tone is rotated by the measured phase twice."
    case .inlinePCTReportsQ: "Under inline PCT the reflector reports PCTs whose Q is not zero."
    case .inlinePCTConfigRefused: "A configuration with the inline PCT bit is refused."
    case .reflectorRoleNotDeclared: "The capabilities lack the reflector role, though it works."
    case .mode0OneStepRefused: "A configuration with one mode-0 step is refused."
    case .mode0SecondStepSilent: "Only the first mode-0 step of a subevent is answered."
    case .mode2TonesMissing: "30 % of the tones of mode-2 steps are absent."
    case .tFCS100NotDeclared: "Of the optional T_FCS values only 120 us is declared."
    case .tFCS100Stretched: "Steps are 150 us apart where 100 us was agreed."
    case .tFCS100Refused: "T_FCS of 100 us is declared, and a configuration with it is refused."
    case .inlinePCTRefusedAt100: "Inline PCT is refused with a T_FCS of 100 us, though either works alone."
    case .pllTooSlowFor100: "The PLL settles with 12 us, too slowly for a T_FCS of 100 us."
    case .bondForgotten: "The long term key is lost at a power cycle."
    case .pairingRefused: "Pairing is answered with Pairing Failed, so nothing that needs encryption can run."
    case .encryptionNotRequired: "Channel Sounding requests are carried out on a link without encryption."
    case .serviceUUIDNotAdvertised: "No service UUID is advertised."
    case .serviceUUIDDroppedWhenBonded: "The service UUID is no longer advertised once there is a bond."
    case .stopsAfterFiveProcedures: "An endless series stops after five procedures."
    case .restartRefused: "A start after a termination is refused."
    case .linkLostOnPause: "The connection is dropped when ranging pauses."
    case .rateChangeRefused: "A start with a longer procedure interval is refused."
    case .oscillatorWalks: "The oscillator has a linewidth of 250 Hz, and its phase walks."
    case .outputSNRWrong: "The SNR of packets is 5 dB above the one that was asked for."
    case .carrierOutOfTolerance: "The crystal is 52 ppm off."
    case .mode0FrequencyShifted: "Mode-0 is sent 6 ppm above the frequency of all other steps."
    case .delayTooLong: "The radio delays the signal by 2 ns that nobody takes off."
    case .inlinePCTNoisy: "Inline PCT returns the phase with an error of 12 degrees."
    case .pllTooSlowFor60: "The PLL settles with 6.2 us, too slowly for the T_FCS of 60 us that is claimed."
    case .crystalDrifts: "The crystal drifts by 1.5 ppm a second."
    case .frequencyReportNoisy: "An initiator measures the offset of mode-0 with an error of 1 ppm."
    case .stopsAfter45Procedures: "A series stops after 45 procedures."
    case .inlinePCTDelayed: "Inline PCT adds 3 ns to the phase it returns."
    case .turnaroundMisreported: "The report of a turnaround leaves out 400 ns."
    }
  }

  /// The requirements it breaks, and no others, in their order.
  public var breaks: [String] {
    switch self {
    case .enhancementFeatureMissing: ["CS-A01"]
    case .hostSupportNotReported: ["CS-A02"]
    case .inlinePCTNotClaimed, .inlinePCTPlainPhase, .inlinePCTSignFlipped, .inlinePCTAppliedTwice,
      .inlinePCTReportsQ, .inlinePCTConfigRefused:
      ["CS-A03"]
    case .reflectorRoleNotDeclared: ["CS-A04"]
    case .mode0OneStepRefused, .mode0SecondStepSilent: ["CS-A05"]
    case .mode2TonesMissing: ["CS-A06"]
    case .tFCS100NotDeclared, .tFCS100Stretched, .tFCS100Refused, .inlinePCTRefusedAt100, .pllTooSlowFor100:
      ["CS-A07"]
    case .bondForgotten, .pairingRefused, .encryptionNotRequired: ["CS-A08"]
    case .serviceUUIDNotAdvertised, .serviceUUIDDroppedWhenBonded: ["CS-A09"]
    case .stopsAfterFiveProcedures, .restartRefused: ["CS-A12"]
    case .linkLostOnPause, .rateChangeRefused: ["CS-A13"]
    case .oscillatorWalks: ["CS-A03", "CS-A07", "RF-01"]
    case .outputSNRWrong: ["RF-02"]
    case .carrierOutOfTolerance: ["RF-03"]
    case .mode0FrequencyShifted: ["RF-04"]
    case .delayTooLong: ["RF-05"]
    case .inlinePCTNoisy: ["RF-06"]
    case .pllTooSlowFor60: ["RF-07"]
    case .crystalDrifts, .frequencyReportNoisy: ["RF-08"]
    case .stopsAfter45Procedures: ["RF-09"]
    case .inlinePCTDelayed: ["RF-10"]
    case .turnaroundMisreported: ["RF-11"]
    }
  }

  /// The requirements that cannot be judged because of it, in their order.
  public var blocks: [String] {
    switch self {
    case .pairingRefused:
      [
        "CS-A03", "CS-A04", "CS-A05", "CS-A06", "CS-A07", "CS-A09", "CS-A11", "CS-A12", "CS-A13",
      ]
    default: []
    }
  }

  /// Whether other declared values say it all. The rest is behaviour, which the virtual accessory shows.
  public var isDeclared: Bool {
    switch self {
    case .enhancementFeatureMissing, .hostSupportNotReported, .inlinePCTNotClaimed, .reflectorRoleNotDeclared,
      .mode2TonesMissing, .tFCS100NotDeclared, .pllTooSlowFor100, .bondForgotten, .serviceUUIDNotAdvertised,
      .serviceUUIDDroppedWhenBonded, .oscillatorWalks, .frequencyReportNoisy, .outputSNRWrong,
      .carrierOutOfTolerance, .delayTooLong, .inlinePCTNoisy,
      .pllTooSlowFor60, .crystalDrifts, .inlinePCTDelayed, .turnaroundMisreported:
      true
    default: false
    }
  }

  /// Whether it breaks that requirement and no other of its set, whose ids begin alike.
  public func breaksAlone(_ id: String) -> Bool {
    func family(_ id: String) -> Substring { id.prefix { $0 != "-" } }
    return breaks.filter { family($0) == family(id) } == [id]
  }

  /// Whether it makes sense only where inline PCT is declared.
  var needsInlinePCT: Bool {
    breaks == ["CS-A03"] || self == .inlinePCTNoisy || self == .inlinePCTDelayed
  }
}
