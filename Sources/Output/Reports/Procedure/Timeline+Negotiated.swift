internal import Analysis
internal import ChannelSounding
internal import Plots

/// A step by the times that both ends negotiated.
struct NegotiatedStep {
  private let timing: StepTiming
  private let mode: UInt8
  private let name: String

  /// - Parameter name: as `step 3, mode-2, channel 20`.
  init(_ timing: StepTiming, mode: UInt8, name: String) {
    (self.timing, self.mode, self.name) = (timing, mode, name)
  }

  /// The time between the transmissions of the two ends.
  static func interlude(mode: UInt8) -> String { mode > 1 ? "T_IP2" : "T_IP1" }

  /// Its parts in order, of which the first begins at `start`, in microseconds.
  func spans(from start: Double) -> [Timeline.Span] {
    var spans: [Timeline.Span] = []
    var end = 0
    func add(_ kind: Timeline.Kind, _ label: String, _ microseconds: Int) {
      guard microseconds > 0 else { return }
      let range = start + Double(end)...start + Double(end + microseconds)
      spans.append(Timeline.Span(kind, range, label: label, "\(label) \(microseconds) us, \(name)"))
      end += microseconds
    }
    func addTones() {
      for _ in 0...timing.antennaPaths {
        add(.switching, "T_SW", timing.tSWMicroseconds)
        add(.tone, "T_PM", timing.tPMMicroseconds)
      }
    }
    let packet = timing.tSYMicroseconds(mode: mode)
    let hasTones = mode > 1
    add(.change, "T_FCS", timing.tFCSMicroseconds)
    if mode != 2 { add(.packet, "T_SY", packet) }
    if mode == 3 { add(.ramp, "T_GD", StepTiming.tGDMicroseconds) }
    if hasTones { addTones() }
    add(.ramp, "T_RD", StepTiming.tRDMicroseconds)
    add(.interlude, Self.interlude(mode: mode), hasTones ? timing.tIP2Microseconds : timing.tIP1Microseconds)
    if hasTones { addTones() }
    if mode == 3 { add(.ramp, "T_GD", StepTiming.tGDMicroseconds) }
    if mode != 2 { add(.packet, "T_SY", packet) }
    if mode == 0 {
      add(.ramp, "T_GD", StepTiming.tGDMicroseconds)
      add(.tone, "T_FM", StepTiming.tFMMicroseconds)
    }
    add(.ramp, "T_RD", StepTiming.tRDMicroseconds)
    return spans
  }
}

extension StepTiming {
  /// As `T_FCS 100 us, T_IP1 145 us, T_IP2 145 us, T_PM 40 us, T_SW 0 us`.
  var text: String {
    [
      ("T_FCS", tFCSMicroseconds), ("T_IP1", tIP1Microseconds), ("T_IP2", tIP2Microseconds),
      ("T_PM", tPMMicroseconds), ("T_SW", tSWMicroseconds),
    ].map { "\($0) \($1) us" }.joined(separator: ", ")
  }
}

extension Timeline {
  /// As many steps are drawn.
  private static let mostSteps = 8

  /// The first steps of a recorded procedure by the times that its ends negotiated, and a closer look at the first
  /// mode-0 step and the first step with another mode; none where the recording does not show these times.
  static func negotiated(_ procedure: ProcedureAnalysis, id: String) -> [Timeline] {
    guard let timing = procedure.timing, let account = procedure.account,
      let subevent = account.subevents.first
    else { return [] }
    func step(_ index: Int, start: Int = 0) -> Planned {
      Planned(StepView(subevent, index), index, timing, start: start)
    }
    var start = 0
    let steps = subevent.stepOffsets.indices.prefix(mostSteps).map { index in
      let planned = step(index, start: start)
      start += timing.duration(mode: planned.mode)
      return planned
    }
    func timeline(_ shown: [Planned], _ id: String, _ title: String) -> Timeline {
      Timeline(
        id: id, title: title,
        summary:
          "What each end sends in \(shown.count == 1 ? "the step" : "these steps"), by the times that they"
          + " negotiated: \(timing.text). The recording does not show when they really sent.",
        rows: [
          Row("negotiated", shown.flatMap { shown.count == 1 ? $0.spans : $0.changes }),
          Row("initiator", shown.flatMap(\.initiator)), Row("reflector", shown.flatMap(\.reflector)),
        ])
    }
    let close = [steps.firstIndex { $0.mode == 0 }, steps.firstIndex { $0.mode != 0 }].compactMap(\.self)
    return [
      timeline(
        steps, id, "First \(steps.count) steps of procedure \(account.counter) as negotiated, to scale")
    ]
      + close.map { step($0) }.map { step in
        timeline([step], "\(id)-mode-\(step.mode)", "Step \(step.index) alone: \(step.content)")
      }
  }

  /// A step of which nothing is known but what was negotiated.
  private struct Planned {
    let index: Int
    let mode: UInt8
    /// As `mode-2, channel 20`.
    let content: String
    let spans: [Span]

    init(_ view: StepView, _ index: Int, _ timing: StepTiming, start: Int) {
      (self.index, mode) = (index, view.mode)
      content = "mode-\(view.mode), channel \(view.channel)"
      spans = NegotiatedStep(timing, mode: mode, name: "step \(index), \(content)").spans(from: Double(start))
    }

    var changes: [Span] { spans.filter { $0.kind == .change } }
    /// The initiator sends before the interlude.
    var initiator: [Span] { Self.sent(spans.prefix { $0.kind != .interlude }) }
    var reflector: [Span] { Self.sent(spans.drop { $0.kind != .interlude }) }

    private static func sent(_ spans: some Sequence<Span>) -> [Span] {
      spans.filter { $0.kind == .packet || $0.kind == .tone }
    }
  }
}
