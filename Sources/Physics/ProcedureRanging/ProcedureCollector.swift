public import ChannelSounding
public import HCI

/// What one side reported of one procedure.
public struct ProcedureResult: Sendable {
  /// Counts the procedures since CS security was started.
  public var counter: UInt16
  /// The subevents in order.
  public var subevents: [SubeventResult] = []
  /// How the procedure ended.
  public var done = SubeventResult.Done.partial
  /// The first and the last event of the procedure, counted among the controller's packets from 0.
  public var packetIndices: ClosedRange<Int>

  /// A procedure of the given parts.
  public init(
    counter: UInt16, subevents: [SubeventResult] = [], done: SubeventResult.Done = .partial,
    packetIndices: ClosedRange<Int>
  ) {
    self.counter = counter
    self.subevents = subevents
    self.done = done
    self.packetIndices = packetIndices
  }

  /// The reason of the last subevent that was aborted.
  public var subeventAbortReason: SubeventAbortReason {
    subevents.last { $0.subeventDone == .aborted }?.subeventAbortReason ?? .none
  }
}

/// Joins the result events of one side into procedures.
public struct ProcedureCollector: Sendable {
  private var accumulator = SubeventAccumulator()
  private var open: ProcedureResult?
  private var firstIndex = 0

  /// No procedure is under way.
  public init() {}

  /// Takes an event.
  ///
  /// - Parameter packetIndex: its place among the controller's packets.
  /// - Returns: the procedure, if the event ends one.
  public mutating func receive(_ event: HCIEventValue, packetIndex: Int) -> ProcedureResult? {
    do {
      switch event {
      case .leCSSubeventResult(let result):
        firstIndex = packetIndex
        return take(try accumulator.append(result), packetIndex)
      case .leCSSubeventResultContinue(let result):
        return take(try accumulator.append(result), packetIndex)
      default: return nil
      }
    } catch {
      // A controller that loses the thread of its own results has no procedure to show for it.
      accumulator = SubeventAccumulator()
      open = nil
      return nil
    }
  }

  private mutating func take(_ subevent: SubeventResult?, _ packetIndex: Int) -> ProcedureResult? {
    guard let subevent else { return nil }
    var procedure =
      open.flatMap { $0.counter == subevent.procedureCounter ? $0 : nil }
      ?? ProcedureResult(
        counter: subevent.procedureCounter, packetIndices: firstIndex...packetIndex)
    procedure.subevents.append(subevent)
    procedure.done = subevent.procedureDone
    procedure.packetIndices = procedure.packetIndices.lowerBound...packetIndex
    open = subevent.procedureDone == .partial ? procedure : nil
    return open == nil ? procedure : nil
  }
}
