internal import Capture
internal import HCI

/// Finds the packets of one HCI that stand twice in a recording, one behind the other, as where two taps recorded them.
struct TwoTaps {
  /// The last event, if a controller cannot send it twice in a row.
  private var lastEvent: [UInt8] = []
  private var lastData: (octets: [UInt8], direction: RecordedDirection)?
  /// Whether an event stood twice, so that all packets do.
  private var isFound = false

  /// Whether an event, whose octets begin with its code, is the one before once more.
  mutating func isRepeated(event octets: Span<UInt8>) -> Bool {
    guard Self.comesOnce(octets) else {
      lastEvent = []
      return false
    }
    let event = octets.withUnsafeBufferPointer { Array($0) }
    guard event == lastEvent else {
      lastEvent = event
      return false
    }
    (lastEvent, isFound) = ([], true)
    return true
  }

  /// Whether data is that before once more. Data alone may well be the same twice.
  mutating func isRepeated(acl octets: [UInt8], _ direction: RecordedDirection) -> Bool {
    guard isFound else { return false }
    if let last = lastData, last.direction == direction, last.octets == octets {
      lastData = nil
      return true
    }
    lastData = (octets, direction)
    return false
  }

  /// Whether an event cannot come twice in a row: each opens or closes a connection, or has results.
  private static func comesOnce(_ octets: Span<UInt8>) -> Bool {
    guard octets[0] == EventCode.leMeta else { return EventCode(code: octets[0]) == .disconnectionComplete }
    guard octets.count > 2 else { return false }
    return switch EventCode(code: octets[0], subevent: octets[2]) {
    case .leConnectionComplete, .leEnhancedConnectionComplete, .leEnhancedConnectionCompleteV2,
      .leCSSubeventResult, .leCSSubeventResultContinue:
      true
    default: false
    }
  }
}
