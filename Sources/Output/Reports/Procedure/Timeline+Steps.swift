package import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Notation
package import Plots

extension Timeline {
  /// The first steps of a subevent as they were on the air, and a closer look at the first mode-0 step and the first
  /// step with another mode.
  ///
  /// - Parameters:
  ///   - steps: one or more.
  ///   - id: the name of the first timeline; the others add to it.
  package static func all(_ steps: [StepFrame], id: String) -> [Timeline] {
    let overview = Timeline(
      steps, id: id,
      title: "First \(steps.count) steps of procedure \(steps[0].record.procedureCounter), to scale")
    guard steps.count > 1 else { return [overview] }
    let close = [steps.first { $0.record.mode == 0 }, steps.first { $0.record.mode != 0 }]
    return [overview]
      + close.compactMap(\.self).map { step in
        let (mode, channel) = (step.record.mode, step.record.channel)
        return Timeline(
          [step], id: "\(id)-mode-\(mode)",
          title: "Step \(step.record.stepIndex) alone: mode-\(mode), channel \(channel)")
      }
  }

  private init(_ steps: [StepFrame], id: String, title: String) {
    let start = steps[0].time
    func row(_ name: String, _ spans: (StepSpans) -> [Span]) -> Row {
      Row(name, steps.flatMap { spans(StepSpans($0, from: start)) })
    }
    self.init(
      id: id, title: title,
      summary:
        "What initiator and reflector sent in \(steps.count == 1 ? "the step" : "these steps"), each by its own"
        + " clock, below the times that they negotiated: \(StepSpans(steps[0], from: start).timing.text). "
        + Self.clocks(in: steps),
      rows: [
        row("negotiated") { steps.count == 1 ? $0.negotiated : $0.negotiatedChanges },
        row("initiator", \.initiator), row("reflector", \.reflector),
      ])
  }
}

extension Timeline {
  /// How fast the clocks of the ends run, and how they differ as the initiator measured it in mode-0, if it did.
  private static func clocks(in steps: [StepFrame]) -> String {
    let (initiator, reflector) = (steps[0].record.initiator, steps[0].record.reflector)
    let clocks =
      "The initiator's clock is \(pace(initiator.clockOffset)), the reflector's \(pace(reflector.clockOffset))."
    guard let measured = steps.map(\.record.initiator.frequencyOffset).first(where: { $0 != .min }) else {
      return clocks
    }
    return clocks + " In mode-0 the initiator measured that the reflector's is \(pace(measured)) by its own;"
      + " it keeps the reflector's time from then on."
  }

  /// An offset in 0.01 ppm in words; the least value stands for one beyond that.
  private static func pace(_ offset: Int16) -> String {
    if offset == .min { return "more than 327 ppm off" }
    let ppm = DecimalText.fixed(Double(abs(Int(offset))) / 100, digits: 2)
    return offset == 0 ? "exact" : "\(ppm) ppm \(offset < 0 ? "slow" : "fast")"
  }
}

/// How an end's clock goes through a timeline: it is right at the start.
private struct EndClock {
  private let rate: Double

  /// An offset beyond what the record holds is taken for none.
  init(_ end: StepRecord.End) { rate = 1 + (end.clockOffset == .min ? 0 : Double(end.clockOffset) * 1e-8) }

  /// What the clock shows after microseconds of true time.
  func reading(after microseconds: Double) -> Double { microseconds * rate }

  /// A length of true time as the clock measures it, with the true one where it differs by a nanosecond.
  func length(_ microseconds: Double) -> String {
    let (own, real) = (Self.text(reading(after: microseconds)), Self.text(microseconds))
    return own == real ? own : "\(own) (\(real) in true time)"
  }

  private static func text(_ microseconds: Double) -> String {
    "\(DecimalText.fixed(microseconds, digits: 3)) us"
  }
}

/// The spans of a step, each end's by its own clock.
private struct StepSpans {
  private let step: StepRecord
  /// In microseconds of true time from the start of the timeline.
  private let offset: Double
  private let name: String

  init(_ frame: StepFrame, from start: Instant) {
    step = frame.record
    offset = Double((frame.time - start).rawValue) / 1e6
    name = "step \(step.stepIndex), mode-\(step.mode), channel \(step.channel)"
  }

  // MARK: Negotiated

  /// T_FCS, which is what can be seen of one step among many.
  var negotiatedChanges: [Timeline.Span] { negotiated.filter { $0.kind == .change } }

  /// The parts of the step as both ends agreed on them. The step begins where the initiator begins it.
  var negotiated: [Timeline.Span] {
    NegotiatedStep(timing, mode: step.mode, name: name).spans(
      from: EndClock(step.initiator).reading(after: offset))
  }

  private var interlude: String { NegotiatedStep.interlude(mode: step.mode) }

  var timing: StepTiming {
    var configuration = CSConfiguration()
    (configuration.csSyncPHY, configuration.rttType) = (step.csSyncPHY, step.rttType)
    var timing = StepTiming(
      configuration: configuration, antennaPaths: Int(step.pathCount), tSW: TSW(rawValue: step.tSW))
    timing.tFCSMicroseconds = Int(step.tFCS)
    timing.tIP1Microseconds = Int(step.tIP1)
    timing.tIP2Microseconds = Int(step.tIP2)
    timing.tPMMicroseconds = Int(step.tPM)
    return timing
  }

  // MARK: On the air

  var initiator: [Timeline.Span] { sent(by: step.initiator) }

  /// With the time that the reflector kept between the ends' transmissions.
  var reflector: [Timeline.Span] {
    let spans = sent(by: step.reflector)
    guard step.keptTIP != StepRecord.noSpan, step.keptTIP > 0,
      let place = spans.firstIndex(where: { $0.kind != .change })
    else { return spans }
    let clock = EndClock(step.reflector)
    let start = spans[place].range.lowerBound
    let length = Double(step.keptTIP) / 1e6
    let agreed = step.mode > 1 ? step.tIP2 : step.tIP1
    let kept = Timeline.Span(
      .interlude, start - clock.reading(after: length)...start, label: interlude,
      "\(interlude) \(clock.length(length)), negotiated \(agreed) us, \(name)")
    return spans[..<place] + [kept] + spans[place...]
  }

  private func sent(by end: StepRecord.End) -> [Timeline.Span] {
    var spans: [Timeline.Span] = []
    let clock = EndClock(end)
    if end.keptTFCS != StepRecord.noSpan, end.keptTFCS > 0 {
      let length = Double(end.keptTFCS) / 1e6
      spans.append(
        Timeline.Span(
          .change, clock.reading(after: offset)...clock.reading(after: offset + length),
          "T_FCS \(clock.length(length)), negotiated \(step.tFCS) us, \(name)"))
    }
    if end.sendsPacket { spans += sent(.packet, end.packetStart, end.packetEnd, clock) }
    if end.sendsTones { spans += sent(.tone, end.toneStart, end.toneEnd, clock) }
    return spans
  }

  /// A transmission between two times in picoseconds from the start of the step.
  private func sent(_ kind: Timeline.Kind, _ start: Int32, _ end: Int32, _ clock: EndClock) -> [Timeline.Span]
  {
    guard start != StepRecord.noSpan, end != StepRecord.noSpan, start <= end else { return [] }
    let (from, to) = (offset + Double(start) / 1e6, offset + Double(end) / 1e6)
    return [
      Timeline.Span(
        kind, clock.reading(after: from)...clock.reading(after: to),
        "\(kind.name) \(clock.length(to - from)), \(name)")
    ]
  }
}
