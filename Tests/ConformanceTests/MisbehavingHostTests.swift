import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("An attached host that misbehaves")
struct MisbehavingHostTests {
  /// The sets that are about hosts, in one run above one controller.
  private static let sets = [
    "apple-ios27-cs", "apple-adg-ble", "apple-ask", "android16-ranging-cs", "ras-rap-1-0", "core-6-3-ll",
  ]

  /// What a conduct has to come to.
  struct Expected: Sendable, CustomTestStringConvertible {
    let kind: HostConduct.Kind
    /// The requirement that fits, which fails; nil if none must.
    var fails: String?
    /// What its reason, or that of what is uncertain, has to say.
    var says = ""
    var testDescription: String { kind.rawValue }
  }

  private static let unsettled = "the host has "
  private static let cases: [Expected] = [
    Expected(kind: .conforming), Expected(kind: .slow),
    Expected(kind: .forgetsBondAtDisconnection, fails: "CS-A08", says: "encryption with the stored key"),
    Expected(kind: .forgetsBondAtLoss, fails: "CS-A08", says: "after a lost link"),
    Expected(kind: .wrongStoredKey, fails: "CS-A08", says: "encryption with the stored key"),
    Expected(kind: .refusesPairing, fails: "CS-A08", says: "pairing"),
    Expected(kind: .hangsUpWhenPaired, fails: "CS-A08", says: "0x13"),
    Expected(
      kind: .noReflectorRole, fails: "CS-A04", says: "no role enabled"),
    Expected(
      kind: .initiatorRoleOnly, fails: "CS-A04",
      says: "the controller refused LE CS Set Default Settings: 0x11"),
    Expected(kind: .noHostSupport, fails: "CS-A02", says: "bit 47"),
    Expected(kind: .ignoresAttributes, fails: "CS-A14", says: "no answer within 30 s"),
    Expected(kind: .ignoresMTU, fails: "CS-A14", says: "offer of an ATT_MTU: no answer within 30 s"),
    Expected(kind: .hangsUpAfterASecond, fails: "CS-A09", says: "the accessory ended the link: 0x13"),
    Expected(kind: .endsSeriesAfterTwoSeconds, fails: "CS-A12", says: "LL_CS_TERMINATE_REQ"),
    Expected(kind: .resetsAfterASecond, fails: "CS-A09", says: "not enabled advertising again"),
    Expected(kind: .silent, says: "sent no HCI command"),
    Expected(kind: .losesPlaceInStream, fails: "CS-A09", says: "the host has sent invalid octets (2 in all"),
    Expected(kind: .neverAdvertises, fails: "CS-A09", says: "none that enables advertising"),
    Expected(kind: .hangsOnceConnected, says: "not enabled advertising again"),
    Expected(kind: .doesNotAdvertiseAgain, fails: "CS-A09", says: "not enabled advertising again"),
    Expected(kind: .advertisesNoService, fails: "CS-A09", says: "no service advertised"),
    Expected(kind: .notConnectable, fails: "CS-A09", says: "the host's HCI commands enabled advertising"),
    Expected(kind: .asksForLongLatency, fails: "ADG-07", says: "40 events"),
  ]

  /// The reports of every set, over one host.
  private func reports(_ kind: HostConduct.Kind, _ sets: [String]) throws -> [CheckReport] {
    var request = try Shipped.request("reference")
    let host = MisbehavingHost(request.profile, HostConduct(kind))
    let iut = ImplementationUnderTest.host(host.attached)
    return try sets.map { set in
      request.requirements = try Shipped.requirements(set)
      return CheckRunner(request, iut: iut).run().report
    }
  }

