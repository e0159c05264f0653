import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import ProcedureRanging
import RadioModel
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("A link between two devices of a scene")
struct SceneLinkTests {
  /// A pair of devices, and every packet between hosts and controllers with its time.
  private final class Recording {
    let bench: ControllerBench
    private(set) var lines: [[UInt8]] = []

    init(_ environment: Environment, isWatched: Bool = true) {
      bench = ControllerBench(seed: 5, environment: environment, isWatched: isWatched)
      for host in [bench.central, bench.peripheral] {
        host.controller.hciTap = { [unowned self, simulation = bench.simulation] packet, isFromHost in
          let time = withUnsafeBytes(of: simulation.now.picoseconds.bigEndian) { Array($0) }
          lines.append(time + [isFromHost ? 1 : 0] + packet.h4Encoded)
        }
      }
    }

    /// The peripheral stands, and the central leaves it at `speed` in metres a second for a quarter of an hour.
    func place(
      speed: Double, names: [String] = ["initiator", "reflector"],
      presence: [Range<Instant>] = [.start ..< .distantFuture]
    ) {
      let away = SceneTrack([
        .init(seconds: 0, position: Position(xMetres: 2, yMetres: 5)),
        .init(seconds: 1_024, position: Position(xMetres: 2, yMetres: 5 + 1_024 * speed)),
      ])
      bench.air.place(bench.central.controller, as: SceneDevice(name: names[0], track: away))
      bench.air.place(
        bench.peripheral.controller,
        as: SceneDevice(
          name: names[1], track: SceneTrack(standingAt: Position(xMetres: 2, yMetres: 2)), presence: presence)
      )
    }
  }

  /// Random echoes that stay for the run, around a pair 3 m apart.
  private static var echoes: Environment {
    var environment = Environment(distanceMetres: 3)
    environment.scattering = Scattering(kFactorDecibels: 0, decayNanoseconds: 30)
    return environment
  }

  @Test("leaves what hosts say and hear as it is in an air of two", arguments: [0, 0.5])
  func pair(speed: Double) throws {
    var environment = Self.echoes
    let scene = Recording(environment)
    scene.place(speed: speed)
    environment.motion = speed == 0 ? .still : .radial(metresPerSecond: speed)
    let pair = Recording(environment)
    for recording in [scene, pair] { #expect(recording.bench.range(RangingPlan(count: 3)) != nil) }
    #expect(scene.lines.count > 50)
    #expect(scene.lines == pair.lines)
  }

  @Test("has echoes of its own, by the names of the two")
  func echoes() throws {
    let names = [["initiator", "reflector"], ["initiator", "tag-a"], ["initiator", "tag-b"]]
    let amplitudes = try names.map { names in
      let recording = Recording(Self.echoes)
      recording.place(speed: 0, names: names)
      let agreed = try #require(recording.bench.range(RangingPlan(count: 1)))
      let steps = try #require(recording.bench.central.procedures.first).steps(agreed)
      return steps.map { "\($0)" }
    }
    #expect(amplitudes.allSatisfy { $0.count == amplitudes[0].count })
    #expect(Set(amplitudes).count == 3)
  }

  /// Connects, and waits for the end of the link while the peripheral comes and goes.
  private func run(_ presence: [Range<Instant>], isWatched: Bool) -> Recording {
    let recording = Recording(Environment(distanceMetres: 3), isWatched: isWatched)
    recording.place(speed: 0, presence: presence)
    #expect(recording.bench.connect(interval: 24, timeout: 100))
    recording.bench.run(.seconds(8))
    return recording
  }

  @Test("ends where one of them leaves for longer than the supervision timeout")
  func departure() throws {
    let leaving = Instant.start + .seconds(4)
    let bench = run([.start..<leaving], isWatched: true).bench
    for host in [bench.central, bench.peripheral] { #expect(host.disconnectionReason == .connectionTimeout) }
    let heard = bench.log.linkFrames.filter { !$0.isFromCentral }.map(\.start)
    #expect(heard.contains { $0 < leaving && $0 + .milliseconds(40) > leaving })
    #expect(!heard.contains { $0 >= leaving })
    let last = try #require(bench.log.linkFrames.last).start
    #expect(last > leaving + .milliseconds(900) && last < leaving + .milliseconds(1_100))
  }

  @Test(
    "ends alike where nobody watches, be it between connection events or in the midst of one",
    arguments: [[-5_000], [100], [200], [-5_000, 100, 5_000]])
  func quietDeparture(microseconds: [Int]) throws {
    let start = try #require(
      run([.start ..< .distantFuture], isWatched: true).bench.log.connectionEvents.map { $0[0].start }
        .last { $0 < .start + .seconds(4) })
    let changes = microseconds.map { start + .microseconds($0) }
    var presence = [Instant.start..<changes[0]]
    if changes.count == 3 { presence.append(changes[1]..<changes[2]) }
    let (watched, unwatched) = (run(presence, isWatched: true), run(presence, isWatched: false))
    #expect(watched.bench.central.disconnectionReason == .connectionTimeout)
    #expect(watched.lines == unwatched.lines)
  }

  @Test("begins when both have come")
  func arrival() {
    let coming = Instant.start + .seconds(2)
    let recording = Recording(Environment(distanceMetres: 3))
    recording.place(speed: 0, presence: [coming ..< .distantFuture])
    #expect(recording.bench.connect())
    #expect(recording.bench.simulation.now > coming)
    #expect(recording.bench.simulation.now < coming + .milliseconds(200))
  }

  @Test("has no subevents while one of them is away, and goes on when it is back")
  func away() throws {
    let plan = RangingPlan(count: 0) {
      $0.parameters.maxProcedureInterval = 1
      $0.interval = 60
    }
    let recording = Recording(Environment(distanceMetres: 3))
    let bench = recording.bench
    #expect(bench.range(plan, within: .seconds(1)) != nil)
    let leaving = bench.simulation.now + .seconds(1)
    let back = leaving + .seconds(2)
    recording.place(speed: 0, presence: [.start..<leaving, back ..< .distantFuture])
    bench.run(.seconds(6))
    #expect(bench.isConnected)
    let starts = bench.log.subevents.map(\.timeline.start)
    #expect(starts.contains { $0 < leaving && $0 + .milliseconds(200) > leaving })
    #expect(!starts.contains { $0 >= leaving && $0 < back })
    #expect(starts.contains { $0 > back && $0 < back + .milliseconds(400) })
    for host in [bench.central, bench.peripheral] {
      let missed = host.procedures.flatMap(\.subevents).count { $0.subeventAbortReason == .noSyncReceived }
      #expect(missed > 10)
    }
  }
}
