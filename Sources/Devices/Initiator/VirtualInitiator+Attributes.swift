internal import CoreTypes
internal import HCI
public import HostStack
public import VirtualHost
internal import Wire

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
    try discoverServices(of: nil).map(\.uuid)
  }

  /// The primary services of one UUID, or of any.
  public func discoverServices(of uuid: BluetoothUUID?) throws(HostError) -> [DiscoveredService] {
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

/// A frame that came on a link.
public struct ReceivedFrame: Sendable {
  public let frame: L2CAPFrame
  /// The packet that ended it, counted among the controller's packets from 0.
  public let packetIndex: Int
}

/// The frames of a link, for who wants to see and to send what the host would not.
extension VirtualInitiator {
  /// Sends a frame as it is, past the host's own rules.
  public func send(_ frame: L2CAPFrame) throws(HostError) {
    let handle = try handle()
    for (index, fragment) in frame.fragments(limit: aclLength).enumerated() {
      driver.send(.acl(ACLPacket(handle: handle, packetBoundary: index == 0 ? 0 : 1, data: fragment)))
    }
  }

  func send(_ packet: ACLPacket) {
    guard let outgoingEditor else { return driver.send(.acl(packet)) }
    if let edited = outgoingEditor(packet) { driver.send(.acl(edited)) }
  }

  func receive(_ packet: ACLPacket) {
    guard keepsFrames else { return updateLink { $0.receive(packet) } }
    for outcome in reassembler.receive(packet.data, isStart: packet.packetBoundary != 1) {
      guard case .frame(let frame) = outcome else { continue }
      frames.append(ReceivedFrame(frame: frame, packetIndex: driver.packetCount))
      if !heldChannels.isEmpty, !heldChannels.contains(frame.channel) {
        updateLink { $0.receive(ACLPacket(handle: packet.handle, packetBoundary: 2, data: frame.encoded())) }
      }
    }
    // While channels are held, only whole frames go on, and they did.
    if heldChannels.isEmpty { updateLink { $0.receive(packet) } }
  }
}
