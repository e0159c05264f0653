import ChannelSounding
import CoreTypes
import RadioModel
import Ranging
import SimulationKernel

@testable import VirtualController

/// One step of a result, read back from its octets.
struct ReadStep {
  let mode: UInt8
  let channel: UInt8
  let data: [UInt8]

  /// The PCTs of a step whose tones begin after `skipped` octets and the permutation index.
  func tones(skipping skipped: Int = 0) -> [(i: Int, q: Int, quality: UInt8)] {
    stride(from: skipped + 1, to: data.count, by: 4).map { offset in
      let word = UInt32(data[offset]) | UInt32(data[offset + 1]) << 8 | UInt32(data[offset + 2]) << 16
      let i = Int(Int32(bitPattern: word << 20) >> 20)
      let q = Int(Int32(bitPattern: word << 8) >> 20)
      return (i, q, data[offset + 3])
    }
  }
}

extension SubeventResult {
  /// The steps by the lengths in their own octets.
  var steps: [ReadStep] {
    var steps: [ReadStep] = []
    var offset = 0
    while offset < stepOctets.count {
      let length = Int(stepOctets[offset + 2])
      steps.append(
        ReadStep(
          mode: stepOctets[offset], channel: stepOctets[offset + 1],
          data: Array(stepOctets[offset + 3..<offset + 3 + length])))
      offset += 3 + length
    }
    return steps
  }
}

extension StepTiming {
  /// The mandatory times with one antenna path.
  static let mandatory = StepTiming(configuration: CSConfiguration(), antennaPaths: 1, tSW: 0)
}

/// A link of two ends over one subevent, with plans made from a seed and no DRBG.
struct ExchangeBench {
  var initiator = ExchangeEnd(timing: .mandatory, clock: DeviceClock(offsetPpm: 20))
  var reflector = ExchangeEnd(timing: .mandatory, clock: DeviceClock(offsetPpm: -20))
  var environment = Environment(distanceMetres: 5)
  var aci: AntennaConfiguration = 0
  var usesInlinePCT = true
  var behaviour = ReflectorBehaviour()
  var mainMode: UInt8 = 2
  var reflectorPlanSeed: UInt64 = 1
  var seed: UInt64 = 1
  var recordsTimeline = false
  var knownFAEPpm: [Double] = []

  init(tFCS: Int = 150, paths: Int = 1, aci: AntennaConfiguration = 0) {
    self.aci = aci
    for end in [\ExchangeBench.initiator, \.reflector] {
      self[keyPath: end].timing.tFCSMicroseconds = tFCS
      self[keyPath: end].timing.antennaPaths = paths
      self[keyPath: end].timing.tSWMicroseconds = paths > 1 ? 2 : 0
    }
    environment.antennaPathOffsetsMetres = []
  }

