internal import CoreTypes
internal import HostStack
internal import RangingService
internal import Wire

/// What values of the Ranging Service say. Their counter is the low 12 bits of the procedure's. [RAS 1.0]
enum RangingWords {
  /// What a client writes.
  static func sentences(written octets: [UInt8], to type: BluetoothUUID) -> [String] {
    guard type == .rasControlPoint else { return [] }
    do throws(ControlPointCommand.Problem) {
      switch try ControlPointCommand(decoding: octets) {
      case .getRangingData(let counter): return ["It requests the ranging data with counter \(counter)."]
      case .acknowledge(let counter): return ["It acknowledges the ranging data with counter \(counter)."]
      case .retrieveLostSegments(let counter, let first, let last):
        let end = last == ControlPointCommand.allRemaining ? "the last" : "\(last)"
        return ["It requests segments \(first) to \(end) of the ranging data with counter \(counter)."]
      case .abort: return ["It aborts the requested transfer of ranging data."]
      case .setFilter: return ["It selects the parts of the ranging data."]
      }
    } catch {
      return ["It is not a valid command of the control point."]
    }
  }

  /// What a server tells.
  static func sentences(told octets: [UInt8], by type: BluetoothUUID) -> [String] {
    switch type {
    case .realTimeRangingData, .onDemandRangingData: return [segment(octets)]
    case .rangingDataReady: return counter(octets).map { ["Ranging data with counter \($0) is ready."] } ?? []
    case .rangingDataOverwritten:
      return counter(octets).map { ["Ranging data with counter \($0) was overwritten by newer data."] }
        ?? []
    case .rasControlPoint: return response(octets)
    default: return []
    }
  }

  private static func segment(_ octets: [UInt8]) -> String {
    do throws(WireError) {
      let segment = try RangingSegment(decoding: octets)
      let place =
        switch (segment.isFirst, segment.isLast) {
        case (true, true): "the only one"
        case (true, false): "the first"
        case (false, true): "the last"
        case (false, false): "neither the first nor the last"
        }
      return
        "A segment of ranging data with \(FieldNotes.counted(segment.payload.count, "octet")): number \(segment.counter), \(place)."
    } catch {
      return "It is not a valid segment of ranging data: \(error)."
    }
  }

  private static func response(_ octets: [UInt8]) -> [String] {
    do throws(WireError) {
      switch try ControlPointResponse(decoding: octets) {
      case .complete(let counter): return ["All ranging data with counter \(counter) was sent."]
      case .lostSegmentsComplete(let counter, let first, let last):
        return ["Segments \(first) to \(last) of the ranging data with counter \(counter) were sent again."]
      case .code(let code): return ["The answer of the control point: \(code)."]
      }
    } catch {
      return ["It is not a valid answer of the control point: \(error)."]
    }
  }

  private static func counter(_ octets: [UInt8]) -> UInt16? {
    octets.count == 2 ? UInt16(octets: octets[0], octets[1]) : nil
  }
}
