import CoreTypes
import RadioModel
import SimulationKernel
import Testing

@Suite("The channel of a link")
struct PropagationChannelTests {
  @Test("of an environment without chance is its response, to the last bit")
  func fixed() {
    var environment = Environment(distanceMetres: 3.3)
    environment.directPathLossDecibels = 4
    environment.echoes = [
      .init(excessMetres: 1.6, gainDecibels: -10, phaseRadians: 2.2),
      .init(excessMetres: 5, gainDecibels: -7),
    ]
    let response = ChannelResponse(environment, pathCount: 4, oneWayDelayNanoseconds: 1.5)
    let channel = Channel.draw(environment, pathCount: 4, delays: [1.5, 1.5, 1.5, 1.5])
    for path in 0..<4 {
      for index in 0..<80 {
        let (re, im) = channel.response(path: path, channel: index, microseconds: 50)
        #expect(re == response.re[path * 80 + index] && im == response.im[path * 80 + index])
      }
    }
    #expect(channel.power(channel: 9) == response.power(channel: 9))
  }

  @Test("has a delay of its own for each antenna path")
  func delays() {
    let channel = Channel.draw(Channel.place(2), pathCount: 3, delays: [0, 1])
    let metres = [2, 2 + 1e-9 * Environment.speedOfLight, 2]
    for (path, metres) in metres.enumerated() {
      let response = channel.response(path: path, channel: 60, microseconds: 0)
      #expect(Channel.differ(response, Channel.wave(metres: metres, channel: 60)) < 1e-9)
    }
    #expect(abs(channel.flightMicroseconds(at: 0) - 2 / Environment.speedOfLight * 1e6) < 1e-15)
  }

  @Test("tells the place alone, as it was drawn and where it is, without devices and relays")
  func place() {
    var environment = Environment(distanceMetres: 4)
    environment.scattering = Scattering(kFactorDecibels: 3, decayNanoseconds: 20, redraw: .procedure)
    environment.ground = GroundReflection(
      initiatorHeightMetres: 1, reflectorHeightMetres: 1, coefficient: -0.5)
    environment.motion = .radial(metresPerSecond: 1)
    var delayed = environment
    delayed.attack = .relay(delayNanoseconds: 70)
    var (bare, relayed) = (
      Channel.draw(environment, pathCount: 2), Channel.draw(delayed, pathCount: 2, delays: [3, 4])
    )
    for seconds in [0.0, 2.5] {
      bare.beginProcedure()
      relayed.beginProcedure()
      bare.beginSubevent(at: Channel.seconds(seconds))
      relayed.beginSubevent(at: Channel.seconds(seconds))
      let place = ChannelResponse(relayed)
      for path in 0..<2 {
        for index in 0..<80 {
          let found = (re: place.re[path * 80 + index], im: place.im[path * 80 + index])
          let response = bare.response(path: path, channel: index, microseconds: 0)
          #expect(Channel.differ(found, response) < 1e-9)
        }
      }
    }
  }

  @Test("delays packets as its phase falls with frequency")
  func groupDelay() {
    var environment = Channel.place(4)
    environment.echoes = [.init(excessMetres: 3, gainDecibels: -6, phaseRadians: 0.7)]
    environment.scattering = Scattering(kFactorDecibels: 12, decayNanoseconds: 8)
    let channel = Channel.draw(environment, pathCount: 2)
    for path in 0..<2 {
      for index in 1..<79 {
        let (low, high) = (
          channel.response(path: path, channel: index - 1, microseconds: 0),
          channel.response(path: path, channel: index + 1, microseconds: 0)
        )
        let (re, im) = (high.re * low.re + high.im * low.im, high.im * low.re - high.re * low.im)
        let slope = -PortableMath.atan2(im, re) / (2 * .pi * 2e6) * 1e9
        let excess = slope - 4 / Environment.speedOfLight * 1e9
        // Over 2 MHz the slope is a mean; the curvature of these echoes stays below 0.02 ns. Below the direct
        // path the delay is cut off.
        let delay = channel.groupDelayNanoseconds(path: path, channel: index)
        #expect(abs(delay - max(0, excess)) < 0.05, "path \(path), channel \(index)")
      }
    }
  }

