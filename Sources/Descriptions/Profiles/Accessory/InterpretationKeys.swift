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
    reading("capability_layout", \.capabilityLayout, "Layout of inline PCT in LL_CS_CAPABILITIES of 6.3."),
    reading("enhancement_octet", \.enhancementOctet, "Position of CS_Enhancements_1 in LL_CS_CONFIG_REQ."),
    reading(
      "single_path_switching", \.singlePathSwitching, "Whether T_SW_IPT applies with one antenna path."),
    reading("t_fcs_reading", \.tFCSReading, "Meaning of a required T_FCS of 100 us."),
    reading("sub_mode_channel", \.subModeChannel, "The channel of a sub-mode step."),
    reading("f9_increment", \.f9Increment, "Overflow of the octet that f9 increments in V."),
    reading("nonce_addition", \.nonceAddition, "Addition of step, transaction and counter to V."),
    reading(
      "sequence_remainder", \.sequenceRemainder, "Use of the 32 bits that remain after a 96-bit sequence."),
    reading("subevent_cache", \.subeventCache, "Whether cached random bits are kept for the next subevent."),
    reading("salt_order", \.saltOrder, "The order in which #3c shuffles its salt lists."),
    reading("salt_balance", \.saltBalance, "When #3c balances its salt lists."),
    reading("x_ramp_end", \.xRampEnd, "Whether an X ramp of #3c reaches channel 78."),
    reading("ramp_step", \.rampStep, "The step counter at which #3c draws."),
    reading("config_refusal", \.configRefusal, "The error code that refuses a configuration."),
    reading("subevent_maximum", \.subeventMaximum, "Maximum number of subevents in a CS event."),
  ]

  private static func reading<Reading: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ key: String, _ place: Key<Interpretations>.Place<Reading>, _ summary: String
  ) -> Key<Interpretations> {
    let words = Reading.allCases.map { ($0.rawValue, $0) }
    return .word(key, place, words, example: words.first?.0 ?? "", summary)
  }
}
