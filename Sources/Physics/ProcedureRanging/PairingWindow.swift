extension ProcedureResult {
  /// Whether both are accounts of one procedure: both ends count procedures alike.
  public func isSameProcedure(as other: ProcedureResult) -> Bool { counter == other.counter }
}

extension BidirectionalCollection<ProcedureResult> {
  /// The other end's account of `procedure`; nil if it is not here. The newest counts, since counters begin anew with
  /// each start of CS security.
  public func otherEnd(of procedure: ProcedureResult) -> ProcedureResult? {
    last { $0.isSameProcedure(as: procedure) }
  }
}

/// What one end has reported and the other has not yet, oldest first, and never more than so many.
public struct PairingWindow<Account> {
  private let limit: Int
  private var waiting: [Account] = []

  /// An empty window.
  ///
  /// - Parameter limit: the most that wait, from 1.
  public init(limit: Int) {
    precondition(limit > 0, "a window has room")
    self.limit = limit
  }

  /// Has an account wait; returns the oldest one if there is no room for both.
  @discardableResult
  public mutating func wait(_ account: Account) -> Account? {
    waiting.append(account)
    return waiting.count > limit ? waiting.removeFirst() : nil
  }

  /// Takes out the oldest account that `isCounterpart` accepts; nil if there is none. Others stay.
  public mutating func take(where isCounterpart: (Account) -> Bool) -> Account? {
    waiting.firstIndex(where: isCounterpart).map { waiting.remove(at: $0) }
  }

  /// Takes out the oldest account that `isCounterpart` accepts, and with it what came before, whose other end will not
  /// come any more; nil if there is none.
  public mutating func takeInOrder(
    where isCounterpart: (Account) -> Bool
  ) -> (match: Account, passedOver: [Account])? {
    guard let index = waiting.firstIndex(where: isCounterpart) else { return nil }
    let result = (waiting[index], Array(waiting[..<index]))
    waiting.removeFirst(index + 1)
    return result
  }

  /// Takes out all that wait.
  public mutating func takeAll() -> [Account] {
    defer { waiting.removeAll() }
    return waiting
  }
}
