package import Capture
internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
package import VirtualController

extension StepFrame {
  /// The steps of a subevent in the order of time, as both ends planned, sent and measured them.
  ///
  /// - Parameter limit: how many are made at most, from the first on.
  package static func frames(of steps: ObservedSteps, first limit: Int = .max) -> [StepFrame] {
    var records = StepRecords(steps)
    let count = max(steps.initiator.plan.count, steps.reflector.plan.count)
    return (0..<min(count, limit)).map { records.frame($0) }
  }
}

/// Makes records of the steps of one subevent, from the first to the last.
private struct StepRecords {
  /// What one end sent in a step, in picoseconds of true time; -1 where it sent nothing.
  struct Sent {
    var mode: UInt8
    var packet: (start: Int64, end: Int64)
    var tone: (start: Int64, end: Int64)

    /// The start of whatever comes first.
    var start: Int64 {
      if packet.start < 0 { return tone.start }
      return tone.start < 0 ? packet.start : min(packet.start, tone.start)
    }
  }

  private let steps: ObservedSteps
  private let timing: StepTiming
  private var initiator: EndRecords
  private var reflector: EndRecords

  init(_ steps: ObservedSteps) {
    self.steps = steps
    timing = StepTiming(
      configuration: steps.initiator.configuration, antennaPaths: steps.aci.pathCount,
      tSW: TSW(rawValue: UInt8(steps.tSW)))
    initiator = EndRecords(steps.initiator, steps.timeline.initiator, timing, steps.aci, isReflector: false)
    reflector = EndRecords(steps.reflector, steps.timeline.reflector, timing, steps.aci, isReflector: true)
  }

  /// The step at an index; called once for each, in order.
  mutating func frame(_ index: Int) -> StepFrame {
    let (first, second) = (initiator.sent(in: index), reflector.sent(in: index))
    let leading = index < steps.initiator.plan.count ? steps.initiator : steps.reflector
    let mode = leading.plan.steps[index].mode
    let start =
      first.map { $0.start - initiator.nominal($0.mode) } ?? second.map {
        $0.start - reflector.nominal($0.mode)
      } ?? steps.timeline.start.picoseconds + Int64(leading.plan.steps[index].start) * 1_000_000
    var record = common(index, mode: mode, channel: leading.plan.steps[index].channel)
    record.stepStart = UInt64(max(0, start))
    record.initiator = initiator.record(index, from: start, sent: first, heard: second)
    record.reflector = reflector.record(index, from: start, sent: second, heard: first)
    record.isShared =
      record.initiator.mode == record.reflector.mode && record.initiator.channel == record.reflector.channel
    if let first, let second, first.mode == second.mode {
      record.keptTIP = span(keptTIP(first, second))
      record.slip = span(second.start - first.start - reflector.nominal(mode) + initiator.nominal(mode))
    }
    return StepFrame(time: Instant(picoseconds: max(0, start)), record: record)
  }

  private func common(_ index: Int, mode: UInt8, channel: UInt8) -> StepRecord {
    let configuration = steps.initiator.configuration
    var record = StepRecord()
    record.subeventStart = UInt64(max(0, steps.timeline.start.picoseconds))
    record.accessAddress = steps.accessAddress
    record.procedureCounter = steps.initiator.procedureCounter
    record.subeventIndex = UInt16(truncatingIfNeeded: steps.subeventIndex)
    record.configID = configuration.id
    record.aci = steps.aci
    record.stepIndex = UInt16(index)
    record.stepCount = UInt16(steps.initiator.plan.count)
    record.stepCounter = UInt16(truncatingIfNeeded: steps.initiator.plan.firstStep + index)
    (record.mode, record.channel, record.megahertz) = (mode, channel, 2_402 + UInt16(channel))
    record.usesInlinePCT = configuration.usesInlinePCT
    record.isLastOfProcedure = steps.initiator.plan.endsProcedure && index == steps.initiator.plan.count - 1
    record.pathCount = UInt8(timing.antennaPaths)
    record.rttType = configuration.rttType
    record.csSyncPHY = configuration.csSyncPHY
    (record.tSW, record.tPM) = (UInt8(timing.tSWMicroseconds), UInt8(timing.tPMMicroseconds))
    record.tFCS = UInt16(timing.tFCSMicroseconds)
    (record.tIP1, record.tIP2) = (UInt16(timing.tIP1Microseconds), UInt16(timing.tIP2Microseconds))
    return record
  }

