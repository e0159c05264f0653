internal import Foundation
internal import Synchronization

/// Which world the code of a thread belongs to.
package enum CurrentWorld {
  private final class Reference {
    weak var world: VirtualWorld?

    init(_ world: VirtualWorld?) { self.world = world }
  }

  private static let key = "reflector.world"
  private static let alive = Mutex<[@Sendable () -> VirtualWorld?]>([])

  /// The world of this thread: the one whose callback it runs, or that it made last; else the only one that there is.
  package static var world: VirtualWorld? {
    if let world = (Thread.current.threadDictionary[key] as? Reference)?.world { return world }
    let worlds = alive.withLock { $0.compactMap { $0() } }
    return worlds.count == 1 ? worlds[0] : nil
  }

  /// The same, where there must be one: a manager without a world has no phone.
  package static func required(for what: String) -> VirtualWorld {
    guard let world else {
      preconditionFailure(
        "\(what) was made in no virtual world, expected the thread that made the world, one of its callbacks, or "
          + "world.perform { }")
    }
    return world
  }

  static func register(_ world: VirtualWorld) {
    Thread.current.threadDictionary[key] = Reference(world)
    alive.withLock { worlds in
      worlds.removeAll { $0() == nil }
      worlds.append { [weak world] in world }
    }
  }

  static func with<Value>(_ world: VirtualWorld, _ body: () throws -> Value) rethrows -> Value {
    let before = Thread.current.threadDictionary[key]
    Thread.current.threadDictionary[key] = Reference(world)
    defer { Thread.current.threadDictionary[key] = before }
    return try body()
  }
}
