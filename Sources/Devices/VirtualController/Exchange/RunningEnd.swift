internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// One end while a subevent runs: what is worked out once, and what changes from step to step.
///
/// Times are microseconds of true time from the start of the subevent. They feed phases; the borders to the
/// rest of the simulation are whole picoseconds.
struct RunningEnd {
  /// The most slots of one train: four antenna paths and the extension slot.
  private static let maximumSlots = 5
  /// The receive window to either side of the expected time of a CS_SYNC.
  private static let receiveWindowMicroseconds = 10.0
  /// Slot windows and settling of both trains: mode-2 from 0, mode-3 from `mode3Offset`; the reflector's train
  /// `maximumSlots` further on.
  private static let mode3Offset = 2 * maximumSlots

  private let constants: EndConstants
  /// T_PM in microseconds.
  let toneMicroseconds: Double
  let quantiser: PCTQuantiser
  let reportsToneQuality: Bool
  /// The ratio of signal to noise with which packets of modes 1 and 3 are to be sent, in dB; nil where it is not
  /// controlled.
  private let snrOutputDecibels: Double?
  /// The same as it came out in the last packet.
  private(set) var lastOutputSNRDecibels: Double?
  var oscillator: Oscillator
  var noise: RandomStream
  var packets: PacketReceiver
  /// What comes of the peer's signal; `hear` sets it.
  private(set) var budget: LinkBudget
  private(set) var frontEnd: FrontEnd
  /// Strength of a packet in dBm by antenna path and channel index; not a number until `learnStrength`
  /// is called after `hear`.
  private var strengths: [Double]
  /// The factor that interference puts on the noise amplitude in this step.
  var interference = 1.0
  /// From the start of the step to the measurement window of each slot; an inline array would be copied for each
  /// look into it.
  private var windows = [Double](repeating: 0, count: 2 * mode3Offset)
  private var decays = [Double](repeating: 0, count: 2 * mode3Offset)
  /// Power of a PCT, in PCT units squared, from which a tone is of high and of medium quality.
  private(set) var highPower = 0.0
  private(set) var mediumPower = 0.0

  var timing: StepTiming { constants.timing }
  var radio: RadioParameters { constants.radio }
  var longToneLinewidthHertz: Double { constants.longToneLinewidthHertz }
  var clock: DeviceClock { constants.clock }

  /// True time at which the subevent began.
  private(set) var beginning = Instant.start
  /// True microseconds in one of this end's.
  var rate = 1.0
  /// True time of the grid point `anchorOffset`.
  var anchor = 0.0
  /// Microseconds of this end's plan.
  var anchorOffset = 0.0
  /// Whether this end heard a CS_SYNC of mode-0.
  var isSynchronised = false
  /// The antenna of the CS_SYNC packets of the step under way, counted from 0.
  private(set) var antenna = 0
  /// The steps with CS_SYNC packets in this subevent so far.
  private var syncCount = 0

  /// - Parameter pathCount: the antenna paths, those that packets alone take included.
  init(
    _ end: ExchangeEnd, isReflector: Bool, peer: ExchangeEnd, environment: Environment, pathCount: Int,
    random: RandomStreams, link: String
  ) {
    let name = link + (isReflector ? ".reflector" : ".initiator")
    let (timing, radio) = (end.timing, end.radio)
    constants = EndConstants(end, isReflector: isReflector)
    strengths = [Double](repeating: .nan, count: pathCount * ChannelResponse.channelCount)
    toneMicroseconds = Double(timing.tPMMicroseconds)
    reportsToneQuality = radio.toneQuality.isReported
    snrOutputDecibels = end.snrOutputDecibels
    noise = random.stream(name + ".noise")
    packets = PacketReceiver(end, random: random.stream(name + ".packets"))
    oscillator = Oscillator(
      settlingMicroseconds: radio.pllSettlingTauMicroseconds, random: random.stream(name + ".oscillator"))
    quantiser = PCTQuantiser(bits: radio.pctBits)
    budget = LinkBudget(
      sender: peer.radio, receiver: radio, environment: environment, at: .start,
      tPMMicroseconds: timing.tPMMicroseconds)
    frontEnd = FrontEnd(radio, amplitude: budget.meanAmplitude)
    for mode in [UInt8(2), 3] {
      for isReflectorTrain in [false, true] {
        for slot in 0..<Self.maximumSlots {
          let index = Self.window(mode: mode, isReflector: isReflectorTrain) + slot
          let start =
            isReflectorTrain ? timing.reflectorSlot(slot, mode: mode) : timing.initiatorSlot(slot, mode: mode)
          windows[index] = Double(start + timing.tSWMicroseconds)
          decays[index] = self.oscillator.settlingDecay(after: windows[index])
        }
      }
    }
  }

  /// Takes the strength of the peer's signal, as it is from the true time `time` on.
  mutating func hear(_ peer: RadioParameters, in environment: Environment, at time: Instant) {
    budget = LinkBudget(
      sender: peer, receiver: radio, environment: environment, at: time,
      tPMMicroseconds: timing.tPMMicroseconds)
    frontEnd = FrontEnd(radio, amplitude: budget.meanAmplitude)
    let noisePower = 2 * budget.noiseAmplitude * budget.noiseAmplitude
    highPower = noisePower * PortableMath.powerRatio(decibels: radio.toneQuality.highDecibels)
    mediumPower = noisePower * PortableMath.powerRatio(decibels: radio.toneQuality.mediumDecibels)
    for index in strengths.indices { strengths[index] = .nan }
  }

