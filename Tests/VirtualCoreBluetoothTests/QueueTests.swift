import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A queue of callbacks whose target is the main queue")
struct QueueTests {
  @Test("is waited for by a run on another thread")
  func elsewhere() throws {
    let kitchen = try Kitchen(queue: DispatchQueue(label: "served", target: .main))
    #expect(try kitchen.connect().state == .connected)
  }

  @Test("is refused by a run in the work of the main queue, which would wait for ever")
  func inMainQueue() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await MainActor.run {
        let kitchen = try Kitchen(queue: DispatchQueue(label: "served", target: .main))
        kitchen.world.run(for: .seconds(1))
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("found the queue 'served' of a manager waiting for the main queue"))
  }
}
