import Foundation
import HCI
import Synchronization
import TestSupport

@testable import HCITransport

/// Hosts of a test on a thread of their own, for as long as the test's thread is in a run.
final class HostThread<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to do `work`.
  init(_ work: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result(catching: work)
      outcome.withLock { $0 = result }
      ended.signal()
    }
  }

  /// What the work came to, once it is done; to be called once.
  func value() throws -> Value? {
    ended.wait()
    return try outcome.withLock { try $0?.get() }
  }
}

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
