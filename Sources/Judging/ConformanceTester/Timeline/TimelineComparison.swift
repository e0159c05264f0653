internal import ChannelSounding
package import CoreTypes
package import VirtualController

/// The steps of the controller under test against the plan that the tester's own end derived from the same DRBG:
/// quantity by quantity, each on the clock and grid of the end under test.
package struct TimelineComparison {
  /// The error of the receive window, in microseconds, from which a receiver misses a packet; clocks alone stay below.
  private static let leastWindow = 5.0

  /// All findings, in the order of the steps.
  package private(set) var findings: [StepFinding] = []
  private let role: CSRole

  /// Compares.
  ///
  /// - Parameters:
  ///   - subevents: what both ends really did.
  ///   - missed: subevents in which only one end took part.
  ///   - role: of the end under test.
  package init(_ subevents: [ObservedSubevent], missed: [LoneSubevent] = [], role: CSRole) {
    self.role = role
    for subevent in subevents {
      let (tester, iut) =
        role == .reflector
        ? (subevent.initiator, subevent.reflector) : (subevent.reflector, subevent.initiator)
      compareCounters(subevent, tester, iut)
      compare(subevent, tester)
    }
    compare(missed)
    findings.sort { ($0.place, $0.quantity.rawValue) < ($1.place, $1.quantity.rawValue) }
  }

  /// The findings of one quantity.
  package func findings(_ quantity: StepQuantity) -> [StepFinding] {
    findings.filter { $0.quantity == quantity }
  }

  /// The findings that are not met, the earliest step first.
  ///
  /// - Parameter tolerance: for times, in microseconds.
  package func deviations(beyond tolerance: Double) -> [StepFinding] {
    findings.filter { !$0.isMet(within: tolerance) }
  }

  // MARK: One subevent

  private mutating func compareCounters(
    _ subevent: ObservedSubevent, _ tester: ObservedSubevent.Terms, _ iut: ObservedSubevent.Terms
  ) {
    if tester.procedureCounter == iut.procedureCounter { return }
    let place = StepPlace(procedure: tester.procedureCounter, subevent: subevent.subeventIndex, step: 0)
    add(
      .attendance, place, expected: "procedure \(tester.procedureCounter)",
      "procedure \(iut.procedureCounter)")
  }

  private mutating func compare(_ subevent: ObservedSubevent, _ terms: ObservedSubevent.Terms) {
    let ends = ComparedEnds(subevent, terms, role: role)
    func place(_ step: Int) -> StepPlace {
      StepPlace(procedure: terms.procedureCounter, subevent: subevent.subeventIndex, step: step)
    }
    compareMeeting(ends, place(0))
    var sent = SentSteps(subevent.timeline, role: role)
    let count = min(ends.tester.count, ends.iut.count)
    for index in 0..<count {
      compareDraws(ends, index, place(index))
      if index > 0 { compareHop(ends, index, place(index)) }
      compareTransmissions(ends, sent.next(ends.iut[index].step), index, place(index))
    }
    if !ends.isLost {
      add(.stepCount, place(count), expected: "\(ends.tester.count) steps", "\(ends.iut.count) steps")
    }
  }

  /// Where no mode-0 packet was received: the time error of the end under test. A packet that was received, or was too
  /// weak for a receiver without time error, is no finding.
  private mutating func compareMeeting(_ ends: ComparedEnds, _ place: StepPlace) {
    guard let due = ends.tester.first, let own = ends.iut.first, due.channel == own.channel,
      due.initiatorAccessAddress == own.initiatorAccessAddress
    else { return }
    let late = Double(own.opening - due.opening) / 1e6
    let isOff = ends.isLost && late.magnitude >= Self.leastWindow
    add(.attendance, place, expected: "took part", isOff ? StepFinding.opened(late) : "took part")
  }

  private mutating func compareDraws(_ ends: ComparedEnds, _ index: Int, _ place: StepPlace) {
    let (due, own) = (ends.tester[index], ends.iut[index])
    add(.mode, place, expected: "mode-\(due.mode)", "mode-\(own.mode)")
    add(.channel, place, expected: "channel \(due.channel)", "channel \(own.channel)")
    guard due.mode == own.mode else { return }
    if due.mode != 2 {
      let isSame =
        due.initiatorAccessAddress == own.initiatorAccessAddress
        && due.reflectorAccessAddress == own.reflectorAccessAddress
      add(.accessAddress, place, expected: "as drawn", isSame ? "as drawn" : "another one")
    }
  }

  private mutating func compareHop(_ ends: ComparedEnds, _ index: Int, _ place: StepPlace) {
    let (own, before) = (ends.iut[index], ends.iut[index - 1])
    // How long the step before lasts goes with its mode.
    guard before.mode == ends.tester[index - 1].mode else { return }
    let planned = ends.tester[index].start - ends.tester[index - 1].start
    let span = Double(own.opening - (before.arrival ?? before.opening)) / 1e6
    let tFCS = Double(ends.timing.tFCSMicroseconds)
    let quantity: StepQuantity =
      own.mode == 0 ? .hopInMode0 : before.mode == 0 ? .hopAfterMode0 : .hopBetweenSteps
    add(quantity, place, expected: tFCS, span - Double(planned) + tFCS)
  }

  // MARK: What was sent

  private mutating func compareTransmissions(
    _ ends: ComparedEnds, _ sent: SentSteps.Step?, _ index: Int, _ place: StepPlace
  ) {
    let own = ends.iut[index]
    guard own.mode == ends.tester[index].mode, own.channel == ends.tester[index].channel else { return }
    let isDue = own.mode != 0 || role == .initiator || own.arrival != nil
    guard isDue else { return }
    add(.silence, place, expected: "sent", sent == nil ? "nothing sent" : "sent")
    guard let sent else { return }
    if let packet = sent.packet {
      let length = ends.timing.tSYMicroseconds(mode: own.mode)
      add(.packetLength, place, expected: Double(length), Double(packet.end - packet.start) / 1e6)
    }
    if own.mode == 0 { compareMode0Tone(ends, sent, place) }
    if own.mode >= 2 { compareTones(ends, sent, index, place) }
    if role == .reflector { compareAnswer(ends, sent, index, place) }
  }

  private mutating func compareMode0Tone(_ ends: ComparedEnds, _ sent: SentSteps.Step, _ place: StepPlace) {
    guard role == .reflector, let tone = sent.tone else { return }
    add(.mode0Tone, place, expected: Double(StepTiming.tFMMicroseconds), Double(tone.end - tone.start) / 1e6)
  }

  private mutating func compareTones(
    _ ends: ComparedEnds, _ sent: SentSteps.Step, _ index: Int, _ place: StepPlace
  ) {
    let due = ends.tester[index]
    let paths = ends.timing.antennaPaths
    for tone in sent.slots {
      add(
        .toneLength, place, expected: Double(ends.timing.tPMMicroseconds), Double(tone.end - tone.start) / 1e6
      )
    }
    for (before, tone) in zip(sent.slots, sent.slots.dropFirst()) {
      let period = Double(tone.start - before.start) / 1e6
      add(
        .switching, place, expected: Double(ends.timing.tSWMicroseconds),
        period - Double(ends.timing.tPMMicroseconds))
    }
    let order = sent.slots.prefix(paths).map { "\($0.path + 1)" }.joined(separator: " ")
    let drawn = (0..<paths).map {
      "\(AntennaPermutation.path(slot: $0, index: due.permutation, paths: paths) + 1)"
    }
    add(.antennaPaths, place, expected: "paths \(drawn.joined(separator: " "))", "paths \(order)")
    let isDrawn = due.toneExtension >> (role == .reflector ? 1 : 0) & 1 == 1
    let hasExtension = sent.slots.contains { Int($0.slot) == paths }
    add(.extensionSlot, place, expected: isDrawn ? "a tone" : "no tone", hasExtension ? "a tone" : "no tone")
  }

  /// From the opening of the step, or the packet of mode-0 that was found, to what the reflector sends first.
  private mutating func compareAnswer(
    _ ends: ComparedEnds, _ sent: SentSteps.Step, _ index: Int, _ place: StepPlace
  ) {
    let (own, timing) = (ends.iut[index], ends.timing)
    if own.mode < 2 {
      guard let packet = sent.packet else { return }
      let tIP1 = Double(timing.tIP1Microseconds)
      let nominal = Double(timing.syncInterval(mode: own.mode))
      let span = Double(packet.start - (own.arrival ?? own.opening)) / 1e6
      return add(.interlude1, place, expected: tIP1, span - nominal + tIP1)
    }
    guard let tone = sent.tone else { return }
    // Where its slots are of another length, its idea of the initiator's train is too; that is T_SW.
    var stretch = 0.0
    if let first = sent.slots.first, let second = sent.slots.dropFirst().first {
      let excess = Double(second.start - first.start) / 1e6 - Double(timing.tonePeriod)
      stretch = excess * Double(timing.antennaPaths + 2)
    }
    let tIP2 = Double(timing.tIP2Microseconds)
    let slot = timing.reflectorSlot(0, mode: own.mode) - timing.tFCSMicroseconds
    let nominal = Double(slot + timing.tSWMicroseconds)
    let span = Double(tone.start - own.opening) / 1e6 - stretch
    add(.interlude2, place, expected: tIP2, span - nominal + tIP2)
  }

  // MARK: Subevents that one end missed

  private mutating func compare(_ missed: [LoneSubevent]) {
    let others = missed.filter { $0.role == role }
    for own in missed where own.role != role {
      let other = others.first {
        $0.procedureCounter == own.procedureCounter && $0.subeventIndex == own.subeventIndex
      }
      let place = StepPlace(procedure: own.procedureCounter, subevent: own.subeventIndex, step: 0)
      let measured =
        other.map { StepFinding.opened(($0.start - own.start).inMicroseconds) } ?? "did not take part"
      add(.attendance, place, expected: "took part", measured)
    }
  }

  private mutating func add(
    _ quantity: StepQuantity, _ place: StepPlace, expected: Double, _ measured: Double
  ) {
    let difference = StepFinding.Difference.time(expected: expected, measured: measured)
    findings.append(StepFinding(quantity: quantity, place: place, difference: difference))
  }

  private mutating func add(
    _ quantity: StepQuantity, _ place: StepPlace, expected: String, _ measured: String
  ) {
    let difference = StepFinding.Difference.draw(expected: expected, measured: measured)
    findings.append(StepFinding(quantity: quantity, place: place, difference: difference))
  }
}

