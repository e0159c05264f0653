import CoreTypes
import RadioModel
import SimulationKernel
import Testing

@Suite("What lies between two devices of a scene")
struct SceneEnvironmentTests {
  private static let origin = SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0))
  private static let surroundings = Channel.place(77)

  /// A track of up to five way points within 20 m, some before the start of the run.
  private static func track(_ chance: inout RandomStream) -> SceneTrack {
    var seconds = -3.0
    let count = 1 + Int(chance.next() % 5)
    return SceneTrack(
      (0..<count).map { _ in
        seconds += 0.01 + 5 * chance.nextUnit()
        return SceneTrack.WayPoint(
          seconds: seconds,
          position: Position(xMetres: 20 * chance.nextUnit() - 10, yMetres: 20 * chance.nextUnit() - 10))
      })
  }

  private static func tracks(_ seed: UInt64) -> (SceneTrack, SceneTrack) {
    var chance = RandomStreams(seed: seed).stream("tracks")
    return (track(&chance), track(&chance))
  }

  private static func metres(_ one: SceneTrack, _ other: SceneTrack, _ seconds: Double) -> Double {
    one.position(at: seconds).distanceMetres(to: other.position(at: seconds))
  }

  @Test("is at all times as far as their positions are apart", arguments: 1...40 as ClosedRange<UInt64>)
  func distance(seed: UInt64) {
    let (one, other) = Self.tracks(seed)
    let environment = Environment(Self.surroundings, between: one, and: other)
    for step in 0..<300 {
      let seconds = Double(step) * 0.1
      let metres = environment.distanceMetres(at: Channel.seconds(seconds))
      #expect(abs(metres - Self.metres(one, other, seconds)) < 1e-9, "\(seconds) s")
    }
  }

  @Test("turns tones and delays packets by that distance", arguments: 1...20 as ClosedRange<UInt64>)
  func doppler(seed: UInt64) {
    let (one, other) = Self.tracks(seed)
    var channel = Channel.draw(Environment(Self.surroundings, between: one, and: other))
    for step in 0..<20 {
      let start = Double(step) * 0.7
      channel.beginSubevent(at: Channel.seconds(start))
      for microseconds in [0.0, 1_000, 250_000] {
        let metres = Self.metres(one, other, start + microseconds * 1e-6)
        let response = channel.response(path: 0, channel: 40, microseconds: microseconds)
        #expect(Channel.differ(response, Channel.wave(metres: metres, channel: 40)) < 1e-6)
        let flight = channel.flightMicroseconds(at: microseconds)
        #expect(abs(flight - metres / Environment.speedOfLight * 1e6) < 1e-12)
      }
    }
  }

  @Test("is the same whichever of them is the initiator", arguments: 1...40 as ClosedRange<UInt64>)
  func symmetry(seed: UInt64) {
    let (one, other) = Self.tracks(seed)
    #expect(
      Environment(Self.surroundings, between: one, and: other)
        == Environment(Self.surroundings, between: other, and: one))
    let apart = SceneTrack(
      [.init(seconds: 0, position: one.position(at: 0))] + other.wayPoints.filter { $0.seconds > 0.1 })
    let environment = Environment(Self.surroundings, between: one, and: apart)
    #expect(environment.distanceMetres == 0)
    #expect(environment == Environment(Self.surroundings, between: apart, and: one))
  }

  @Test("has the line of the two at the start as its axis, in whatever direction it leads")
  func axis() {
    let one = SceneTrack(standingAt: Position(xMetres: 1, yMetres: 1))
    let other = SceneTrack(
      from: Position(xMetres: 1, yMetres: 4), through: [Position(xMetres: -3, yMetres: 4)],
      metresPerSecond: 1)
    let environment = Environment(Self.surroundings, between: other, and: one)
    #expect(environment.distanceMetres == 3)
    #expect(
      environment.motion == .timetable([.init(seconds: 4, place: .init(xMetres: 0, yMetres: 4))]))
  }

  @Test("passes the reflector on a straight way")
  func crossing() {
    let environment = Environment(
      Self.surroundings,
      between: SceneTrack(
        from: Position(xMetres: 0, yMetres: -6), through: [Position(xMetres: 0, yMetres: 6)],
        metresPerSecond: 2, departureSeconds: 1), and: Self.origin)
    for (seconds, metres) in [(0.0, 6.0), (1, 6), (2, 4), (4, 0), (5.5, 3), (7, 6), (99, 6)] {
      #expect(environment.distanceMetres(at: Channel.seconds(seconds)) == metres, "\(seconds) s")
    }
  }

  @Test("stands still where neither moves, and where both move together")
  func still() {
    let places = [Position(xMetres: 0.1, yMetres: 0.7), Position(xMetres: 3.3, yMetres: -2.9)]
    let standing = Environment(
      Self.surroundings, between: SceneTrack(standingAt: places[0]),
      and: SceneTrack(standingAt: places[1]))
    #expect(standing.motion == .still && standing.isFixed)
    let arrived = SceneTrack([
      .init(seconds: -9, position: places[1]), .init(seconds: 0, position: places[0]),
    ])
    #expect(
      Environment(Self.surroundings, between: arrived, and: SceneTrack(standingAt: places[1])) == standing)
    let tracks = places.map { start in
      SceneTrack(
        [(0.0, 0.0), (3.1, 1.7), (8.3, -9.9)].map { seconds, metres in
          SceneTrack.WayPoint(
            seconds: seconds,
            position: Position(xMetres: start.xMetres + metres, yMetres: start.yMetres - metres / 3))
        })
    }
    let together = Environment(Self.surroundings, between: tracks[0], and: tracks[1])
    #expect(together.motion == .still)
    #expect(abs(together.distanceMetres - standing.distanceMetres) < 1e-12)
  }

  @Test("keeps what surrounds them, but neither distance nor motion of it")
  func surroundings() {
    var surroundings = Channel.place(5)
    surroundings.pathLossExponent = 2.7
    surroundings.echoes = [.init(excessMetres: 3, gainDecibels: -6)]
    surroundings.scattering = Scattering(kFactorDecibels: 3, decayNanoseconds: 20)
    surroundings.attack = .rollOver
    var expected = surroundings
    expected.distanceMetres = 13
    surroundings.motion = .radial(metresPerSecond: 1)
    let environment = Environment(
      surroundings, between: SceneTrack(standingAt: Position(xMetres: 5, yMetres: -12)), and: Self.origin)
    #expect(environment == expected)
  }

  @Test(
    "gives the numbers of a lone pair, to the last bit, where tracks say the same",
    arguments: [
      Motion.radial(metresPerSecond: -0.5), .path([.init(xMetres: 3, yMetres: 4)], metresPerSecond: 2),
      .path([.init(xMetres: -8, yMetres: 0), .init(xMetres: -8, yMetres: 16)], metresPerSecond: 0.25),
    ])
  func pair(motion: Motion) {
    var pair = Channel.place(5)
    pair.ground = GroundReflection(initiatorHeightMetres: 1, reflectorHeightMetres: 0.5, coefficient: -0.8)
    pair.scattering = Scattering(kFactorDecibels: 2, decayNanoseconds: 20)
    pair.antennas = AntennaGeometry(initiator: [.init(x: 0, y: 0.03), .init(x: 0.1, y: 0)], reflector: [])
    let start = Position(xMetres: 5, yMetres: 0)
    pair.motion = motion
    let track =
      switch motion {
      case .still, .timetable: SceneTrack(standingAt: start)
      case .radial(let speed):
        SceneTrack([
          .init(seconds: 0, position: start),
          .init(seconds: 1_024, position: Position(xMetres: 5 + 1_024 * speed, yMetres: 0)),
        ])
      case .path(let points, let speed):
        SceneTrack(
          from: start, through: points.map { Position(xMetres: 5 + $0.xMetres, yMetres: $0.yMetres) },
          metresPerSecond: speed)
      }
    let scene = Environment(pair, between: track, and: Self.origin)
    var channels = [Channel.draw(pair, pathCount: 2), Channel.draw(scene, pathCount: 2)]
    for step in 0..<200 {
      let time = Channel.seconds(Double(step) * 0.531)
      #expect(pair.distanceMetres(at: time) == scene.distanceMetres(at: time))
      #expect(pair.pathLossDecibels(at: time) == scene.pathLossDecibels(at: time))
      #expect(pair.timeOfFlightPicoseconds(at: time) == scene.timeOfFlightPicoseconds(at: time))
      for index in channels.indices { channels[index].beginSubevent(at: time) }
      let responses = channels.map { $0.response(path: 1, channel: 60, microseconds: 4_321) }
      #expect(responses[0] == responses[1])
    }
  }

  @Test("leaves out way points of a timetable that cannot be reached in time")
  func unreachable() {
    var environment = Channel.place(4)
    environment.motion = .timetable([
      .init(seconds: 0, place: .init(xMetres: 50, yMetres: 0)),
      .init(seconds: 2, place: .init(xMetres: 2, yMetres: 0)),
      .init(seconds: 2, place: .init(xMetres: 60, yMetres: 0)),
      .init(seconds: .nan, place: .init(xMetres: 70, yMetres: 0)),
      .init(seconds: 3, place: .init(xMetres: 0, yMetres: 0)),
    ])
    for (seconds, metres) in [(0.0, 4.0), (1, 5), (2, 6), (2.5, 5), (3, 4), (9, 4)] {
      #expect(environment.distanceMetres(at: Channel.seconds(seconds)) == metres, "\(seconds) s")
    }
  }
}
