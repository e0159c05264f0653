public import SimulationKernel

/// A controller as the host above it sees it, wherever it runs.
public protocol HCIController: AnyObject {
  /// The run whose clock the host waits by.
  var simulation: Simulation { get }
  /// Takes what the controller sends to its host.
  var host: ((HCIPacket) -> Void)? { get set }
  /// Sees every packet between host and controller; the flag says whether the host sent it.
  var hciTap: ((HCIPacket, _ isFromHost: Bool) -> Void)? { get set }
  /// Why there is no controller any more; nil while there is one.
  var absence: String? { get }
  /// Whether it is of this product, so that a packet that cannot be read is a bug of ours.
  var isOurs: Bool { get }

  /// Takes a packet from the host.
  func receive(_ packet: HCIPacket)
}

/// A host or a controller beyond a transport: packets go out, and what comes back is reported as it happens.
///
/// Everything runs on the one thread of the simulation that the port serves.
public protocol HCIPort: AnyObject {
  /// Takes what happens at the port; set before the simulation runs.
  var receiver: ((HCIPortEvent) -> Void)? { get set }

  /// Whether somebody is there.
  var isAttached: Bool { get }

  /// Sends a packet; without effect while nobody is there.
  func send(_ packet: HCIPacket)
}

/// Something that happened at a port.
public enum HCIPortEvent: Hashable, Sendable {
  /// Somebody came. The text names them, as `127.0.0.1:40312`.
  case attached(String)
  /// A packet came.
  case packet(HCIPacket)
  /// These octets are no packet, so the place in the stream is lost. What follows is passed over up to the next
  /// HCI_Reset. [Vol 4, Part A, 2]
  case desynchronised([UInt8])
  /// These octets came after and are passed over as well.
  case passedOver([UInt8])
  /// Whoever was there is gone; the text says how, as `closed by the host`.
  case detached(String)
}
