internal import CoreTypes

/// Finds the two accounts of one procedure, whatever files and interfaces they are from, in memory that does not
/// grow with the recordings.
struct ProcedurePairing {
  /// Both accounts, or the one there is.
  struct Pair {
    var initiator: RecordedProcedure?
    var reflector: RecordedProcedure?

    fileprivate init(_ one: RecordedProcedure, _ other: RecordedProcedure? = nil) {
      if one.role == .reflector {
        (initiator, reflector) = (other, one)
      } else {
        (initiator, reflector) = (one, other)
      }
    }
  }

  /// So many procedures wait for their other account: more than two ends of one link are ever apart.
  private static let window = 256

  private var waiting: [RecordedProcedure] = []
  /// Accounts whose other end came over the Ranging Service; its own recording may still tell it again.
  private var answered: [RecordedProcedure] = []

  /// Takes an account, and appends what is settled by it.
  mutating func add(_ procedure: RecordedProcedure, to settled: inout [Pair]) {
    if let index = Self.counterpart(of: procedure, in: waiting) {
      let other = waiting.remove(at: index)
      settled.append(Pair(procedure, other))
      if procedure.isFromRangingService { answer(other) }
      return
    }
    // What came over the Ranging Service is never first: its own end's account was.
    if procedure.isFromRangingService { return }
    if let index = Self.counterpart(of: procedure, in: answered) {
      answered.remove(at: index)
      return
    }
    waiting.append(procedure)
    if waiting.count > Self.window { settled.append(Pair(waiting.removeFirst())) }
  }

  private static func counterpart(of procedure: RecordedProcedure, in others: [RecordedProcedure]) -> Int? {
    guard let role = procedure.role else { return nil }
    return others.firstIndex { $0.role == role.peer && $0.isCounterpart(of: procedure) }
  }

  private mutating func answer(_ procedure: RecordedProcedure) {
    if answered.count == Self.window { answered.removeFirst() }
    answered.append(procedure)
  }

  /// Appends what is left when nothing more can come.
  mutating func end(to settled: inout [Pair]) {
    settled += waiting.map { Pair($0) }
    waiting = []
  }
}
