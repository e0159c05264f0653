internal import Faults
public import HostStack

/// The RAS Control Point. [RAS 1.0, 3.3]
extension RangingServer {
  /// The client wrote a command.
  public mutating func command(_ octets: [UInt8]) -> [RangingServerAction] {
    let command: ControlPointCommand
    do throws(ControlPointCommand.Problem) {
      command = try ControlPointCommand(decoding: octets)
    } catch {
      switch error {
      case .unknownOpcode: return refuse(unsupported)
      case .wrongParameters(let opcode): return refuse(supports(opcode) ? .invalidParameter : unsupported)
      }
    }
    guard supports(command.opcode) else { return refuse(unsupported) }
    switch command {
    case .getRangingData(let counter): return get(counter)
    case .acknowledge(let counter): return acknowledge(counter)
    case .retrieveLostSegments(let counter, let first, let last): return retrieve(counter, first, last)
    case .abort: return abort()
    case .setFilter(let configuration):
      guard transfer == nil else { return refuse(.serverBusy) }
      filter.set(configuration)
      return refuse(.success)
    }
  }

  private var unsupported: ControlPointResponse.Code {
    faults.contains(.rasControlPointWrongCode) ? .invalidParameter : .opcodeNotSupported
  }

  private func refuse(_ code: ControlPointResponse.Code) -> [RangingServerAction] { [respond(.code(code))] }

  private func supports(_ opcode: UInt8) -> Bool {
    switch ControlPointCommand.Opcode(rawValue: opcode) {
    case .getRangingData, .acknowledge: true
    case .retrieveLostSegments: configuration.features.contains(.lostSegments)
    case .abort: configuration.features.contains(.abort)
    case .setFilter: configuration.features.contains(.filter)
    case nil: false
    }
  }

  private var unknownCounter: ControlPointResponse.Code {
    faults.contains(.rasUnknownCounterWrongCode) ? .invalidParameter : .noRecordsFound
  }

  /// Interpretation: data that is asked for where the client did not enable On-demand Ranging Data is an invalid
  /// parameter, as a widespread stack has it; the text says only that the client enables it first.
  private mutating func get(_ counter: UInt16) -> [RangingServerAction] {
    guard isSubscribed(.onDemandData) else { return refuse(.invalidParameter) }
    guard transfer == nil else { return refuse(.serverBusy) }
    if let sent = unacknowledged, sent.counter == counter {
      unacknowledged = nil
      return refuse(.success) + begin(sent, on: .onDemandData)
    }
    guard let index = records.firstIndex(where: { $0.counter == counter }) else {
      return refuse(unknownCounter)
    }
    // What was sent before and never acknowledged is given up.
    unacknowledged = nil
    return refuse(.success) + begin(records.remove(at: index), on: .onDemandData)
  }

  private mutating func acknowledge(_ counter: UInt16) -> [RangingServerAction] {
    guard transfer == nil else { return refuse(.serverBusy) }
    guard unacknowledged?.counter == counter else { return refuse(unknownCounter) }
    if !faults.contains(.rasAckIgnored) {
      unacknowledged = nil
      serial += 1
    }
    return faults.contains(.rasAckUnanswered) ? [] : refuse(.success)
  }

  private mutating func retrieve(
    _ counter: UInt16, _ first: UInt8, _ last: UInt8
  ) -> [RangingServerAction] {
    guard transfer == nil else { return refuse(.serverBusy) }
    guard let sent = unacknowledged, sent.counter == counter else { return refuse(unknownCounter) }
    let count = RangingSegment.segments(of: sent.body, mtu: mtu).count
    let isLegal = Int(first) < count && (last == ControlPointCommand.allRemaining || Int(last) < count)
    guard isLegal, first <= last else { return refuse(.invalidParameter) }
    unacknowledged = nil
    return refuse(.success) + begin(sent, on: .onDemandData, lost: first...last)
  }

  private mutating func abort() -> [RangingServerAction] {
    guard let broken = transfer else { return refuse(.abortUnsuccessful) }
    if faults.contains(.rasAbortIgnored) { return refuse(.success) }
    transfer = nil
    serial += 1
    if broken.characteristic == .onDemandData { records.insert(broken.record, at: 0) }
    return refuse(.success)
  }
}

extension ControlPointCommand {
  var opcode: UInt8 { encoded()[0] }
}

/// The characteristics through which a server tells something. [RAS 1.0, 3]
public enum RangingCharacteristic: UInt8, Hashable, Sendable, CaseIterable {
  /// Real-time ranging data.
  case realTimeData
  /// Ranging data that was asked for.
  case onDemandData
  /// Commands and their outcomes.
  case controlPoint
  /// The counter of what is there to be asked for.
  case ready
  /// The counter of what is no longer there.
  case overwritten

  /// The attribute type.
  public var uuid: BluetoothUUID {
    switch self {
    case .realTimeData: .realTimeRangingData
    case .onDemandData: .onDemandRangingData
    case .controlPoint: .rasControlPoint
    case .ready: .rangingDataReady
    case .overwritten: .rangingDataOverwritten
    }
  }

  /// Whether indications go first where the client enabled both; data is notified then, the rest indicated.
  /// [RAS 1.0, 3.2.2, 3.2.3.1, 3.4.2, 3.5.2]
  var prefersIndications: Bool { self != .realTimeData && self != .onDemandData }
}
