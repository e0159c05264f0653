internal import ChannelSounding
internal import HostStack
internal import ProcedureRanging
internal import RangingService
internal import SimulationKernel
internal import Wire

/// Reads the reflector's results from the Ranging Service of one link and brings them together with the phone's own.
final class RangingReader {
  /// More procedures than an accessory keeps.
  private static let longestWait = 32

  private let handles: RangingServiceHandles
  private let simulation: Simulation
  private var requestor: RangingRequestor
  /// The phone's own procedures, oldest first, whose ranging data has not come.
  private var waiting = PairingWindow<ProcedureResult>(limit: longestWait)
  /// Changes the attributes of the peer.
  private let write: (_ value: [UInt8], _ handle: UInt16, _ needsResponse: Bool) -> Void
  /// The configuration with this id as the phone holds it.
  private let configuration: (ConfigID) -> CSConfiguration?
  /// Told each procedure of which both sides are known.
  private let report: (ProcedureResult, ProcedureResult) -> Void

  init(
    _ handles: RangingServiceHandles, _ requestor: RangingRequestor, simulation: Simulation,
    configuration: @escaping (ConfigID) -> CSConfiguration?, write: @escaping ([UInt8], UInt16, Bool) -> Void,
    report: @escaping (ProcedureResult, ProcedureResult) -> Void
  ) {
    self.handles = handles
    self.requestor = requestor
    self.simulation = simulation
    self.configuration = configuration
    self.write = write
    self.report = report
  }

  /// Takes a procedure of the phone's own controller.
  func take(_ procedure: ProcedureResult) {
    waiting.wait(procedure)
    perform(requestor.procedureEnded())
  }

  /// Takes what the accessory's server sent.
  func take(_ event: ATTClientEvent) {
    switch event {
    case .notification(let handle, let value), .indication(let handle, let value):
      guard let characteristic = handles.characteristic(at: handle) else { return }
      perform(requestor.take(value, on: characteristic))
    default: return
    }
  }

  private func perform(_ actions: [RangingRequestorAction]) {
    for action in actions {
      switch action {
      case .write(let value):
        if let place = handles[.controlPoint] { write(value, place.value, false) }
      case .unsubscribe(let characteristic):
        if let handle = handles[characteristic]?.configuration { write([0, 0], handle, true) }
      case .received(let body): combine(body)
      case .gaveUp: break
      case .wake(let time, let timer):
        simulation.schedule(after: time) { [weak self] in
          guard let self else { return }
          perform(requestor.wake(timer))
        }
      }
    }
  }

  private func combine(_ body: [UInt8]) {
    do {
      let header = try RangingHeader(decoding: Array(body.prefix(RangingHeader.octetCount)))
      guard let own = configuration(header.configID) else { return }
      let layout = RangingStepLayout(own.seenByPeer, pathCount: 1)
      // Data that does not fit the steps of its own procedure leaves that one waiting, for data that does.
      var subevents: [SubeventResult]?
      let found = waiting.takeInOrder {
        guard $0.counter & RangingData.counterMask == header.counter else { return false }
        subevents = RangingData.subevents(in: body, along: $0.subevents, layout: layout)?.results
        return subevents != nil
      }
      guard let mine = found?.match, let subevents else { return }
      let peer = ProcedureResult(
        counter: mine.counter, subevents: subevents, done: subevents.last?.procedureDone ?? .aborted,
        packetIndices: mine.packetIndices)
      report(mine, peer)
    } catch {
      // Data that cannot be read makes no distance; the next may.
      return
    }
  }
}
