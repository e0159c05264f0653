package import CoreTypes
internal import HCI
package import HostStack
internal import Initiator
internal import VirtualHost

/// What a client asks of the server of an accessory to which it is connected. A completion is called once; not at all
/// if the link ends first, or the client's part in it.
extension CentralClient {
  /// What is called with a result.
  package typealias Completion<Value> = (Result<Value, AttributeFailure>) -> Void

  /// The primary services in order of handle, without those that the system keeps to itself.
  package func discoverServices(
    of identifier: AccessoryIdentifier, completion: @escaping Completion<[DiscoveredService]>
  ) {
    discover(of: identifier, "discoverServices", \.services, { $0.discoverServices(of: nil) }) { result in
      completion(Self.shown(result))
    }
  }

  /// Whether a service that was found on the link is a primary one. An include declaration does not say that.
  package func isPrimary(_ service: DiscoveredService, of identifier: AccessoryIdentifier) -> Bool {
    accessory(identifier)?.cache.services?.contains(service) ?? false
  }

  /// The services that a service includes, without those that the system keeps to itself.
  package func discoverIncludedServices(
    in range: HandleRange, of identifier: AccessoryIdentifier,
    completion: @escaping Completion<[DiscoveredService]>
  ) {
    discover(
      of: identifier, "discoverIncludedServices", \.includes[range], { $0.findIncludedServices(in: range) }
    ) { completion(Self.shown($0)) }
  }

  /// The characteristics of a service in order of handle.
  package func discoverCharacteristics(
    in range: HandleRange, of identifier: AccessoryIdentifier,
    completion: @escaping Completion<[DiscoveredCharacteristic]>
  ) {
    discover(
      of: identifier, "discoverCharacteristics", \.characteristics[range],
      { $0.discoverCharacteristics(in: range) }, completion)
  }

  /// The descriptors of a characteristic in order of handle.
  package func discoverDescriptors(
    of characteristic: DiscoveredCharacteristic, of identifier: AccessoryIdentifier,
    completion: @escaping Completion<[DiscoveredDescriptor]>
  ) {
    guard characteristic.valueHandle < characteristic.endHandle else {
      return perform(on: identifier, "discoverDescriptors", { _ in .value([]) }, completion)
    }
    let range = HandleRange(characteristic.valueHandle + 1, characteristic.endHandle)
    discover(
      of: identifier, "discoverDescriptors", \.descriptors[range], { $0.discoverDescriptors(in: range) },
      completion)
  }

  /// Reads a value, however long.
  package func read(
    _ handle: UInt16, of identifier: AccessoryIdentifier, completion: @escaping Completion<[UInt8]>
  ) {
    perform(on: identifier, "readValue", { $0.readValue(at: handle) }, completion)
  }

  /// Writes a value of up to 512 octets with a response; a longer one is refused here.
  package func write(
    _ value: [UInt8], to handle: UInt16, of identifier: AccessoryIdentifier,
    completion: @escaping Completion<Void>
  ) {
    perform(on: identifier, "writeValue", { $0.writeValue(value, to: handle) }, completion)
  }

  /// Writes a value without a response, if the characteristic allows that, there is room and the value is short
  /// enough; else it is dropped, and the log says so. Returns whether it is on its way.
  @discardableResult
  package func writeWithoutResponse(
    _ value: [UInt8], to characteristic: DiscoveredCharacteristic, of identifier: AccessoryIdentifier
  ) -> Bool {
    guard let (system, accessory, link) = connection(identifier, for: "writeValue") else { return false }
    let limit = link.host.client.maximumCommandLength
    let reason: String
    if !characteristic.properties.contains(.writeWithoutResponse) {
      reason = "to \(characteristic.uuid), which lacks the property Write Without Response,"
    } else if link.writeCommand(value, to: characteristic.valueHandle) {
      return true
    } else {
      reason = value.count > limit ? "of \(value.count) octets, more than \(limit)," : "without room for it"
    }
    accessory.droppedWriteCount += 1
    system.log("a write without response \(reason) is dropped; \(accessory.droppedWriteCount) so far")
    return false
  }

  /// Whether there is room for a write without response.
  package func hasRoom(for identifier: AccessoryIdentifier) -> Bool {
    accessory(identifier)?.readyLink?.hasRoom ?? false
  }

  /// The most octets of a value: with a response, or without one as the ATT_MTU is now.
  package func maximumWriteLength(of identifier: AccessoryIdentifier, withResponse: Bool) -> Int {
    if withResponse { return GATTDatabase.maximumValueLength }
    return accessory(identifier)?.readyLink?.host.client.maximumCommandLength ?? ATTServer.defaultMTU - 3
  }

  /// Starts or ends the values of a characteristic.
  package func setNotifying(
    _ isWanted: Bool, _ characteristic: DiscoveredCharacteristic, of identifier: AccessoryIdentifier,
    completion: @escaping Completion<Void>
  ) {
    guard let (system, accessory, _) = connection(identifier, for: "setNotifyValue") else { return }
    system.subscribe(self, isWanted, to: characteristic, of: accessory, completion: completion)
  }

  /// The strength at which the phone hears the accessory.
  package func readRSSI(
    of identifier: AccessoryIdentifier, completion: @escaping Completion<ReceivedPowerLevel>
  ) {
    perform(
      on: identifier, "readRSSI",
      { link in HostRequest.complete(ReadRSSICommand { $0.handle = link.handle }).map(\.rssi) }, completion)
  }

  // MARK: Requests

  /// A result without the services that the system keeps to itself.
  private static func shown(
    _ result: Result<[DiscoveredService], AttributeFailure>
  ) -> Result<[DiscoveredService], AttributeFailure> {
    result.map { $0.filter { !BluetoothUUID.keptFromApps.contains($0.uuid) } }
  }

  private func perform<Value>(
    on identifier: AccessoryIdentifier, _ call: String, _ make: @escaping (PhoneLink) -> HostRequest<Value>,
    _ completion: @escaping Completion<Value>
  ) {
    guard let (system, accessory, _) = connection(identifier, for: call) else { return }
    system.perform(on: accessory, for: self, make, completion: completion)
  }

  /// Discovers once on a link; later the system knows.
  private func discover<Found>(
    of identifier: AccessoryIdentifier, _ call: String, _ place: WritableKeyPath<AttributeCache, [Found]?>,
    _ make: @escaping (PhoneLink) -> HostRequest<[Found]>, _ completion: @escaping Completion<[Found]>
  ) {
    guard let (system, accessory, _) = connection(identifier, for: call) else { return }
    system.perform(
      on: accessory, for: self,
      { link in
        .act {
          if let known = accessory.cache[keyPath: place] { return .value(known) }
          return make(link).map { found in
            accessory.cache[keyPath: place] = found
            return found
          }
        }
      }, completion: completion)
  }
}
