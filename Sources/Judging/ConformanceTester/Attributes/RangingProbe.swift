internal import CoreTypes
internal import HostStack
package import Initiator
internal import Profiles
package import RangingService
internal import VirtualHost
internal import Wire

/// Access to the Ranging Service of the accessory, value by value.
package struct RangingProbe {
  /// A value that the accessory's server sent.
  package struct Value: Equatable {
    /// The characteristic that it is of.
    package let characteristic: RangingCharacteristic
    package let octets: [UInt8]
    /// Whether it was indicated, not notified.
    package let isIndication: Bool
  }

  /// The tester of the case.
  package let tester: Tester
  /// Where the service is.
  package let handles: RangingServiceHandles

  /// Takes the service where the phone found it.
  package init(tester: Tester, handles: RangingServiceHandles) {
    self.tester = tester
    self.handles = handles
  }

  // MARK: What comes

  /// What the server sent since the events were last forgotten.
  package var values: [Value] {
    tester.phone.linkActions.compactMap { action in
      switch action {
      case .client(.notification(let handle, let octets)): value(handle, octets, isIndication: false)
      case .client(.indication(let handle, let octets)): value(handle, octets, isIndication: true)
      default: nil
      }
    }
  }

  private func value(_ handle: UInt16, _ octets: [UInt8], isIndication: Bool) -> Value? {
    handles.characteristic(at: handle).map {
      Value(characteristic: $0, octets: octets, isIndication: isIndication)
    }
  }

  /// The values of a characteristic.
  package func values(of characteristic: RangingCharacteristic) -> [Value] {
    values.filter { $0.characteristic == characteristic }
  }

  /// The counters in Ranging Data Ready or Ranging Data Overwritten.
  package func counters(_ characteristic: RangingCharacteristic) -> [UInt16] {
    values(of: characteristic).compactMap { Self.counter($0.octets) }
  }

  /// A counter of two octets.
  package static func counter(_ octets: [UInt8]) -> UInt16? {
    octets.count == 2 ? UInt16(octets: octets[0], octets[1]) : nil
  }

  /// The segments of a characteristic, as far as they can be read.
  package func segments(_ characteristic: RangingCharacteristic) -> [RangingSegment] {
    values(of: characteristic).compactMap { value in
      do {
        return try RangingSegment(decoding: value.octets)
      } catch {
        return nil
      }
    }
  }

  /// The responses of the control point, as far as they can be read.
  package var responses: [ControlPointResponse] {
    values(of: .controlPoint).compactMap { value in
      do {
        return try ControlPointResponse(decoding: value.octets)
      } catch {
        return nil
      }
    }
  }

  /// The responses of the control point, for people.
  package var responseWords: String {
    responses.isEmpty ? "none" : responses.map { "\($0)" }.joined(separator: ", ")
  }

  /// The first response code.
  package var code: ControlPointResponse.Code? {
    for case .code(let code) in responses { return code }
    return nil
  }

  // MARK: What is done

  /// Configures a characteristic.
  package func subscribe(_ characteristic: RangingCharacteristic, bits: UInt8) throws(TesterStop) {
    try tester.prepare(
      "subscribing to \(characteristic.name)",
      tester.phone.run { $0.subscribe(to: characteristic, of: handles, bits: bits) })
  }

  /// Enables On-demand Ranging Data, the control point by indications, Ready and Overwritten.
  package func subscribeOnDemand(
    data: UInt8 = 1, ready: UInt8 = 2, overwritten: UInt8 = 2
  ) throws(TesterStop) {
    try subscribe(.onDemandData, bits: data)
    try subscribe(.controlPoint, bits: 2)
    try subscribe(.ready, bits: ready)
    try subscribe(.overwritten, bits: overwritten)
  }

  /// Writes octets to the control point and waits for all that follows.
  package func write(_ octets: [UInt8]) throws(TesterStop) {
    let mark = values.count
    try send(octets)
    tester.settle(after: { values.count > mark })
  }

  /// Writes a command to the control point and waits for all that follows.
  package func command(_ command: ControlPointCommand) throws(TesterStop) {
    // The server keeps sent data for 5 s: on a slow link the wait for silence alone would take longer.
    // [RAS 1.0, 3.3.2.2]
    guard tester.phone.timeout(atLeast: .milliseconds(250), exchanges: 5) > .seconds(2) else {
      return try write(command.encoded())
    }
    switch command {
    case .getRangingData, .retrieveLostSegments: break
    default: return try write(command.encoded())
    }
    let mark = responses.count
    try send(command.encoded())
    do throws(HostError) {
      let limit = tester.phone.timeout(atLeast: .seconds(20), exchanges: 40)
      try tester.phone.driver.wait(for: "end of ranging data", within: limit) {
        responses.dropFirst(mark).contains { $0 != .code(.success) }
      }
      tester.phone.idle(.milliseconds(250))
    } catch {
      tester.settle()
    }
  }

  /// Writes octets to the control point without waiting.
  package func send(_ octets: [UInt8]) throws(TesterStop) {
    guard let place = handles[.controlPoint] else {
      throw .inconclusive("there is no RAS Control Point", on: .rangingService)
    }
    tester.phone.writeCommand(octets, to: place.value)
  }

  /// Drops what was sent so far.
  package func forget() { tester.phone.forgetEvents() }

  /// Waits until a segment has come.
  package func awaitSegment(_ characteristic: RangingCharacteristic) throws(TesterStop) {
    let limit = tester.phone.timeout(atLeast: .seconds(20), exchanges: 40)
    try tester.attempt(
      "ranging data",
      tester.phone.driver.wait(for: "segment of ranging data", within: limit) {
        !values(of: characteristic).isEmpty
      }, required: "segments")
  }

  /// Reads a value.
  package func read(_ characteristic: RangingCharacteristic) throws(TesterStop) -> [UInt8] {
    guard let place = handles[characteristic] else {
      throw .inconclusive("there is no \(characteristic.name)", on: .rangingService)
    }
    return try tester.attempt(
      "reading \(characteristic.name)", tester.phone.readValue(at: place.value), required: "a value")
  }

  /// Reads the configuration of a characteristic.
  package func configuration(of characteristic: RangingCharacteristic) throws(TesterStop) -> UInt8 {
    guard let handle = handles[characteristic]?.configuration else {
      throw .inconclusive(
        "\(characteristic.name) has no Client Characteristic Configuration", on: .rangingService)
    }
    return try tester.prepare(
      "reading the configuration of \(characteristic.name)", tester.phone.readValue(at: handle).first ?? 0)
  }
}

extension RangingCharacteristic {
  /// The name of the specification.
  package var name: String {
    switch self {
    case .realTimeData: "Real-time Ranging Data"
    case .onDemandData: "On-demand Ranging Data"
    case .controlPoint: "RAS Control Point"
    case .ready: "Ranging Data Ready"
    case .overwritten: "Ranging Data Overwritten"
    }
  }
}
