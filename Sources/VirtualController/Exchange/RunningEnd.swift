internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// One end while a subevent runs: what is worked out once, and what changes from step to step.
///
/// Times are microseconds of true time from the start of the subevent. They feed phases; the borders to the
/// rest of the simulation are whole picoseconds.
struct RunningEnd {
  /// Slot windows and settling of both trains: mode-2 from 0, mode-3 from `mode3Offset`; the reflector's train
  /// `ExchangeTiming.maximumSlots` further on.
  static let mode3Offset = 2 * ExchangeTiming.maximumSlots

  let timing: ExchangeTiming
  let radio: RadioParameters
  let budget: LinkBudget
  let quantiser: PCTQuantiser
  var clock: DeviceClock
  var oscillator: Oscillator
  var noise: RandomStream
  /// Packet_RSSI by channel index.
  let rssi: [Int8]
  /// Octets of a record by step mode.
  let recordLengths: InlineArray<4, Int>
  /// From the start of the step to the measurement window of each slot.
  private var windows = InlineArray<20, Double>(repeating: 0)
  private var decays = InlineArray<20, Double>(repeating: 0)
  /// Power of a PCT, in PCT units squared, from which a tone is of high and of medium quality.
  private let highPower: Double
  private let mediumPower: Double

  /// True microseconds in one of this end's.
  var rate = 1.0
  /// True time of the grid point `anchorOffset`.
  var anchor = 0.0
  /// Microseconds of this end's plan.
  var anchorOffset = 0.0
  /// Whether this end heard a CS_SYNC of mode-0.
  var isSynchronised = false

  init(
    _ end: ExchangeEnd, isReflector: Bool, peer: ExchangeEnd, environment: Environment,
    response: ChannelResponse,
    oscillator: RandomStream, noise: RandomStream
  ) {
    timing = end.timing
    radio = end.radio
    clock = end.clock
    self.noise = noise
    self.oscillator = Oscillator(settlingMicroseconds: radio.settlingMicroseconds, random: oscillator)
    quantiser = PCTQuantiser(bits: radio.pctBits)
    let budget = LinkBudget(
      sender: peer.radio, receiver: radio, environment: environment, tPMMicroseconds: timing.tPM)
    self.budget = budget
    let noisePower = 2 * budget.noiseAmplitude * budget.noiseAmplitude
    highPower = noisePower * PortableMath.powerRatio(decibels: radio.toneQuality.highDecibels)
    mediumPower = noisePower * PortableMath.powerRatio(decibels: radio.toneQuality.mediumDecibels)
    rssi = (0..<ChannelResponse.channelCount).map { channel in
      let gain = PortableMath.decibels(powerRatio: max(response.power(channel: channel), 1e-12))
      return Int8(max(-127, min(20, (budget.receivedDbm + gain).rounded())))
    }
    recordLengths = InlineArray { end.timing.recordLength(mode: UInt8($0), isReflector: isReflector) }
    for mode in [UInt8(2), 3] {
      for isReflectorTrain in [false, true] {
        for slot in 0..<ExchangeTiming.maximumSlots {
          let index = Self.window(mode: mode, isReflector: isReflectorTrain) + slot
          let start = timing.trainStart(mode: mode, isReflector: isReflectorTrain) + slot * timing.slot
          windows[index] = Double(start + timing.tSW)
          decays[index] = self.oscillator.settlingDecay(after: windows[index])
        }
      }
    }
  }

  /// The index of the first slot of a train in the tables.
  @inline(__always)
  static func window(mode: UInt8, isReflector: Bool) -> Int {
    (mode == 3 ? mode3Offset : 0) &+ (isReflector ? ExchangeTiming.maximumSlots : 0)
  }

  /// Puts the end at the start of a subevent, `start` microseconds after the initiator's.
  mutating func begin(at instant: Instant, start: Double) {
    rate = 1 / (1 + clock.fractionalOffset(at: instant))
    anchor = start
    anchorOffset = 0
    isSynchronised = false
  }

  /// The true time of a point of this end's plan.
  @inline(__always)
  func time(_ planMicroseconds: Double) -> Double { anchor + (planMicroseconds - anchorOffset) * rate }

  /// The true time at which the measurement window of a slot begins, in the step that begins at `stepStart`.
  @inline(__always)
  func windowStart(_ index: Int, stepStart: Double) -> Double { stepStart + windows[index] * rate }

  /// The phase in turns that the PLL has yet to go through in a slot.
  @inline(__always)
  func settlingTurns(_ index: Int) -> Double { oscillator.settlingTurns(decay: decays[index]) }

  /// Adds receiver noise to a tone and quantises it.
  @inline(__always)
  mutating func measured(re: Double, im: Double) -> (i: Int32, q: Int32) {
    let (noiseI, noiseQ) = noise.nextGaussianPair()
    return (
      quantiser.part(re + budget.noiseAmplitude * noiseI), quantiser.part(im + budget.noiseAmplitude * noiseQ)
    )
  }

  /// Tone quality, bits 0 to 3; `overlap` is the part of the window that the tone filled.
  @inline(__always)
  func rating(i: Int32, q: Int32, overlap: Double) -> UInt8 {
    guard radio.toneQuality.isReported else { return ToneQuality.Rating.unavailable.rawValue }
    let power = Double(i &* i &+ q &* q)
    if overlap < 0.5 || power < mediumPower { return ToneQuality.Rating.low.rawValue }
    let isHigh = overlap >= 0.9 && power >= highPower
    return (isHigh ? ToneQuality.Rating.high : .medium).rawValue
  }

  /// Whether a CS_SYNC that arrives at `arrival` is found where `expected` was.
  func finds(arrival: Double, expected: Double, channel: UInt8) -> Bool {
    (arrival - expected).magnitude <= Double(timing.receiveWindow)
      && Double(rssi[Int(channel)]) >= radio.sensitivityDbm
  }
}
