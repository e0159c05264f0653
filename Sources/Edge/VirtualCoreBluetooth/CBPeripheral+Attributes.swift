public import Foundation
internal import HostStack
internal import PhoneSystem
internal import VirtualPhone

/// The attributes of a peripheral. Each call gives one callback, in the order of the calls. A call without a connection,
/// or for an attribute that was not discovered in it, gives none, and a line in the log of the phone.
extension CBPeripheral {
  /// Finds the services with some UUIDs, or all if the array is nil or empty.
  public func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    request { client, finish in
      client.discoverServices(of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.world.gate.withLock {
            if let found = result.value { peripheral.add(found, of: serviceUUIDs) }
          }
          peripheral.delegate?.peripheral(peripheral, didDiscoverServices: result.error)
        }
      }
    }
  }

  private func add(_ found: [DiscoveredService], of wanted: [CBUUID]?) {
    let services = found.filter { Self.isWanted($0.uuid, wanted) }.map { service($0, isPrimary: true) }
    foundServices = Self.union(foundServices, services) { $0.found.range.start }
  }

  /// Finds the services that a service includes, with some UUIDs, or all if the array is nil or empty.
  public func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
    request("discoverIncludedServices", of: service) { client, finish in
      client.discoverIncludedServices(in: service.found.range, of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.world.gate.withLock {
            if let found = result.value {
              let included = found.filter { Self.isWanted($0.uuid, includedServiceUUIDs) }
                .map { found in
                  let isPrimary = peripheral.client?.isPrimary(found, of: peripheral.accessory) ?? false
                  return peripheral.service(found, isPrimary: isPrimary)
                }
              service.includedServices = Self.union(service.includedServices, included) {
                $0.found.range.start
              }
            }
          }
          peripheral.delegate?.peripheral(
            peripheral, didDiscoverIncludedServicesFor: service, error: result.error)
        }
      }
    }
  }

  /// Finds the characteristics of a service with some UUIDs, or all if the array is nil or empty.
  public func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    request("discoverCharacteristics", of: service) { client, finish in
      client.discoverCharacteristics(in: service.found.range, of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.world.gate.withLock {
            if let found = result.value {
              let known = service.characteristics ?? []
              let wanted = found.filter { Self.isWanted($0.uuid, characteristicUUIDs) }.map { found in
                known.first { $0.found == found } ?? CBCharacteristic(found, of: service)
              }
              service.characteristics = Self.union(known, wanted) { $0.found.valueHandle }
            }
          }
          peripheral.delegate?.peripheral(
            peripheral, didDiscoverCharacteristicsFor: service, error: result.error)
        }
      }
    }
  }

  /// Finds the descriptors of a characteristic.
  public func discoverDescriptors(for characteristic: CBCharacteristic) {
    request("discoverDescriptors", of: characteristic) { client, finish in
      client.discoverDescriptors(of: characteristic.found, of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.world.gate.withLock {
            if let found = result.value {
              let known = characteristic.descriptors ?? []
              characteristic.descriptors = found.map { found in
                known.first { $0.handle == found.handle } ?? CBDescriptor(found, of: characteristic)
              }
            }
          }
          peripheral.delegate?.peripheral(
            peripheral, didDiscoverDescriptorsFor: characteristic, error: result.error)
        }
      }
    }
  }

  // MARK: Values

  /// Reads a value, however long.
  public func readValue(for characteristic: CBCharacteristic) {
    request("readValue", of: characteristic) { client, finish in
      client.read(characteristic.found.valueHandle, of: accessory) { result in
        finish(result) { peripheral, result in
          if let octets = result.value {
            peripheral.world.gate.withLock { characteristic.value = Data(octets) }
          }
          peripheral.delegate?.peripheral(
            peripheral, didUpdateValueFor: characteristic, error: result.error)
        }
      }
    }
  }

  /// Reads a descriptor.
  public func readValue(for descriptor: CBDescriptor) {
    request("readValue", of: descriptor) { client, finish in
      client.read(descriptor.handle, of: accessory) { result in
        finish(result) { peripheral, result in
          if let octets = result.value { peripheral.world.gate.withLock { descriptor.read(octets) } }
          peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor, error: result.error)
        }
      }
    }
  }

  /// Writes a value. Without a response nothing is reported; what has no room, is too long, or goes to a characteristic
  /// without that property, is dropped.
  public func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType)
  {
    let octets = Array(data)
    request("writeValue", of: characteristic) { client, finish in
      guard type == .withResponse else {
        client.writeWithoutResponse(octets, to: characteristic.found, of: accessory)
        return
      }
      client.write(octets, to: characteristic.found.valueHandle, of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.delegate?.peripheral(
            peripheral, didWriteValueFor: characteristic, error: result.error)
        }
      }
    }
  }

  /// Writes a descriptor. The Client Characteristic Configuration is `setNotifyValue`'s; writing it ends the app.
  public func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    precondition(
      descriptor.type != .clientCharacteristicConfiguration,
      "a client characteristic configuration is written by setNotifyValue(_:for:)")
    request("writeValue", of: descriptor) { client, finish in
      client.write(Array(data), to: descriptor.handle, of: accessory) { result in
        finish(result) { peripheral, result in
          peripheral.delegate?.peripheral(peripheral, didWriteValueFor: descriptor, error: result.error)
        }
      }
    }
  }

  /// Starts or ends the values of a characteristic: notifications where it has them, else indications.
  public func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    request("setNotifyValue", of: characteristic) { client, finish in
      client.setNotifying(enabled, characteristic.found, of: accessory) { result in
        finish(result) { peripheral, result in
          if case .success = result {
            peripheral.world.gate.withLock { characteristic.isNotifying = enabled }
          }
          peripheral.delegate?.peripheral(
            peripheral, didUpdateNotificationStateFor: characteristic, error: result.error)
        }
      }
    }
  }

  // MARK: Objects

  /// The object of a service, the same for each discovery of a connection.
  private func service(_ found: DiscoveredService, isPrimary: Bool) -> CBService {
    let known = serviceObjects[found.range.start]
    let service = known ?? CBService(found, isPrimary: isPrimary, of: self)
    if isPrimary { service.isPrimary = true }
    serviceObjects[found.range.start] = service
    return service
  }

  private static func isWanted(_ uuid: BluetoothUUID, _ wanted: [CBUUID]?) -> Bool {
    CBUUID.filter(wanted)?.contains(uuid) ?? true
  }

  /// What was found before and now, in order of handle.
  private static func union<Attribute: AnyObject>(
    _ known: [Attribute]?, _ found: [Attribute], _ handle: (Attribute) -> UInt16
  ) -> [Attribute] {
    let added = found.filter { new in !(known ?? []).contains { $0 === new } }
    return ((known ?? []) + added).sorted { handle($0) < handle($1) }
  }
}
