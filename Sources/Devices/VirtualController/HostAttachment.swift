internal import CoreTypes
public import HCI

/// Joins a port to a controller: the peer attached to the port is the controller's host.
///
/// Each host finds the controller as after power on, and when it is gone its links are too, so that peers
/// see their supervision timeouts.
public final class HostAttachment {
  /// Where hosts come and go.
  public let port: any HCIPort
  /// What they find.
  public let controller: VirtualController
  /// Sees what happens at the port before the controller does.
  public var onEvent: ((HCIPortEvent) -> Void)?

  /// Makes the port's visitors the host of `controller`, in place of any other host, for as long as this
  /// lasts.
  public init(_ port: any HCIPort, to controller: VirtualController) {
    self.port = port
    self.controller = controller
    controller.transportDelay = .zero
    controller.host = { [port] in port.send($0) }
    port.receiver = { [weak self] in self?.receive($0) }
  }

  private func receive(_ event: HCIPortEvent) {
    onEvent?(event)
    switch event {
    case .attached, .detached: controller.reset()
    case .packet(let packet): controller.receive(packet)
    case .passedOver: break
    case .desynchronised:
      // After the reset no mask of the host can hold the event back.
      controller.reset()
      controller.send(HardwareErrorEvent { $0.hardwareCode = Self.lostPlace })
    }
  }

  /// The Hardware_Code of octets that were no packet. [Vol 4, Part A, 4]
  private static let lostPlace: UInt8 = 0x01
}
