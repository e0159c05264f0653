public import CoreTypes
public import HCI
public import HostStack
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
  /// The invalid octets since the controller attached, or since its last packet.
  public var strayCount = 0
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
    case .attached: (absence, strayCount) = (nil, 0)
    case .detached(let reason): absence = reason
    case .desynchronised(let octets), .passedOver(let octets):
      strayCount += octets.count
      garbageTap?(octets)
    case .packet(let packet):
      strayCount = 0
      hciTap?(packet, false)
      host?(packet)
    }
  }
}

/// Why a host could not do what it was asked.
public enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The controller refused a command.
  case commandRefused(String, ErrorCode)
  /// Something that was begun ended with an error.
  case failed(String, ErrorCode)
  /// The accessory's server answered with an error.
  case attributeRefused(String, ATTErrorCode)
  /// Something did not happen in time.
  case missing(String, within: Picoseconds)
  /// The link is gone.
  case disconnected(ErrorCode)
  /// Pairing gave no key.
  case pairingFailed(PairingFailure, isByPeer: Bool)
  /// There is no link.
  case notConnected
  /// The controller sent what its table does not have.
  case malformed(String, String)
  /// A request for a channel gave none.
  case channelRefused(ChannelRefusal)
  /// The controller beyond the transport is gone, for this reason.
  case controllerGone(String)

  /// The error code of a refusal, where there is one.
  public var code: ErrorCode? {
    switch self {
    case .commandRefused(_, let code), .failed(_, let code), .disconnected(let code): code
    case .attributeRefused, .missing, .pairingFailed, .notConnected, .malformed, .channelRefused,
      .controllerGone:
      nil
    }
  }

  /// The message for people.
  public var description: String {
    switch self {
    case .commandRefused(let command, let code): "\(command) was refused: \(code)"
    case .failed(let what, let code): "\(what) failed: \(code)"
    case .attributeRefused(let what, let code): "\(what) was refused: \(code)"
    case .missing(let what, let time): "no \(what) within \(time.rawValue / 1_000_000_000) ms"
    case .disconnected(let code): "the link was lost: \(code)"
    case .pairingFailed(let reason, let isByPeer):
      "pairing failed: \(reason)" + (isByPeer ? ", sent by the accessory" : "")
    case .notConnected: "there is no link"
    case .malformed(let what, let reason): "\(what) is malformed: \(reason)"
    case .channelRefused(let refusal): "no channel: \(refusal)"
    case .controllerGone(let reason): "the controller disconnected: \(reason)"
    }
  }
}