  /// Three mode-0 steps and a main-mode step on each channel.
  func plan(seed: UInt64, timing: StepTiming) -> SubeventPlan {
    var random = RandomStreams(seed: seed).stream("plan")
    var channels = CSChannelMap.allowed.channels
    for index in channels.indices.reversed() where index > 0 {
      channels.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    var plan = SubeventPlan()
    var start: Int32 = 0
    let permutations = [1, 2, 6, 24][timing.antennaPaths - 1]
    for (index, channel) in (Array(channels.suffix(3)) + channels).enumerated() {
      let mode: UInt8 = index < 3 ? 0 : mainMode
      var step = PlannedStep(mode: mode, channel: channel, start: start)
      if mode != 2 {
        step.initiatorAccessAddress = UInt32(truncatingIfNeeded: random.next())
        step.reflectorAccessAddress = UInt32(truncatingIfNeeded: random.next())
      }
      if mode >= 2 {
        step.permutation = UInt8(random.next() % UInt64(permutations))
        step.toneExtension = UInt8(random.next() & 3)
      }
      step.sequenceIndex = plan.appendSequences(
        mode: mode, rttType: initiator.format.rttType, random: &random)
      plan.steps.append(step)
      start += Int32(timing.duration(mode: mode))
    }
    plan.duration = start
    return plan
  }

  /// What one run gave.
  struct Outcome {
    let initiator: SubeventResult
    let reflector: SubeventResult
    let timeline: ExchangeTimeline
    let residualPpm: Double
    let initiatorPlan: SubeventPlan
  }

  func run() -> Outcome {
    var exchange = SubeventExchange(
      initiator: initiator, reflector: reflector, environment: environment, aci: aci,
      usesInlinePCT: usesInlinePCT, behaviour: behaviour, random: RandomStreams(seed: seed))
    exchange.recordsTimeline = recordsTimeline
    exchange.knownFAEPpm = knownFAEPpm
    var (initiatorResult, reflectorResult) = (SubeventResult(), SubeventResult())
    let initiatorPlan = plan(seed: 1, timing: initiator.timing)
    let start = Instant.start + .seconds(10)
    exchange.run(
      initiatorPlan: initiatorPlan, reflectorPlan: plan(seed: reflectorPlanSeed, timing: reflector.timing),
      start: start, reflectorStart: start + .microseconds(1), initiatorResult: &initiatorResult,
      reflectorResult: &reflectorResult)
    return Outcome(
      initiator: initiatorResult, reflector: reflectorResult, timeline: exchange.timeline,
      residualPpm: exchange.residualOffset * 1e6, initiatorPlan: initiatorPlan)
  }
}

extension SubeventPlan {
  /// Adds the sequences of a step, if its mode and the RTT type have any, and returns their index.
  fileprivate mutating func appendSequences(
    mode: UInt8, rttType: RTTType, random: inout some RandomNumberGenerator
  ) -> Int16 {
    guard mode & 1 == 1, rttType != .aaOnly else { return -1 }
    let index = Int16(sequences.count)
    let count = rttType.sequenceBits
    for _ in 0..<2 {
      let bits = (UInt128(random.next()) << 64 | UInt128(random.next())) >> UInt128(128 - count)
      var sequence = CSSyncSequence(bits: bits, bitCount: UInt8(count))
      if rttType.isSounding {
        sequence.setMarker(at: UInt8(random.next() % 29), signal: random.next() & 1 == 1)
        if count == 96 { sequence.setMarker(at: 67, signal: random.next() & 1 == 1) }
      }
      sequences.append(sequence)
    }
    return index
  }
}

extension ExchangeBench.Outcome {
  /// The responses of all antenna paths: of the initiator alone, or of the product of both.
  func responses(usesInlinePCT: Bool, skipping skipped: Int = 0) -> [ToneResponse] {
    var responses = [ToneResponse](repeating: ToneResponse(), count: Int(initiator.numAntennaPaths))
    for (own, peer) in zip(initiator.steps, reflector.steps) where own.mode >= 2 {
      let (tones, peerTones) = (own.tones(skipping: skipped), peer.tones(skipping: skipped))
      for slot in 0..<responses.count {
        let path = AntennaPermutation.path(slot: slot, index: own.data[skipped], paths: responses.count)
        let (i, q) = (Double(tones[slot].i), Double(tones[slot].q))
        if usesInlinePCT {
          responses[path].append(channel: own.channel, initiatorI: i, initiatorQ: q)
        } else {
          responses[path].append(
            channel: own.channel, initiatorI: i, initiatorQ: q, reflectorI: Double(peerTones[slot].i),
            reflectorQ: Double(peerTones[slot].q))
        }
      }
    }
    return responses
  }

  /// The distance that the reports tell.
  func estimate(usesInlinePCT: Bool, skipping skipped: Int = 0) -> DistanceEstimate? {
    var estimator = RangingEstimator(.ml)
    return estimator.estimate(paths: responses(usesInlinePCT: usesInlinePCT, skipping: skipped))
  }
}
