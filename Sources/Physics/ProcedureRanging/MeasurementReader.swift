public import ChannelSounding
internal import CoreTypes
public import HCI
public import Ranging

/// Makes measurements for ranging of what both ends of a procedure reported, or of the initiator's report alone under
/// inline PCT: tones by antenna path and subevent, round-trip times, and how sure the carrier of a subevent is.
///
/// All that makes distances of reports goes through here. What the two reports do not share is left out, a subevent or a
/// step at a time, and shifts nothing else.
public struct MeasurementReader: Sendable {
  /// When the subevents of a procedure come.
  public struct Schedule: Hashable, Sendable {
    /// From one connection event to the next, in microseconds.
    public private(set) var connectionIntervalMicroseconds: Double
    /// From one subevent of a connection event to the next, in microseconds.
    public private(set) var subeventIntervalMicroseconds: Double

    /// Takes the two intervals; 0 where one is not known.
    public init(connectionIntervalMicroseconds: Double = 0, subeventIntervalMicroseconds: Double = 0) {
      self.connectionIntervalMicroseconds = connectionIntervalMicroseconds
      self.subeventIntervalMicroseconds = subeventIntervalMicroseconds
    }

    /// Takes what an event of the controller reports of either interval.
    public mutating func take(_ event: HCIEventValue) {
      if let complete = event.connectionComplete, complete.status == .success {
        connectionIntervalMicroseconds = Double(complete.parameters.interval.microseconds)
      }
      switch event {
      case .leConnectionUpdateComplete(let update) where update.status == .success:
        connectionIntervalMicroseconds = Double(update.parameters.interval.microseconds)
      case .leCSProcedureEnableComplete(let enabled) where enabled.status == .success:
        subeventIntervalMicroseconds = Double(enabled.subeventInterval.microseconds)
      default: break
      }
    }
  }

  /// Octets up to the time of a packet in modes 1 and 3.
  private static let timedLength = 6

  private let timing: StepTiming
  private let schedule: Schedule?
  private let usesInlinePCT: Bool
  /// From the start of a step to halfway between the tones of both directions in each slot, by mode.
  private let middles: (mode2: SIMD4<Double>, mode3: SIMD4<Double>)
  /// How long a step lasts in microseconds, by mode.
  private let durations: SIMD4<Double>
  private var paths: [ToneResponse] = []
  private var roundTrips: [RangingMeasurement.RoundTrip] = []
  private var carriers = CarrierSpread()

  /// Reads results of `configuration`, whose steps have the times of `timing`.
  ///
  /// - Parameter schedule: when subevents come; nil if that is not known, and tones have no times.
  public init(_ configuration: CSConfiguration, timing: StepTiming, schedule: Schedule?) {
    self.timing = timing
    self.schedule = schedule
    usesInlinePCT = configuration.usesInlinePCT
    middles = (Self.middles(timing, mode: 2), Self.middles(timing, mode: 3))
    durations = SIMD4((0..<4).map { Double(timing.duration(mode: $0)) })
  }

