/// The readings chosen where the sources of the specification disagree or are silent.
///
/// Each field's first value is the recommended one. docs/interpretations.md tells the evidence.
public struct Interpretations: Hashable, Sendable {
  /// How LL_CS_CAPABILITIES of 6.3 declares inline PCT.
  public enum CapabilityLayout: String, Sendable, CaseIterable {
    /// Octet 11 bit 6, then T_IP2_IPT, T_SW_IPT and the 2M RTT counts after octet 24.
    case candidateA = "candidate-a"
    /// The 6.0 layout of 25 octets, without inline PCT.
    case withoutTail = "without-tail"
  }
  /// Where LL_CS_CONFIG_REQ carries CS_Enhancements_1.
  public enum EnhancementOctet: String, Sendable, CaseIterable {
    case octet26 = "octet-26"
    case absent
  }
  /// Whether T_SW_IPT counts under inline PCT with one antenna path.
  public enum SinglePathSwitching: String, Sendable, CaseIterable {
    case applies
    case zero
  }
  /// What a requirement of a T_FCS of 100 us asks for.
  public enum TFCSReading: String, Sendable, CaseIterable {
    /// 100 us passes; only shorter ones warn; only longer ones fail.
    case capabilityFloor = "capability-floor"
    /// 100 us passes; everything else fails.
    case exactValue = "exact-value"
  }
  /// The channel of a sub-mode step.
  public enum SubModeChannel: String, Sendable, CaseIterable {
    case nextEntry = "next-entry"
    case previousMainMode = "previous-main-mode"
  }
  /// How f9 counts V past an octet.
  public enum F9Increment: String, Sendable, CaseIterable {
    case modulo256 = "modulo-256"
    case carry128 = "carry-128"
  }
  /// How step, transaction and counter are added to V.
  public enum NonceAddition: String, Sendable, CaseIterable {
    case perField = "per-field"
    case withCarry = "with-carry"
  }
  /// What becomes of the 32 bits that a 96-bit random sequence leaves.
  public enum SequenceRemainder: String, Sendable, CaseIterable {
    case drop
    case concatenate
  }
  /// Whether cached random bits outlive a subevent.
  public enum SubeventCache: String, Sendable, CaseIterable {
    case keep
    case clear
  }
  /// The order in which #3c shuffles its salt lists.
  public enum SaltOrder: String, Sendable, CaseIterable {
    case allListsFirst = "all-lists-first"
    case unusedListsFirst = "unused-lists-first"
  }
  /// When #3c draws its salt lists level.
  public enum SaltBalance: String, Sendable, CaseIterable {
    case lastInvocation = "last-invocation"
    case everyInvocation = "every-invocation"
  }
  /// Whether an X ramp of #3c reaches channel 78.
  public enum XRampEnd: String, Sendable, CaseIterable {
    case inclusive
    case exclusive
  }
  /// The step counter at which #3c draws.
  public enum RampStep: String, Sendable, CaseIterable {
    case zero
    case current
  }
  /// The error code that refuses a configuration.
  public enum ConfigRefusal: String, Sendable, CaseIterable {
    case unsupportedLLParameterValue = "0x20"
    case unsupportedFeatureOrParameterValue = "0x11"
  }
  /// The most subevents in one CS event.
  public enum SubeventMaximum: String, Sendable, CaseIterable {
    case thirtyTwo = "32"
    case sixteen = "16"
  }

  /// The layout of LL_CS_CAPABILITIES.
  public var capabilityLayout = CapabilityLayout.candidateA
  /// The place of CS_Enhancements_1.
  public var enhancementOctet = EnhancementOctet.octet26
  /// T_SW_IPT with one antenna path.
  public var singlePathSwitching = SinglePathSwitching.applies
  /// The reading of a required T_FCS.
  public var tFCSReading = TFCSReading.capabilityFloor
  /// The channel of sub-mode steps.
  public var subModeChannel = SubModeChannel.nextEntry
  /// The counting of V in f9.
  public var f9Increment = F9Increment.modulo256
  /// The addition to V for a block.
  public var nonceAddition = NonceAddition.perField
  /// The rest of a block after a 96-bit sequence.
  public var sequenceRemainder = SequenceRemainder.drop
  /// Cached bits at the start of a subevent.
  public var subeventCache = SubeventCache.keep
  /// The shuffle order of #3c.
  public var saltOrder = SaltOrder.allListsFirst
  /// The balancing of #3c.
  public var saltBalance = SaltBalance.lastInvocation
  /// The end of the X ramps of #3c.
  public var xRampEnd = XRampEnd.inclusive
  /// The step counter of #3c.
  public var rampStep = RampStep.zero
  /// The error code of a refused configuration.
  public var configRefusal = ConfigRefusal.unsupportedLLParameterValue
  /// The most subevents in a CS event.
  public var subeventMaximum = SubeventMaximum.thirtyTwo

  public init() {}
}

extension Interpretations {
  /// Why two controllers cannot agree on inline PCT over the link; nil if they can.
  public var inlinePCTObstacle: String? {
    if capabilityLayout == .withoutTail {
      return "LL_CS_CAPABILITIES_REQ and its response have no field that declares inline PCT "
        + "(interpretations.capability_layout: \(capabilityLayout.rawValue))"
    }
    if enhancementOctet == .absent {
      return "LL_CS_CONFIG_REQ has no field that requests inline PCT "
        + "(interpretations.enhancement_octet: \(enhancementOctet.rawValue))"
    }
    return nil
  }

  /// Whether an initiator can have inline PCT from a reflector with these capabilities.
  public func allowInlinePCT(of reflector: CSCapabilities) -> Bool {
    inlinePCTObstacle == nil && reflector.subfeatures.contains(.inlinePCT)
  }
}
