internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// What a receiver makes of the bits of CS_SYNC packets.
struct PacketReceiver {
  /// The most wrong bits of an access address that is still taken for the expected one.
  static let toleratedErrors = 4
  /// The bit error rate at the sensitivity. [Vol 6, Part A, 4.1]
  private static let referenceErrorRate = 1e-3

  private let format: PacketFormat
  /// The strength at which one bit in a thousand is wrong on the PHY of the packets.
  let sensitivityDbm: Double
  private let noiseNanoseconds: Double
  private let detectsAttacks: Bool
  private let nanosecondsASymbol: Double
  private var random: RandomStream

  init(_ end: ExchangeEnd, random: RandomStream) {
    format = end.format
    // Twice the symbol rate has twice the noise; the sensitivity is that of LE 1M.
    sensitivityDbm = end.radio.sensitivityDbm + PortableMath.decibels(powerRatio: end.format.symbolRate)
    noiseNanoseconds = end.radio.timingNoiseNanoseconds
    detectsAttacks = end.detectsAttacks
    nanosecondsASymbol = 1_000 / end.format.symbolRate
    self.random = random
  }

  /// The ratio of signal to noise of one bit.
  ///
  /// - Parameters:
  ///   - receivedDbm: strength of the packet.
  ///   - outputSNR: the ratio that the sender itself leaves; infinite without SNR control.
  ///   - interference: the factor on the noise amplitude.
  func bitSNR(receivedDbm: Double, outputSNR: Double, interference: Double) -> Double {
    // A detector without phase reference errs with exp(-snr / 2) / 2.
    let reference = -2 * PortableMath.log(2 * Self.referenceErrorRate)
    let own = reference * PortableMath.powerRatio(decibels: receivedDbm - sensitivityDbm)
    return 1 / (interference * interference / own + 1 / outputSNR)
  }

  /// The bits of the access address that differ from the expected one.
  mutating func errors(sent: UInt32, expected: UInt32, bitSNR: Double) -> Int {
    let rate = PortableMath.exp(-bitSNR / 2) / 2
    var received = sent
    if rate > 1e-12 {
      for bit in UInt32(0)..<32 where random.nextUnit() < rate { received ^= 1 << bit }
    }
    return (received ^ expected).nonzeroBitCount
  }

  /// A draw of the normal distribution.
  mutating func chance() -> Double { random.nextGaussianPair().0 }

  /// A measured time; what arrives later than it should counts as positive.
  mutating func timeDifference(_ nanoseconds: Double, bitSNR: Double) -> TimeDifference {
    let thermal = format.arrivalDeviation(bitSNR: bitSNR)
    let deviation = (noiseNanoseconds * noiseNanoseconds + thermal * thermal).squareRoot()
    let noisy = nanoseconds + random.nextGaussianPair().0 * deviation
    return TimeDifference(nearestNanoseconds: noisy)
  }

  /// Packet_NADM: how likely an attacker guessed the bits of the sequence and committed them late.
  ///
  /// Who lets a bit seem to arrive early has to send the first part of it before it can be known. The receiver
  /// compares every bit that could not be foreseen with what it should be; how improbable it is that noise deviates
  /// as much speaks for an attack.
  ///
  /// Interpretation: the metric and its steps are ours; Core leaves them to the receiver.
  mutating func nadm(
    sent: CSSyncSequence, expected: CSSyncSequence, bitSNR: Double, advanceNanoseconds: Double
  ) -> NADM {
    guard detectsAttacks else { return .unknown }
    let guessed = min(1, max(0, advanceNanoseconds / nanosecondsASymbol))
    let noise = 1 / (2 * bitSNR).squareRoot()
    let unforeseen = expected.unforeseeableBits
    var squares = 0.0
    for bit in 0..<UInt128(expected.bitCount) where unforeseen >> bit & 1 == 1 {
      let own = expected.bits >> bit & 1 == 1 ? 1.0 : -1.0
      let real = sent.bits >> bit & 1 == 1 ? 1.0 : -1.0
      let guess = guessed > 0 && random.next() >> 63 == 1 ? -real : real
      let soft = real * (1 - guessed) + guess * guessed + noise * random.nextGaussianPair().0
      squares += (soft - own) * (soft - own)
    }
    return NADM.score(
      deviation: squares / max(noise * noise, NADM.leastNoisePower), bitCount: unforeseen.nonzeroBitCount)
  }
}

extension NADM {
  /// What no receiver is better than: the power of its own imperfection against that of a bit.
  static let leastNoisePower = 0.005
  /// The probabilities of a deviation by noise alone below which an attack is more likely by one step. Four says
  /// "likely": over all packets of a procedure noise gets there in less than one of a million.
  private static let steps = [1e-2, 1e-3, 1e-5, 2e-9, 1e-12, 1e-16]

  /// 0, an attack is extremely unlikely, to 6, extremely likely.
  ///
  /// - Parameters:
  ///   - deviation: the squares of what the bits deviate by, in powers of noise, their sum.
  ///   - bitCount: how many bits these are.
  static func score(deviation: Double, bitCount: Int) -> NADM {
    let chance = chance(beyond: deviation, bitCount: bitCount)
    return NADM(rawValue: UInt8(steps.count { chance <= $0 }))
  }

  /// The probability that the squares of so many normal variables add up to more; of an odd number that of one more.
  private static func chance(beyond sum: Double, bitCount: Int) -> Double {
    let half = sum / 2
    guard half > 0, half < 700 else { return half > 0 ? 0 : 1 }
    var (term, total) = (1.0, 1.0)
    for index in 1..<max((bitCount + 1) / 2, 1) {
      term *= half / Double(index)
      total += term
    }
    return PortableMath.exp(-half) * total
  }
}

/// Where a CS_SYNC packet goes: between which antennas, and on which channel.
struct PacketPlace {
  /// The antenna path, counted from 0.
  let path: Int
  /// The channel index.
  let channel: UInt8

  /// The place in a table by antenna path and channel.
  var entry: Int { path &* ChannelResponse.channelCount &+ Int(channel) }
}

/// The antenna paths that CS_SYNC packets take, which need not be those of the antenna configuration.
struct PacketPaths {
  /// The antennas of the paths behind those of the antenna configuration, each counted from 0.
  let further: [AntennaPair]
  private let antennas: AntennaConfiguration

  /// The paths between the antennas of which two ends choose.
  init(initiator: [Int], reflector: [Int], antennas: AntennaConfiguration) {
    self.antennas = antennas
    var further: [AntennaPair] = []
    for pair in initiator.flatMap({ one in reflector.map { AntennaPair(initiator: one, reflector: $0) } })
    where Self.path(pair, in: antennas) == nil && !further.contains(pair) {
      further.append(pair)
    }
    self.further = further
  }

  /// How many there are, those of the antenna configuration included.
  var count: Int { antennas.pathCount + further.count }

  /// The path between two antennas, each of which its end may choose.
  func path(initiator: Int, reflector: Int) -> Int {
    let pair = AntennaPair(initiator: initiator, reflector: reflector)
    return Self.path(pair, in: antennas) ?? antennas.pathCount + (further.firstIndex(of: pair) ?? 0)
  }

  private static func path(_ pair: AntennaPair, in antennas: AntennaConfiguration) -> Int? {
    guard pair.initiator < antennas.initiatorAntennas, pair.reflector < antennas.reflectorAntennas else {
      return nil
    }
    return pair.initiator * antennas.reflectorAntennas + pair.reflector
  }
}
