import HCI
import TestSupport

@testable import HCITransport

extension PlainSocket {
  /// Connects to where `port` listens.
  static func connect(to port: TransportPort) throws -> PlainSocket {
    switch port.address {
    case .tcp(_, "::1", let number): try PlainSocket(portOverIPv6: number)
    case .tcp(_, _, let number): try PlainSocket(port: number)
    case .unix(_, let path): try PlainSocket(unixPath: path)
    case .pseudoTerminal, .serial: try PlainSocket(terminalPath: port.terminalPath ?? "")
    }
  }

  func write(_ packet: HCIPacket) throws { try write(packet.h4Encoded) }
}