  /// From where the initiator has finished, ramp-down included, to where the reflector begins.
  private func keptTIP(_ first: Sent, _ second: Sent) -> Int64? {
    let ramp = Int64(StepTiming.tRDMicroseconds) * 1_000_000
    if first.mode < 2 { return second.packet.start - first.packet.end - ramp }
    guard first.tone.start >= 0, second.tone.start >= 0 else { return nil }
    return second.tone.start - first.tone.start - Int64(timing.toneDuration) * 1_000_000 - ramp
  }

  private func span(_ picoseconds: Int64?) -> Int32 {
    picoseconds.flatMap { Int32(exactly: $0) } ?? StepRecord.noSpan
  }
}

/// Makes the part of one end of the records of a subevent, from the first step to the last.
private struct EndRecords {
  private let end: ObservedSteps.End
  private let transmissions: ExchangeTimeline.Transmissions
  private let timing: StepTiming
  private let antennas: AntennaConfiguration
  private let isReflector: Bool
  private var next = 0
  private var before: (index: Int, sent: StepRecords.Sent)?

  init(
    _ end: ObservedSteps.End, _ transmissions: ExchangeTimeline.Transmissions, _ timing: StepTiming,
    _ aci: AntennaConfiguration, isReflector: Bool
  ) {
    self.end = end
    self.transmissions = transmissions
    self.timing = timing
    antennas = aci
    self.isReflector = isReflector
  }

  /// What the end sent in a step; nil if that is nothing.
  mutating func sent(in index: Int) -> StepRecords.Sent? {
    guard next < transmissions.step.count, Int(transmissions.step[next]) == end.plan.firstStep + index else {
      return nil
    }
    defer { next += 1 }
    return StepRecords.Sent(
      mode: transmissions.mode[next], packet: (transmissions.syncStart[next], transmissions.syncEnd[next]),
      tone: (transmissions.toneStart[next], transmissions.toneEnd[next]))
  }

  /// From the start of a step to the end's first transmission, in picoseconds as agreed.
  func nominal(_ mode: UInt8) -> Int64 {
    let microseconds =
      switch (mode, isReflector) {
      case (0, false), (1, false), (3, false): timing.initiatorSync
      case (2, false): timing.initiatorSlot(0, mode: 2) + timing.tSWMicroseconds
      case (0, true), (1, true): timing.reflectorSync(mode: mode)
      default: timing.reflectorSlot(0, mode: mode) + timing.tSWMicroseconds
      }
    return Int64(microseconds) * 1_000_000
  }

  /// The end's part of the step at an index.
  ///
  /// - Parameters:
  ///   - start: when the step begins, in picoseconds.
  ///   - sent: what the end sent.
  ///   - heard: what the other end sent.
  mutating func record(
    _ index: Int, from start: Int64, sent: StepRecords.Sent?, heard: StepRecords.Sent?
  ) -> StepRecord.End {
    var record = StepRecord.End()
    guard index < end.plan.count else { return record }
    (record.mode, record.channel) = (end.plan.steps[index].mode, end.plan.steps[index].channel)
    record.clockOffset =
      Int16(exactly: (end.clock.fractionalOffset(at: Instant(picoseconds: start)) * 1e8).rounded()) ?? .min
    record.permutation = record.mode >= 2 ? end.plan.steps[index].permutation : 0
    record.takesPart = index < end.result.stepOffsets.count
    if let sent { note(sent, index, from: start, in: &record) }
    if record.takesPart { note(StepView(end.result, index), heard, in: &record) }
    if record.mode >= 2 {
      record.sendsExtension =
        record.sendsTones && end.plan.steps[index].toneExtension >> (isReflector ? 1 : 0) & 1 == 1
      record.expectsExtension = end.plan.steps[index].toneExtension >> (isReflector ? 0 : 1) & 1 == 1
    }
    return record
  }

