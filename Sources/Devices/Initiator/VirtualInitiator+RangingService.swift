internal import HostStack
public import RangingService
public import VirtualHost

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
