internal import CoreTypes

/// Which way ACL data went, where a recording does not say: the first fragment of an L2CAP frame does, and those that
/// continue it follow it. [Vol 4, Part E, 5.4.2]
struct ACLDirections {
  /// The fragments of one connection.
  private struct Stream: Hashable {
    let interface: Int
    let controller: UInt16?
    let handle: UInt16
  }

  /// More connections than a recording has at a time; beyond, those that began are forgotten.
  private static let limit = 1_024

  private var started: [Stream: RecordedDirection] = [:]

  /// Completes the direction of a frame of ACL data, whose octets begin with handle and flags. It stays unknown after a
  /// reserved PB_Flag, and in a continuation whose start is not recorded.
  mutating func complete(_ frame: inout RecordedFrame, _ octets: Span<UInt8>) {
    guard octets.count >= 2 else { return }
    let header = UInt16(octets: octets[0], octets[1])
    let stream = Stream(interface: frame.interface, controller: frame.controller, handle: header & 0xFFF)
    let boundary = header >> 12 & 3
    if frame.direction == .unknown {
      switch boundary {
      case 0: frame.direction = .hostToController
      case 1: frame.direction = started[stream] ?? .unknown
      case 2: frame.direction = .controllerToHost
      default: break
      }
    }
    guard boundary != 1 else { return }
    if started.count == Self.limit, started[stream] == nil { started.removeAll() }
    started[stream] = frame.direction
  }
}
