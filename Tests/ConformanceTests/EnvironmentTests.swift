import Documents
import Profiles
import RadioModel
import Session
import TestSupport
import Testing
import Verdicts

@testable import Conformance
@testable import ConformanceTester

@Suite("Every key of an environment")
struct EnvironmentTests {
  private static let base: [(key: String, value: String)] = [
    ("loss_at_1_m_db", "40"), ("path_loss_exponent", "2"), ("direct_path_loss_db", "10"),
    ("extra_m", "3"), ("loss_db", "6"), ("phase_deg", "20"),
  ]

  private static func environment(_ changes: [String: String] = [:]) throws -> Environment {
    func value(_ key: String) -> String { changes[key] ?? base.first { $0.key == key }?.value ?? "" }
    let text = """
      schema: reflector/environment/1
      id: example
      description: Text
      loss_at_1_m_db: \(value("loss_at_1_m_db"))
      path_loss_exponent: \(value("path_loss_exponent"))
      direct_path_loss_db: \(value("direct_path_loss_db"))
      extra_paths:
        - { extra_m: \(value("extra_m")), loss_db: \(value("loss_db")), phase_deg: \(value("phase_deg")) }

      """
    let octets = Array(text.utf8)
    let preset = try EnvironmentPreset.read(file: "e.yaml") { (_: String) throws(DocumentErrors) in octets }
    return Environment(preset, distanceMetres: 10)
  }

  private static func response(_ environment: Environment) -> ChannelResponse {
    ChannelResponse(environment, pathCount: 1, oneWayDelayNanoseconds: 0)
  }

  @Test("changes what is received", arguments: base.map(\.key))
  func effect(key: String) throws {
    let (before, after) = (try Self.environment(), try Self.environment([key: "5.5"]))
    let hasOtherLoss = before.freePathLossDecibels != after.freePathLossDecibels
    #expect(hasOtherLoss || Self.response(before).re != Self.response(after).re)
  }

  @Test("a body in the direct path weakens that path and leaves the reflections alone")
  func directPath() throws {
    let reflections = ["loss_db": "20", "direct_path_loss_db": "0"]
    let free = try Self.environment(reflections)
    let blocked = try Self.environment(reflections.merging(["direct_path_loss_db": "30"]) { $1 })
    #expect(free.echoes == blocked.echoes)
    #expect(blocked.pathLossDecibels > free.pathLossDecibels + 15)
    #expect(blocked.freePathLossDecibels == free.freePathLossDecibels)
  }
}

@Suite("What an environment does to a conforming accessory")
struct EnvironmentVerdictTests {
  private static func results(
    _ profile: String, in environment: String, _ set: String, _ id: String, seed: UInt64
  ) throws -> RequirementResult {
    var request = try Shipped.request(profile, seed: seed, only: [id])
    request.requirements = try Shipped.requirements(set)
    request.environment = try Shipped.environment(environment)
    return try #require(CheckRunner(request).run().report.requirements.first)
  }

  @Test(
    "is no failure of the accessory",
    arguments: [("relay", "apple-ios27-cs", "CS-A03"), ("relay", "android16-ranging-cs", "AND-06")])
  func withdrawn(environment: String, set: String, id: String) throws {
    var reasons: [String] = []
    for seed in UInt64(1)...4 {
      let result = try Self.results("reference", in: environment, set, id, seed: seed)
      #expect(result.verdict != .fail, "\(id), seed \(seed): \(result.reason ?? "")")
      if result.verdict == .inconclusive { reasons.append(result.reason ?? "") }
    }
    #expect(reasons.contains { $0.contains("the environment \(environment)") }, "\(reasons)")
  }

  @Test("leaves its distances where echoes are stronger than the direct path")
  func echoes() throws {
    let result = try Self.results("reference", in: "home-through-walls", "core-6-3-rfphy", "RF-09", seed: 1)
    #expect(result.verdict == .pass)
  }

  @Test("does not hide a failure that free sight shows as well")
  func kept() throws {
    let fault = "defective/mode0-second-step-silent"
    let result = try Self.results(fault, in: "body", "apple-ios27-cs", "CS-A05", seed: 1)
    #expect(result.verdict == .fail)
  }
}
