import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("An attached host that acts otherwise than most")
struct PeculiarHostTests {
  /// The cases about errors of attributes and of pairing.
  private static func cases(
    _ peculiarity: PeculiarHostConduct.Peculiarity, _ ids: [String] = ["ADG-22", "LNK-12"]
  ) throws -> [String: CaseResult] {
    var request = try Shipped.request("reference", only: ids)
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let host = MisbehavingHost(request.profile, PeculiarHostConduct(peculiarity))
    let report = CheckRunner(request, iut: .host(host.attached)).run().report
    let cases = report.requirements.flatMap(\.cases).map { ($0.id, $0) }
    return Dictionary(cases, uniquingKeysWith: { first, _ in first })
  }

  @Test("need not have queued writes", arguments: ["CS/GAT/BV-13", "CS/GAT/BI-09"])
  func queuedWrites(id: String) throws {
    let result = try #require(try Self.cases(.noQueuedWrites)[id])
    #expect(result.verdict == .notApplicable, "\(result.reason ?? "")")
    #expect(result.reason?.hasPrefix("not claimed: queued writes") == true, "\(result.reason ?? "")")
  }

  @Test("may refuse to execute writes that a value has no room for, and then keeps the value")
  func fixedLength() throws {
    let result = try #require(try Self.cases(.fixedLengthValue)["CS/GAT/BV-13"])
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(result.steps.contains { $0.name == "value after the execution" && $0.required == "unchanged" })
  }

