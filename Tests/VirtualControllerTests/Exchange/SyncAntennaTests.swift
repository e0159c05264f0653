import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import ProcedureRanging
import RadioModel
import Testing

@testable import VirtualController

@Suite("The antennas of CS_SYNC packets")
struct SyncAntennaTests {
  /// Packet_Antenna of the steps with packets, in order.
  private func antennas(_ result: SubeventResult) -> [UInt8] {
    result.steps.compactMap { step in
      switch step.mode {
      case 0: step.data[2]
      case 1, 3: step.data[5]
      default: nil
      }
    }
  }

  @Test(
    "are reported in each step with packets, and take turns from the first on", arguments: [UInt8(1), 2, 3])
  func reported(mode: UInt8) {
    var bench = ExchangeBench()
    bench.mainMode = mode
    bench.initiator.syncAntennas = [2]
    bench.reflector.syncAntennas = [0, 1, 2]
    for _ in 0..<2 {
      let outcome = bench.run()
      let count = mode == 2 ? 3 : 75
      #expect(antennas(outcome.initiator) == Array(repeating: 3, count: count))
      let inTurns: [UInt8] = (0..<count).map { place in UInt8(place % 3 + 1) }
      #expect(antennas(outcome.reflector) == inTurns)
    }
  }

  @Test("are reported where nothing was heard, too")
  func unheard() {
    var bench = ExchangeBench()
    bench.mainMode = 1
    bench.reflectorPlanSeed = 2
    bench.initiator.syncAntennas = [0, 1]
    let outcome = bench.run()
    #expect(outcome.initiator.steps.allSatisfy { $0.data[0] == 2 })
    #expect(antennas(outcome.initiator) == [1, 2, 1])
  }

  /// The distance that round trips give with antennas of both ends, in metres.
  private func metres(
    _ initiator: Int, _ reflector: Int, aci: AntennaConfiguration = 0, paths: Int = 1,
    _ change: (inout ExchangeBench) -> Void
  ) -> Double {
    var bench = PacketTests.bench()
    bench.aci = aci
    for end in [\ExchangeBench.initiator, \.reflector] { bench[keyPath: end].timing.antennaPaths = paths }
    bench.initiator.syncAntennas = [initiator]
    bench.reflector.syncAntennas = [reflector]
    change(&bench)
    return PacketTests.read(bench.run()).mean
  }

  @Test("have the place that the environment gives them, whether tones use them or not")
  func places() {
    let geometry = AntennaGeometry(
      initiator: [.init(x: 0, y: 0), .init(x: 3, y: 0)], reflector: [.init(x: 0, y: 0), .init(x: -6, y: 0)])
    for (aci, paths) in [(0, 1), (1, 2), (4, 2), (7, 4)] as [(AntennaConfiguration, Int)] {
      for (one, other, expected) in [(0, 0, 20.0), (1, 0, 23), (0, 1, 26), (1, 1, 29)] {
        let found = metres(one, other, aci: aci, paths: paths) { $0.environment.antennas = geometry }
        #expect(abs(found - expected) < 0.16, "\(aci) \(one) \(other): \(found)")
      }
    }
  }

  @Test("have the delay of their antenna path")
  func delays() {
    for (antenna, nanoseconds) in [(0, 4.0), (1, 24)] {
      let found = metres(antenna, 0) { $0.initiator.radio.pathDelaysNanoseconds = [4, 24] }
      let expected = 20 + nanoseconds / 2 * 1e-9 * Environment.speedOfLight
      #expect(abs(found - expected) < 0.16, "\(antenna): \(found)")
    }
  }

  @Test("leave a packet unheard if the antenna is never switched on")
  func silent() {
    var bench = ExchangeBench(paths: 2, aci: 4)
    bench.mainMode = 1
    bench.behaviour.silentAntenna = 1
    bench.reflector.syncAntennas = [0, 1]
    for result in [bench.run().initiator, bench.run().reflector] {
      let isFound = result.steps.map { $0.data[0] & 0xF < 2 }
      #expect(isFound == isFound.indices.map { $0 % 2 == 0 })
    }
  }

  @Test("that are reversed are connected the other way round")
  func reversed() {
    let geometry = AntennaGeometry(
      initiator: [.init(x: 0, y: 0)], reflector: [.init(x: 0, y: 0), .init(x: -6, y: 0)])
    for (antenna, expected) in [(0, 26.0), (1, 20)] {
      let found = metres(0, antenna, aci: 4, paths: 2) {
        $0.environment.antennas = geometry
        $0.behaviour.reversesAntennas = true
      }
      #expect(abs(found - expected) < 0.16)
    }
  }

  // MARK: By the hosts

  @Test(
    "are those that each host selects, from the next series on",
    arguments: [0xFF, 2, 0xFE] as [CSSyncAntennaSelection])
  func selected(selection: CSSyncAntennaSelection) {
    let bench = ControllerBench { central, peripheral in
      central.identity.csCapabilities = .everything
      peripheral.identity.csCapabilities = .everything
    }
    #expect(bench.prepareRanging())
    bench.peripheral.send(
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (bench.peripheral.handle, 3, 0)
        $0.csSyncAntennaSelection = selection
      })
    bench.run(.milliseconds(100))
    let plan = RangingPlan(count: 1) { $0.configuration.mainMode = 1 }
    #expect(bench.configure(plan) != nil)
    #expect(bench.secureRanging())
    #expect(bench.start(plan)?.status == .success)
    #expect(
      bench.run(
        until: { bench.central.procedures.count == 1 && bench.peripheral.procedures.count == 1 },
        within: .seconds(10)))
    let expected: [UInt8] =
      selection == .noRecommendation
      ? [1] : selection == .repetitive ? [1, 2, 3, 4] : [selection.rawValue]
    for (host, expected) in [(bench.central, [1]), (bench.peripheral, expected)] {
      let results = host.procedures.flatMap(\.subevents)
      #expect(!results.isEmpty)
      for result in results {
        let found = antennas(result)
        #expect(found.count > 4 && found == found.indices.map { expected[$0 % expected.count] })
      }
    }
  }
}
