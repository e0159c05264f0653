package import CoreTypes
internal import HCI
package import VirtualHost

/// A link between the controller under test, which is its peripheral, and the peer. Encrypted with a key
/// that both hosts share in advance, since hosts do the pairing.
package struct HCILink {
  /// The Connection_Handle at the controller under test.
  package let iutHandle: ConnectionHandle
  /// The Connection_Handle at the peer.
  package let peerHandle: ConnectionHandle

  package init(iutHandle: ConnectionHandle, peerHandle: ConnectionHandle) {
    self.iutHandle = iutHandle
    self.peerHandle = peerHandle
  }
}

extension HCIBench {
  private static let longTermKey: LongTermKey = 0x1F1E_1D1C_1B1A_1918_1716_1514_1312_1110

  /// Resets a controller and lets it report everything but LE Enhanced Connection Complete.
  package static func bringUp(_ driver: HCIDriver) throws(HostError) {
    _ = try driver.complete(ResetCommand())
    _ = try driver.complete(SetEventMaskCommand.everyEvent)
    _ = try driver.complete(LESetEventMaskCommand.usualEvents)
    _ = try driver.completeIfKnown(LESetHostFeatureCommand.channelSounding())
  }

  /// Brings both controllers up.
  ///
  /// - Parameter hasHostSupport: whether the host under test supports Channel Sounding.
  func bringUp(with peer: HCIDriver, hasHostSupport: Bool) throws(HostError) {
    try Self.bringUp(iut)
    try Self.bringUp(peer)
    if !hasHostSupport { _ = try iut.complete(LESetHostFeatureCommand.channelSounding(isSupported: false)) }
  }

  /// The handles that both ends of a link gave it.
  package typealias Handles = (central: ConnectionHandle, peripheral: ConnectionHandle)

  /// Brings both controllers up and connects the peer to the one under test.
  ///
  /// - Parameter hasHostSupport: whether the host under test supports Channel Sounding.
  package func connect(_ peer: HCIDriver, hasHostSupport: Bool = true) throws(HostError) -> HCILink {
    try bringUp(with: peer, hasHostSupport: hasHostSupport)
    return try reconnect(peer)
  }

  /// Connects the peer to the controller under test, both of which are up.
  package func reconnect(_ peer: HCIDriver) throws(HostError) -> HCILink {
    let handles = try Self.join(central: peer, peripheral: iut)
    let link = HCILink(iutHandle: handles.peripheral, peerHandle: handles.central)
    self.link = link
    return link
  }

  /// Connects two controllers that are up.
  ///
  /// - Parameter latency: connection events that the peripheral may skip, 0 to 499.
  package static func join(
    central: HCIDriver, peripheral: HCIDriver, supervisionTimeout: SupervisionTimeout = 500,
    latency: UInt16 = 0
  ) throws(HostError) -> Handles {
    let address = try peripheral.complete(ReadBDADDRCommand()).bdAddr
    _ = try peripheral.complete(
      LESetAdvertisingParametersCommand {
        $0.advertisingIntervalMin = 0x20
        $0.advertisingIntervalMax = 0x20
      })
    _ = try peripheral.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    let peripheralStart = peripheral.events.count
    let start = try central.begin(
      LECreateConnectionCommand {
        ($0.leScanInterval, $0.leScanWindow) = (0x10, 0x10)
        $0.peerAddress.bdAddr = address
        $0.parameters = ConnectionParameterRange(interval: 24, latency: latency, timeout: supervisionTimeout)
      })
    let inPeripheral = try connection(peripheral, after: peripheralStart)
    return (try connection(central, after: start), inPeripheral)
  }

  private static func connection(_ driver: HCIDriver, after start: Int) throws(HostError) -> ConnectionHandle
  {
    let complete: LEConnectionCompleteEvent = try driver.event(
      "connection", after: start, within: .seconds(5)
    ) {
      if case .leConnectionComplete(let event) = $0 { return event }
      return nil
    }
    if complete.status != .success { throw .failed("connecting", complete.status) }
    return complete.connectionHandle
  }

  /// Encrypts the link, the peer being the central.
  package func encrypt(_ link: HCILink, _ peer: HCIDriver) throws(HostError) {
    try Self.encrypt(central: peer, peripheral: iut, (link.peerHandle, link.iutHandle))
  }

  /// Encrypts a link with a key that both hosts know.
  package static func encrypt(
    central: HCIDriver, peripheral: HCIDriver, _ handles: Handles
  ) throws(HostError) {
    let peripheralStart = peripheral.events.count
    let start = try central.begin(
      LEEnableEncryptionCommand {
        $0.connectionHandle = handles.central
        $0.longTermKey = longTermKey
      })
    try peripheral.event("request for the long term key", after: peripheralStart, within: .seconds(5)) {
      if case .leLongTermKeyRequest = $0 { return () }
      return nil
    }
    _ = try peripheral.complete(
      LELongTermKeyRequestReplyCommand {
        $0.connectionHandle = handles.peripheral
        $0.longTermKey = longTermKey
      })
    try encryptionChange(peripheral, after: peripheralStart)
    try encryptionChange(central, after: start)
  }

  private static func encryptionChange(_ driver: HCIDriver, after start: Int) throws(HostError) {
    let change: EncryptionChangeEvent = try driver.event("encryption", after: start, within: .seconds(5)) {
      if case .encryptionChange(let event) = $0 { return event }
      return nil
    }
    if change.status != .success { throw .failed("encryption", change.status) }
  }
}
