import RadioModel
import SimulationKernel
import Testing

@Suite("Oscillators and noise")
struct OscillatorTests {
  @Test("every hop draws a phase, evenly over the turn, even where the channel stays")
  func phases() {
    var oscillator = Oscillator(settlingMicroseconds: 0, random: RandomStreams(seed: 3).stream("lo"))
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<20_000 {
      oscillator.hop(to: 40)
      counts[Int(oscillator.phaseTurns * 10)] += 1
    }
    #expect(counts.allSatisfy { abs($0 - 2_000) < 200 })
    #expect(oscillator.hopMegahertz == 0)
  }

  @Test("a PLL of 5 us needs 58 us, and one of 8 us 97 us, to settle to 0.02 rad after 74 MHz")
  func settling() {
    for (tau, needed) in [(5.0, 58.0), (8, 97)] {
      var oscillator = Oscillator(settlingMicroseconds: tau, random: RandomStreams(seed: 3).stream("lo"))
      oscillator.hop(to: 2)
      oscillator.hop(to: 76)
      #expect(oscillator.hopMegahertz == 74)
      let radians = { (time: Double) in
        2 * Double.pi * oscillator.settlingTurns(decay: oscillator.settlingDecay(after: time))
      }
      #expect(radians(needed - 1) > 0.02)
      #expect(radians(needed + 1) < 0.021)
    }
  }

  @Test("Gaussian pairs have mean 0, variance 1, no correlation and the right tails")
  func gaussian() {
    var stream = RandomStreams(seed: 9).stream("noise")
    var (sum, squares, product, tail) = (0.0, 0.0, 0.0, 0)
    let pairs = 100_000
    for _ in 0..<pairs {
      let (a, b) = stream.nextGaussianPair()
      sum += a + b
      squares += a * a + b * b
      product += a * b
      tail += (abs(a) > 2 ? 1 : 0) + (abs(b) > 2 ? 1 : 0)
    }
    let count = Double(2 * pairs)
    #expect(abs(sum / count) < 0.01)
    #expect(abs(squares / count - 1) < 0.015)
    #expect(abs(product / Double(pairs)) < 0.015)
    #expect(abs(Double(tail) / count - 0.0455) < 0.002)
  }
}