  /// Whether `learnStrength` was called for a place since `hear`.
  func knowsStrength(_ place: PacketPlace) -> Bool { !strengths[place.entry].isNaN }

  /// Takes the strength of packets at a place, where `power` is that of its response.
  mutating func learnStrength(_ place: PacketPlace, power: Double) {
    let gain = PortableMath.decibels(powerRatio: max(power, 1e-12))
    strengths[place.entry] = budget.receivedDbm + gain
  }

  /// Takes the antenna for the CS_SYNC packets of the next step.
  mutating func takeAntenna() {
    let antennas = constants.syncAntennas
    antenna = antennas[syncCount % antennas.count]
    syncCount += 1
  }

  /// The ratio of signal to noise with which the next packet is sent; infinite where it is not controlled.
  mutating func outputSNR() -> Double {
    guard let snrOutputDecibels else { return .infinity }
    let sent =
      snrOutputDecibels + radio.snrOutputErrorDecibels + packets.chance() * radio.snrOutputSpreadDecibels
    lastOutputSNRDecibels = sent
    return PortableMath.powerRatio(decibels: sent)
  }

  /// Packet_RSSI at a place.
  func rssi(_ place: PacketPlace) -> ReceivedPowerLevel {
    ReceivedPowerLevel(nearest: strengths[place.entry])
  }

  /// Strength of a packet in dBm.
  func strength(_ place: PacketPlace) -> Double { strengths[place.entry] }

  /// The index of the first slot of a train in the tables.
  @inline(__always)
  static func window(mode: UInt8, isReflector: Bool) -> Int {
    (mode == 3 ? mode3Offset : 0) &+ (isReflector ? maximumSlots : 0)
  }

  /// Puts the end at the start of a subevent, `start` microseconds after the initiator's.
  mutating func begin(at instant: Instant, start: Double) {
    beginning = instant
    rate = 1 / (1 + clock.fractionalOffset(at: instant))
    anchor = start
    anchorOffset = 0
    isSynchronised = false
    syncCount = 0
  }

  /// Octets of the record of a step.
  @inline(__always)
  func recordLength(mode: UInt8) -> Int { constants.recordLengths[Int(mode)] }

  /// Whether reports of modes 1 and 3 have PCT1 and PCT2.
  @inline(__always)
  var hasSounding: Bool { constants.hasSounding }

  /// The true time of a point of this end's plan.
  @inline(__always)
  func time(_ planMicroseconds: Double) -> Double { anchor + (planMicroseconds - anchorOffset) * rate }

  /// The true time at which the measurement window of a slot begins, in the step that begins at `stepStart`.
  @inline(__always)
  func windowStart(_ index: Int, stepStart: Double) -> Double { stepStart + windows[index] * rate }

  /// The phase in turns that the PLL has yet to go through in a slot.
  @inline(__always)
  func settlingTurns(_ index: Int) -> Double { oscillator.settlingTurns(decay: decays[index]) }

  /// A tone that comes to this end, with the chance that its noise is made of.
  ///
  /// - Parameter fill: its size, 0 to 1, against one that fills the window.
  @inline(__always)
  mutating func arriving(
    by way: (re: Double, im: Double), turns: Double, overlap: Double, fill: Double
  ) -> ArrivingTone {
    ArrivingTone(
      way: way, turns: turns, overlap: overlap, size: fill * budget.amplitude,
      noise: budget.noiseAmplitude * interference, chance: (noise.nextUnit(), noise.nextUnit()))
  }

  /// The FAE of the packets of mode-0 on a channel, in ppm.
  func actuationErrorPpm(_ channel: Int) -> Double {
    channel < radio.mode0FAEPpm.count ? radio.mode0FAEPpm[channel] : 0
  }

  /// Whether a CS_SYNC that arrives at `arrival` is found where `expected` was.
  func finds(arrival: Double, expected: Double, at place: PacketPlace) -> Bool {
    (arrival - expected).magnitude <= Self.receiveWindowMicroseconds
      && strengths[place.entry].rounded() >= packets.sensitivityDbm
  }

  /// How many bits of the access address of a mode-0 packet are wrong; nil for too many to find it.
  mutating func mode0Errors(_ accessAddress: UInt32, at place: PacketPlace) -> Int? {
    let snr = packets.bitSNR(receivedDbm: strength(place), outputSNR: .infinity, interference: interference)
    let errors = packets.errors(sent: accessAddress, expected: accessAddress, bitSNR: snr)
    return errors <= PacketReceiver.toleratedErrors ? errors : nil
  }
}

/// What one end is throughout a series of procedures.
///
/// A reference: `RunningEnd` is copied for most looks into it, and this is more than half of it.
final class EndConstants: Sendable {
  let timing: StepTiming
  let radio: RadioParameters
  let longToneLinewidthHertz: Double
  let clock: DeviceClock
  let syncAntennas: [Int]
  /// Octets of a record by step mode.
  let recordLengths: InlineArray<4, Int>
  let hasSounding: Bool

  init(_ end: ExchangeEnd, isReflector: Bool) {
    timing = end.timing
    radio = end.radio
    longToneLinewidthHertz = end.longToneLinewidthHertz
    clock = end.clock
    syncAntennas = end.syncAntennas
    recordLengths = InlineArray { end.recordLength(mode: UInt8($0), isReflector: isReflector) }
    hasSounding = end.format.rttType.isSounding
  }
}
