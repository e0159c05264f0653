import Foundation
import Synchronization
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A virtual world")
struct WorldTests {
  private final class Count: Sendable {
    private let value = Mutex(0)
    var now: Int { value.withLock { $0 } }

    func increase() { value.withLock { $0 += 1 } }
  }

  @Test("runs up to the callback after which a condition holds, and no further")
  func condition() throws {
    let world = try VirtualWorld()
    try world.addAccessory(Kitchen.probe, x: 1, y: 0)
    world.run(for: .seconds(1))
    let count = Count()
    for _ in 0..<3 { world.task { count.increase() } }
    #expect(world.run(atMost: .seconds(100)) { count.now == 2 } && count.now == 2)
    #expect(world.now == .seconds(1))
    #expect(world.run(atMost: .seconds(100)) { count.now == 3 } && world.now == .seconds(1))
    #expect(!world.run(atMost: .seconds(2)) { false } && world.now == .seconds(3))
    world.task { [clock = world.clock] in
      try await clock.sleep(for: .seconds(2))
      count.increase()
    }
    #expect(world.run(atMost: .seconds(2)) { count.now == 4 } && world.now == .seconds(5))
    #expect(!world.run(atMost: .zero) { false } && world.now == .seconds(5))
  }

  /// What an app has left when it is dropped, and the world with it.
  enum Rest: CaseIterable {
    case connection, channel, openStreams, request
  }

  @Test("ends with its app, whatever the app left undone", arguments: Rest.allCases)
  func dropped(_ rest: Rest) throws {
    weak var world: VirtualWorld?
    func use() throws {
      let kitchen = try Kitchen()
      world = kitchen.world
      let peripheral = try kitchen.connect()
      switch rest {
      case .connection: break
      case .request: peripheral.readRSSI()
      case .channel, .openStreams:
        peripheral.openL2CAPChannel(0x80)
        try #require(kitchen.run(until: "didOpen"))
        guard rest == .openStreams, let channel = kitchen.diary.channel else { return }
        channel.inputStream.open()
        channel.outputStream.open()
        #expect(channel.outputStream.write([1], maxLength: 1) == 1)
      }
    }
    try use()
    #expect(world == nil)
  }
}
