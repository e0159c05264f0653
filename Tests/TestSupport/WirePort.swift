public import CoreTypes
public import HCI
public import SimulationKernel

/// A port without a transport: what one end sends, the other receives at once.
public final class WirePort: HCIPort {
  /// Takes what the other end sends.
  public var receiver: ((HCIPortEvent) -> Void)?
  /// Whether the ends are joined.
  public private(set) var isAttached = false
  private weak var other: WirePort?

  /// An end without another.
  public init() {}

  /// Joins two ends and tells both.
  public static func join(_ first: WirePort, _ second: WirePort) {
    (first.other, second.other) = (second, first)
    for end in [first, second] {
      end.isAttached = true
      end.receiver?(.attached("wire"))
    }
  }

  /// Tells this end that the other is gone, and the other too.
  public func cut(_ reason: String) {
    guard let other else { return }
    for end in [self, other] {
      end.isAttached = false
      end.other = nil
      end.receiver?(.detached(reason))
    }
  }

  /// Sends a packet to the other end.
  public func send(_ packet: HCIPacket) { other?.receiver?(.packet(packet)) }

  /// Sends the other end octets that are no packet.
  public func sendGarbage(_ octets: [UInt8]) { other?.receiver?(.desynchronised(octets)) }
}

/// Drives a simulation as if it had no driver: nothing outside keeps it waiting.
public final class ImmediateDriver: SimulationDriver {
  /// Makes a driver.
  public init() {}

  /// Runs whatever is due.
  public func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool) {
    while condition(), simulation.step(until: limit) {}
  }
}
