public import Capture
internal import CoreTypes
internal import Notation
public import Plots

extension Timeline {
  /// The first steps of a subevent, as they were on the air.
  ///
  /// - Parameter steps: one or more.
  public init(_ steps: [StepFrame], id: String) {
    let start = steps[0].time
    let first = steps[0].record
    func spans(_ end: (StepRecord) -> StepRecord.End) -> [Span] {
      steps.flatMap { step -> [Span] in
        let offset = Double((step.time - start).rawValue) / 1e6
        return Self.spans(end(step.record), of: step.record, at: offset)
      }
    }
    self.init(
      id: id,
      title: "First \(steps.count) steps of procedure \(first.procedureCounter), to scale",
      summary: "What initiator and reflector sent in the first \(steps.count) steps of procedure"
        + " \(first.procedureCounter), in true time. Negotiated: T_FCS \(first.tFCS) us,"
        + " T_IP1 \(first.tIP1) us, T_IP2 \(first.tIP2) us, T_PM \(first.tPM) us, T_SW \(first.tSW) us.",
      rows: [
        Row("negotiated", steps.map(Self.change(from: start))), Row("initiator", spans(\.initiator)),
        Row("reflector", spans(\.reflector)),
      ])
  }

  /// T_FCS as negotiated, from the start of a step.
  private static func change(from start: Instant) -> (StepFrame) -> Span {
    { step in
      let offset = Double((step.time - start).rawValue) / 1e6
      return Span(
        .change, offset...offset + Double(step.record.tFCS),
        "T_FCS \(step.record.tFCS) us, \(name(step.record))")
    }
  }

  private static func name(_ step: StepRecord) -> String {
    "step \(step.stepIndex), mode-\(step.mode), channel \(step.channel)"
  }

  private static func spans(
    _ end: StepRecord.End, of step: StepRecord, at offset: Double
  ) -> [Span] {
    func microseconds(_ picoseconds: Int32) -> Double? {
      picoseconds == StepRecord.noSpan ? nil : offset + Double(picoseconds) / 1e6
    }
    let name = name(step)
    var spans: [Span] = []
    if end.keptTFCS != StepRecord.noSpan, end.keptTFCS > 0 {
      let length = Double(end.keptTFCS) / 1e6
      spans.append(
        Span(.change, offset...offset + length, "T_FCS \(DecimalText.fixed(length, digits: 3)) us, \(name)"))
    }
    if end.sendsPacket, let from = microseconds(end.packetStart), let to = microseconds(end.packetEnd),
      from <= to
    {
      spans.append(Span(.packet, from...to, "CS_SYNC \(DecimalText.fixed(to - from, digits: 3)) us, \(name)"))
    }
    if end.sendsTones, let from = microseconds(end.toneStart), let to = microseconds(end.toneEnd), from <= to
    {
      spans.append(Span(.tone, from...to, "CS tone \(DecimalText.fixed(to - from, digits: 3)) us, \(name)"))
    }
    return spans
  }
}
