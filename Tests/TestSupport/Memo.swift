internal import Synchronization

/// Values by name, each made once however many tests ask for it.
final class Memo<Value: Sendable>: Sendable {
  private let values = Mutex<[String: Value]>([:])

  /// The value called `name`, which `make` makes if nobody asked before.
  func value(_ name: String, make: () throws -> Value) throws -> Value {
    if let value = values.withLock({ $0[name] }) { return value }
    let value = try make()
    values.withLock { $0[name] = value }
    return value
  }
}
