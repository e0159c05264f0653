import CoreTypes
import RadioModel
import Testing

@Suite("Motion")
struct MotionTests {
  private static func place(_ motion: Motion, metres: Double = 5) -> Environment {
    var environment = Channel.place(metres)
    environment.motion = motion
    return environment
  }

  @Test(
    "straight away or towards changes the distance by speed times time",
    arguments: [(1.0, 0.0, 5.0), (1, 2, 7), (-1, 2, 3), (-1, 8, 3), (0, 100, 5)])
  func radial(speed: Double, seconds: Double, metres: Double) {
    let environment = Self.place(.radial(metresPerSecond: speed))
    #expect(abs(environment.distanceMetres(at: Channel.seconds(seconds)) - metres) < 1e-9)
  }

  @Test("along way points turns at each and ends at the last")
  func path() {
    let environment = Self.place(
      .path(
        [.init(xMetres: -5, yMetres: 0), .init(xMetres: -5, yMetres: 0), .init(xMetres: -5, yMetres: 4)],
        metresPerSecond: 2))
    for (seconds, metres) in [(0.0, 5.0), (1, 3), (2.5, 0), (3.5, 2), (4.5, 4), (60, 4)] {
      #expect(abs(environment.distanceMetres(at: Channel.seconds(seconds)) - metres) < 1e-9, "\(seconds)")
    }
    let sideways = Self.place(.path([.init(xMetres: 0, yMetres: 12)], metresPerSecond: 3))
    #expect(abs(sideways.distanceMetres(at: Channel.seconds(4)) - 13) < 1e-9)
  }

  @Test("turns a tone by the way that it makes while a subevent runs, and delays its packets")
  func doppler() {
    let environment = Self.place(.radial(metresPerSecond: 2))
    var channel = Channel.draw(environment)
    #expect(channel.isMoving)
    channel.beginSubevent(at: Channel.seconds(1.5))
    for microseconds in [0.0, 5_000, 40_000] {
      let metres = 5 + 2 * (1.5 + microseconds * 1e-6)
      let response = channel.response(path: 0, channel: 12, microseconds: microseconds)
      #expect(Channel.differ(response, Channel.wave(metres: metres, channel: 12)) < 1e-9)
      let flight = channel.flightMicroseconds(at: microseconds)
      #expect(abs(flight - metres / Environment.speedOfLight * 1e6) < 1e-12)
    }
  }

  @Test("or scattering leaves no response that could be known beforehand")
  func isFixed() {
    var environment = Self.place(.radial(metresPerSecond: 0))
    environment.ground = GroundReflection(
      initiatorHeightMetres: 1, reflectorHeightMetres: 1, coefficient: -1)
    #expect(environment.isFixed)
    environment.motion = .path(
      [.init(xMetres: 0, yMetres: 0), .init(xMetres: 1, yMetres: 0)], metresPerSecond: 1)
    #expect(!environment.isFixed)
    environment.motion = .still
    environment.scattering = Scattering(kFactorDecibels: 40, decayNanoseconds: 0)
    #expect(!environment.isFixed)
  }

  @Test("goes round a corner in the middle of a subevent")
  func corner() {
    let environment = Self.place(
      .path([.init(xMetres: 1, yMetres: 0), .init(xMetres: 1, yMetres: 1)], metresPerSecond: 1))
    var channel = Channel.draw(environment)
    channel.beginSubevent(at: Channel.seconds(0.9))
    let response = channel.response(path: 0, channel: 33, microseconds: 300_000)
    let metres = (36 + 0.2 * 0.2).squareRoot()
    #expect(Channel.differ(response, Channel.wave(metres: metres, channel: 33)) < 1e-9)
    channel.beginSubevent(at: Channel.seconds(0.5))
    let before = channel.response(path: 0, channel: 33, microseconds: 0)
    #expect(Channel.differ(before, Channel.wave(metres: 5.5, channel: 33)) < 1e-9)
  }

  @Test("leaves what it does not move as it is: everything at the start of the run")
  func sameAtStart() {
    var still = Channel.place(6)
    still.directPathLossDecibels = 3
    still.echoes = [.init(excessMetres: 2.5, gainDecibels: -4, phaseRadians: 1)]
    still.ground = GroundReflection(initiatorHeightMetres: 1, reflectorHeightMetres: 1.4, coefficient: -0.5)
    still.scattering = Scattering(kFactorDecibels: 2, decayNanoseconds: 20)
    still.antennas = AntennaGeometry(
      initiator: [.init(x: 0, y: 0.03), .init(x: 0, y: -0.03)],
      reflector: [.init(x: 0.1, y: 0, z: 0.2), .init(x: 0, y: 0)])
    still.attack = .relay(delayNanoseconds: 30)
    var walking = still
    walking.motion = .radial(metresPerSecond: 1)
    let delays = [1.0, 2, 3, 4]
    let (one, other) = (
      Channel.draw(still, pathCount: 4, delays: delays), Channel.draw(walking, pathCount: 4, delays: delays)
    )
    #expect(!one.isMoving && other.isMoving)
    for path in 0..<4 {
      for channel in 0..<80 {
        let still = one.response(path: path, channel: channel, microseconds: 0)
        #expect(Channel.differ(still, other.response(path: path, channel: channel, microseconds: 0)) < 1e-8)
      }
    }
    for path in 0..<4 {
      #expect(
        abs(
          one.groupDelayNanoseconds(path: path, channel: 9)
            - other.groupDelayNanoseconds(path: path, channel: 9)) < 1e-9)
      #expect(abs(one.power(path: path, channel: 9) - other.power(path: path, channel: 9)) < 1e-8)
      #expect(
        abs(one.flightMicroseconds(path: path, at: 0) - other.flightMicroseconds(path: path, at: 0)) < 1e-12)
    }
  }

  @Test("changes the losses with the distance")
  func losses() {
    let environment = Self.place(.radial(metresPerSecond: 1), metres: 10)
    let later = Channel.seconds(90)
    #expect(environment.freePathLossDecibels(at: .start) == environment.freePathLossDecibels)
    #expect(abs(environment.freePathLossDecibels(at: later) - environment.freePathLossDecibels - 18) < 1e-9)
    #expect(environment.pathLossDecibels(at: .start) == environment.pathLossDecibels)
    let radio = RadioParameters()
    let near = LinkBudget(
      sender: radio, receiver: radio, environment: environment, at: .start, tPMMicroseconds: 20)
    let far = LinkBudget(
      sender: radio, receiver: radio, environment: environment, at: later, tPMMicroseconds: 20)
    #expect(abs(near.receivedDbm - far.receivedDbm - 18) < 1e-9)
  }
}
