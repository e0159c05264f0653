import CoreTypes
import SimulationKernel
import Testing

@testable import RadioModel

@Suite("Scattering")
struct ScatteringTests {
  private static func place(_ scattering: Scattering) -> Environment {
    var environment = Channel.place(4)
    environment.scattering = scattering
    return environment
  }

  /// What is left of a response when the direct path of gain 1 is taken away.
  private static func echoes(_ channel: PropagationChannel, at index: Int, path: Int = 0) -> (Double, Double)
  {
    let response = channel.response(path: path, channel: index, microseconds: 0)
    let direct = Channel.wave(metres: 4, channel: index)
    return (response.re - direct.re, response.im - direct.im)
  }

  @Test("has the power that K says, over seeds and channels", arguments: [10.0, 3, -3])
  func kFactor(decibels: Double) {
    let environment = Self.place(Scattering(kFactorDecibels: decibels, decayNanoseconds: 25))
    var sum = 0.0
    for seed in UInt64(0)..<800 {
      let channel = Channel.draw(environment, seed: seed)
      for index in stride(from: 0, to: 80, by: 4) {
        let (re, im) = Self.echoes(channel, at: index)
        sum += re * re + im * im
      }
    }
    let measured = -PortableMath.decibels(powerRatio: sum / (800 * 20))
    #expect(abs(measured - decibels) < 0.25, "K is \(measured) dB")
  }

  @Test("sums up to exactly the power that K says in every draw")
  func exactPower() {
    let scattering = Scattering(kFactorDecibels: 6, decayNanoseconds: 20)
    var random = RandomStreams(seed: 5).stream("taps")
    for _ in 0..<50 {
      let gains = scattering.drawGains(scattering.drawDelays(&random), &random)
      let power = gains.reduce(0) { $0 + $1.re * $1.re + $1.im * $1.im }
      #expect(gains.count == 12 && abs(PortableMath.decibels(powerRatio: power) + 6) < 1e-9)
    }
  }

  @Test(
    "has delays of the mean that the decay says, and powers that fall with them", arguments: [5.0, 15, 40])
  func decay(nanoseconds: Double) {
    let scattering = Scattering(kFactorDecibels: 0, decayNanoseconds: nanoseconds)
    var random = RandomStreams(seed: 9).stream("taps")
    var (delay, square, weighted, weightedSquare, power) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for _ in 0..<3_000 {
      let taps = scattering.drawDelays(&random)
      for tap in taps {
        let strength = tap.deviation * tap.deviation
        delay += tap.delay
        square += tap.delay * tap.delay
        weighted += strength * tap.delay
        weightedSquare += strength * tap.delay * tap.delay
        power += strength
        #expect(abs(strength - PortableMath.exp(-tap.delay / nanoseconds)) < 1e-12)
      }
    }
    let count = 3_000.0 * 12
    #expect(abs(delay / count / nanoseconds - 1) < 0.02)
    #expect(abs(square / count / (nanoseconds * nanoseconds) - 2) < 0.1)
    // Density and power both fall with the decay, so that the power lies at half of it.
    #expect(abs(weighted / power / nanoseconds - 0.5) < 0.02)
    #expect(abs(weightedSquare / power / (nanoseconds * nanoseconds) - 0.5) < 0.05)
  }

  @Test("in clusters begins them one after another, each weaker than the one before")
  func clusters() {
    let scattering = Scattering(
      kFactorDecibels: 0, decayNanoseconds: 4, tapCount: 5,
      clusters: .init(count: 3, spacingNanoseconds: 30, decayNanoseconds: 20))
    var random = RandomStreams(seed: 2).stream("taps")
    var last = 0.0
    for _ in 0..<4_000 {
      let taps = scattering.drawDelays(&random)
      #expect(taps.count == 15)
      // Delay T + t and loss T/20 + t/4 tell where the cluster of an echo begins.
      let begins = taps.map { ($0.delay / 4 + 2 * PortableMath.log($0.deviation)) / (1.0 / 4 - 1.0 / 20) }
      for (index, begin) in begins.enumerated() {
        #expect(abs(begin - begins[index / 5 * 5]) < 1e-8 && begin < taps[index].delay + 1e-8)
      }
      #expect(abs(begins[0]) < 1e-9 && begins[5] > 0 && begins[10] > begins[5])
      last += begins[10] / 4_000
    }
    #expect(abs(last - 60) < 2)
  }

