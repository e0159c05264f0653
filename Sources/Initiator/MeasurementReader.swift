public import ChannelSounding
internal import HCI
public import Ranging

/// Makes measurements for ranging of what controllers reported, with what the phone's host knows of the times.
public struct MeasurementReader: Sendable {
  /// When the subevents of a procedure come, as LE CS Procedure Enable Complete tells it.
  public struct Schedule: Hashable, Sendable {
    /// From one connection event to the next, in microseconds.
    public var connectionIntervalMicroseconds: Double
    /// From one subevent of a connection event to the next, in microseconds.
    public var subeventIntervalMicroseconds: Double

    /// Takes the two intervals.
    public init(connectionIntervalMicroseconds: Double, subeventIntervalMicroseconds: Double) {
      self.connectionIntervalMicroseconds = connectionIntervalMicroseconds
      self.subeventIntervalMicroseconds = subeventIntervalMicroseconds
    }
  }

  private let timing: StepTiming
  private let schedule: Schedule
  private let usesInlinePCT: Bool
  /// Octets of a packet's report in modes 1 and 3.
  private let packetLength: Int
  private var paths: [ToneResponse] = []
  private var roundTrips: [RangingMeasurement.RoundTrip] = []

  /// Reads results of `configuration`, whose steps have the times of `timing`.
  public init(_ configuration: CSConfiguration, timing: StepTiming, schedule: Schedule) {
    self.timing = timing
    self.schedule = schedule
    usesInlinePCT = configuration.usesInlinePCT
    packetLength = configuration.rttType == 1 || configuration.rttType == 2 ? 14 : 6
  }

  /// What a procedure leaves for ranging. Tones that either receiver rated low are left out.
  ///
  /// - Parameter reflector: what the reflector reported; nil under inline PCT, where the initiator's tones hold
  ///   both ways.
  public mutating func measurement(
    _ procedure: ProcedureResult, reflector: ProcedureResult?
  ) -> RangingMeasurement {
    let content: ToneResponse.Content = usesInlinePCT ? .inline : .product
    let stepCount = procedure.subevents.reduce(0) { $0 + $1.stepOffsets.count }
    paths = (0..<timing.antennaPaths).map { _ in
      var path = ToneResponse(content: content)
      path.reserveCapacity(stepCount)
      return path
    }
    roundTrips = []
    let firstEvent = procedure.subevents.first?.startACLConnEventCounter ?? 0
    var inEvent = (event: firstEvent, subevent: -1)
    for (index, own) in procedure.subevents.enumerated() {
      let event = own.startACLConnEventCounter
      inEvent = (event, event == inEvent.event ? inEvent.subevent + 1 : 0)
      let start =
        Double(event &- firstEvent) * schedule.connectionIntervalMicroseconds
        + Double(inEvent.subevent) * schedule.subeventIntervalMicroseconds
      if let reflector {
        guard index < reflector.subevents.count else { break }
        read(own, reflector.subevents[index], from: start)
      } else if usesInlinePCT {
        read(own, nil, from: start)
      }
    }
    return RangingMeasurement(paths: paths, roundTrips: roundTrips)
  }

  private mutating func read(_ own: SubeventResult, _ peer: SubeventResult?, from start: Double) {
    var microseconds = start
    for step in own.stepOffsets.indices {
      let report = StepReport(own, step)
      defer { microseconds += Double(timing.duration(mode: min(3, report.mode))) }
      guard report.mode != 0 else { continue }
      guard let peer else {
        readTones(report, nil, from: microseconds)
        continue
      }
      guard step < peer.stepOffsets.count else { return }
      let other = StepReport(peer, step)
      guard other.channel == report.channel, other.mode == report.mode else { continue }
      readTimes(report, other)
      readTones(report, other, from: microseconds)
    }
  }

  private mutating func readTimes(_ own: StepReport, _ peer: StepReport) {
    guard own.mode == 1 || own.mode == 3, own.count >= packetLength, peer.count >= packetLength else {
      return
    }
    roundTrips.append(
      RangingMeasurement.RoundTrip(
        initiatorHalfNanoseconds: own.time, reflectorHalfNanoseconds: peer.time,
        initiatorNADM: own.octet(1), reflectorNADM: peer.octet(1)))
  }

  private mutating func readTones(_ own: StepReport, _ peer: StepReport?, from start: Double) {
    guard own.mode == 2 || own.mode == 3 else { return }
    let count = timing.antennaPaths
    let first = own.mode == 3 ? packetLength : 0
    let length = first + 1 + 4 * (count + 1)
    let permutation = own.count == length ? own.octet(first) : .max
    guard Int(permutation) < AntennaPermutation.count(paths: count), peer.map({ $0.count == length }) ?? true
    else { return }
    for slot in 0..<count {
      let tone = own.tone(first + 1 + 4 * slot)
      let other = peer?.tone(first + 1 + 4 * slot)
      guard !tone.isLow, !(other?.isLow ?? false) else { continue }
      let path = AntennaPermutation.path(slot: slot, index: permutation, paths: count)
      let time = start + middle(slot: slot, mode: own.mode)
      if let other {
        paths[path].append(
          channel: own.channel, initiatorI: tone.i, initiatorQ: tone.q, reflectorI: other.i,
          reflectorQ: other.q, microseconds: time)
      } else {
        paths[path].append(channel: own.channel, initiatorI: tone.i, initiatorQ: tone.q, microseconds: time)
      }
    }
  }

  /// From the start of the step to halfway between the tones of both directions.
  private func middle(slot: Int, mode: UInt8) -> Double {
    let starts = timing.initiatorSlot(slot, mode: mode) + timing.reflectorSlot(slot, mode: mode)
    return Double(starts + timing.tPM) / 2 + Double(timing.tSW)
  }
}

/// One step of a report in place.
private struct StepReport {
  let mode: UInt8
  let channel: UInt8
  /// Octets of Step_Data.
  let count: Int
  private let octets: [UInt8]
  private let start: Int

  init(_ subevent: SubeventResult, _ step: Int) {
    octets = subevent.stepOctets
    let offset = Int(subevent.stepOffsets[step])
    mode = octets[offset]
    channel = octets[offset + 1]
    count = Int(octets[offset + 2])
    start = offset + 3
  }

  func octet(_ index: Int) -> UInt8 { octets[start + index] }

  /// The time of arrival and departure of modes 1 and 3, in 0.5 ns.
  var time: Int16 { Int16(bitPattern: UInt16(octet(3)) | UInt16(octet(4)) << 8) }

  /// A tone: 12 bits of I, 12 bits of Q, and its quality. [Vol 4, Part E, 7.7.65.44]
  func tone(_ index: Int) -> (i: Double, q: Double, isLow: Bool) {
    let low = UInt16(octet(index)) | UInt16(octet(index + 1)) << 8
    let high = UInt16(octet(index + 1)) | UInt16(octet(index + 2)) << 8
    let i = Int16(bitPattern: low << 4) >> 4
    let q = Int16(bitPattern: high) >> 4
    return (Double(i), Double(q), octet(index + 3) & 0xF == 2)
  }
}
