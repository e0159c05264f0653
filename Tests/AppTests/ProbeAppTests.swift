import Foundation
import ProjectFiles
import Testing
import VirtualPhone

@Suite("An app for a probe")
struct ProbeAppTests {
  private static let probe = ProjectFolder.url.appending(path: "Tests/Fixtures/accessories/probe.yaml").path

  @Test("finds its probe, pairs, reads, writes and follows the temperature")
  func use() throws {
    let world = try VirtualWorld(seed: 7)
    try world.addAccessory(Self.probe, x: 2, y: 0)
    let app = ProbeApp(queue: DispatchQueue(label: "app"))
    world.run(for: .seconds(10))
    #expect(app.isAvailable && app.limit == 1 && app.message == nil)
    #expect(app.degrees.count > 10)
    #expect(zip(app.degrees, app.degrees.dropFirst()).allSatisfy { abs($1 - $0) < 0.51 || $1 == 18 })
    app.setLimit(95)
    world.run(for: .seconds(2))
    #expect(app.limit == 95)
  }

  @Test("takes its probe up again by itself after the power was out, and after a launch without a scan")
  func reconnect() throws {
    let world = try VirtualWorld(seed: 7)
    let probe = try world.addAccessory(Self.probe, x: 2, y: 0)
    var app: ProbeApp? = ProbeApp(queue: nil)
    world.run(for: .seconds(10))
    #expect(app?.limit == 1)
    probe.powerOff()
    world.run(for: .seconds(60))
    probe.powerOn()
    world.run(for: .seconds(10))
    #expect(app?.connectionCount == 2 && app?.limit == 1)
    let identifier = app?.identifier
    app = nil
    world.run(for: .seconds(2))
    let next = ProbeApp(queue: nil, identifier: identifier)
    world.run(for: .seconds(10))
    #expect(next.connectionCount == 1 && next.limit == 1)
  }

  @Test("shows an error that a person can act on: pairing declined, bond lost")
  func errors() throws {
    let world = try VirtualWorld(seed: 7)
    let probe = try world.addAccessory(Self.probe, x: 2, y: 0)
    world.phone.acceptsPairing = false
    let app = ProbeApp(queue: nil)
    world.run(for: .seconds(10))
    #expect(app.message == "The probe wants to be paired.")
    world.phone.acceptsPairing = true
    app.leave()
    world.run(for: .seconds(2))
    let second = ProbeApp(queue: nil, identifier: app.identifier)
    world.run(for: .seconds(10))
    #expect(second.limit == 1)
    probe.powerOff()
    world.run(for: .seconds(5))
    probe.forgetBond()
    probe.powerOn()
    world.run(for: .seconds(10))
    #expect(second.message == "The accessory no longer has the key of the bond.")
  }

  @Test("is called the same, on whichever kind of queue", arguments: ["serial", "concurrent", "main", "own"])
  func queues(_ kind: String) throws {
    func run(_ queue: DispatchQueue?) throws -> Data {
      let world = try VirtualWorld(seed: 3)
      try world.addAccessory(Self.probe, x: 2, y: 0)
      let app = ProbeApp(queue: queue)
      world.run(for: .seconds(20))
      #expect(app.degrees.count > 20)
      let capture = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcapng")
      defer { try? FileManager.default.removeItem(at: capture) }
      try world.writeCapture(capture.path)
      return try Data(contentsOf: capture)
    }
    let expected = try run(DispatchQueue(label: "reference"))
    switch kind {
    case "serial": #expect(try run(DispatchQueue(label: "app")) == expected)
    case "concurrent":
      #expect(try run(DispatchQueue(label: "app", attributes: .concurrent)) == expected)
    case "main": #expect(try run(nil) == expected)
    default:
      let queue = DispatchQueue(label: "app")
      #expect(try queue.sync { try run(queue) } == expected)
    }
  }
}
