public import HCI
public import SimulationKernel

/// A controller beyond a transport, with an air of its own that nobody here sees.
public final class RemoteController: HCIController {
  /// The run whose clock the host waits by.
  public let simulation: Simulation
  /// Takes what the controller sends to its host.
  public var host: ((HCIPacket) -> Void)?
  /// Sees every packet when it is handed to the transport, or comes from it.
  public var hciTap: ((HCIPacket, _ isFromHost: Bool) -> Void)?
  /// Sees octets that are no packet.
  public var garbageTap: (([UInt8]) -> Void)?
  /// Why there is no controller; nil while there is one.
  public private(set) var absence: String?
  /// It is not.
  public var isOurs: Bool { false }
  private let port: any HCIPort

  /// Takes the controller at `port`.
  public init(_ port: any HCIPort, simulation: Simulation) {
    self.port = port
    self.simulation = simulation
    absence = port.isAttached ? nil : "nobody has attached"
    port.receiver = { [weak self] in self?.receive($0) }
  }

  /// Sends a packet of the host to the controller.
  public func receive(_ packet: HCIPacket) {
    hciTap?(packet, true)
    port.send(packet)
  }

  private func receive(_ event: HCIPortEvent) {
    switch event {
    case .attached: absence = nil
    case .detached(let reason): absence = reason
    case .desynchronised(let octets), .passedOver(let octets): garbageTap?(octets)
    case .packet(let packet):
      hciTap?(packet, false)
      host?(packet)
    }
  }
}
