internal import CoreTypes
internal import HostStack
internal import SimulationKernel

/// A timer of the accessory's link: the Security Manager Timer, or that of an indication without its confirmation.
/// [Vol 3, Part H, 3.4; Vol 3, Part F, 3.3.3]
final class ProtocolTimer {
  private let simulation: Simulation
  /// Rises whenever the timer restarts; nil while it stands still.
  private let startCount: KeyPath<HostLink, Int?>
  /// Called when the time is over.
  private let expire: () -> Void
  private var token: Simulation.Token?
  private var starts: Int?

  init(_ simulation: Simulation, of startCount: KeyPath<HostLink, Int?>, expire: @escaping () -> Void) {
    (self.simulation, self.startCount, self.expire) = (simulation, startCount, expire)
  }

  deinit { stop() }

  /// Begins anew where `link` restarts the timer; stops where there is nothing to time.
  func follow(_ link: HostLink?) {
    let count = link?[keyPath: startCount]
    guard count != starts else { return }
    starts = count
    stop()
    guard starts != nil else { return }
    token = simulation.schedule(after: HostLink.transactionTimeout) { [weak self] in
      guard let self else { return }
      token = nil
      expire()
    }
  }

  private func stop() {
    if let token { simulation.cancel(token) }
    token = nil
  }
}
