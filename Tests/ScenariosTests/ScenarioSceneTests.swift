import CoreTypes
import Documents
import Testing

@testable import Profiles
@testable import Scenarios

@Suite("The scene of a scenario")
struct ScenarioSceneTests {
  private static let scene: ScenarioScene = {
    let place = Scenario.FileName(text: "x", position: SourcePosition(file: "x"))
    var scenario = Scenario(file: "x", phone: place, environment: place)
    scenario.track = [(2, 6, 0), (4, 6, 0), (6, 2, 3), (8, 2, 3)].map {
      Scenario.WayPoint(seconds: $0.0, xMetres: $0.1, yMetres: $0.2)
    }
    scenario.accessories = [Scenario.Accessory(name: "Tag", profile: place, position: place.position)]
    return ScenarioScene(scenario)
  }()

  @Test(
    "knows whether the phone is on its way, and how far it is from an accessory",
    arguments: [(0.0, false, 6.0), (3, false, 6), (5, true, 4.272), (7, false, 3.606), (20, false, 3.606)])
  func scene(seconds: Double, isMoving: Bool, metres: Double) throws {
    let time = Picoseconds(seconds: seconds)
    #expect(Self.scene.isPhoneMoving(at: time) == isMoving)
    #expect(try abs(#require(Self.scene.metres(to: "Tag", at: time)) - metres) < 0.001)
    #expect(Self.scene.metres(to: "Key", at: time) == nil)
  }
}
