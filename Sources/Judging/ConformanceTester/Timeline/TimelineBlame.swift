internal import Verdicts

/// The first fault in the steps of a series: where, in which quantity, by how much, and how often.
package struct TimelineBlame {
  /// Time errors above this, in microseconds, affect measurements; smaller ones come from the clocks.
  package static let tolerance = 1.0

  /// The quantity of the first fault.
  package let quantity: StepQuantity
  /// The cause for people, as `the accessory was 5 us late from step 3 of subevent 0 of procedure 0 on: T_FCS
  /// after mode-0 of 105 us, agreed 100 us`.
  package let text: String

  /// Nil where every step was as drawn and as agreed.
  ///
  /// - Parameter quantities: those that are looked at.
  package init?(
    _ comparison: TimelineComparison, only quantities: [StepQuantity] = StepQuantity.allCases,
    beyond tolerance: Double = Self.tolerance
  ) {
    let deviations = comparison.deviations(beyond: tolerance).filter { quantities.contains($0.quantity) }
    guard var first = deviations.first else { return nil }
    // A side that is late from the start, and later with each hop, has a wrong T_FCS.
    if first.quantity == .attendance {
      first =
        deviations.first {
          $0.quantity.isHop && $0.place.procedure == first.place.procedure
            && $0.place.subevent == first.place.subevent
        } ?? first
    }
    quantity = first.quantity
    let all = comparison.findings(first.quantity)
    let wrong = deviations.filter { $0.quantity == first.quantity }
    text = "the accessory " + first.action + " " + Self.extent(first, wrong, all) + first.detail
  }

  /// Whether the fault can be why a step was not met: steps in which nothing was sent leave the phases of the others as
  /// they are.
  func explains(_ step: Step) -> Bool { quantity != .silence || step.quantity?.unit != "rad" }

  /// Where the fault begins and whether it lasts.
  private static func extent(_ first: StepFinding, _ wrong: [StepFinding], _ all: [StepFinding]) -> String {
    if wrong.count == 1 { return "in \(first.place.words)" }
    let since = all.filter { $0.place >= first.place }.count
    return wrong.count == since
      ? "from \(first.place.words) on"
      : "in \(wrong.count) of \(all.count) places, first in \(first.place.words)"
  }
}

extension StepFinding {
  /// `was 5 us late`
  static func opened(_ lateness: Double) -> String {
    "was \(Self.microseconds(lateness.magnitude)) us \(lateness < 0 ? "early" : "late")"
  }

  /// A time to a hundredth; clocks that differ by 50 ppm make no more of a step.
  private static func microseconds(_ time: Double) -> String {
    MeasureText.number((time * 100).rounded() / 100)
  }

  /// The negotiated time, or the drawn value.
  var expectedText: String {
    switch difference {
    case .time(let expected, _): "\(MeasureText.number(expected)) us"
    case .draw(let expected, _): expected
    }
  }

  /// What the accessory did, before the place.
  fileprivate var action: String {
    switch difference {
    case .draw(let expected, let measured): drawnAction(expected, measured)
    case .time(let expected, let measured): timedAction(measured - expected)
    }
  }

  private func drawnAction(_ expected: String, _ measured: String) -> String {
    switch quantity {
    case .attendance where measured.hasPrefix("procedure"): "was in \(measured)"
    case .attendance, .silence: measured == "nothing sent" ? "sent nothing" : measured
    case .mode: "was in \(measured)"
    case .channel: "was on \(measured)"
    case .accessAddress: "used another access address"
    case .antennaPaths: "took \(measured)"
    case .extensionSlot: "sent \(measured) in the extension slot"
    default: "had \(measured)"
    }
  }

  private func timedAction(_ lateness: Double) -> String {
    let size = "\(Self.microseconds(lateness.magnitude)) us"
    switch quantity {
    case .interlude1, .interlude2: return "answered \(size) \(lateness < 0 ? "early" : "late")"
    case .toneLength, .mode0Tone: return "sent tones \(size) too \(lateness < 0 ? "short" : "long")"
    case .packetLength: return "sent a CS_SYNC \(size) too \(lateness < 0 ? "short" : "long")"
    case .switching: return "switched antennas \(size) too \(lateness < 0 ? "early" : "late")"
    default: return Self.opened(lateness)
    }
  }

  /// Measured and expected value, after the place.
  fileprivate var detail: String {
    switch difference {
    case .draw(let expected, _):
      switch quantity {
      case .attendance, .silence, .accessAddress: ""
      default: ", \(expected) \(quantity == .stepCount ? "planned" : "drawn")"
      }
    case .time(let expected, let measured):
      ": \(quantity.name) of \(Self.microseconds(measured)) us, agreed \(Self.microseconds(expected)) us"
    }
  }
}
