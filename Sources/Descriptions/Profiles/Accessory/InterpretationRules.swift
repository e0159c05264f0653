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
    InterpretationRule.all.map { InterpretationReading(key: $0.rule.key, value: $0.word(self)) }
  }
}

/// The switches of `Interpretations` as keys of a profile.
struct InterpretationRule {
  let rule: FieldRule
  let apply: (inout Interpretations, String) -> Void
  let word: (Interpretations) -> String

  private init<Reading: RawRepresentable & CaseIterable>(
    _ key: String, _ field: WritableKeyPath<Interpretations, Reading>, _ summary: String
  ) where Reading.RawValue == String {
    let words = Reading.allCases.map(\.rawValue)
    rule = FieldRule(key, .word(words), example: words.first ?? "", summary)
    apply = { readings, word in
      if let reading = Reading(rawValue: word) { readings[keyPath: field] = reading }
    }
    word = { $0[keyPath: field].rawValue }
  }

  /// One for each field, in the order of the fields.
  static var all: [InterpretationRule] {
    [
      .init("capability_layout", \.capabilityLayout, "Layout of inline PCT in LL_CS_CAPABILITIES of 6.3."),
      .init("enhancement_octet", \.enhancementOctet, "Position of CS_Enhancements_1 in LL_CS_CONFIG_REQ."),
      .init(
        "single_path_switching", \.singlePathSwitching, "Whether T_SW_IPT applies with one antenna path."),
      .init("t_fcs_reading", \.tFCSReading, "Meaning of a required T_FCS of 100 us."),
      .init("sub_mode_channel", \.subModeChannel, "The channel of a sub-mode step."),
      .init("f9_increment", \.f9Increment, "Overflow of the octet that f9 increments in V."),
      .init("nonce_addition", \.nonceAddition, "Addition of step, transaction and counter to V."),
      .init(
        "sequence_remainder", \.sequenceRemainder, "Use of the 32 bits that remain after a 96-bit sequence."),
      .init("subevent_cache", \.subeventCache, "Whether cached random bits are kept for the next subevent."),
      .init("salt_order", \.saltOrder, "The order in which #3c shuffles its salt lists."),
      .init("salt_balance", \.saltBalance, "When #3c balances its salt lists."),
      .init("x_ramp_end", \.xRampEnd, "Whether an X ramp of #3c reaches channel 78."),
      .init("ramp_step", \.rampStep, "The step counter at which #3c draws."),
      .init("config_refusal", \.configRefusal, "The error code that refuses a configuration."),
      .init("subevent_maximum", \.subeventMaximum, "Maximum number of subevents in a CS event."),
    ]
  }

  /// The readings that a section of a profile chooses.
  static func interpretations(_ section: Section) -> Interpretations {
    var readings = Interpretations()
    for rule in all {
      if let word = section.text(rule.rule.key) { rule.apply(&readings, word) }
    }
    return readings
  }
}