  @Test("may refuse to execute writes with an application error")
  func applicationError() throws {
    let result = try #require(try Self.cases(.checkedValue)["CS/GAT/BV-13"])
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test("may indicate values other than Service Changed")
  func otherIndication() throws {
    let result = try #require(try Self.cases(.indicatesOwnValue, ["ADG-20"])["CS/GAT/BV-08"])
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test("may exchange ATT_MTU as a client of the phone")
  func ownMTU() throws {
    let cases = try Self.cases(.exchangesMTU, ["ADG-22", "ADG-25", "LNK-01", "LNK-03"])
    for id in ["CS/GAT/BI-07", "CS/LIFE/BV-03", "CS/GAT/BV-06"] {
      let result = try #require(cases[id])
      #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")")
    }
  }

  @Test("may keep its name for phones that have paired, and is offered an ATT_MTU once on a link")
  func protectedName() throws {
    var request = try Shipped.request("reference", only: ["ADG-26"])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let conduct = PeculiarHostConduct(.protectsName)
    let host = MisbehavingHost(request.profile, conduct)
    let result = try #require(CheckRunner(request, iut: .host(host.attached)).run().report.requirements.first)
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(conduct.mtuOffers == 1)
  }

  /// The cases of the Ranging Service about these requirements, of a server with all features.
  private static func rangingCases(
    _ peculiarity: PeculiarHostConduct.Peculiarity, _ ids: [String]
  ) throws -> [CaseResult] {
    var request = try Shipped.request("nordic-nrf54l15-ras", only: ids)
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    request.phone = try Shipped.phone("android16")
    request.profile.gatt.ranging.filters = true
    request.profile.gatt.ranging.resendsLostSegments = true
    request.profile.gatt.ranging.aborts = true
    let host = MisbehavingHost(request.profile, PeculiarHostConduct(peculiarity))
    return CheckRunner(request, iut: .host(host.attached)).run().report.requirements.flatMap(\.cases)
  }

  @Test("may take a filter only before ranging data is enabled")
  func filterBeforeData() throws {
    let cases = try Self.rangingCases(.filterBeforeDataOnly, ["RAS-11"])
    #expect(cases.map(\.id) == ["RAS/SR/RRD/BV-02-C", "RAS/SR/RCP/BV-04-C"])
    for result in cases { #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")") }
  }

  @Test("may send ranging data without a code before it")
  func dataWithoutCode() throws {
    let cases = try Self.rangingCases(.dataWithoutCode, ["RAS-07", "RAS-09", "RAS-10"])
    #expect(
      cases.map(\.id) == [
        "RAS/SR/RCP/BV-01-C", "RAS/SR/RCP/BV-02-C", "RAS/SR/RCP/BV-03-C", "RAS/SR/SPE/BI-05-C",
      ])
    for result in cases { #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")") }
  }

  @Test("may take 2 s for each command to the control point of the Ranging Service")
  func lateCommands() throws {
    let cases = try Self.rangingCases(.answersCommandsLate, ["RAS-07", "RAS-09"])
    #expect(cases.map(\.id) == ["RAS/SR/RCP/BV-01-C", "RAS/SR/RCP/BV-02-C"])
    for result in cases { #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")") }
  }

  @Test("may take 10 s for each answer of its server")
  func lateAnswers() throws {
    var request = try Shipped.request("reference", only: ["ADG-19"])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let host = MisbehavingHost(request.profile, PeculiarHostConduct(.answersRequestsLate))
    let cases = CheckRunner(request, iut: .host(host.attached)).run().report.requirements.flatMap(\.cases)
    #expect(cases.map(\.id) == ["CS/GAT/BV-05"])
    for result in cases { #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")") }
  }

  @Test("may wait after a failed pairing")
  func waitingInterval() throws {
    let cases = try Self.cases(.waitsAfterFailedPairing)
    for number in ["01", "02", "05", "06", "07", "08", "09"] {
      let result = try #require(cases["CS/SMP/BI-\(number)"])
      #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")")
    }
  }

  @Test("may take links with the phone alone that it is bonded with")
  func bondedOnly() throws {
    let cases = try Self.cases(.acceptsBondedOnly, ["ADG-25"])
    let kept = try #require(cases["CS/LIFE/BV-02"])
    #expect(kept.verdict == .pass, "\(kept.reason ?? "")")
    let fresh = try #require(cases["CS/LIFE/BV-03"])
    #expect(fresh.verdict == .notApplicable, "\(fresh.reason ?? "")")
  }

  @Test("may keep its bond from being replaced by pairing without authentication")
  func keptBond() throws {
    let request = try Shipped.request("reference", only: ["CS-A08", "CS-A09"])
    let host = MisbehavingHost(request.profile, PeculiarHostConduct(.keepsBond))
    let results = CheckRunner(request, iut: .host(host.attached)).run().report.requirements
    for result in results { #expect(result.verdict == .pass, "\(result.id): \(result.reason ?? "")") }
    let warnings: [String] = results.flatMap(\.warnings)
    #expect(warnings.contains { $0.contains("keeps the bond of an earlier case") })
  }

  @Test(
    "may check the phone's key late, pair with a reserved IO capability, or disconnect when a pairing's timer ends",
    arguments: [
      (.checksKeyLate, "05"), (.takesReservedCapability, "07"), (.hangsUpWhenPairingStalls, "04"),
    ] as [(PeculiarHostConduct.Peculiarity, String)])
  func tolerated(peculiarity: PeculiarHostConduct.Peculiarity, number: String) throws {
    let result = try #require(try Self.cases(peculiarity)["CS/SMP/BI-\(number)"])
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test("must keep the limits of connection parameters also if it requests them only once it is paired")
  func lateParameters() throws {
    var request = try Shipped.request("reference", only: ["ADG-07"])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    request.profile.link.requestsConnectionParameters = false
    let host = MisbehavingHost(request.profile, PeculiarHostConduct(.asksForLongLatencyWhenPaired))
    let result = try #require(CheckRunner(request, iut: .host(host.attached)).run().report.requirements.first)
    #expect(result.verdict == .fail)
    #expect(result.reason?.contains("40 events") == true, "\(result.reason ?? "")")
  }

  @Test("must not answer in a pairing after its timer ended")
  func answersLate() throws {
    let result = try #require(try Self.cases(.answersAfterPairingTimeout)["CS/SMP/BI-04"])
    #expect(result.verdict == .fail)
    #expect(result.steps.first { !$0.isMet }?.name == "answer after 35 s of silence")
  }
}
