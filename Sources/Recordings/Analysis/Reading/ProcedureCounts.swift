/// How many procedures ended how, by what one end told of them.
public struct ProcedureCounts: Hashable, Sendable {
  /// Procedures that were aborted for one reason.
  public struct Aborted: Hashable, Sendable {
    /// In words.
    public var reason: String
    /// How many.
    public var count: Int
  }

  /// All results are there.
  public var complete = 0
  /// By reason, in the order of their first appearance.
  public private(set) var aborted: [Aborted] = []
  /// The results break off.
  public var unfinished = 0

  /// All of them.
  public var total: Int { complete + unfinished + aborted.reduce(0) { $0 + $1.count } }

  mutating func count(_ procedure: RecordedProcedure) {
    switch procedure.ending {
    case .complete: complete += 1
    case .unfinished: unfinished += 1
    case .aborted:
      let reason = procedure.abortReason ?? ""
      if let index = aborted.firstIndex(where: { $0.reason == reason }) {
        aborted[index].count += 1
      } else {
        aborted.append(Aborted(reason: reason, count: 1))
      }
    }
  }
}
