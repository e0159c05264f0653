import Conformance
import ConformanceCases
import ConformanceTester
import CoreTypes
import HCI
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("Where a reason sends its reader")
struct CauseReferenceTests {
  /// The ids of all shipped sets.
  private static func knownIDs() throws -> Set<String> {
    Set(try RequirementMatrix.all.flatMap { try $0.requirements.map(\.id) })
  }

  /// Holds a report to references that lead to a cause: to a requirement of its own set that failed, another than the
  /// one that has the reason, or to a case. `RequirementMatrix` asks it of every fault.
  static func expectReferences(in report: CheckReport, _ set: RequirementSet, _ fault: String) throws {
    let known = try Self.knownIDs()
    let own = Set(set.requirements.map(\.id))
    let failed = Set(report.requirements.filter { $0.verdict == .fail }.map(\.id))
    for result in report.requirements {
      for item in result.cases {
        let place = Comment(rawValue: "\(fault), \(set.id), \(result.id) \(item.id): \(item.reason ?? "")")
        let texts = [item.reason].compactMap(\.self) + item.warnings + item.steps.map(\.measured)
        let named = texts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "-") } }.map(String.init)
        let ids = named.filter(known.contains)
        #expect(ids.allSatisfy(own.contains), place)
        #expect(!ids.contains(result.id), place)
        #expect(ids.allSatisfy(failed.contains), place)
        guard let reference = item.reason?.split(separator: ", see case ").dropFirst().first else { continue }
        let caseID = String(reference)
        #expect(TestCase.named(caseID) != nil && caseID != item.id, place)
        let isOwn = result.cases.contains { $0.id == caseID && $0.verdict == .fail }
        #expect(isOwn || !set.requirements.contains { $0.cases.contains(caseID) }, place)
      }
    }
  }

  @Test("pairing that is refused fails the way where no requirement of the set is about it")
  func otherSet() throws {
    var request = try Shipped.request("defective/pairing-refused", seed: 1)
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let reasons = CheckRunner(request).run().report.requirements.compactMap(\.reason)
    #expect(reasons.contains { $0.hasSuffix(", see ADG-29") })
    request.requirements = try Shipped.requirements("apple-ios27-cs")
    let others = CheckRunner(request).run().report.requirements.compactMap(\.reason)
    #expect(others.contains { $0.hasSuffix(", see CS-A08") })
  }

  @Test("a controller that answers nothing fails its mandatory commands, and the rest points there")
  func silentController() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["HCI-01", "HCI-38"])
    request.requirements = try Shipped.requirements("core-6-3-hci")
    let (near, far) = (WirePort(), WirePort())
    WirePort.join(near, far)
    let attached = AttachedPort(name: "wire", port: near, driver: ImmediateDriver(), attachLimit: .seconds(1))
    let results = CheckRunner(request, iut: .controller(attached, peer: nil)).run().report.requirements
    #expect(results.map(\.verdict) == [.inconclusive, .fail])
    #expect(results.first?.reason?.hasSuffix(", see HCI-38") == true, "\(results.first?.reason ?? "")")
  }

  @Test("a controller that answers with octets that are no packet has them in each reason")
  func invalidOctets() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["HCI-01"])
    request.requirements = try Shipped.requirements("core-6-3-hci")
    let (near, far) = (WirePort(), WirePort())
    WirePort.join(near, far)
    var hasAnswered = false
    far.receiver = { [weak far] event in
      guard case .packet = event, !hasAnswered else { return }
      hasAnswered = true
      far?.sendGarbage([0xDE, 0xAD])
    }
    let attached = AttachedPort(name: "wire", port: near, driver: ImmediateDriver(), attachLimit: .seconds(1))
    let results = CheckRunner(request, iut: .controller(attached, peer: nil)).run().report.requirements
    let reasons = results.flatMap(\.cases).compactMap(\.reason)
    let expected =
      "no answer to HCI_Reset within 5000 ms; the controller has sent invalid octets (2 in all, expected H4"
      + " packets) and no answer to HCI_Reset since"
    #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains(expected) }, "\(reasons)")
  }

  @Test("what a case builds on is judged by cases of the catalogue")
  func bases() {
    let bases: [Basis] = [
      .pairing, .storedKey, .inlinePCT, .matchBeforePairing, .ownTermination, .rangingService,
      .rangingFeatures, .rangingDataReady,
    ]
    for id in bases.flatMap(\.caseIDs) { #expect(TestCase.named(id) != nil, "\(id)") }
  }

  @Test("a requirement that was left out of the run is said to be")
  func leftOut() throws {
    var request = try Shipped.request("defective/pairing-refused", seed: 1)
    request.onlyIDs = ["CS-A04"]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.reason?.hasSuffix(", see CS-A08, which was not run") == true)
  }
}