  @Test("without decay is a Rician channel, flat in frequency", arguments: [10.0, 0])
  func rician(decibels: Double) {
    var scattering = Scattering(kFactorDecibels: decibels, decayNanoseconds: 0)
    scattering.redraw = .procedure
    var channel = Channel.draw(Self.place(scattering))
    var (first, second) = (0.0, 0.0)
    let draws = 20_000.0
    for _ in 0..<Int(draws) {
      channel.beginProcedure()
      let power = channel.power(channel: 10)
      #expect(abs(channel.power(channel: 70) - power) < 1e-9)
      first += power
      second += power * power
    }
    let mean = first / draws
    let k = PortableMath.powerRatio(decibels: decibels)
    #expect(abs(mean / (1 + 1 / k) - 1) < 0.02)
    let spread = second / draws / (mean * mean) - 1
    #expect(abs(spread / ((1 + 2 * k) / ((1 + k) * (1 + k))) - 1) < 0.06)
    #expect(channel.groupDelayNanoseconds(channel: 40) == 0)
  }

  @Test("is drawn once, or for each procedure, and always the same from a seed")
  func redraw() {
    var scattering = Scattering(kFactorDecibels: 3, decayNanoseconds: 20)
    var once = Channel.draw(Self.place(scattering))
    let before = once.response(path: 0, channel: 30, microseconds: 0)
    once.beginProcedure()
    once.beginSubevent(at: Channel.seconds(3))
    #expect(once.response(path: 0, channel: 30, microseconds: 100) == before)
    scattering.redraw = .procedure
    var (one, other) = (Channel.draw(Self.place(scattering)), Channel.draw(Self.place(scattering)))
    #expect(one.response(path: 0, channel: 30, microseconds: 0) == before)
    for _ in 0..<3 {
      let old = one.response(path: 0, channel: 30, microseconds: 0)
      one.beginProcedure()
      other.beginProcedure()
      let new = one.response(path: 0, channel: 30, microseconds: 0)
      #expect(new != old && other.response(path: 0, channel: 30, microseconds: 0) == new)
    }
    let different = Channel.draw(Self.place(scattering), seed: 2)
    #expect(different.response(path: 0, channel: 30, microseconds: 0) != before)
  }

  @Test("fades each antenna path by itself, the same delays in all of them")
  func antennaPaths() {
    let environment = Self.place(Scattering(kFactorDecibels: 0, decayNanoseconds: 25))
    var (product, powers) = ((re: 0.0, im: 0.0), 0.0)
    for seed in UInt64(0)..<2_000 {
      let channel = Channel.draw(environment, pathCount: 2, seed: seed)
      let (a, b) = (Self.echoes(channel, at: 20), Self.echoes(channel, at: 20, path: 1))
      product.re += a.0 * b.0 + a.1 * b.1
      product.im += a.0 * b.1 - a.1 * b.0
      powers += (a.0 * a.0 + a.1 * a.1 + b.0 * b.0 + b.1 * b.1) / 2
    }
    #expect((product.re * product.re + product.im * product.im).squareRoot() / powers < 0.08)
  }

  @Test("is one plane wave for antennas that stand together, and another for those far apart")
  func planeWaves() {
    var environment = Self.place(Scattering(kFactorDecibels: -10, decayNanoseconds: 10))
    environment.antennas = AntennaGeometry(
      initiator: [.init(x: 0, y: 0)],
      reflector: [.init(x: 0, y: 0), .init(x: 0, y: 0), .init(x: 0, y: 0.001), .init(x: 0, y: 0.5)])
    let channel = Channel.draw(environment, pathCount: 4)
    let responses = (0..<4).map { channel.response(path: $0, channel: 40, microseconds: 0) }
    #expect(Channel.differ(responses[0], responses[1]) == 0)
    let size = (responses[0].re * responses[0].re + responses[0].im * responses[0].im).squareRoot()
    #expect(Channel.differ(responses[0], responses[2]) < 0.1 * size + 0.1)
    #expect(Channel.differ(responses[0], responses[3]) > 0.1 * size)
  }
}
