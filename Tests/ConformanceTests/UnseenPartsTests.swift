import Conformance
import ConformanceTester
import Documents
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("A verdict that rests on what nobody has seen")
struct UnseenPartsTests {
  static func results(
    _ profile: String, of set: String = "apple-ios27-cs", unknown: [String], only ids: [String]
  ) throws -> [RequirementResult] {
    var request = try Shipped.request(profile, only: ids)
    request.requirements = try Shipped.requirements(set)
    request.profile.unknown = unknown.map {
      UnknownPart(path: $0, position: SourcePosition(file: "p.yaml", line: 7))
    }
    return CheckRunner(request).run().report.requirements
  }

  @Test("is inconclusive, with the key and its line")
  func key() throws {
    let results = try Self.results(
      "nordic-nrf54l15-ipt", unknown: ["channel_sounding.t_fcs_us"], only: ["CS-A04", "CS-A07"])
    #expect(results.map(\.verdict) == [.pass, .inconclusive])
    #expect(results[1].reason == "channel_sounding.t_fcs_us was not seen (p.yaml:7)")
    #expect(results[1].cases.allSatisfy { $0.steps.isEmpty })
  }

  @Test("is inconclusive where a value longer than a response may be in a service that nobody has seen")
  func longValue() throws {
    let results = try Self.results(
      "nordic-nrf54l15-ipt", of: "apple-adg-ble", unknown: ["gatt.services"], only: ["LNK-03"])
    #expect(results.map(\.verdict) == [.inconclusive])
  }

  @Test("is inconclusive where conduct would have to be seen, and stands where the declaration settles it")
  func conduct() throws {
    let results = try Self.results(
      "nordic-nrf54l15-ipt", unknown: ["conduct"], only: ["CS-A04", "CS-A05", "CS-A10"])
    #expect(results.map(\.verdict) == [.pass, .inconclusive, .inconclusive])
    #expect(results[1].reason == "the conduct was not seen (p.yaml:7)")
  }

  @Test("is a failure all the same where what is declared alone breaks the requirement")
  func failure() throws {
    let results = try Self.results(
      "defective/tfcs-100-not-declared", unknown: ["conduct"], only: ["CS-A07"])
    #expect(results.map(\.verdict) == [.fail])
  }

  @Test("is inconclusive where nobody knows whether the accessory claims what a case is about")
  func claim() throws {
    let section = try Self.results(
      "nordic-nrf54l15-ipt", unknown: ["channel_sounding.inline_pct"], only: ["CS-A03"])
    #expect(section.map(\.verdict) == [.inconclusive])
    let feature = try Self.results(
      "nordic-nrf54l15-ipt", unknown: ["features.le-ping"], only: ["CS-A02"])
    #expect(feature.map(\.verdict) == [.pass])
    let known = try Self.results("silabs-xg24", unknown: ["conduct"], only: ["CS-A03"])
    let before = try Self.results("silabs-xg24", unknown: [], only: ["CS-A03"])
    #expect(known.map(\.verdict) == before.map(\.verdict))
  }
}
