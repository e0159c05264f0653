internal import CoreTypes
internal import ProcedureRanging

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

  private var waiting = PairingWindow<RecordedProcedure>(limit: window)
  /// Accounts whose other end came over the Ranging Service; its own recording may still tell it again.
  private var answered = PairingWindow<RecordedProcedure>(limit: window)

  /// Takes an account, and appends what is settled by it.
  mutating func add(_ procedure: RecordedProcedure, to settled: inout [Pair]) {
    if let other = Self.takeCounterpart(of: procedure, from: &waiting) {
      settled.append(Pair(procedure, other))
      if procedure.isFromRangingService { answered.wait(other) }
      return
    }
    // What came over the Ranging Service is never first: its own end's account was.
    if procedure.isFromRangingService { return }
    if Self.takeCounterpart(of: procedure, from: &answered) != nil { return }
    if let oldest = waiting.wait(procedure) { settled.append(Pair(oldest)) }
  }

  private static func takeCounterpart(
    of procedure: RecordedProcedure, from others: inout PairingWindow<RecordedProcedure>
  ) -> RecordedProcedure? {
    guard let role = procedure.role else { return nil }
    return others.take { $0.role == role.peer && $0.isCounterpart(of: procedure) }
  }

  /// Appends what is left when nothing more can come.
  mutating func end(to settled: inout [Pair]) {
    settled += waiting.takeAll().map { Pair($0) }
  }
}
