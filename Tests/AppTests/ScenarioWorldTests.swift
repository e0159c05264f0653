import Foundation
import Testing
import VirtualPhone

@Suite("An app in the world of a scenario")
struct ScenarioWorldTests {
  @Test("measures the distance to the accessory that the user of the script chooses")
  func firstChoice() throws {
    let world = try VirtualWorld(scenario: "two-thermometers", seed: 7)
    #expect(world.accessories.count == 2 && world.phone.picker == .choose("Oven probe"))
    let app = DistanceApp()
    world.run(for: .seconds(10))
    #expect(app.pickerCount == 1 && app.distances.count > 20)
    #expect(app.distances.allSatisfy { abs($0 - 1.5) < 0.3 })
  }

  @Test("or that the test chooses")
  func ownChoice() throws {
    let world = try VirtualWorld(scenario: "two-thermometers", seed: 7)
    world.phone.picker = .choose("Smoker probe")
    let app = DistanceApp()
    world.run(for: .seconds(10))
    #expect(try abs(#require(app.distances.last) - 8) < 0.3)
    #expect(world.phone.picker == .choose("Smoker probe"))
  }

  @Test("loses an accessory whose power the script takes, and sees the background and the load of the script")
  func script() throws {
    let world = try VirtualWorld(scenario: "reboot")
    let app = DistanceApp()
    world.run(for: .seconds(9))
    #expect(app.isConnected && world.accessories[0].isOn)
    world.run(for: .seconds(4))
    #expect(!world.accessories[0].isOn && app.completionCount == 1 && !world.phone.acceptsPairing)
    world.run(for: .seconds(3))
    #expect(world.accessories[0].isOn)
    let busy = try VirtualWorld(scenario: "busy-air")
    busy.run(for: .seconds(13))
    #expect(busy.phone.load == 4)
    let background = try VirtualWorld(scenario: "background")
    background.run(for: .seconds(11))
    #expect(!background.phone.isAppInForeground)
  }

  @Test("enters a zone once and leaves it once on the walk of the scenario", arguments: [1, 2, 3, 4, 5])
  func zones(seed: UInt64) throws {
    let world = try VirtualWorld(scenario: "walk-in-zones", seed: seed)
    let app = DistanceApp()
    world.run(for: .seconds(30))
    #expect(app.isNear == [true, false])
  }

  @Test("walks as the track says")
  func track() throws {
    let world = try VirtualWorld(scenario: "walk-in-zones")
    let app = DistanceApp()
    world.run(for: .seconds(18))
    #expect(try #require(app.distances.first) > 5 && #require(app.distances.last) < 2)
  }

  @Test("refuses a fault that the accessory cannot have")
  func fault() throws {
    let world = try VirtualWorld()
    let error = #expect(throws: WorldError.self) {
      try world.addAccessory("ti-cc27xx", x: 1, y: 0, faults: ["inline-pct-noisy"])
    }
    #expect(error?.description.contains("expected an accessory with inline PCT") == true)
  }

  @Test("that there is not, is refused with the names of those that there are")
  func unknown() {
    let error = #expect(throws: WorldError.self) { _ = try VirtualWorld(scenario: "rebot") }
    #expect(error?.description.contains("reboot, two-thermometers, walk-in-zones") == true)
  }
}
