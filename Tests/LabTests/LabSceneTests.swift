import Lab
import RadioModel
import Testing

@testable import Profiles

@Suite("The plan of a lab")
struct LabSceneTests {
  @Test("a wall beside the way gives the echo of the image behind it")
  func reflection() throws {
    var scene = scene(metres: 4)
    scene.addWall(-1, 1.5, 5, 1.5)
    let echo = try #require(scene.environment(in: EnvironmentPreset()).extraPaths.first)
    // The image is 3 m beyond the wall's side: a way of 5 m.
    #expect(abs(echo.extraMetres - 1) < 1e-9)
    #expect(echo.phaseDegrees == 180)
    #expect(abs(echo.lossDecibels - (6 + 1.938)) < 1e-3)
    #expect(scene.environment(in: EnvironmentPreset()).directPathLossDecibels == 0)
  }

  @Test("a wall across the way weakens it and reflects nothing")
  func obstruction() {
    var scene = scene(metres: 4)
    scene.addWall(2, -1, 2, 1)
    scene.addWall(3, -1, 3, 1)
    let environment = scene.environment(in: EnvironmentPreset())
    #expect(environment.extraPaths.isEmpty)
    #expect(environment.directPathLossDecibels == 16)
  }

  @Test(
    "a wall without a mirror point between its ends does nothing",
    arguments: [[20.0, 1, 30, 1], [5, 0, 9, 0], [1, 1, 1, 1]])
  func elsewhere(ends: [Double]) {
    var scene = scene(metres: 4)
    scene.addWall(ends[0], ends[1], ends[2], ends[3])
    #expect(scene.environment(in: EnvironmentPreset()) == still(EnvironmentPreset()))
  }

  @Test("the surroundings stay, but for motion")
  func surroundings() {
    var preset = EnvironmentPreset()
    preset.pathLossExponent = 2.2
    preset.extraPaths = [EnvironmentPreset.Path(extraMetres: 3, lossDecibels: 10)]
    preset.motion = .radial(metresPerSecond: 1)
    #expect(scene(metres: 4).environment(in: preset) == still(preset))
  }

  @Test("places out of reach and too many walls are not legal, and devices are never in one place")
  func limits() {
    var scene = LabScene(distanceMetres: 0)
    #expect(scene.distanceMetres == 0.1 && scene.problem == nil)
    scene.phone.xMetres = 75.1
    #expect(scene.problem == "Found a place at 75.1 m, expected -75 to 75 m.")
    scene.phone.xMetres = .nan
    #expect(scene.problem == "Found a place at nan m, expected -75 to 75 m.")
    scene = LabScene(distanceMetres: 150)
    #expect(scene.problem == "Found phone and accessory 150 m apart, expected at most 149 m.")
    scene = LabScene(distanceMetres: 1)
    for _ in 0..<9 { scene.addWall(0, 1, 1, 1) }
    #expect(scene.problem == "Found 9 walls, expected at most 8.")
  }

  @Test("a wall keeps its id while others are removed, and no later wall has it")
  func identity() {
    var scene = scene(metres: 4)
    for _ in 0..<3 { scene.addWall(0, 1, 1, 1) }
    scene.walls.removeAll { $0.id != 2 }
    scene.addWall(0, 1, 1, 1)
    #expect(scene.walls.map(\.id) == [2, 4])
    scene.walls = []
    scene.addWall(0, 1, 1, 1)
    #expect(scene.walls.map(\.id) == [5])
  }

  @Test("every distance that a lab may begin with is legal, about the centre", arguments: [0.1, 3, 51, 149])
  func opening(metres: Double) {
    let scene = LabScene(distanceMetres: metres)
    #expect(scene.problem == nil && abs(scene.distanceMetres - metres) < 1e-9)
    #expect(scene.phone.xMetres == -scene.accessory.xMetres)
  }

  /// The accessory at 0, 0 and the phone to the right of it.
  private func scene(metres: Double) -> LabScene {
    LabScene(phone: Position(xMetres: metres, yMetres: 0), accessory: Position(xMetres: 0, yMetres: 0))
  }

  private func still(_ preset: EnvironmentPreset) -> EnvironmentPreset {
    var preset = preset
    preset.motion = .still
    return preset
  }
}

extension LabScene {
  fileprivate mutating func addWall(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    addWall(from: Position(xMetres: x1, yMetres: y1), to: Position(xMetres: x2, yMetres: y2))
  }
}
