import CoreTypes
import LinkLayer
import RadioModel
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("An air with a scene")
struct SceneTests {
  private final class Station: AirStation {
    var listening: Listening?
    var sensitivityDbm = -120.0
    private(set) var heard: [(frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool, time: Instant)] =
      []
    let simulation: Simulation

    init(_ simulation: Simulation) {
      self.simulation = simulation
      listening = Listening(
        channel: ChannelIndex(rawValue: 5), phy: .le1M, accessAddress: 0x5012_3456, since: simulation.now)
    }

    func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {
      heard.append((frame, rssi, isCRCValid, simulation.now))
    }
  }

  private final class Tap: AirTap {
    private(set) var levels: [ReceivedPowerLevel] = []
    func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) { levels.append(rssi) }
    func subeventEnded(_ subevent: ObservedSubevent) {}
  }

  private let simulation = Simulation(seed: 1)
  private let air: Air
  private let stations: [Station]
  private static let tracks = [
    SceneTrack(
      from: Position(xMetres: 300, yMetres: -400), through: [Position(xMetres: -300, yMetres: 400)],
      metresPerSecond: 100),
    SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0)),
    SceneTrack(
      from: Position(xMetres: 20, yMetres: 50), through: [Position(xMetres: 20, yMetres: 750)],
      metresPerSecond: 70, departureSeconds: 1),
  ]

  init() {
    air = Air(simulation: simulation, environment: Environment(distanceMetres: 29.979_245_8))
    stations = [Station(simulation), Station(simulation), Station(simulation)]
    for station in stations { air.add(station as any AirStation) }
  }

  private func place(_ number: Int, presence: [Range<Instant>] = [.start ..< .distantFuture]) {
    air.place(
      stations[number],
      as: SceneDevice(name: "device-\(number)", track: Self.tracks[number], presence: presence))
  }

  private func send(from number: Int, at start: Instant) {
    simulation.schedule(at: start) { [self] in
      air.transmit(
        AirFrame(
          start: simulation.now, channel: ChannelIndex(rawValue: 5), phy: .le1M, accessAddress: 0x5012_3456,
          crcInit: 1, octets: [UInt8](repeating: UInt8(number), count: 12), plaintext: nil,
          direction: .advertising, powerDbm: 0), from: stations[number])
    }
  }

  private func metres(_ one: Int, _ other: Int, _ seconds: Double) -> Double {
    Self.tracks[one].position(at: seconds).distanceMetres(to: Self.tracks[other].position(at: seconds))
  }

  /// 40.2 dB + 18 dB each decade.
  private func level(_ metres: Double) -> ReceivedPowerLevel {
    ReceivedPowerLevel(
      rawValue: Int8((-40.2 - 18 * PortableMath.log(metres) / PortableMath.log(10)).rounded()))
  }

  @Test("brings each frame to each radio as strong and as late as their tracks say", arguments: 0..<3)
  func pairs(sender: Int) {
    for number in stations.indices { place(number) }
    for seconds in 0..<12 { send(from: sender, at: .start + .seconds(seconds)) }
    simulation.run(until: .start + .seconds(20))
    for number in stations.indices where number != sender {
      #expect(stations[number].heard.count == 12)
      for (seconds, heard) in stations[number].heard.enumerated() {
        let metres = metres(sender, number, Double(seconds))
        #expect(heard.rssi == level(max(metres, 0.1)), "\(seconds) s, \(metres) m")
        let flight = (heard.time - heard.frame.end).inSeconds
        #expect(abs(flight - metres / Environment.speedOfLight) < 2e-12, "\(seconds) s")
      }
    }
  }

  @Test("moves with the last track that a radio got, until it is taken out")
  func replaced() {
    place(0)
    place(1)
    let distance = { air.environment(between: stations[1], and: stations[0]).distanceMetres(at: .start) }
    #expect(distance() == 500)
    air.place(stations[0], as: SceneDevice(name: "device-0", track: Self.tracks[2]))
    #expect(abs(distance() - 53.851_648) < 1e-6)
    air.remove(stations[0])
    #expect(distance() == 29.979_245_8)
  }

  @Test("leaves radios without a track where they are")
  func mixed() {
    place(0)
    air.put(stations[2], in: Environment(distanceMetres: 99))
    #expect(air.environment(between: stations[0], and: stations[1]) == air.environment)
    #expect(air.environment(between: stations[0], and: stations[2]).distanceMetres == 99)
    place(1)
    air.put(stations[0], in: Environment(distanceMetres: 98))
    #expect(air.environment(between: stations[0], and: stations[1]).distanceMetres == 500)
  }

  @Test("an absent device is not heard and hears no other device")
  func presence() {
    let second = Instant.start + .seconds(1)
    for number in [0, 1] { place(number) }
    place(2, presence: [second..<second + .seconds(1), second + .seconds(2)..<second + .seconds(3)])
    for tick in 0..<8 {
      let start = Instant.start + .milliseconds(500 * tick)
      send(from: 2, at: start)
      send(from: 0, at: start + .milliseconds(100))
    }
    simulation.run(until: .start + .seconds(20))
    let expected = [1_000, 1_500, 3_000, 3_500].map { Instant.start + .milliseconds($0) }
    #expect(stations[0].heard.map(\.frame.start) == expected)
    #expect(stations[1].heard.filter { $0.frame.octets[0] == 2 }.map(\.frame.start) == expected)
    #expect(stations[1].heard.count { $0.frame.octets[0] == 0 } == 8)
    #expect(stations[2].heard.map(\.frame.start) == expected.map { $0 + .milliseconds(100) })
  }

  @Test("lets a frame of an absent radio spoil nothing")
  func noCollision() {
    for number in [0, 1] { place(number) }
    place(2, presence: [])
    send(from: 2, at: .start)
    send(from: 0, at: .start + .microseconds(20))
    simulation.run(until: .start + .seconds(1))
    #expect(stations[1].heard.map(\.isCRCValid) == [true])
  }

  @Test("shows taps each frame as strong as where it is heard best")
  func taps() {
    let tap = Tap()
    air.add(tap as any AirTap)
    for number in stations.indices { place(number) }
    let (near, far) = (level(metres(1, 2, 0)), level(metres(1, 0, 0)))
    #expect(near > far)
    let show = { (levels: [ReceivedPowerLevel]) in
      send(from: 1, at: simulation.now)
      simulation.run(until: simulation.now + .milliseconds(1))
      #expect(tap.levels == levels)
    }
    show([near])
    stations[2].listening = nil
    show([near, far])
    stations[0].listening = nil
    show([near, far, near])
    place(2, presence: [])
    show([near, far, near, far])
    place(0, presence: [])
    show([near, far, near, far, level(29.979_245_8)])
    place(1, presence: [])
    show([near, far, near, far, level(29.979_245_8)])
  }
}