  /// Fills in what the end sent, and how long it was silent before.
  private mutating func note(
    _ sent: StepRecords.Sent, _ index: Int, from start: Int64, in record: inout StepRecord.End
  ) {
    func offset(_ time: Int64) -> Int32 {
      time < 0 ? StepRecord.noSpan : Int32(exactly: time - start) ?? StepRecord.noSpan
    }
    record.sendsPacket = sent.packet.start >= 0
    record.sendsTones = sent.tone.start >= 0
    (record.packetStart, record.packetEnd) = (offset(sent.packet.start), offset(sent.packet.end))
    (record.toneStart, record.toneEnd) = (offset(sent.tone.start), offset(sent.tone.end))
    if record.sendsPacket {
      record.packetAddress =
        isReflector
        ? end.plan.steps[index].reflectorAccessAddress : end.plan.steps[index].initiatorAccessAddress
    }
    if let before, before.index == index - 1 {
      let active = Int64(timing.duration(mode: before.sent.mode) - timing.tFCSMicroseconds) * 1_000_000
      let spacing = sent.start - before.sent.start
      record.keptTFCS =
        Int32(exactly: spacing - active - nominal(sent.mode) + nominal(before.sent.mode)) ?? StepRecord.noSpan
    }
    before = (index, sent)
  }

  /// Fills in what the end reported of a step.
  private func note(_ step: StepView, _ heard: StepRecords.Sent?, in record: inout StepRecord.End) {
    let isTimed = step.mode & 1 == 1
    if step.mode != 2 {
      record.packetQuality = step.packetQuality.rawValue
      record.hearsPacket = step.packetQuality.accessAddress != .notFound
      record.nadm = isTimed ? step.nadm.rawValue : StepRecord.none
      record.rssi.rawValue = Int8(bitPattern: step.octet(isTimed ? 2 : 1))
      record.packetAntenna = step.octet(isTimed ? 5 : 2)
    }
    if isTimed { record.roundTripTime = step.time }
    if let offset = step.frequencyOffset.hundredths { record.frequencyOffset = Int16(offset) }
    guard let permutation = step.permutationIndex(pathCount: timing.antennaPaths) else { return }
    record.tones = (0...timing.antennaPaths).map { tone($0, step, at: permutation, record.permutation) }
    let ratings = record.tones.prefix(timing.antennaPaths).map {
      ToneQualityIndicator(rawValue: $0.quality & 0xF)
    }
    record.hearsTones =
      ratings.contains { $0 == .high || $0 == .medium }
      || ratings.contains(.unavailable) && (heard?.tone.start ?? -1) >= 0
  }

  private func tone(_ slot: Int, _ step: StepView, at start: Int, _ permutation: UInt8) -> StepRecord.Tone {
    let place = start + 1 + 4 * slot
    let measured = step.tone(place)
    let path = AntennaPermutation.path(slot: slot, index: permutation, paths: timing.antennaPaths)
    let own = antennas.antennas(path: path)
    var tone = StepRecord.Tone()
    (tone.i, tone.q, tone.quality) = (measured.pct.i, measured.pct.q, step.octet(place + 3))
    let turns = PortableMath.atan2(Double(tone.q), Double(tone.i)) / (2 * .pi)
    tone.phase = Int16(truncatingIfNeeded: Int((turns * 65_536).rounded()))
    tone.path = UInt8(path)
    tone.antenna = UInt8(isReflector ? own.reflector : own.initiator)
    return tone
  }
}
