import Foundation
import Lab
import Profiles
import RadioModel
import TestSupport
import Testing

@testable import LabServer

@Suite("A change that a page requests")
struct LabChangeTests {
  @Test("moves one end of one wall, and leaves what other pages changed")
  func moveEnd() throws {
    var expected = scene(walls: 3)
    expected.walls[1].end = Position(xMetres: 7, yMetres: 8)
    #expect(try change(#"{"walls":{"2":{"end":[7,8]}}}"#).scene(from: scene(walls: 3)) == expected)
  }

  @Test("removes the wall that it names, and adds others behind the rest")
  func removeAndAdd() throws {
    let changed = try change(#"{"walls":{"1":null},"newWalls":[[0,1,2,3],[4,5,6,7]]}"#)
      .scene(from: scene(walls: 2))
    #expect(changed.walls.map(\.id) == [2, 3, 4])
    #expect(changed.walls[0] == scene(walls: 2).walls[1])
    #expect(changed.walls[1].start == Position(xMetres: 0, yMetres: 1))
    #expect(changed.walls[2].end == Position(xMetres: 6, yMetres: 7))
  }

  @Test("makes room for a wall with the one that it removes")
  func fullPlan() throws {
    let full = scene(walls: LabScene.mostWalls)
    #expect(try change(#"{"walls":{"1":null},"newWalls":[[0,1,2,3]]}"#).scene(from: full).walls.count == 8)
    #expect(throws: LabRefusal("Found 9 walls, expected at most 8.")) {
      try change(#"{"newWalls":[[0,1,2,3]]}"#).scene(from: full)
    }
  }

  @Test(
    "is refused for a wall that the plan does not have", arguments: [#"null"#, #"{"start":[1,1]}"#])
  func missingWall(value: String) {
    let reason = "Found wall 3, which the plan does not have; another page may have removed it."
    #expect(throws: LabRefusal(reason)) {
      try change(#"{"walls":{"1":{"start":[0,0]},"3":\#(value)}}"#).scene(from: scene(walls: 2))
    }
  }

  @Test(
    "is refused where its form is wrong",
    arguments: [
      #"{"walls":[[0,1,2,3]]}"#, #"{"walls":{"1":{"middle":[0,1]}}}"#, #"{"walls":{"first":null}}"#,
      #"{"walls":{"1":{"start":[0]}}}"#, #"{"newWalls":[[0,1,2]]}"#,
      #"{"values":{"radio.phase_noise_rad":[0.5]}}"#, #"{"choices":{"channel_sounding.t_fcs_us":[15]}}"#,
    ])
  func form(json: String) {
    #expect(throws: LabRefusal.self) { try change(json).scene(from: scene(walls: 2)) }
  }

  @Test("adds and removes one choice, and leaves those of the accessory")
  func choices() throws {
    let base = try Shipped.profile("reference")
    let present = try AccessoryProfile.read(
      file: Shipped.path("accessories", "reference"), settings: AccessoryChange.tFCS([50]), load: Shipped.load
    )
    let path = "channel_sounding.t_fcs_us"
    let settings = try change(#"{"choices":{"\#(path)":{"15":true}}}"#).settings(of: present, from: base)
    #expect(settings == [path: AccessoryChange.tFCS([15, 50])])
  }

  @Test(
    "is refused for a choice or a number that the control does not have",
    arguments: [
      #"{"choices":{"channel_sounding.t_fcs_us":{"7":true}}}"#, #"{"choices":{"radio.nothing":{"15":true}}}"#,
      #"{"choices":{"channel_sounding.antennas":{"1":true}}}"#,
      #"{"values":{"channel_sounding.t_fcs_us":15}}"#,
    ])
  func wrongControl(json: String) throws {
    let accessory = try Shipped.profile("reference")
    #expect(throws: LabRefusal.self) { try change(json).settings(of: accessory, from: accessory) }
  }

  private func change(_ json: String) throws -> LabChange { try LabChange(Data(json.utf8)) }

  private func scene(walls count: Int) -> LabScene {
    var scene = LabScene(distanceMetres: 4)
    for number in 0..<count {
      let y = Double(number)
      scene.addWall(from: Position(xMetres: -1, yMetres: y), to: Position(xMetres: 1, yMetres: y))
    }
    return scene
  }
}
