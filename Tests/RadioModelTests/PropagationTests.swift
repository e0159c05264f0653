import CoreTypes
import RadioModel
import Testing

@Suite("Propagation and PCT")
struct PropagationTests {
  @Test("path loss is 40.2 dB at 1 m and grows with the exponent")
  func pathLoss() {
    var environment = Environment(distanceMetres: 1)
    #expect(abs(environment.pathLossDecibels - 40.2) < 1e-12)
    environment.distanceMetres = 100
    #expect(abs(environment.pathLossDecibels - 76.2) < 1e-12)
    environment.pathLossExponent = 3.5
    #expect(abs(environment.pathLossDecibels - 110.2) < 1e-12)
    environment.lossAtOneMetreDecibels = 30
    #expect(abs(environment.pathLossDecibels - 100) < 1e-12)
    environment.distanceMetres = 0
    #expect(environment.pathLossDecibels.isFinite)
  }

  @Test("what stands in the direct path weakens it alone, in frames and in tones")
  func directPath() {
    var environment = Environment(distanceMetres: 5)
    let free = environment.pathLossDecibels
    environment.directPathLossDecibels = 20
    #expect(abs(environment.pathLossDecibels - free - 20) < 1e-9)
    let direct = ChannelResponse(environment, pathCount: 1, oneWayDelayNanoseconds: 0)
    #expect(abs(direct.power(channel: 40) - 0.01) < 1e-12)
    environment.echoes = [.init(excessMetres: 10, gainDecibels: -10)]
    #expect(abs(environment.pathLossDecibels - free - 9.586) < 1e-3)
    environment.directPathLossDecibels = 300
    let echo = ChannelResponse(environment, pathCount: 1, oneWayDelayNanoseconds: 0)
    #expect(abs(echo.power(channel: 40) - 0.1) < 1e-12)
    #expect(environment.freePathLossDecibels == free)
  }

  @Test("a receiver scales by all ways together")
  func automaticGain() {
    let radio = RadioParameters()
    var environment = Environment(distanceMetres: 5)
    environment.directPathLossDecibels = 30
    let budget = LinkBudget(
      sender: radio, receiver: radio, environment: environment, tPMMicroseconds: 40)
    let received = budget.amplitude * PortableMath.amplitudeRatio(decibels: -30)
    #expect(abs(received - radio.toneAmplitudeLSB) < 0.07 * radio.toneAmplitudeLSB)
  }

  @Test("the one-way phase falls by half of 0.0419 rad a megahertz and metre")
  func slope() {
    let response = ChannelResponse(
      Environment(distanceMetres: 1), pathCount: 1, oneWayDelayNanoseconds: 0)
    for channel in 2..<76 {
      let (re, im) = (response.re[channel], response.im[channel])
      let (nextRe, nextIm) = (response.re[channel + 1], response.im[channel + 1])
      let change = PortableMath.atan2(nextIm * re - nextRe * im, nextRe * re + nextIm * im)
      #expect(abs(2 * change + 0.041917) < 1e-6)
    }
  }

  @Test("a nanosecond of delay each way is as good as 0.2998 m")
  func delay() {
    let delayed = ChannelResponse(
      Environment(distanceMetres: 2), pathCount: 1, oneWayDelayNanoseconds: 1)
    let further = ChannelResponse(
      Environment(distanceMetres: 2.299_792_458), pathCount: 1, oneWayDelayNanoseconds: 0)
    for channel in 0..<80 { #expect(abs(delayed.re[channel] - further.re[channel]) < 1e-9) }
  }

  @Test("two equal paths cancel where they differ by half a wave")
  func echo() {
    var environment = Environment(distanceMetres: 3)
    let half = Environment.speedOfLight / 2.442e9 / 2
    environment.echoes = [.init(excessMetres: half, gainDecibels: 0)]
    let response = ChannelResponse(environment, pathCount: 1, oneWayDelayNanoseconds: 0)
    #expect(response.power(channel: 40) < 1e-20)
    environment.echoes[0].phaseRadians = .pi
    let turned = ChannelResponse(environment, pathCount: 1, oneWayDelayNanoseconds: 0)
    #expect(abs(turned.power(channel: 40) - 4) < 1e-9)
  }

  @Test("antenna paths have lengths of their own")
  func antennaPaths() {
    let environment = Environment(distanceMetres: 3)
    let all = ChannelResponse(environment, pathCount: 4, oneWayDelayNanoseconds: 0)
    #expect(all.re.count == 320)
    let values = Set(stride(from: 40, to: 320, by: 80).map { all.re[$0] })
    #expect(values.count == 4)
  }

  @Test("a PCT part is rounded, clipped, and coarse with fewer bits")
  func quantiser() {
    let full = PCTQuantiser(bits: 12)
    #expect(full.part(RealLanes(0.4, -0.6, 159.51, 5_000)) == RealLanes(0, -1, 160, 2_047))
    #expect(full.part(RealLanes(-5_000, 0.5, 1.5, -2_048)) == RealLanes(-2_048, 0, 2, -2_048))
    let coarse = PCTQuantiser(bits: 6)
    #expect(coarse.part(RealLanes(100, 5_000, -5_000, 31)) == RealLanes(128, 31 * 64, -2_048, 0))
    let terms = PCTQuantiser.packed(i: RealLanes(-1, 2_047, -2_048, 0), q: RealLanes(2, 0, -2_048, -1))
    #expect(terms == SIMD4(0x00_2FFF, 0x7FF, 0x80_0800, 0xFF_F000))
  }

  @Test("the reference power level makes the PCT tell the received power")
  func referencePower() {
    let radio = RadioParameters()
    let budget = LinkBudget(
      sender: radio, receiver: radio, environment: Environment(distanceMetres: 10), tPMMicroseconds: 40)
    let told =
      20 * PortableMath.log(budget.amplitude / 2_048) / PortableMath.log(10)
      + Double(budget.referencePowerLevel.rawValue)
    #expect(abs(told - budget.receivedDbm) < 1e-9)
    #expect(abs(budget.amplitude - radio.toneAmplitudeLSB) < 0.07 * radio.toneAmplitudeLSB)
    let signal = budget.amplitude * budget.amplitude
    let noise = 2 * budget.noiseAmplitude * budget.noiseAmplitude
    #expect(abs(PortableMath.decibels(powerRatio: signal / noise) - budget.toneSNRDecibels) < 1e-9)
    let short = LinkBudget(
      sender: radio, receiver: radio, environment: Environment(distanceMetres: 10), tPMMicroseconds: 10)
    #expect(abs(budget.toneSNRDecibels - short.toneSNRDecibels - 6.0206) < 1e-3)
  }
}
