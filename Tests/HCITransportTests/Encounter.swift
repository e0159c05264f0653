import CoreTypes
import HCI
import SimulationKernel
import TestSupport

@testable import HCITransport

/// A port on a loop of its own, and all that it reported and logged.
final class Encounter {
  let simulation = Simulation(seed: 1)
  let loop = PacedLoop()
  let port: TransportPort
  private(set) var events: [HCIPortEvent] = []
  private(set) var lines: [String]
  /// Called with each event after it was written down.
  var reaction: (HCIPortEvent) -> Void = { _ in }

  init(
    _ address: String, for visitor: H4Stream.Sender = .host, halfPacketLimit: Picoseconds = .seconds(10)
  ) throws {
    lines = []
    var take: (String) -> Void = { _ in }
    port = try TransportPort(
      TransportAddress(address), on: loop, for: visitor, halfPacketLimit: halfPacketLimit
    ) { take($0) }
    take = { [weak self] in self?.lines.append($0) }
    simulation.driver = loop
    port.receiver = { [weak self] event in
      guard let self else { return }
      events.append(event)
      reaction(event)
    }
  }

  deinit { loop.close() }

  /// Runs until `condition` holds. A test whose condition never holds does not end, so no clock is asked.
  func run(until condition: () -> Bool) {
    simulation.run(until: .distantFuture) { !condition() }
  }

  func run(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// Runs until `count` events were reported.
  func run(untilEvents count: Int) { run { events.count >= count } }

  var packets: [HCIPacket] {
    events.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
  }

  var reasons: [String] {
    events.compactMap { if case .detached(let reason) = $0 { reason } else { nil } }
  }

  func forget() { events.removeAll() }
}

extension Instant {
  /// Later than any test runs.
  static let distantFuture = Instant.start + .seconds(1_000_000)
}