  /// What a procedure leaves for ranging.
  ///
  /// - Parameters:
  ///   - subevents: what the initiator reported.
  ///   - reflector: what the reflector reported, if that is known. Under inline PCT the initiator's tones hold both
  ///     ways, so only round-trip times need it.
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
    carriers = CarrierSpread()
    let firstEvent = subevents.first?.startACLConnEventCounter ?? 0
    var inEvent = (event: firstEvent, subevent: -1)
    var left = reflector.map { $0[...] } ?? []
    let isWhole = left.count == subevents.count
    for (index, own) in subevents.enumerated() {
      let event = own.startACLConnEventCounter
      inEvent = (event, event == inEvent.event ? inEvent.subevent + 1 : 0)
      let start = schedule.map {
        Double(event.events(since: firstEvent)) * $0.connectionIntervalMicroseconds
          + Double(inEvent.subevent) * $0.subeventIntervalMicroseconds
      }
      carriers.add(own)
      let match = left.firstIndex { Self.isSame($0, own, evenElsewhere: isWhole) }
      if usesInlinePCT || match != nil {
        read(own, match.map { left[$0] }, subevent: index, from: start)
      }
      if let match { left = left[(match + 1)...] }
    }
    return RangingMeasurement(
      paths: paths, roundTrips: roundTrips,
      subeventPhaseRadians: carriers.phaseRadians(after: timing.reciprocalInterval))
  }

  /// Whether two ends tell of one subevent, which one without steps never shows.
  ///
  /// - Parameter evenElsewhere: whether the connection events may differ, as in logs that do not have them.
  private static func isSame(
    _ one: SubeventResult, _ other: SubeventResult, evenElsewhere: Bool
  ) -> Bool {
    guard let first = one.stepOffsets.indices.first, let second = other.stepOffsets.indices.first else {
      return false
    }
    let (view, otherView) = (StepView(one, first), StepView(other, second))
    return (evenElsewhere || one.startACLConnEventCounter == other.startACLConnEventCounter)
      && view.channel == otherView.channel && view.mode == otherView.mode
  }

  private mutating func read(
    _ own: SubeventResult, _ peer: SubeventResult?, subevent: Int, from start: Double?
  ) {
    var circumstance = ToneResponse.Circumstance(
      subevent: UInt8(clamping: subevent), microseconds: start)
    for step in own.stepOffsets.indices {
      let report = StepView(own, step)
      if report.mode != 0 {
        if let peer, step < peer.stepOffsets.count {
          read(report, StepView(peer, step), circumstance)
        } else if usesInlinePCT {
          readTones(report, nil, circumstance)
        }
      }
      if let time = circumstance.microseconds {
        circumstance.microseconds = time + durations[Int(min(3, report.mode))]
      }
    }
  }

  /// Takes a step of which both ends reported, if they tell of the same one.
  private mutating func read(
    _ own: StepView, _ peer: StepView, _ circumstance: ToneResponse.Circumstance
  ) {
    let isSame = peer.channel == own.channel && peer.mode == own.mode
    if isSame { readTimes(own, peer) }
    if usesInlinePCT {
      readTones(own, nil, circumstance)
    } else if isSame {
      readTones(own, peer, circumstance)
    }
  }

  private mutating func readTimes(_ own: StepView, _ peer: StepView) {
    guard own.mode == 1 || own.mode == 3, own.count >= Self.timedLength, peer.count >= Self.timedLength else {
      return
    }
    roundTrips.append(
      RangingMeasurement.RoundTrip(
        initiator: own.time, reflector: peer.time, initiatorNADM: own.nadm, reflectorNADM: peer.nadm))
  }

  private mutating func readTones(
    _ own: StepView, _ peer: StepView?, _ stepStart: ToneResponse.Circumstance
  ) {
    let count = timing.antennaPaths
    guard ToneResponse.channelIndices.contains(own.channel),
      let first = own.permutationIndex(pathCount: count),
      Int(own.octet(first)) < AntennaPermutation.count(paths: count)
    else { return }
    var otherFirst = 0
    if let peer {
      guard let found = peer.permutationIndex(pathCount: count) else { return }
      otherFirst = found
    }
    let permutation = own.octet(first)
    for slot in 0..<count {
      let tone = own.tone(first + 1 + 4 * slot)
      let other = peer?.tone(otherFirst + 1 + 4 * slot)
      guard !tone.pct.isZero, other?.pct.isZero != true else { continue }
      let path = AntennaPermutation.path(slot: slot, index: permutation, paths: count)
      var circumstance = stepStart
      circumstance.isDoubtful = tone.quality == .low || other?.quality == .low
      if let start = stepStart.microseconds {
        circumstance.microseconds = start + (own.mode == 2 ? middles.mode2 : middles.mode3)[slot]
      }
      if let other {
        paths[path].append(
          channel: own.channel, initiatorI: Double(tone.pct.i), initiatorQ: Double(tone.pct.q),
          reflectorI: Double(other.pct.i), reflectorQ: Double(other.pct.q), circumstance)
      } else {
        paths[path].append(
          channel: own.channel, initiatorI: Double(tone.pct.i), initiatorQ: Double(tone.pct.q), circumstance)
      }
    }
  }

  private static func middles(_ timing: StepTiming, mode: UInt8) -> SIMD4<Double> {
    var middles = SIMD4<Double>()
    for slot in 0..<timing.antennaPaths {
      let starts = timing.initiatorSlot(slot, mode: mode) + timing.reflectorSlot(slot, mode: mode)
      middles[slot] = Double(starts + timing.tPMMicroseconds) / 2 + Double(timing.tSWMicroseconds)
    }
    return middles
  }
}

extension ProcedureResult {
  /// What the procedure leaves for ranging, antennas being switched in no time.
  ///
  /// - Parameters:
  ///   - configuration: as either end holds it; one of inline PCT where there is no report of the reflector.
  ///   - reflector: what the reflector reported, if that is known. Under inline PCT the initiator's tones hold both
  ///     ways, so only round-trip times need it.
  ///   - schedule: when subevents come; nil if that is not known, and tones have no times.
  public func measurement(
    _ configuration: CSConfiguration, reflector: ProcedureResult?, schedule: MeasurementReader.Schedule? = nil
  ) -> RangingMeasurement {
    var configuration = configuration
    if reflector == nil { configuration.enhancements.insert(.inlinePCT) }
    let pathCount = Int(subevents.first { $0.numAntennaPaths > 0 }?.numAntennaPaths ?? 0)
    guard (1...4).contains(pathCount) else { return RangingMeasurement() }
    var reader = MeasurementReader(
      configuration, timing: StepTiming(configuration: configuration, antennaPaths: pathCount, tSW: 0),
      schedule: schedule)
    return reader.measurement(subevents, reflector: reflector?.subevents)
  }
}
