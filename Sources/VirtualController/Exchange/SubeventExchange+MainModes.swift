internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

extension SubeventExchange {
  /// Runs the steps from `first` on. An end that found no CS_SYNC in mode-0 takes no part.
  mutating func runMainModes(_ air: inout StepAir, from first: Int) {
    let initiatorCount = initiator.isSynchronised ? air.initiatorPlan.count : air.initiatorPlan.mode0Count
    let reflectorCount = reflector.isSynchronised ? air.reflectorPlan.count : air.reflectorPlan.mode0Count
    let sharedCount = min(initiatorCount, reflectorCount)
    var step = first
    while step < max(initiatorCount, reflectorCount) {
      let mode = step < initiatorCount ? air.initiatorPlan.mode[step] : 0
      let isShared =
        step < sharedCount && mode != 0 && mode == air.reflectorPlan.mode[step]
        && air.initiatorPlan.channel[step] == air.reflectorPlan.channel[step]
      if isShared {
        runShared(&air, step: step, mode: mode)
      } else {
        if step < initiatorCount { runAlone(&air, step: step, isReflector: false) }
        if step < reflectorCount { runAlone(&air, step: step, isReflector: true) }
      }
      step &+= 1
    }
  }

  /// Runs a step in which both ends are on the same channel in the same mode.
  @inline(__always)
  private mutating func runShared(_ air: inout StepAir, step: Int, mode: UInt8) {
    let channel = air.initiatorPlan.channel[step]
    initiator.oscillator.hop(to: Int(channel))
    reflector.oscillator.hop(to: Int(channel))
    air.initiatorWriter.header(
      mode: mode, channel: channel, recordLength: initiator.recordLengths[Int(mode)])
    air.reflectorWriter.header(
      mode: mode, channel: channel, recordLength: reflector.recordLengths[Int(mode)])
    if mode != 2 { exchangePackets(&air, step: step, mode: mode) }
    var sendsTones = true
    if mode != 1 {
      if behaviour.omittedToneFraction > 0 {
        sendsTones = faults.nextUnit() >= behaviour.omittedToneFraction
      }
      exchangeTones(&air, step: step, mode: mode, reflectorSends: sendsTones)
    }
    if recordsTimeline {
      record(air.initiatorPlan, step: step, isReflector: false, sendsTones: true)
      record(air.reflectorPlan, step: step, isReflector: true, sendsTones: sendsTones)
    }
  }

  /// Runs a step in which nothing of the peer reaches this end: it reports noise.
  private mutating func runAlone(_ air: inout StepAir, step: Int, isReflector: Bool) {
    if isReflector {
      let reportsAmplitude = usesInlinePCT && !behaviour.reportsQuadrature
      reflector.reportNoise(
        air.reflectorPlan, step: step, isReflector: true, reportsAmplitude: reportsAmplitude,
        to: &air.reflectorWriter)
      if recordsTimeline { record(air.reflectorPlan, step: step, isReflector: true, sendsTones: true) }
    } else {
      initiator.reportNoise(
        air.initiatorPlan, step: step, isReflector: false, reportsAmplitude: false,
        to: &air.initiatorWriter)
      if recordsTimeline { record(air.initiatorPlan, step: step, isReflector: false, sendsTones: true) }
    }
  }

  /// The two CS_SYNC of mode-1 or mode-3 and the times both ends take of them.
  private mutating func exchangePackets(_ air: inout StepAir, step: Int, mode: UInt8) {
    let (plan, own) = (air.initiatorPlan, air.reflectorPlan)
    let firstPoint = Double(initiator.timing.tFCS)
    let sentFirst = initiator.time(Double(plan.start[step]) + firstPoint)
    let expectedFirst = reflector.time(Double(own.start[step]) + Double(reflector.timing.tFCS))
    let secondPoint = Double(reflector.timing.reflectorSync(mode: mode))
    let sentSecond = reflector.time(Double(own.start[step]) + secondPoint)
    let initiatorSecondPoint = Double(initiator.timing.reflectorSync(mode: mode))
    let expectedSecond = initiator.time(Double(plan.start[step]) + initiatorSecondPoint)
    let channel = plan.channel[step]

    let reflectorHears =
      plan.initiatorAccessAddress[step] == own.initiatorAccessAddress[step]
      && reflector.finds(arrival: sentFirst + flight, expected: expectedFirst, channel: channel)
    let turnaround = (sentSecond - (sentFirst + flight)) / reflector.rate
    let nominalTurnaround = secondPoint - Double(reflector.timing.tFCS)
    let reflectorTime = reflector.halfNanoseconds((turnaround - nominalTurnaround) * 1e3)
    air.reflectorWriter.timedPacket(
      rssi: reflectorHears ? reflector.rssi[Int(channel)] : nil,
      time: reflectorHears ? reflectorTime : nil, hasSounding: reflector.timing.hasSounding)

    let initiatorHears =
      plan.reflectorAccessAddress[step] == own.reflectorAccessAddress[step]
      && initiator.finds(arrival: sentSecond + flight, expected: expectedSecond, channel: channel)
    let roundTrip = (sentSecond + flight - sentFirst) / initiator.rate
    let delay = initiator.radio.delayNanoseconds + reflector.radio.delayNanoseconds
    let nominalRoundTrip = initiatorSecondPoint - firstPoint
    let initiatorTime = initiator.halfNanoseconds((roundTrip - nominalRoundTrip) * 1e3 + delay)
    air.initiatorWriter.timedPacket(
      rssi: initiatorHears ? initiator.rssi[Int(channel)] : nil,
      time: initiatorHears ? initiatorTime : nil, hasSounding: initiator.timing.hasSounding)
  }

