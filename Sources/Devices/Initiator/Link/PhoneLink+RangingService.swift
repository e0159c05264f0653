public import HostStack
public import RangingService
public import VirtualHost

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
extension PhoneLink {
  /// Finds the service and its characteristics; nil if there is none. Of several the first is taken.
  public func findRangingService() -> HostRequest<RangingServiceHandles?> {
    discoverServices(of: .ranging).then { [self] services in
      guard let service = services.first else { return .value(nil) }
      return discoverCharacteristics(in: service.range).then { [self] found in
        place(found[...], in: RangingServiceHandles()).map { $0 }
      }
    }
  }

  /// Puts characteristics in their places, one after the other.
  private func place(
    _ found: ArraySlice<DiscoveredCharacteristic>, in handles: RangingServiceHandles
  ) -> HostRequest<RangingServiceHandles> {
    guard let next = found.first else { return .value(handles) }
    return findConfiguration(of: next).then { [self] configuration in
      var handles = handles
      let place = RangingServiceHandles.Place(
        value: next.valueHandle, configuration: configuration, properties: next.properties.rawValue)
      if next.uuid == .rasFeatures { handles.features = place }
      if let characteristic = RangingCharacteristic.allCases.first(where: { $0.uuid == next.uuid }) {
        handles.places[Int(characteristic.rawValue)] = place
      }
      return self.place(found.dropFirst(), in: handles)
    }
  }

  /// The handle of the Client Characteristic Configuration of what can be subscribed; nil if there is none.
  public func findConfiguration(of found: DiscoveredCharacteristic) -> HostRequest<UInt16?> {
    guard found.valueHandle < found.endHandle, !found.properties.isDisjoint(with: [.notify, .indicate]) else {
      return .value(nil)
    }
    return discoverDescriptors(in: HandleRange(found.valueHandle + 1, found.endHandle)).map {
      $0.first { $0.uuid == .clientCharacteristicConfiguration }?.handle
    }
  }

  /// Reads RAS Features.
  public func readRangingFeatures(_ handles: RangingServiceHandles) -> HostRequest<RASFeatures> {
    guard let place = handles.features else {
      return .failure(.malformed("Ranging Service", "no RAS Features"))
    }
    return readValue(at: place.value).map { value throws(HostError) in
      guard value.count == 4 else { throw .malformed("RAS Features", "\(value.count) octets, 4 are due") }
      return RASFeatures(rawValue: value.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// Reads the reflector's results from now on: in real time where the accessory does that, else on demand. Returns
  /// whether there is a Ranging Service to read from.
  public func readRangingService(mtu: Int) -> HostRequest<Bool> {
    exchangeMTU(mtu).then { [self] _ in findRangingService() }.then { [self] handles in
      guard let handles else { return .value(false) }
      return readRangingFeatures(handles).then { [self] features in
        let isRealTime = features.contains(.realTime) && handles[.realTimeData] != nil
        return subscribe(to: isRealTime ? Self.realTime : Self.onDemand, of: handles).map { [self] in
          read(handles, RangingRequestor(isRealTime ? .realTime : .onDemand, features: features))
          return true
        }
      }
    }
  }

  /// What is subscribed, in order, with the bits of each.
  private static let realTime: [(RangingCharacteristic, bits: UInt8)] = [(.realTimeData, 1)]
  private static let onDemand: [(RangingCharacteristic, bits: UInt8)] = [
    (.onDemandData, 1), (.controlPoint, 2), (.ready, 2), (.overwritten, 2),
  ]

  private func subscribe(
    to characteristics: [(RangingCharacteristic, bits: UInt8)], of handles: RangingServiceHandles
  ) -> HostRequest<Void> {
    characteristics.reduce(.value(())) { before, next in
      before.then { [self] in subscribe(to: next.0, of: handles, bits: next.bits) }
    }
  }

  /// Writes the Client Characteristic Configuration: bit 0 notifications, bit 1 indications.
  public func subscribe(
    to characteristic: RangingCharacteristic, of handles: RangingServiceHandles, bits: UInt8
  ) -> HostRequest<Void> {
    guard let handle = handles[characteristic]?.configuration else {
      return .failure(.malformed("Ranging Service", "\(characteristic) cannot be subscribed"))
    }
    return writeValue([bits, 0], to: handle)
  }
}
