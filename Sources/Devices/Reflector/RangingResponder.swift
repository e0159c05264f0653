internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Profiles
internal import RangingService
internal import SimulationKernel

/// The Ranging Service of the accessory on one link: it brings the reports of the controller and the writes of the
/// phone to the server, and the server's values to the attributes.
final class RangingResponder {
  private let simulation: Simulation
  private let handles: [UInt16?]
  private var server: RangingServer
  private var accumulator = SubeventAccumulator()
  private var layouts = [RangingStepLayout?](repeating: nil, count: 4)
  /// Changes the attributes of the link, or sends them.
  private let update: ((inout HostLink) -> [HostAction]) -> Void

  /// Nil if the database has no Ranging Service.
  ///
  /// - Parameters:
  ///   - update: does with the link what it is given.
  init?(
    _ profile: AccessoryProfile, database: GATTDatabase, simulation: Simulation,
    update: @escaping ((inout HostLink) -> [HostAction]) -> Void
  ) {
    handles = RangingCharacteristic.allCases.map { database.valueHandle(of: $0.uuid, in: .ranging) }
    guard handles.contains(where: { $0 != nil }) else { return nil }
    self.simulation = simulation
    self.update = update
    server = RangingServer(profile.rangingConfiguration)
  }

  // MARK: The link

  /// Takes what the host's half of the link tells.
  func take(_ action: HostAction) {
    switch action {
    case .mtuChanged(let octets): server.mtu = octets
    case .subscriptionChanged(let handle, let bits):
      if let characteristic = characteristic(handle) {
        perform(server.subscriptionChanged(characteristic, bits: bits))
      }
    case .attributeWritten(let handle, let value):
      if characteristic(handle) == .controlPoint { perform(server.command(value)) }
    case .indicationConfirmed(let handle):
      if let characteristic = characteristic(handle) { perform(server.confirmed(characteristic)) }
    default: break
    }
  }

  private func characteristic(_ handle: UInt16) -> RangingCharacteristic? {
    handles.firstIndex(of: handle).flatMap { RangingCharacteristic(rawValue: UInt8($0)) }
  }

  // MARK: The controller

  /// Takes an event of the controller.
  func take(_ event: HCIEventValue) {
    switch event {
    case .leCSConfigComplete(let complete) where complete.status == .success && complete.action == .create:
      do {
        let configuration = try complete.configuration()
        layouts[configuration.id.index & 3] = RangingStepLayout(configuration, pathCount: 1)
      } catch {
        // What was agreed by no configuration has no results to lay out.
        return
      }
    case .leCSProcedureEnableComplete(let enabled) where enabled.reportsStart:
      server.selectedTXPower = enabled.selectedTXPower
    case .leCSSubeventResult(let result):
      take { () throws(SubeventAccumulator.Failure) in
        try accumulator.append(result)
      }
    case .leCSSubeventResultContinue(let result):
      take { () throws(SubeventAccumulator.Failure) in
        try accumulator.append(result)
      }
    default: break
    }
  }

  private func take(_ append: () throws(SubeventAccumulator.Failure) -> SubeventResult?) {
    do {
      guard let subevent = try append(), let layout = layouts[subevent.configID.index & 3] else { return }
      perform(server.take(subevent, layout: layout))
    } catch {
      // A controller that loses the thread of its own results has no procedure to show for it.
      accumulator = SubeventAccumulator()
    }
  }

  // MARK: The server

  private func perform(_ actions: [RangingServerAction]) {
    for action in actions {
      switch action {
      case .notify(let characteristic, let value): send(characteristic) { $0.notify(value, at: $1) }
      case .indicate(let characteristic, let value): send(characteristic) { $0.indicate(value, at: $1) }
      case .setValue(let characteristic, let value):
        send(characteristic) { link, handle in
          link.server.database.setValue(value, at: handle)
          return []
        }
      case .wake(let time, let timer):
        simulation.schedule(after: time) { [weak self] in
          guard let self else { return }
          perform(server.wake(timer))
        }
      }
    }
  }

  private func send(
    _ characteristic: RangingCharacteristic, _ change: (inout HostLink, UInt16) -> [HostAction]
  ) {
    guard let handle = handles[Int(characteristic.rawValue)] else { return }
    update { change(&$0, handle) }
  }
}
