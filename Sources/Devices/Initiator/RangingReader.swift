internal import ChannelSounding
internal import HostStack
internal import ProcedureRanging
public import RangingService
internal import SimulationKernel
public import VirtualHost
internal import Wire

/// Reads the reflector's results from the Ranging Service of one link and brings them together with the phone's own.
final class RangingReader {
  /// More procedures than an accessory keeps.
  private static let longestWait = 32

  private let handles: RangingServiceHandles
  private let simulation: Simulation
  private var requestor: RangingRequestor
  /// The phone's own procedures, oldest first, whose ranging data has not come.
  private var waiting = PairingWindow<ProcedureResult>(limit: longestWait)
  /// Changes the attributes of the peer.
  private let write: (_ value: [UInt8], _ handle: UInt16, _ needsResponse: Bool) -> Void
  /// The configuration with this id as the phone holds it.
  private let configuration: (ConfigID) -> CSConfiguration?
  /// Told each procedure of which both sides are known.
  private let report: (ProcedureResult, ProcedureResult) -> Void

  init(
    _ handles: RangingServiceHandles, _ requestor: RangingRequestor, simulation: Simulation,
    configuration: @escaping (ConfigID) -> CSConfiguration?,
    write: @escaping ([UInt8], UInt16, Bool) -> Void,
    report: @escaping (ProcedureResult, ProcedureResult) -> Void
  ) {
    self.handles = handles
    self.requestor = requestor
    self.simulation = simulation
    self.configuration = configuration
    self.write = write
    self.report = report
  }

  /// Takes a procedure of the phone's own controller.
  func take(_ procedure: ProcedureResult) {
    waiting.wait(procedure)
    perform(requestor.procedureEnded())
  }

  /// Takes what the accessory's server sent.
  func take(_ event: ATTClientEvent) {
    switch event {
    case .notification(let handle, let value), .indication(let handle, let value):
      guard let characteristic = handles.characteristic(at: handle) else { return }
      perform(requestor.take(value, on: characteristic))
    default: return
    }
  }

  private func perform(_ actions: [RangingRequestorAction]) {
    for action in actions {
      switch action {
      case .write(let value):
        if let place = handles[.controlPoint] { write(value, place.value, false) }
      case .unsubscribe(let characteristic):
        if let handle = handles[characteristic]?.configuration { write([0, 0], handle, true) }
      case .received(let body): combine(body)
      case .gaveUp: break
      case .wake(let time, let timer):
        simulation.schedule(after: time) { [weak self] in
          guard let self else { return }
          perform(requestor.wake(timer))
        }
      }
    }
  }

  private func combine(_ body: [UInt8]) {
    do {
      let header = try RangingHeader(decoding: Array(body.prefix(RangingHeader.octetCount)))
      guard let own = configuration(header.configID) else { return }
      let layout = RangingStepLayout(own.seenByPeer, pathCount: 1)
      // Data that does not fit the steps of its own procedure leaves that one waiting, for data that does.
      var subevents: [SubeventResult]?
      let found = waiting.takeInOrder {
        guard $0.counter & RangingData.counterMask == header.counter else { return false }
        subevents = RangingData.subevents(in: body, along: $0.subevents, layout: layout)?.results
        return subevents != nil
      }
      guard let mine = found?.match, let subevents else { return }
      let peer = ProcedureResult(
        counter: mine.counter, subevents: subevents, done: subevents.last?.procedureDone ?? .aborted,
        packetIndices: mine.packetIndices)
      report(mine, peer)
    } catch {
      // Data that cannot be read makes no distance; the next may.
      return
    }
  }
}

/// Where the Ranging Service of an accessory has its characteristics.
public struct RangingServiceHandles: Hashable, Sendable {
  /// Where a characteristic is.
  public struct Place: Hashable, Sendable {
    public var value: UInt16
    /// The Client Characteristic Configuration; nil if there is none.
    public var configuration: UInt16?
    /// What the declaration allows, as `CharacteristicProperties` has it.
    public var properties: UInt8
  }

  /// RAS Features; nil if it is missing.
  public internal(set) var features: Place?
  /// The others by `RangingCharacteristic`.
  var places: [Place?] = Array(repeating: nil, count: RangingCharacteristic.allCases.count)

  init() {}

  /// Where a characteristic is; nil if it is missing.
  public subscript(_ characteristic: RangingCharacteristic) -> Place? {
    places[Int(characteristic.rawValue)]
  }

  /// The characteristic whose value has this handle.
  public func characteristic(at handle: UInt16) -> RangingCharacteristic? {
    places.firstIndex { $0?.value == handle }.flatMap { RangingCharacteristic(rawValue: UInt8($0)) }
  }
}

/// The Ranging Service of the accessory.
extension VirtualInitiator {
  /// Finds the service and its characteristics; nil if there is none. Of several the first is taken.
  public func findRangingService() throws(HostError) -> RangingServiceHandles? {
    guard let service = try discoverServices(of: .ranging).first else { return nil }
    var handles = RangingServiceHandles()
    for found in try discoverCharacteristics(in: service.range) {
      var place = RangingServiceHandles.Place(
        value: found.valueHandle, configuration: nil, properties: found.properties.rawValue)
      if found.valueHandle < found.endHandle, !found.properties.isDisjoint(with: [.notify, .indicate]) {
        let descriptors = try discoverDescriptors(
          in: HandleRange(found.valueHandle + 1, found.endHandle))
        place.configuration = descriptors.first { $0.uuid == .clientCharacteristicConfiguration }?.handle
      }
      if found.uuid == .rasFeatures { handles.features = place }
      if let characteristic = RangingCharacteristic.allCases.first(where: { $0.uuid == found.uuid }) {
        handles.places[Int(characteristic.rawValue)] = place
      }
    }
    return handles
  }

  /// Reads RAS Features.
  public func readRangingFeatures(_ handles: RangingServiceHandles) throws(HostError) -> RASFeatures {
    guard let place = handles.features else { throw .malformed("Ranging Service", "no RAS Features") }
    let value = try readValue(at: place.value)
    guard value.count == 4 else { throw .malformed("RAS Features", "\(value.count) octets, 4 are due") }
    return RASFeatures(rawValue: value.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Reads the reflector's results from now on: in real time where the accessory does that, else on demand.
  ///
  /// - Returns: whether there is a Ranging Service to read from.
  public func readRangingService(mtu: Int) throws(HostError) -> Bool {
    _ = try exchangeMTU(mtu)
    guard let handles = try findRangingService() else { return false }
    let features = try readRangingFeatures(handles)
    let isRealTime = features.contains(.realTime) && handles[.realTimeData] != nil
    if isRealTime {
      try subscribe(to: .realTimeData, of: handles, bits: 1)
    } else {
      try subscribe(to: .onDemandData, of: handles, bits: 1)
      try subscribe(to: .controlPoint, of: handles, bits: 2)
      try subscribe(to: .ready, of: handles, bits: 2)
      try subscribe(to: .overwritten, of: handles, bits: 2)
    }
    read(handles, RangingRequestor(isRealTime ? .realTime : .onDemand, features: features))
    return true
  }

  /// Configures what the server tells of a characteristic: bit 0 notifications, bit 1 indications.
  public func subscribe(
    to characteristic: RangingCharacteristic, of handles: RangingServiceHandles, bits: UInt8
  ) throws(HostError) {
    guard let handle = handles[characteristic]?.configuration else {
      throw .malformed("Ranging Service", "\(characteristic) cannot be subscribed")
    }
    try writeValue([bits, 0], to: handle)
  }
}
