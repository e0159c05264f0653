public import HCI
public import SimulationKernel
public import VirtualController

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

extension VirtualController: HCIController {
  /// A controller in the same process is never gone.
  public var absence: String? { nil }
  /// It is, unless a probe may change what it sends.
  public var isOurs: Bool { linkProbe == nil }
}
