internal import NIOCore
internal import Synchronization

/// The connections that are open, so that they end before what carries them does.
final class LabConnections: Sendable {
  /// The most at one time: a page has seven at most.
  private static let most = 64

  private let open = Mutex<[ObjectIdentifier: (channel: any Channel, answering: Task<Void, Never>?)]>([:])

  /// Takes a connection until it closes; false if there is no room for it.
  func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let hasRoom = open.withLock { open in
      if open.count >= Self.most { return false }
      open[id] = (channel, nil)
      return true
    }
    if hasRoom {
      channel.closeFuture.whenComplete { [self] _ in
        open.withLock { open in if open[id]?.answering == nil { open[id] = nil } }
      }
    }
    return hasRoom
  }

  /// Runs what writes an answer.
  func answer(on channel: any Channel, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let id = ObjectIdentifier(channel)
    return open.withLock { open in
      let task = Task {
        await body()
        ended(id)
      }
      open[id]?.answering = task
      return task
    }
  }

  /// Whether an answer is under way.
  func isAnswering(_ channel: any Channel) -> Bool {
    open.withLock { $0[ObjectIdentifier(channel)]?.answering != nil }
  }

  private func ended(_ id: ObjectIdentifier) {
    open.withLock { open in
      open[id]?.answering = nil
      if open[id]?.channel.isActive == false { open[id] = nil }
    }
  }

  /// Closes all, and waits for the answers under way, which end with them.
  func close() async throws {
    for (channel, answering) in open.withLock({ Array($0.values) }) {
      channel.close(promise: nil)
      try await channel.closeFuture.get()
      await answering?.value
    }
  }
}
