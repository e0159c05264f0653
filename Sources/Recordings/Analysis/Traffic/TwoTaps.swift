internal import Capture
internal import HCI

/// Finds the packets of one HCI that stand twice in a recording, one behind the other, as where two taps recorded them.
struct TwoTaps {
  /// The last event, if a controller cannot send it twice in a row.
  private var lastEvent: [UInt8] = []
  private var lastData: (octets: [UInt8], direction: RecordedDirection)?
  /// Whether an event stood twice, so that all packets do.
  private var isFound = false

  /// Whether an event repeats the one before. Its octets begin with its code.
  mutating func isRepeated(event octets: Span<UInt8>) -> Bool {
    let comesOnce = Self.comesOnce(octets)
    return octets.withUnsafeBufferPointer { event in
      let isRepeated = !lastEvent.isEmpty && lastEvent.elementsEqual(event)
      lastEvent.removeAll(keepingCapacity: true)
      if isRepeated {
        isFound = true
      } else if comesOnce {
        lastEvent.append(contentsOf: event)
      }
      return isRepeated
    }
  }

  /// Whether data repeats that before. Data may well be the same twice, so an event must have stood twice before.
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
