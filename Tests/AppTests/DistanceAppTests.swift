import Foundation
import ProjectFiles
import Testing
import VirtualPhone

@Suite("An app for the distance of a probe")
struct DistanceAppTests {
  private static func world(seed: UInt64 = 7) throws -> VirtualWorld {
    let world = try VirtualWorld(seed: seed)
    world.phone.infoDictionary = [
      "NSAccessorySetupSupports": ["Bluetooth"], "NSAccessorySetupBluetoothServices": ["185B"],
    ]
    world.phone.picker = .choose("Smoker probe")
    try world.addAccessory(
      ProjectFolder.url.appending(path: "Tests/Fixtures/accessories/probe.yaml").path, x: 3, y: 0)
    return world
  }

  @Test("sets the probe up, connects and measures, and ends when the user wants that")
  func use() throws {
    let world = try Self.world()
    let app = DistanceApp()
    world.run(for: .seconds(10))
    #expect(app.message == nil && app.distances.count > 10)
    #expect(app.distances.allSatisfy { abs($0 - 3) < 0.5 })
    app.stop()
    world.run(for: .seconds(2))
    let count = app.distances.count
    world.run(for: .seconds(5))
    #expect(app.completionCount == 1 && app.distances.count == count && app.message == nil)
    #expect(app.isConnected)
  }

  @Test("needs no picker at the next launch")
  func nextLaunch() throws {
    let world = try Self.world()
    var app: DistanceApp? = DistanceApp()
    world.run(for: .seconds(10))
    #expect(app?.pickerCount == 1)
    app = nil
    world.run(for: .seconds(2))
    let next = DistanceApp()
    world.run(for: .seconds(10))
    #expect(next.pickerCount == 0 && next.distances.count > 10)
  }

  @Test("says what went wrong: picker closed, accessory removed by the user")
  func errors() throws {
    let world = try Self.world()
    world.phone.picker = .cancel
    let app = DistanceApp()
    world.run(for: .seconds(2))
    #expect(app.message == "The user closed the picker.")
    world.phone.picker = .chooseFirst
    app.showPicker()
    world.run(for: .seconds(10))
    #expect(app.distances.count > 10)
    world.phone.remove(world.accessories[0])
    world.run(for: .seconds(5))
    let count = app.distances.count
    world.run(for: .seconds(5))
    #expect(app.distances.count == count && !app.isConnected)
    app.showPicker()
    world.run(for: .seconds(10))
    #expect(app.distances.count > count)
  }
}
