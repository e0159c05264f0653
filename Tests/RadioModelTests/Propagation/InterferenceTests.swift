import CoreTypes
import RadioModel
import SimulationKernel
import Testing

@Suite("Interference")
struct InterferenceTests {
  private static func field(_ interferers: [Interferer]) -> InterferenceField {
    var environment = Environment(distanceMetres: 3)
    environment.interferers = interferers
    return InterferenceField(environment)
  }

  /// The share of steps with each noise power, in the order of first appearance.
  private static func shares(_ field: InterferenceField, channel: Int) -> [(power: Double, share: Double)] {
    var random = RandomStreams(seed: 4).stream("chance")
    var counts: [(power: Double, share: Double)] = []
    let draws = 40_000
    for _ in 0..<draws {
      let factor = field.noiseFactor(channel: channel, chance: random.nextUnit())
      let power = factor * factor
      if let index = counts.firstIndex(where: { abs($0.power - power) < 1e-6 }) {
        counts[index].share += 1 / Double(draws)
      } else {
        counts.append((power, 1 / Double(draws)))
      }
    }
    return counts.sorted { $0.power < $1.power }
  }

  @Test(
    "hits the share of steps that its duty says, with its power on top of the noise",
    arguments: [0.05, 0.3, 0.6])
  func duty(duty: Double) {
    let field = Self.field([Interferer(channels: 26...45, duty: duty, levelDecibels: 20)])
    let shares = Self.shares(field, channel: 30)
    #expect(shares.count == 2 && abs(shares[0].power - 1) < 1e-9 && abs(shares[1].power - 101) < 1e-6)
    #expect(abs(shares[1].share - duty) < 3 * (duty * (1 - duty) / 40_000).squareRoot())
  }

  @Test("ends where its channels end")
  func channels() {
    let field = Self.field([Interferer(channels: 26...45, duty: 1, levelDecibels: 20)])
    #expect(!field.isEmpty)
    for channel in 0..<80 {
      let factor = field.noiseFactor(channel: channel, chance: 0)
      #expect((factor > 1) == (26...45).contains(channel), "channel \(channel)")
    }
  }

  @Test("of two on one channel is that of each by itself and of both")
  func two() {
    let field = Self.field([
      Interferer(channels: 10...20, duty: 0.5, levelDecibels: 10),
      Interferer(channels: 15...25, duty: 0.2, levelDecibels: 20),
    ])
    let shares = Self.shares(field, channel: 17)
    #expect(shares.map { $0.power.rounded() } == [1, 11, 101, 111])
    for (found, expected) in zip(shares.map(\.share), [0.4, 0.4, 0.1, 0.1]) {
      #expect(abs(found - expected) < 0.008)
    }
    #expect(Self.shares(field, channel: 12).count == 2 && Self.shares(field, channel: 24).count == 2)
  }

  @Test("without duty or power is none")
  func none() {
    #expect(Self.field([]).isEmpty)
    #expect(Self.field([Interferer(channels: 0...79, duty: 0, levelDecibels: 20)]).isEmpty)
    let outside = Self.field([Interferer(channels: 90...99, duty: 1, levelDecibels: 20)])
    #expect(outside.isEmpty && outside.noiseFactor(channel: 79, chance: 0.5) == 1)
    let always = Self.field([
      Interferer(channels: 0...79, duty: 1, levelDecibels: 20),
      Interferer(channels: 0...79, duty: 2, levelDecibels: 20),
    ])
    #expect(abs(always.noiseFactor(channel: 0, chance: 0x1.fffffffffffffp-1) - 201.0.squareRoot()) < 1e-9)
  }
}
