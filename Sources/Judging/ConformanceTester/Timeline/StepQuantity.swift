/// A quantity of a step: a negotiated time, or a drawn value. [Vol 6, Part H, 4.1 to 4.7]
///
/// In the order in which one explains the next: a step on a wrong channel has no meaningful times.
package enum StepQuantity: Int, CaseIterable, Sendable {
  /// Whether both ends take part in a subevent, in time.
  case attendance
  case mode
  case channel
  /// The access addresses.
  case accessAddress
  /// T_FCS from one mode-0 step to the next.
  case hopInMode0
  /// T_FCS from the last mode-0 step to the first after it.
  case hopAfterMode0
  /// T_FCS between steps after mode-0.
  case hopBetweenSteps
  /// Whether anything is sent.
  case silence
  /// The length of a CS_SYNC.
  case packetLength
  /// The length of the tone of mode-0.
  case mode0Tone
  /// T_PM.
  case toneLength
  /// T_SW.
  case switching
  /// T_IP1.
  case interlude1
  /// T_IP2.
  case interlude2
  /// The order of the antenna paths.
  case antennaPaths
  /// Whether a tone is sent in the extension slot.
  case extensionSlot
  /// The number of steps of a subevent.
  case stepCount

  /// The name in a report.
  package var name: String {
    switch self {
    case .attendance: "participation in subevents"
    case .mode: "step modes"
    case .channel: "step channels"
    case .accessAddress: "access addresses"
    case .hopInMode0: "T_FCS between mode-0 steps"
    case .hopAfterMode0: "T_FCS after mode-0"
    case .hopBetweenSteps: "T_FCS between main-mode steps"
    case .silence: "steps with a transmission"
    case .packetLength: "length of CS_SYNC"
    case .mode0Tone: "length of the mode-0 tone"
    case .toneLength: "T_PM"
    case .switching: "T_SW"
    case .interlude1: "T_IP1"
    case .interlude2: "T_IP2"
    case .antennaPaths: "order of antenna paths"
    case .extensionSlot: "tone extension slots"
    case .stepCount: "number of steps in subevents"
    }
  }

  /// Whether it is a time; the others are drawn values.
  package var isTime: Bool {
    switch self {
    case .hopInMode0, .hopAfterMode0, .hopBetweenSteps, .packetLength, .mode0Tone, .toneLength, .switching,
      .interlude1, .interlude2:
      true
    default: false
    }
  }

  /// Whether it is a T_FCS.
  package var isHop: Bool { [.hopInMode0, .hopAfterMode0, .hopBetweenSteps].contains(self) }

  /// Whether an error in it affects the measurements of the other end.
  var spoilsMeasurements: Bool { self != .extensionSlot && self != .packetLength }

  /// The cases that judge it, in different sets.
  var judges: [String] {
    switch self {
    case .hopInMode0, .hopAfterMode0, .hopBetweenSteps: ["CS/TIM/BV-02", "CS/TL/BV-02", "CS/LLTL/BV-01"]
    // Cases of their own judge whether each step is answered and carries tones.
    case .silence: ["CS/M0/BV-01", "CS/M2/BV-01", "CS/LLTL/BV-03"]
    case .attendance: ["CS/TL/BV-01", "CS/LLTL/BV-03", "CS/LLAIR/BV-07"]
    case .mode:
      ["CS/TL/BV-01", "CS/LLTL/BV-03"] + (9...14).map { "CS/LLAIR/BV-" + ($0 < 10 ? "0\($0)" : "\($0)") }
    default: isTime ? ["CS/TL/BV-01", "CS/LLTL/BV-02"] : ["CS/TL/BV-01", "CS/LLTL/BV-03"]
    }
  }
}

/// Where something happened in a series.
package struct StepPlace: Comparable, Sendable {
  /// The number of the procedure.
  package let procedure: UInt16
  /// The place of the subevent in it, from 0.
  package let subevent: Int
  /// The place of the step in that, from 0.
  package let step: Int

  /// In the order of the series.
  package static func < (one: StepPlace, other: StepPlace) -> Bool {
    (one.procedure, one.subevent, one.step) < (other.procedure, other.subevent, other.step)
  }

  /// `step 3 of subevent 0 of procedure 2`
  package var words: String { "step \(step) of subevent \(subevent) of procedure \(procedure)" }
}

/// One quantity of one step, measured and expected.
package struct StepFinding: Sendable {
  /// The difference between the expected and the measured value.
  package enum Difference: Sendable {
    /// In microseconds.
    case time(expected: Double, measured: Double)
    /// A drawn value, both as text; equal text where it is right.
    case draw(expected: String, measured: String)
  }

  /// The quantity.
  package let quantity: StepQuantity
  /// Where it was.
  package let place: StepPlace
  /// Expected and measured value.
  package let difference: Difference

  /// The measured less the negotiated time, in microseconds; nil if it is no time.
  package var lateness: Double? {
    guard case .time(let expected, let measured) = difference else { return nil }
    return measured - expected
  }

  /// Whether it is right.
  ///
  /// - Parameter tolerance: for times, in microseconds.
  package func isMet(within tolerance: Double) -> Bool {
    switch difference {
    case .time(let expected, let measured): (measured - expected).magnitude <= tolerance
    case .draw(let expected, let measured): expected == measured
    }
  }
}
