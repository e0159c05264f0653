public import ChannelSounding
internal import Documents

/// One reading of the specification as profiles write it.
public struct InterpretationReading: Hashable, Sendable {
  /// The key below `interpretations`.
  public let key: String
  public let value: String
}

extension Interpretations {
  /// Every reading in force, in the order of the fields.
  public var readings: [InterpretationReading] {
    InterpretationKeys.all.flatMap { $0.lines(self) }.map { InterpretationReading(key: $0, value: $1 ?? "") }
  }
}

/// The switches of `Interpretations` as keys of a profile.
enum InterpretationKeys {
  /// One for each field, in the order of the fields.
  static let all: [Key<Interpretations>] = [
    .word("capability_layout", \.capabilityLayout, "Layout of inline PCT in LL_CS_CAPABILITIES of 6.3."),
    .word("enhancement_octet", \.enhancementOctet, "Position of CS_Enhancements_1 in LL_CS_CONFIG_REQ."),
    .word(
      "single_path_switching", \.singlePathSwitching, "Whether T_SW_IPT applies with one antenna path."),
    .word("t_fcs_reading", \.tFCSReading, "Meaning of a required T_FCS of 100 us."),
    .word("sub_mode_channel", \.subModeChannel, "The channel of a sub-mode step."),
    .word("f9_increment", \.f9Increment, "Overflow of the octet that f9 increments in V."),
    .word("nonce_addition", \.nonceAddition, "Addition of step, transaction and counter to V."),
    .word(
      "sequence_remainder", \.sequenceRemainder, "Use of the 32 bits that remain after a 96-bit sequence."),
    .word("subevent_cache", \.subeventCache, "Whether cached random bits are kept for the next subevent."),
    .word("salt_order", \.saltOrder, "The order in which #3c shuffles its salt lists."),
    .word("salt_balance", \.saltBalance, "When #3c balances its salt lists."),
    .word("x_ramp_end", \.xRampEnd, "Whether an X ramp of #3c reaches channel 78."),
    .word("ramp_step", \.rampStep, "The step counter at which #3c draws."),
    .word("config_refusal", \.configRefusal, "The error code that refuses a configuration."),
    .word("subevent_maximum", \.subeventMaximum, "Maximum number of subevents in a CS event."),
  ]
}
