internal import Foundation
internal import Synchronization

/// The phone and the world of the code of a thread.
package struct CurrentPhone {
  package let world: VirtualWorld
  package let phone: WorldPhone

  private final class Reference {
    weak var world: VirtualWorld?
    weak var phone: WorldPhone?

    init(_ world: VirtualWorld, _ phone: WorldPhone) { (self.world, self.phone) = (world, phone) }
  }

  private static let key = "reflector.phone"
  private static let alive = Mutex<[@Sendable () -> VirtualWorld?]>([])

  /// The phone of the callback that this thread runs, or of the last world that this thread made. Without either, the
  /// first phone of the only world; nil if there are several worlds.
  package static var current: CurrentPhone? {
    if let reference = Thread.current.threadDictionary[key] as? Reference, let world = reference.world,
      let phone = reference.phone
    {
      return CurrentPhone(world: world, phone: phone)
    }
    let worlds = alive.withLock { $0.compactMap { $0() } }
    return worlds.count == 1 ? CurrentPhone(world: worlds[0], phone: worlds[0].phone) : nil
  }

  /// The same as `current`; traps without a phone.
  package static func required(for what: String) -> CurrentPhone {
    guard let current else {
      preconditionFailure(
        "\(what) was made in no virtual world, expected the thread that made the world, one of its callbacks, or "
          + "world.perform { }")
    }
    return current
  }

  static func register(_ world: VirtualWorld) {
    Thread.current.threadDictionary[key] = Reference(world, world.phone)
    alive.withLock { worlds in
      worlds.removeAll { $0() == nil }
      worlds.append { [weak world] in world }
    }
  }

  /// Runs code as code of an app on a phone.
  static func with<Value>(
    _ world: VirtualWorld, _ phone: WorldPhone, _ body: () throws -> Value
  ) rethrows -> Value {
    let before = Thread.current.threadDictionary[key]
    Thread.current.threadDictionary[key] = Reference(world, phone)
    defer { Thread.current.threadDictionary[key] = before }
    return try body()
  }
}
