internal import CoreTypes
public import HostStack
public import VirtualHost

extension VirtualInitiator {
  /// Offers an ATT_MTU.
  ///
  /// - Parameter octets: what this host receives at most, 23 to 517.
  /// - Returns: the ATT_MTU of the link from now on; that of before if the accessory refuses to talk of it.
  public func exchangeMTU(_ octets: Int) throws(HostError) -> Int {
    try outcome("ATT_MTU", of: .exchangeMTU(octets)) { action in
      switch action {
      case .mtuChanged(let octets): .success(octets)
      case .client(.refused(.exchangeMTU, _, _)): link.map { .success($0.client.mtu) }
      default: nil
      }
    }
  }

  /// The UUIDs of the accessory's primary services.
  public func discoverServices() throws(HostError) -> [BluetoothUUID] {
    try outcome("services", of: .discoverServices(nil)) { action in
      switch action {
      case .client(.services(let found)): .success(found.map(\.uuid))
      case .client(.refused(.discoverServices, _, let code)):
        .failure(.attributeRefused("service discovery", code))
      default: nil
      }
    }
  }

  /// The primary services of one UUID.
  public func discoverServices(of uuid: BluetoothUUID) throws(HostError) -> [DiscoveredService] {
    try outcome("services", of: .discoverServices(uuid)) { action in
      switch action {
      case .client(.services(let found)): .success(found)
      case .client(.refused(.discoverServices, _, let code)):
        .failure(.attributeRefused("service discovery", code))
      default: nil
      }
    }
  }

  /// The characteristics in a service's range.
  public func discoverCharacteristics(in range: HandleRange) throws(HostError) -> [DiscoveredCharacteristic] {
    try outcome("characteristics", of: .discoverCharacteristics(range, nil)) { action in
      switch action {
      case .client(.characteristics(let found)): .success(found)
      case .client(.refused(.discoverCharacteristics, _, let code)):
        .failure(.attributeRefused("discovery of characteristics", code))
      default: nil
      }
    }
  }

  /// The attributes in a range.
  public func discoverDescriptors(in range: HandleRange) throws(HostError) -> [DiscoveredDescriptor] {
    try outcome("descriptors", of: .discoverDescriptors(range)) { action in
      switch action {
      case .client(.descriptors(let found)): .success(found)
      case .client(.refused(.discoverDescriptors, _, let code)):
        .failure(.attributeRefused("discovery of descriptors", code))
      default: nil
      }
    }
  }

  /// Reads a value of the accessory.
  public func readValue(at handle: UInt16) throws(HostError) -> [UInt8] {
    try outcome("value", of: .read(handle)) { action in
      switch action {
      case .client(.value(handle, let value)): .success(value)
      case .client(.refused(.read(handle), _, let code)): .failure(.attributeRefused("reading", code))
      default: nil
      }
    }
  }

  /// Writes a value of the accessory with a response.
  public func writeValue(_ value: [UInt8], to handle: UInt16) throws(HostError) {
    try outcome("response to a write", of: .write(handle, value)) { action in
      switch action {
      case .client(.written(handle)): .success(())
      case .client(.refused(.write(handle, _), _, let code)): .failure(.attributeRefused("writing", code))
      default: nil
      }
    }
  }

  /// Writes a value of the accessory without a response.
  public func writeCommand(_ value: [UInt8], to handle: UInt16) {
    updateLink { $0.writeCommand(value, to: handle) }
  }

  /// The first handle of the service of this host that holds `handle`; nil for no service of it.
  public func service(of handle: UInt16) -> UInt16? {
    guard let database = link?.server.database, database[handle] != nil else { return nil }
    return database[HandleRange(1, handle)].last { $0.type == .primaryService }?.handle
  }

  private func outcome<Value>(
    _ what: String, of operation: ATTClientOperation, _ select: (HostAction) -> Result<Value, HostError>?
  ) throws(HostError) -> Value {
    _ = try handle()
    let start = linkActions.count
    updateLink { $0.start(operation) }
    var result: Result<Value, HostError>?
    var examined = start
    try wait(for: what, atLeast: .seconds(10), exchanges: 40) {
      while result == nil, examined < linkActions.count {
        result = select(linkActions[examined])
        examined += 1
      }
      return result != nil
    }
    guard let result else { throw .notConnected }
    return try result.get()
  }
}