/// The two ends of one subevent as the comparison sees them.
private struct ComparedEnds {
  /// The steps of the tester's end: what the DRBG drew.
  let tester: [OwnStep]
  /// The steps of the end under test.
  let iut: [OwnStep]
  /// The negotiated times.
  let timing: StepTiming
  /// Whether the reflector found no packet of mode-0.
  let isLost: Bool

  init(_ subevent: ObservedSubevent, _ terms: ObservedSubevent.Terms, role: CSRole) {
    let timeline = subevent.timeline
    (tester, iut) =
      role == .reflector
      ? (timeline.initiatorSteps, timeline.reflectorSteps)
      : (timeline.reflectorSteps, timeline.initiatorSteps)
    timing = StepTiming(
      configuration: terms.configuration, antennaPaths: terms.timing.antennaPaths,
      tSW: TSW(rawValue: UInt8(terms.timing.tSWMicroseconds)))
    isLost = !timeline.reflectorSteps.contains { $0.arrival != nil }
  }
}

/// What one end sent, step by step.
private struct SentSteps {
  /// One step.
  struct Step {
    let packet: (start: Int64, end: Int64)?
    let tone: (start: Int64, end: Int64)?
    let slots: ArraySlice<SentTone>
  }

  private let sent: ExchangeTimeline.Transmissions
  private let tones: [SentTone]
  private var index = 0
  private var tone = 0

  init(_ timeline: ExchangeTimeline, role: CSRole) {
    sent = role == .reflector ? timeline.reflector : timeline.initiator
    tones = role == .reflector ? timeline.reflectorTones : timeline.initiatorTones
  }

  /// What was sent in the step with this counter; nil if that is nothing. The caller goes through the steps in order.
  mutating func next(_ counter: Int32) -> Step? {
    guard index < sent.step.count, sent.step[index] == counter else { return nil }
    defer { index += 1 }
    let first = tone
    while tone < tones.count, tones[tone].step == counter { tone += 1 }
    func span(_ start: Int64, _ end: Int64) -> (start: Int64, end: Int64)? { start < 0 ? nil : (start, end) }
    return Step(
      packet: span(sent.syncStart[index], sent.syncEnd[index]),
      tone: span(sent.toneStart[index], sent.toneEnd[index]), slots: tones[first..<tone])
  }
}
