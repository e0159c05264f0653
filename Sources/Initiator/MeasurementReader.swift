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

  /// Tone_Quality_Indicator of a tone of low quality.
  private static let low: UInt8 = 2

  private let timing: StepTiming
  private let schedule: Schedule
  private let usesInlinePCT: Bool
  /// Octets of a packet's report in modes 1 and 3.
  private let packetLength: Int
  /// From the start of a step to halfway between the tones of both directions in each slot, by mode.
  private let middles: (mode2: SIMD4<Double>, mode3: SIMD4<Double>)
  private var paths: [ToneResponse] = []
  private var roundTrips: [RangingMeasurement.RoundTrip] = []

  /// Reads results of `configuration`, whose steps have the times of `timing`.
  public init(_ configuration: CSConfiguration, timing: StepTiming, schedule: Schedule) {
    self.timing = timing
    self.schedule = schedule
    usesInlinePCT = configuration.usesInlinePCT
    packetLength = configuration.rttType == 1 || configuration.rttType == 2 ? 14 : 6
    middles = (Self.middles(timing, mode: 2), Self.middles(timing, mode: 3))
  }

  /// What a procedure leaves for ranging. Tones that either receiver rated low are left out.
  ///
  /// - Parameters:
  ///   - subevents: what the initiator reported.
  ///   - reflector: what the reflector reported of the same subevents; nil under inline PCT, where the initiator's
  ///     tones hold both ways.
  public mutating func measurement(
    _ subevents: [SubeventResult], reflector: [SubeventResult]?
  ) -> RangingMeasurement {
    let content: ToneResponse.Content = usesInlinePCT ? .inline : .product
    let stepCount = subevents.reduce(0) { $0 + $1.stepOffsets.count }
    paths = (0..<timing.antennaPaths).map { _ in
      var path = ToneResponse(content: content)
      path.reserveCapacity(stepCount)
      return path
    }
    roundTrips = []
    let firstEvent = subevents.first?.startACLConnEventCounter ?? 0
    var inEvent = (event: firstEvent, subevent: -1)
    for (index, own) in subevents.enumerated() {
      let event = own.startACLConnEventCounter
      inEvent = (event, event == inEvent.event ? inEvent.subevent + 1 : 0)
      let start =
        Double(event &- firstEvent) * schedule.connectionIntervalMicroseconds
        + Double(inEvent.subevent) * schedule.subeventIntervalMicroseconds
      if let reflector {
        guard index < reflector.count else { break }
        read(own, reflector[index], from: start)
      } else if usesInlinePCT {
        read(own, nil, from: start)
      }
    }
    return RangingMeasurement(paths: paths, roundTrips: roundTrips)
  }

  private mutating func read(_ own: SubeventResult, _ peer: SubeventResult?, from start: Double) {
    var microseconds = start
    for step in own.stepOffsets.indices {
      let report = StepView(own, step)
      defer { microseconds += Double(timing.duration(mode: min(3, report.mode))) }
      guard report.mode != 0 else { continue }
      guard let peer else {
        readTones(report, nil, from: microseconds)
        continue
      }
      guard step < peer.stepOffsets.count else { return }
      let other = StepView(peer, step)
      guard other.channel == report.channel, other.mode == report.mode else { continue }
      readTimes(report, other)
      readTones(report, other, from: microseconds)
    }
  }

  private mutating func readTimes(_ own: StepView, _ peer: StepView) {
    guard own.mode == 1 || own.mode == 3, own.count >= packetLength, peer.count >= packetLength else {
      return
    }
    roundTrips.append(
      RangingMeasurement.RoundTrip(
        initiatorHalfNanoseconds: own.time, reflectorHalfNanoseconds: peer.time,
        initiatorNADM: own.octet(1), reflectorNADM: peer.octet(1)))
  }

  private mutating func readTones(_ own: StepView, _ peer: StepView?, from start: Double) {
    guard own.mode == 2 || own.mode == 3, ToneResponse.channelIndices.contains(own.channel) else { return }
    let count = timing.antennaPaths
    let first = own.mode == 3 ? packetLength : 0
    let length = first + 1 + 4 * (count + 1)
    let permutation = own.count == length ? own.octet(first) : .max
    guard Int(permutation) < AntennaPermutation.count(paths: count), peer.map({ $0.count == length }) ?? true
    else { return }
    for slot in 0..<count {
      let tone = own.tone(first + 1 + 4 * slot)
      let other = peer?.tone(first + 1 + 4 * slot)
      guard tone.quality != Self.low, other?.quality != Self.low else { continue }
      let path = AntennaPermutation.path(slot: slot, index: permutation, paths: count)
      let time = start + (own.mode == 2 ? middles.mode2 : middles.mode3)[slot]
      if let other {
        paths[path].append(
          channel: own.channel, initiatorI: Double(tone.i), initiatorQ: Double(tone.q),
          reflectorI: Double(other.i), reflectorQ: Double(other.q), microseconds: time)
      } else {
        paths[path].append(
          channel: own.channel, initiatorI: Double(tone.i), initiatorQ: Double(tone.q), microseconds: time)
      }
    }
  }
  private static func middles(_ timing: StepTiming, mode: UInt8) -> SIMD4<Double> {
    var middles = SIMD4<Double>()
    for slot in 0..<timing.antennaPaths {
      let starts = timing.initiatorSlot(slot, mode: mode) + timing.reflectorSlot(slot, mode: mode)
      middles[slot] = Double(starts + timing.tPM) / 2 + Double(timing.tSW)
    }
    return middles
  }
}
