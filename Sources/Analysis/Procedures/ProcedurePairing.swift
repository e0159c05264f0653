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

  /// Takes an account, and appends what is settled by it.
  mutating func add(_ procedure: RecordedProcedure, to settled: inout [Pair]) {
    if let role = procedure.role,
      let index = waiting.firstIndex(where: { $0.role == role.peer && $0.isCounterpart(of: procedure) })
    {
      settled.append(Pair(procedure, waiting.remove(at: index)))
      return
    }
    waiting.append(procedure)
    if waiting.count > Self.window { settled.append(Pair(waiting.removeFirst())) }
  }

  /// Appends what is left when nothing more can come.
  mutating func end(to settled: inout [Pair]) {
    settled += waiting.map { Pair($0) }
    waiting = []
  }
}
