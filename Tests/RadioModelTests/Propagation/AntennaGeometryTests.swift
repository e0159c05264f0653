import RadioModel
import SimulationKernel
import Testing

@Suite("Antennas with places")
struct AntennaGeometryTests {
  private static let square = AntennaGeometry(
    initiator: [.init(x: 0, y: 0.04), .init(x: 0.01, y: -0.04, z: 0.02)],
    reflector: [.init(x: 0, y: 0), .init(x: -0.05, y: 0.06, z: 0.5)])

  private static func place(_ geometry: AntennaGeometry) -> Environment {
    var environment = Environment(distanceMetres: 2)
    environment.antennas = geometry
    return environment
  }

  /// The distance of two antennas, the initiator being 2 m away.
  private static func metres(_ initiator: Int, _ reflector: Int) -> Double {
    let (a, b) = (square.initiator[initiator], square.reflector[reflector])
    let (x, y, z) = (2 + a.x - b.x, a.y - b.y, a.z - b.z)
    return (x * x + y * y + z * z).squareRoot()
  }

  @Test("give each path its true length, the reflector's antenna changing faster")
  func lengths() {
    let channel = Channel.draw(Self.place(Self.square), pathCount: 4)
    for (path, (initiator, reflector)) in [(0, 0), (0, 1), (1, 0), (1, 1)].enumerated() {
      let wave = Channel.wave(metres: Self.metres(initiator, reflector), channel: 50)
      let response = channel.response(path: path, channel: 50, microseconds: 0)
      #expect(Channel.differ(response, wave) < 1e-9, "path \(path)")
    }
  }

  @Test("give packets between any two of them their true flight, whichever the tones use")
  func packets() {
    let pairs = [(1, 0), (1, 1), (0, 1)]
    let channel = PropagationChannel(
      Self.place(Self.square), pathCount: 1, reflectorAntennas: 1,
      further: pairs.map { AntennaPair(initiator: $0, reflector: $1) }, pathDelaysNanoseconds: [],
      random: RandomStreams(seed: 1).stream("scattering"))
    for (path, (initiator, reflector)) in ([(0, 0)] + pairs).enumerated() {
      let metres = Self.metres(initiator, reflector)
      let flight = channel.flightMicroseconds(path: path, at: 0) * 1e-6 * Environment.speedOfLight
      #expect(abs(flight - metres) < 1e-9, "path \(path)")
      let wave = Channel.wave(metres: metres, channel: 50)
      #expect(
        Channel.differ(channel.response(path: path, channel: 50, microseconds: 0), wave) < 1e-9,
        "path \(path)")
    }
  }

  @Test("serve one switching end as well: which is told by the number of its antennas")
  func oneEnd() {
    for (reflectorAntennas, ends) in [(1, [(0, 0), (1, 0)]), (2, [(0, 0), (0, 1)])] {
      let channel = Channel.draw(
        Self.place(Self.square), pathCount: 2, reflectorAntennas: reflectorAntennas)
      for (path, (initiator, reflector)) in ends.enumerated() {
        let wave = Channel.wave(metres: Self.metres(initiator, reflector), channel: 50)
        let response = channel.response(path: path, channel: 50, microseconds: 0)
        #expect(Channel.differ(response, wave) < 1e-9, "\(reflectorAntennas), path \(path)")
      }
    }
  }

  @Test("that are too few stand where the last one does")
  func tooFew() {
    let channel = Channel.draw(Self.place(Self.square), pathCount: 3, reflectorAntennas: 3)
    let second = channel.response(path: 1, channel: 50, microseconds: 0)
    #expect(Channel.differ(second, channel.response(path: 2, channel: 50, microseconds: 0)) == 0)
  }

  @Test("take the place of the offsets, and leave the time of flight between the devices")
  func offsets() {
    var environment = Environment(distanceMetres: 2)
    environment.antennaPathOffsetsMetres = [0.1, 0.2]
    let offset = Channel.draw(environment, pathCount: 2).response(path: 1, channel: 50, microseconds: 0)
    #expect(Channel.differ(offset, Channel.wave(metres: 2.2, channel: 50)) < 1e-9)
    environment.antennas = AntennaGeometry(
      initiator: [.init(x: 0, y: 0)], reflector: [.init(x: 0, y: 0), .init(x: 0, y: 0)])
    let channel = Channel.draw(environment, pathCount: 2)
    let placed = channel.response(path: 1, channel: 50, microseconds: 0)
    #expect(Channel.differ(placed, Channel.wave(metres: 2, channel: 50)) < 1e-9)
    #expect(abs(channel.flightMicroseconds(at: 0) - 2 / Environment.speedOfLight * 1e6) < 1e-15)
  }
}
