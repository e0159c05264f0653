import Capture
import CoreTypes
import Faults
import Profiles
import SimulationKernel
import TestSupport
import Testing

@testable import Conformance
@testable import ConformanceCases
@testable import ConformanceTester
@testable import Verdicts

@Suite("The cases of HCI")
struct ControllerCaseTests {
  /// The verdicts of all cases, or of one.
  private static func verdicts(
    _ defect: ControllerDefect?, of caseID: String? = nil
  ) throws -> [String: Verdict] {
    let request = try Shipped.request("nordic-nrf54l15-ipt")
    let requirements = try Shipped.requirements("core-6-3-hci").requirements
    var verdicts: [String: Verdict] = [:]
    for requirement in requirements {
      for id in requirement.cases where caseID == nil || id == caseID {
        let testCase = try #require(TestCase.named(id))
        let bench = HCIBench(request, seed: 1, log: CaptureLog()) { defect?.plant(in: $0) }
        let tester = Tester(request, requirement: requirement, site: .hci(bench))
        verdicts[id] = CheckRunner(request).carryOut(testCase, tester).verdict
        bench.close()
      }
    }
    return verdicts
  }

  @Test("pass a conforming controller, all of them")
  func conforming() throws {
    let verdicts = try Self.verdicts(nil)
    #expect(verdicts.count == TestCase.all.count { $0.id.hasPrefix("HCI/") })
    #expect(verdicts.allSatisfy { $0.value == .pass }, "\(verdicts)")
  }

  @Test("find each defect, and nothing else", arguments: ControllerDefect.all)
  func defects(defect: ControllerDefect) throws {
    let verdicts = try Self.verdicts(defect)
    let found = verdicts.filter { $0.value != .pass }
    #expect(Set(found.keys) == defect.others.union([defect.testCase]))
    #expect(found.allSatisfy { $0.value == .fail })
  }

  @Test("pass what a controller may leave out", arguments: ControllerDefect.harmless)
  func harmless(variant: ControllerDefect) throws {
    #expect(try Self.verdicts(variant, of: variant.testCase) == [variant.testCase: .pass])
  }

  @Test("have a fault each that they find, or a defect of what reaches the host")
  func completeness() throws {
    var caught = Set(ControllerDefect.all.map(\.testCase))
    for fault in Fault.allCases where fault.breaks.contains(where: { $0.hasPrefix("HCI-") }) {
      var request = try Shipped.request("defective/\(fault.id)")
      request.requirements = try Shipped.requirements("core-6-3-hci")
      request.onlyIDs = fault.breaks
      let cases = CheckRunner(request).run().report.requirements.flatMap(\.cases)
      caught.formUnion(cases.filter { $0.verdict == .fail }.map(\.id))
    }
    #expect(caught == Set(TestCase.all.map(\.id).filter { $0.hasPrefix("HCI/") }))
  }

  @Test(
    "pass the controller of every shipped chipset",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(name: String) throws {
    var request = try Shipped.request(name)
    request.requirements = try Shipped.requirements("core-6-3-hci")
    #expect(CheckRunner(request).run().report.verdict == .pass)
  }

  @Test("keep octets of an attached controller that are no packet in the capture")
  func garbage() {
    let (near, far) = (WirePort(), WirePort())
    let log = CaptureLog()
    let attached = AttachedPort(name: "wire", port: near, driver: ImmediateDriver(), attachLimit: .seconds(1))
    let bench = HCIBench(attached, peer: nil, on: Simulation(seed: 1), log: log)
    WirePort.join(near, far)
    far.sendGarbage([0x77, 0x66])
    #expect(log.count == 1)
    #expect(log[1].direction == .controllerToHost && Array(log[1].octets.suffix(2)) == [0x77, 0x66])
    bench.close()
  }
}
