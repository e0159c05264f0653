import AccessoryProfile
import RadioModel
import Session
import Testing

@testable import Conformance

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
    let preset = try EnvironmentPreset.read(file: "e.yaml") { (_: String) throws(ProfileErrors) in octets }
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