  /// Notes what an end sent in a step after mode-0.
  private mutating func record(_ plan: SubeventPlan, step: Int, isReflector: Bool, sendsTones: Bool) {
    let end = isReflector ? reflector : initiator
    let mode = plan.mode[step]
    if isReflector && mode == 0 { return }
    let stepStart = Double(plan.start[step])
    var sync: (Double, Double)?
    if mode != 2 {
      let point = stepStart + Double(isReflector ? end.timing.reflectorSync(mode: mode) : end.timing.tFCS)
      let length = mode == 0 ? end.timing.tSY : end.timing.tSYSequence
      sync = (end.time(point), end.time(point + Double(length)))
    }
    var tone: (Double, Double)?
    if mode >= 2 && sendsTones {
      let train = stepStart + Double(end.timing.trainStart(mode: mode, isReflector: isReflector))
      let hasExtension = plan.toneExtension[step] >> (isReflector ? 1 : 0) & 1 == 1
      let slots = pathCount + (hasExtension ? 1 : 0)
      tone = (
        end.time(train + Double(end.timing.tSW)), end.time(train + Double(slots * end.timing.slot))
      )
    }
    if sync == nil && tone == nil { return }
    if isReflector {
      timeline.reflector.append(
        step: plan.firstStep + step, mode: mode, channel: plan.channel[step], sync: sync, tone: tone,
        start: timeline.start)
    } else {
      timeline.initiator.append(
        step: plan.firstStep + step, mode: mode, channel: plan.channel[step], sync: sync, tone: tone,
        start: timeline.start)
    }
  }
}

extension RunningEnd {
  /// A measured time of arrival or departure with this end's noise, in units of 0.5 ns.
  mutating func halfNanoseconds(_ nanoseconds: Double) -> Int16 {
    let noisy = nanoseconds + noise.nextGaussianPair().0 * radio.timingNoiseNanoseconds
    return Int16(max(-32_767, min(32_767, (noisy * 2).rounded())))
  }

  /// Reports a step in which this end heard nothing of the peer.
  mutating func reportNoise(
    _ plan: SubeventPlan, step: Int, isReflector: Bool, reportsAmplitude: Bool, to writer: inout StepWriter
  ) {
    let mode = plan.mode[step]
    oscillator.hop(to: Int(plan.channel[step]))
    writer.header(mode: mode, channel: plan.channel[step], recordLength: recordLengths[Int(mode)])
    if mode == 0 {
      writer.mode0(rssi: nil, frequencyOffset: isReflector ? nil : SubeventResult.unavailableFrequency)
    }
    if mode == 1 || mode == 3 { writer.timedPacket(rssi: nil, time: nil, hasSounding: timing.hasSounding) }
    guard mode >= 2 else { return }
    writer.octet(plan.permutation[step])
    for slot in 0...timing.pathCount {
      let (i, q) = measured(re: 0, im: 0)
      let peerBit = plan.toneExtension[step] >> (isReflector ? 0 : 1) & 1
      let kind: UInt8 = slot < timing.pathCount ? 0 : (1 + peerBit) << 4
      let pct =
        reportsAmplitude
        ? PCTQuantiser.packed(i: amplitude(i: i, q: q), q: 0) : PCTQuantiser.packed(i: i, q: q)
      writer.tone(pct: pct, quality: kind | rating(i: i, q: q, overlap: 0))
    }
  }

  /// The size of a PCT as an inline-PCT reflector reports it in I, 0 to 2047.
  @inline(__always)
  func amplitude(i: Int32, q: Int32) -> Int32 {
    quantiser.part(Double(i &* i &+ q &* q).squareRoot())
  }
}
