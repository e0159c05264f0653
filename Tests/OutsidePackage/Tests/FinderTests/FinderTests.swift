import Foundation
import Testing
import VirtualPhone

@Test("The finder measures the distance to an accessory, and the capture shows how")
func finder() throws {
  let world = try VirtualWorld(seed: 7)
  let accessory = try world.addAccessory("nordic-nrf54l15-ipt", x: 2, y: 0)
  world.phone.setUp(accessory)
  world.run(for: .seconds(5))
  let finder = Finder()
  world.run(for: .seconds(5))
  let distance = try #require(finder.distances.last)
  #expect(abs(distance - 2) < 0.3)
  let capture = FileManager.default.temporaryDirectory.appending(path: "finder-\(UUID()).pcapng")
  defer { try? FileManager.default.removeItem(at: capture) }
  try world.writeCapture(capture.path)
}
