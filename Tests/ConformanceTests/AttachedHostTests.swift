import Capture
import Conformance
import ConformanceCases
import ConformanceTester
import CoreTypes
import HCI
import Profiles
import SimulationKernel
import TestSupport
import Testing
import Verdicts
import VirtualHost

@testable import Reflector

@Suite("An attached implementation under test")
struct AttachedHostTests {
  /// Firmware that acts as a profile says, beyond a port.
  private final class Firmware {
    let near = WirePort()
    private let far = WirePort()
    private let host: AccessoryHost

    init(_ profile: AccessoryProfile) {
      host = AccessoryHost(
        profile.applyingFaults(), controller: RemoteController(far, simulation: Simulation(seed: 7)),
        address: DeviceAddress(0x00A0_5000_0002, kind: .public), bond: nil, start: 1)
    }

    func attach() {
      WirePort.join(near, far)
      host.start()
    }

    func vanish() { far.cut("killed") }
  }

  /// Counts the waits for somebody to attach.
  private final class WaitCounter: SimulationDriver {
    static let limit = Picoseconds.milliseconds(1_234)
    var count = 0

    func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool) {
      if limit - simulation.now == Self.limit, condition() { count += 1 }
      while condition(), simulation.step(until: limit) {}
    }
  }

  private static func attached(_ port: WirePort) -> AttachedPort {
    AttachedPort(name: "wire", port: port, driver: ImmediateDriver(), attachLimit: .seconds(1))
  }

  @Test("a conforming host passes, but for what takes its power away")
  func conformingHost() throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt")
    let firmware = Firmware(request.profile)
    let runner = CheckRunner(request, iut: .host(Self.attached(firmware.near)))
    var isFirst = true
    let report = runner.run { _ in
      if isFirst { firmware.attach() }
      isFirst = false
    }.report
    #expect(report.verdict == .pass)
    #expect(report.iut == "host wire")
    let cases = report.requirements.flatMap(\.cases)
    let notApplicable = cases.filter { $0.verdict == .notApplicable }
    let ofController = [
      "FEA/BV-01", "FEA/BV-03", "IPT/BV-01", "TIM/BV-01", "TIM/BV-02", "TIM/BV-03", "TIM/BV-04", "SEC/BI-01",
      "ANT/BV-01",
      "SES/BV-03", "SES/BV-04", "SES/BV-05",
    ]
    #expect(Set(notApplicable.map(\.id)) == Set(ofController.map { "CS/\($0)" } + ["CS/SEC/BV-02"]))
    func reason(_ id: String) -> String? { notApplicable.first { $0.id == id }?.reason }
    #expect(
      reason("CS/SEC/BV-02")
        == "needs control of its power: the tester cannot switch an attached host off and on")
    #expect(
      reason("CS/TIM/BV-02")
        == "needs a controller of its own: the controller below an attached host is the tester's own")
  }

  @Test("a host that was never there, or went away, is inconclusive and never a failure")
  func absentHost() throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A02", "CS-A04"])
    let never = CheckRunner(request, iut: .host(Self.attached(WirePort()))).run().report
    #expect(never.requirements.allSatisfy { $0.verdict == .inconclusive })
    #expect(never.requirements.first?.reason == "no host has attached")

    let firmware = Firmware(request.profile)
    var beginCount = 0
    let gone = CheckRunner(request, iut: .host(Self.attached(firmware.near))).run { progress in
      beginCount += 1
      if beginCount == 1 { firmware.attach() }
      if beginCount == 2 { firmware.vanish() }
    }.report
    #expect(gone.requirements.map(\.verdict) == [.pass, .inconclusive])
    #expect(gone.requirements.last?.reason == "the host disconnected: killed")
  }

  @Test("a host that left is awaited only where another can attach", arguments: [true, false])
  func nextHost(admitsNext: Bool) throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A02", "CS-A04"])
    let firmware = Firmware(request.profile)
    let driver = WaitCounter()
    let attached = AttachedPort(
      name: "wire", port: firmware.near, driver: driver, attachLimit: WaitCounter.limit,
      admitsNext: admitsNext)
    var beginCount = 0
    let report = CheckRunner(request, iut: .host(attached)).run { progress in
      beginCount += 1
      if beginCount == 1 { firmware.attach() }
      if beginCount == 2 {
        firmware.vanish()
        driver.count = 0
      }
    }.report
    #expect(report.requirements.last?.reason == "the host disconnected: killed")
    #expect(driver.count == (admitsNext ? 1 : 0))
  }

  @Test("a controller that left is awaited only where another can attach", arguments: [true, false])
  func nextController(admitsNext: Bool) throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt")
    let testCase = try #require(TestCase.all.first { $0.needs == .hci })
    let (near, far) = (WirePort(), WirePort())
    let driver = WaitCounter()
    let attached = AttachedPort(
      name: "wire", port: near, driver: driver, attachLimit: WaitCounter.limit, admitsNext: admitsNext)
    let beds = TestBeds(request, .controller(attached, peer: nil), log: CaptureLog())
    WirePort.join(near, far)
    _ = try beds.site(for: testCase, seed: 1)
    far.cut("killed")
    #expect(throws: TesterStop.self) { try beds.site(for: testCase, seed: 2) }
    #expect(driver.count == (admitsNext ? 1 : 0))
  }

  @Test("a second controller that never attaches is awaited once, however many cases and sets need it")
  func absentPeer() throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt")
    let testCase = try #require(TestCase.all.first { $0.needs == .hci })
    let (near, far) = (WirePort(), WirePort())
    let driver = WaitCounter()
    func attached(_ port: WirePort) -> AttachedPort {
      AttachedPort(name: "wire", port: port, driver: driver, attachLimit: WaitCounter.limit)
    }
    let iut = ImplementationUnderTest.controller(attached(near), peer: attached(WirePort()))
    WirePort.join(near, far)
    for _ in 0..<2 {
      let beds = TestBeds(request, iut, log: CaptureLog())
      for _ in 0..<2 {
        #expect(throws: TesterStop.self) { try beds.site(for: testCase, seed: 1) }
      }
    }
    #expect(driver.count == 1)
  }

  @Test("a host without host support fails that requirement alone")
  func faultyHost() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A02", "CS-A04", "CS-A09"])
    var silent = request.profile
    silent.features[.channelSoundingHostSupport] = false
    request.profile.features[.channelSoundingHostSupport] = false
    let firmware = Firmware(silent)
    var isFirst = true
    let report = CheckRunner(request, iut: .host(Self.attached(firmware.near))).run { _ in
      if isFirst { firmware.attach() }
      isFirst = false
    }.report
    // Without it no controller answers LL_CS_CAPABILITIES_REQ: the role stays open.
    #expect(report.requirements.map(\.verdict) == [.fail, .inconclusive, .pass])
  }

  @Test("a controller without a peer runs what needs none, and says why it leaves out the rest")
  func controllerWithoutPeer() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt")
    request.requirements = try Shipped.requirements("core-6-3-hci")
    let report = CheckRunner(
      request, iut: .controller(Self.attached(WirePort()), peer: nil)
    ).run().report
    let cases = report.requirements.flatMap(\.cases)
    for result in cases {
      let testCase = try #require(TestCase.named(result.id))
      let applies = testCase.needs == .hci && testCase.appliesTo.allSatisfy { $0.holds(in: request.profile) }
      let expected: Verdict = applies ? .inconclusive : .notApplicable
      #expect(result.verdict == expected, "\(result.id): \(result.reason ?? "")")
    }
    #expect(
      cases.first { $0.id == "HCI/RES/BV-01" }?.reason
        == "needs a second controller: no second controller is attached, see --peer")
    #expect(cases.first?.reason == "no controller has attached at wire")
  }
}
