internal import CoreTypes
internal import HostStack
internal import SimulationKernel

/// The Security Manager Timer of the accessory's link. [Vol 3, Part H, 3.4]
final class PairingTimer {
  /// The time after which a pairing has failed.
  static let limit = Picoseconds.seconds(30)

  private let simulation: Simulation
  /// Called when a pairing has waited too long.
  private let expire: () -> Void
  private var token: Simulation.Token?
  private var starts: Int?

  init(_ simulation: Simulation, expire: @escaping () -> Void) {
    self.simulation = simulation
    self.expire = expire
  }

  deinit { stop() }

  /// Begins anew where the pairing of `link` restarts it; stops where there is none.
  func follow(_ link: HostLink?) {
    guard link?.pairingTimerStarts != starts else { return }
    starts = link?.pairingTimerStarts
    stop()
    guard starts != nil else { return }
    token = simulation.schedule(after: Self.limit) { [weak self] in
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