  @Test("fails the requirement that fits, with the cause", arguments: cases)
  func conduct(_ expected: Expected) throws {
    let reports = try reports(expected.kind, Self.sets)
    let phone = try #require(reports.first)
    let reasons = reports.flatMap(\.requirements).flatMap(\.cases).map {
      "\($0.id) \($0.verdict): \($0.reason ?? "")"
    }
    if let id = expected.fails {
      let report = try #require(reports.first { $0.requirements.contains { $0.id == id } })
      let result = try #require(report.requirements.first { $0.id == id })
      #expect(result.verdict == .fail, "\(reasons)")
      #expect(result.reason?.contains(expected.says) == true, "\(result.reason ?? "")")
      #expect(report.verdict == .fail)
    } else if !expected.says.isEmpty {
      #expect(phone.verdict != .pass)
      #expect(reasons.contains { $0.contains(expected.says) }, "\(reasons)")
    }
  }

  @Test(
    "and one that does not passes every set, its bond being kept and used",
    arguments: [.conforming, .slow] as [HostConduct.Kind])
  func conforming(_ kind: HostConduct.Kind) throws {
    for report in try reports(kind, Self.sets) {
      for result in report.requirements {
        #expect([.pass, .notApplicable].contains(result.verdict), "\(result.id): \(result.reason ?? "")")
        #expect(result.warnings.allSatisfy { !$0.contains("bond") }, "\(result.warnings)")
      }
    }
  }

  @Test("is given 30 s for the answer to a request once, and then less, so that a run ends")
  func ignoredRequests() throws {
    var request = try Shipped.request("nordic-nrf54l15-ras", only: ["RAS-03"])
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    request.phone = try Shipped.phone("android16")
    let host = MisbehavingHost(request.profile, HostConduct(.ignoresMTU))
    let cases = CheckRunner(request, iut: .host(host.attached)).run().report.requirements.flatMap(\.cases)
    let reasons = cases.map { $0.reason ?? "" }
    #expect(reasons.count == 4)
    #expect(reasons.first?.contains("no ATT_MTU within 30000 ms") == true, "\(reasons)")
    #expect(reasons.dropFirst().allSatisfy { $0.contains("no ATT_MTU within 3000 ms") }, "\(reasons)")
  }

  @Test("asks for security as soon as there is a link, which the phone answers with the bond that it has")
  func earlySecurityRequest() throws {
    let reports = try reports(.asksForSecurity, ["apple-ios27-cs", "apple-adg-ble"])
    for result in reports[0].requirements {
      #expect([.pass, .notApplicable].contains(result.verdict), "\(result.id): \(result.reason ?? "")")
      #expect(result.warnings.allSatisfy { !$0.contains("bond") }, "\(result.warnings)")
    }
    #expect(reports[1].requirements.first { $0.id == "ADG-18" }?.verdict == .fail)
  }

  @Test("and whatever builds on the host's support of Channel Sounding points to the case of that")
  func hostSupport() throws {
    for result in try reports(.noHostSupport, ["apple-ios27-cs"])[0].requirements
    where result.verdict == .inconclusive {
      #expect(result.reason?.hasSuffix("see CS-A02") == true, "\(result.id): \(result.reason ?? "")")
    }
  }

  @Test("and what fails names who refused, and why")
  func refusal() throws {
    let report = try #require(try reports(.noReflectorRole, ["apple-ios27-cs"]).first)
    let result = try #require(report.requirements.first { $0.id == "CS-A26" })
    #expect(
      result.cases.contains {
        $0.reason?.contains(
          "0x20 Unsupported LL Parameter Value; the accessory refused, because its host has not enabled the reflector"
            + " role with LE CS Set Default Settings") == true
      }, "\(result.reason ?? "")")
  }

  @Test("the tester's own controller earns the host no PASS")
  func ownController() throws {
    let report = try #require(try reports(.conforming, ["apple-ios27-cs"]).first)
    for id in ["CS-A01", "CS-A07", "CS-A11"] {
      #expect(report.requirements.first { $0.id == id }?.verdict == .notApplicable, "\(id)")
    }
  }

  @Test("and names the reason where nothing that was asked for could be told")
  func nothingTold() throws {
    var request = try Shipped.request("reference", only: ["ADG-16", "ADG-19"])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let host = MisbehavingHost(request.profile, HostConduct(.silent))
    #expect(CheckRunner(request, iut: .host(host.attached)).run().report.verdict == .inconclusive)
  }
}
