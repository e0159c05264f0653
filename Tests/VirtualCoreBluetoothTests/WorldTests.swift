import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A virtual world")
struct WorldTests {
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
