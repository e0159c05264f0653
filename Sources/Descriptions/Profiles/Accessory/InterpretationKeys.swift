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
    reading("capability_layout", \.capabilityLayout, "How LL_CS_CAPABILITIES of 6.3 declares inline PCT."),
    reading("enhancement_octet", \.enhancementOctet, "Where LL_CS_CONFIG_REQ carries CS_Enhancements_1."),
    reading("single_path_switching", \.singlePathSwitching, "Whether T_SW_IPT counts with one antenna path."),
    reading("t_fcs_reading", \.tFCSReading, "What a requirement of a T_FCS of 100 us asks for."),
    reading("sub_mode_channel", \.subModeChannel, "The channel of a sub-mode step."),
    reading("f9_increment", \.f9Increment, "How f9 counts V past an octet."),
    reading("nonce_addition", \.nonceAddition, "How step, transaction and counter are added to V."),
    reading("sequence_remainder", \.sequenceRemainder, "What becomes of 32 bits left of a 96-bit sequence."),
    reading("subevent_cache", \.subeventCache, "Whether cached random bits outlive a subevent."),
    reading("salt_order", \.saltOrder, "The order in which #3c shuffles its salt lists."),
    reading("salt_balance", \.saltBalance, "When #3c draws its salt lists level."),
    reading("x_ramp_end", \.xRampEnd, "Whether an X ramp of #3c reaches channel 78."),
    reading("ramp_step", \.rampStep, "The step counter at which #3c draws."),
    reading("config_refusal", \.configRefusal, "The error code that refuses a configuration."),
    reading("subevent_maximum", \.subeventMaximum, "The most subevents in one CS event."),
  ]

  private static func reading<Reading: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ key: String, _ place: Key<Interpretations>.Place<Reading>, _ summary: String
  ) -> Key<Interpretations> {
    let words = Reading.allCases.map { ($0.rawValue, $0) }
    return .word(key, place, words, example: words.first?.0 ?? "", summary)
  }
}