  @Test("never delays packets beyond its echoes, in a fade either", arguments: [-0.01, 0.01])
  func groupDelayLimits(decibels: Double) {
    var environment = Channel.place(3)
    environment.echoes = [.init(excessMetres: 6, gainDecibels: decibels)]
    for phase in stride(from: 0.0, to: 6.3, by: 0.05) {
      environment.echoes[0].phaseRadians = phase
      let delay = Channel.draw(environment).groupDelayNanoseconds(channel: 40)
      #expect((0...6.0 / Environment.speedOfLight * 1e9).contains(delay))
    }
  }

  @Test("has in the mean the power that frames are reckoned with")
  func power() {
    var environment = Channel.place(5)
    environment.directPathLossDecibels = 6
    environment.echoes = [
      .init(excessMetres: 40, gainDecibels: -5), .init(excessMetres: 90, gainDecibels: -8),
    ]
    environment.scattering = Scattering(kFactorDecibels: 4, decayNanoseconds: 30)
    var sum = 0.0
    for seed in UInt64(0)..<1_500 {
      let channel = Channel.draw(environment, seed: seed)
      for index in stride(from: 2, to: 77, by: 5) { sum += channel.power(channel: index) / (1_500 * 15) }
    }
    let gain = environment.freePathLossDecibels - environment.pathLossDecibels
    #expect(abs(PortableMath.decibels(powerRatio: sum) - gain) < 0.2)
  }

  @Test(
    "takes any numbers without a trap",
    arguments: [0, -1, 1e300, .infinity, -.infinity, .nan] as [Double])
  func anyNumbers(number: Double) {
    var environment = Environment(distanceMetres: number)
    environment.pathLossExponent = number
    environment.directPathLossDecibels = number
    environment.echoes = [.init(excessMetres: number, gainDecibels: number, phaseRadians: 1)]
    environment.ground = GroundReflection(
      initiatorHeightMetres: number, reflectorHeightMetres: 1, coefficient: number)
    environment.scattering = Scattering(
      kFactorDecibels: number, decayNanoseconds: number, tapCount: -3,
      clusters: .init(count: -1, spacingNanoseconds: number, decayNanoseconds: number))
    environment.antennas = AntennaGeometry(initiator: [], reflector: [.init(x: number, y: number)])
    environment.interferers = [Interferer(channels: 0...79, duty: number, levelDecibels: number)]
    let motions: [Motion] = [
      .still, .radial(metresPerSecond: number),
      .path([.init(xMetres: number, yMetres: 1)], metresPerSecond: number),
      .path([.init(xMetres: number, yMetres: 1)], metresPerSecond: 1),
    ]
    let attacks: [Attack?] = [nil, .rollOver, .relay(delayNanoseconds: number)]
    for (motion, attack) in motions.flatMap({ motion in attacks.map { (motion, $0) } }) {
      environment.motion = motion
      environment.attack = attack
      let distance = environment.distanceMetres(at: Channel.seconds(3))
      #expect(distance >= 0 && distance.isFinite && environment.timeOfFlightPicoseconds(at: .start).isFinite)
      var channel = Channel.draw(environment, pathCount: 4, delays: [number])
      channel.beginProcedure()
      channel.beginSubevent(at: Channel.seconds(1e6))
      _ = channel.response(path: 3, channel: 79, microseconds: 1e6)
      _ = (channel.groupDelayNanoseconds(channel: 0), channel.flightMicroseconds(at: 1e9))
      _ = InterferenceField(environment).noiseFactor(channel: 79, chance: 0.5)
      let radio = RadioParameters()
      _ = LinkBudget(sender: radio, receiver: radio, environment: environment, tPMMicroseconds: 10)
    }
  }
}
