internal import HCI
public import HostStack
public import VirtualHost
internal import Wire

/// The accessory's server.
extension VirtualInitiator {
  /// Offers an ATT_MTU.
  ///
  /// - Parameter octets: what this host receives at most, 23 to 517.
  /// - Returns: the ATT_MTU of the link from now on; that of before if the accessory refuses to talk of it.
  public func exchangeMTU(_ octets: Int) throws(HostError) -> Int { try run { $0.exchangeMTU(octets) } }

  /// The UUIDs of the accessory's primary services.
  public func discoverServices() throws(HostError) -> [BluetoothUUID] {
    try discoverServices(of: nil).map(\.uuid)
  }

  /// The primary services of one UUID, or of any.
  public func discoverServices(of uuid: BluetoothUUID?) throws(HostError) -> [DiscoveredService] {
    try run { $0.discoverServices(of: uuid) }
  }

  /// The characteristics in a service's range.
  public func discoverCharacteristics(in range: HandleRange) throws(HostError) -> [DiscoveredCharacteristic] {
    try run { $0.discoverCharacteristics(in: range) }
  }

  /// Reads a value of the accessory.
  public func readValue(at handle: UInt16) throws(HostError) -> [UInt8] {
    try run { $0.readValue(at: handle) }
  }

  /// Writes a value of the accessory with a response.
  public func writeValue(_ value: [UInt8], to handle: UInt16) throws(HostError) {
    try run { $0.writeValue(value, to: handle) }
  }

  /// Writes a value of the accessory without a response.
  public func writeCommand(_ value: [UInt8], to handle: UInt16) {
    updateLink { $0.writeCommand(value, to: handle) }
  }

  /// Ends the Attribute protocol on the link, after a request without an answer. [Vol 3, Part F, 3.3.3]
  public func giveUpAttributes() { updateLink { $0.attributeTransactionTimedOut() } }

  /// The first handle of the service of this host that holds `handle`; nil for no service of it.
  public func service(of handle: UInt16) -> UInt16? {
    guard let database = link?.server.database, database[handle] != nil else { return nil }
    return database[HandleRange(1, handle)].last { $0.type == .primaryService }?.handle
  }

  /// Finds the Ranging Service and its characteristics; nil if there is none. Of several the first is taken.
  public func findRangingService() throws(HostError) -> RangingServiceHandles? {
    try run { $0.findRangingService() }
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
    let handle = try requireLink().handle
    for packet in frame.packets(on: handle, limit: phone.aclLength) { driver.send(.acl(packet)) }
  }

  func send(_ packet: ACLPacket) {
    guard let outgoingEditor else { return driver.send(.acl(packet)) }
    if let edited = outgoingEditor(packet) { driver.send(.acl(edited)) }
  }

  func receive(_ packet: ACLPacket) {
    guard keepsFrames else { return phone.receive(packet) }
    for outcome in reassembler.receive(packet.data, isStart: packet.packetBoundary.isStart) {
      guard case .frame(let frame) = outcome else { continue }
      frames.append(ReceivedFrame(frame: frame, packetIndex: driver.packetCount))
      if !heldChannels.isEmpty, !heldChannels.contains(frame.channel) {
        phone.receive(
          ACLPacket(handle: packet.handle, packetBoundary: .firstFlushable, data: frame.encoded()))
      }
    }
    // While channels are held, only whole frames go on, and they did.
    if heldChannels.isEmpty { phone.receive(packet) }
  }
}
