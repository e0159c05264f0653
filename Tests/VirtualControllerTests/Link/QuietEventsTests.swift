import CoreTypes
import HCI
import LinkLayer
import RadioModel
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Connection events that nobody watches")
struct QuietEventsTests {
  /// One packet between a host and its controller.
  private struct Line: Equatable {
    let time: Instant
    let isOfCentral: Bool
    let isFromHost: Bool
    let octets: [UInt8]
  }

  /// A pair of devices, and every packet of their hosts.
  private final class Scene {
    let bench: ControllerBench
    private(set) var lines: [Line] = []

    init(
      isWatched: Bool, environment: Environment = Environment(distanceMetres: 3), ppm: Double = 30,
      driftPpm: Double = 0
    ) {
      bench = ControllerBench(seed: 5, environment: environment, isWatched: isWatched) {
        $0.clock = DeviceClock(offsetPpm: ppm, driftPpmPerSecond: driftPpm)
        $1.clock = DeviceClock(offsetPpm: -ppm, driftPpmPerSecond: -driftPpm)
      }
      for (host, isOfCentral) in [(bench.central, true), (bench.peripheral, false)] {
        host.controller.hciTap = { [unowned self, simulation = bench.simulation] packet, isFromHost in
          lines.append(
            Line(
              time: simulation.now, isOfCentral: isOfCentral, isFromHost: isFromHost,
              octets: packet.h4Encoded))
        }
      }
    }

    /// The number of simulation events in `span`.
    func eventCount(in span: Picoseconds) -> Int {
      var count = -1
      bench.simulation.run(until: bench.simulation.now + span) {
        count += 1
        return true
      }
      return count
    }

    /// Both hosts read what their controllers know of the link.
    func readLink() {
      for host in [bench.central, bench.peripheral] {
        host.send(ReadRSSICommand { $0.handle = host.handle })
        host.send(LEReadChannelMapCommand { $0.connectionHandle = host.handle })
      }
    }
  }

  private func expectSame(
    environment: Environment = Environment(distanceMetres: 3), ppm: Double = 30, driftPpm: Double = 0,
    _ play: (Scene) -> Void
  ) throws {
    let scenes = [true, false].map {
      Scene(isWatched: $0, environment: environment, ppm: ppm, driftPpm: driftPpm)
    }
    for scene in scenes { play(scene) }
    #expect(scenes[0].lines.count > 20)
    for (watched, unwatched) in zip(scenes[0].lines, scenes[1].lines) { try #require(watched == unwatched) }
    #expect(scenes[0].lines.count == scenes[1].lines.count)
    #expect(scenes[0].bench.simulation.now == scenes[1].bench.simulation.now)
  }

  @Test("cost next to nothing")
  func cost() {
    let (watched, unwatched) = (Scene(isWatched: true), Scene(isWatched: false))
    for scene in [watched, unwatched] {
      #expect(scene.bench.connect())
      scene.bench.run(.seconds(2))
    }
    #expect(watched.eventCount(in: .seconds(30)) > 7_000)
    #expect(unwatched.eventCount(in: .seconds(30)) < 10)
    #expect(unwatched.bench.isConnected)
  }

  @Test(
    "leave what hosts say and hear as it is",
    arguments: [6, 24, 320, 3_200] as [ConnectionInterval], [0, 40])
  func sameOctets(interval: ConnectionInterval, ppm: Double) throws {
    try expectSame(ppm: ppm, driftPpm: ppm / 10_000) { scene in
      let bench = scene.bench
      #expect(bench.connect(interval: interval, timeout: 3_200))
      #expect(bench.encrypt())
      var chance = RandomStreams(seed: UInt64(interval.rawValue)).stream("script")
      for _ in 0..<60 {
        bench.run(.microseconds(Int(chance.next() % 200_000) * (1 + Int(interval.rawValue) / 24)))
        switch chance.next() % 5 {
        case 0: scene.readLink()
        case 1: bench.central.send(message: chance.octets(Int(chance.next() % 60) + 1))
        case 2: bench.peripheral.send(message: chance.octets(Int(chance.next() % 60) + 1))
        case 3: bench.startEncryption()
        default:
          bench.central.send(
            LESetPHYCommand {
              $0.connectionHandle = bench.central.handle
              ($0.txPHYs, $0.rxPHYs) = (
                PHYSet(rawValue: 1 << UInt8(chance.next() % 2)),
                PHYSet(rawValue: 1 << UInt8(chance.next() % 2))
              )
            })
        }
      }
      #expect(bench.isConnected)
      bench.run(.seconds(60))
      scene.readLink()
      bench.run(.seconds(1))
    }
  }

  @Test("leave procedures as they are, whoever initiates", arguments: LinkRole.allCases)
  func sameProcedures(initiator: LinkRole) throws {
    let plan = RangingPlan(count: 5) {
      $0.initiator = initiator
      $0.interval = 40
    }
    try expectSame { scene in
      #expect(scene.bench.range(plan) != nil)
      #expect(scene.bench[initiator].procedures.count == 5)
      scene.readLink()
      scene.bench.run(.seconds(3))
    }
  }

  @Test("end where the devices lose each other", arguments: [20.0, 400])
  func supervision(metresPerSecond: Double) throws {
    var environment = Environment(distanceMetres: 3)
    environment.motion = .radial(metresPerSecond: metresPerSecond)
    try expectSame(environment: environment) { scene in
      let bench = scene.bench
      #expect(bench.connect(interval: 24, timeout: 60))
      for _ in 0..<40 {
        bench.run(.milliseconds(1_931))
        scene.readLink()
      }
      #expect(bench.central.disconnectionReason == .connectionTimeout)
      #expect(bench.peripheral.disconnectionReason == .connectionTimeout)
    }
  }

  @Test("are run as any other where a third radio may hear them")
  func thirdRadio() {
    let scene = Scene(isWatched: false)
    let bench = scene.bench
    #expect(bench.connect())
    bench.run(.seconds(1))
    bench.air.add(bench.jammer as any AirStation)
    #expect(scene.eventCount(in: .seconds(30)) > 7_000)
  }
}
