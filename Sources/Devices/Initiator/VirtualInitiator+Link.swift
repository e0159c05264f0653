public import CoreTypes
public import HCI
public import HostStack
internal import SimulationKernel
public import VirtualHost

/// An accessory that was seen advertising.
public struct Discovery: Sendable {
  public let address: DeviceAddress
  /// What it advertises.
  public let data: AdvertisingData
  /// Whether it is what was looked for, and if not, why it is not the first of that.
  public let match: AccessoryMatch
  /// The advertising report, counted among the controller's packets from 0.
  public let packetIndex: Int
}

extension VirtualInitiator {
  /// Brings the controller up as a phone does.
  public func powerOn() throws(HostError) {
    _ = try driver.complete(ResetCommand())
    address = DeviceAddress(try driver.complete(ReadBDADDRCommand()).bdAddr, kind: .public)
    try readBufferSize()
    _ = try driver.complete(SetEventMaskCommand.everyEvent)
    _ = try driver.complete(LESetEventMaskCommand.usualEvents)
    _ = try driver.complete(ReadLocalVersionInformationCommand())
    _ = try driver.completeIfKnown(LEReadAllLocalSupportedFeaturesCommand())
    _ = try driver.completeIfKnown(LESetHostFeatureCommand.channelSounding())
    if let privateAddress { try set(privateAddress) }
  }

  /// A controller without buffers for LE alone has one pool for all. [Vol 4, Part E, 7.8.2]
  private func readBufferSize() throws(HostError) {
    let buffers = try driver.complete(LEReadBufferSizeCommand())
    if buffers.leACLDataPacketLength > 0, buffers.totalNumLEACLDataPackets > 0 {
      aclLength = Int(buffers.leACLDataPacketLength)
      return driver.useDataPacketCount(Int(buffers.totalNumLEACLDataPackets))
    }
    let shared = try driver.complete(ReadBufferSizeCommand())
    aclLength = Int(shared.aclDataPacketLength)
    driver.useDataPacketCount(Int(shared.totalNumACLDataPackets))
  }

  /// In which two advertising events of any legal interval fall. [Vol 6, Part B, 4.4.2.2]
  private static let advertisingLimit = Picoseconds.seconds(22)

  /// Scans until an advertiser matches one of `descriptors`.
  ///
  /// - Parameter span: after that time any advertiser ends the scan; nil for none.
  /// - Returns: that advertiser, else the last that was seen and does not match.
  public func discover(
    _ descriptors: [AccessoryDescriptor], within limit: Picoseconds = .seconds(5),
    anyAfter span: Picoseconds? = nil
  ) throws(HostError) -> Discovery? {
    _ = try driver.complete(
      LESetScanParametersCommand {
        $0.leScanInterval = 0x60
        $0.leScanWindow = 0x60
      })
    let start = events.count
    _ = try driver.complete(LESetScanEnableCommand { $0.leScanEnable = 1 })
    var found: Discovery?
    var examined = start
    let begin = simulation.now
    simulation.run(until: begin + limit) {
      while found?.match != .matched, examined < events.count {
        if let discovery = Self.discovery(in: events[examined], descriptors) { found = discovery }
        examined += 1
      }
      if let span, found != nil, simulation.now - begin >= span { return false }
      return found?.match != .matched
    }
    _ = try driver.complete(LESetScanEnableCommand { $0.leScanEnable = 0 })
    return found
  }

  private static func discovery(
    in event: HCIDriver.ReceivedEvent, _ descriptors: [AccessoryDescriptor]
  ) -> Discovery? {
    guard case .leAdvertisingReport(let reports) = event.value, let report = reports.reports.first,
      report.eventType == 0
    else { return nil }
    let data = AdvertisingData(parsing: report.data)
    let matches = descriptors.map { $0.match(data) }
    return Discovery(
      address: report.address.asPublicOrRandom, data: data,
      match: matches.first { $0 == .matched } ?? matches.first ?? .failed(.identity),
      packetIndex: event.packetIndex)
  }

  /// Connects to an advertiser.
  ///
  /// - Parameters:
  ///   - interval: connection interval in units of 1.25 ms, 6 to 3200.
  ///   - latency: connection events that the peripheral may skip, 0 to 499.
  ///   - supervisionTimeout: in units of 10 ms, 10 to 3200.
  ///   - maximumMTU: the ATT_MTU that this host's server answers with, 23 to 517 octets.
  public func connect(
    to address: DeviceAddress, interval: UInt16, latency: UInt16 = 0, supervisionTimeout: UInt16 = 200,
    maximumMTU: Int = 247, policy: PairingPolicy = PairingPolicy()
  ) throws(HostError) {
    let start = try driver.begin(
      LECreateConnectionCommand {
        $0.leScanInterval = 0x60
        $0.leScanWindow = 0x60
        $0.ownAddressType = privateAddress == nil ? 0 : 1
        $0.peerAddress = address
        $0.parameters = ConnectionParameterRange(
          interval: interval, latency: latency, timeout: supervisionTimeout)
      })
    let complete = try event("connection", after: start, within: Self.advertisingLimit) {
      $0.connectionComplete
    }
    if complete.status != .success { throw .failed("connecting", complete.status) }
    linkEstablished(complete, policy, maximumMTU: maximumMTU)
  }

  /// Pairs with LE Secure Connections, Just Works, and bonds. It is done when the peer has acknowledged the last
  /// key. [Vol 3, Part H, 3.6.1]
  public func pair() throws(HostError) -> Bond {
    let handle = try handle()
    // A Security Request may have started encryption with the stored key; that ends first.
    if isEncrypting { _ = try encryptionChange(after: events.count) }
    let start = linkActions.count
    let secrets = drawPairingSecrets()
    updateLink {
      $0.pairingSecrets = secrets
      return $0.startPairing()
    }
    var outcome: Result<Bond, HostError>?
    var examined = start
    do {
      try wait(for: "end of pairing", atLeast: .seconds(30), exchanges: 60) {
        while outcome == nil, examined < linkActions.count {
          outcome = Self.pairingOutcome(linkActions[examined])
          examined += 1
        }
        return outcome != nil
      }
    } catch {
      guard case .missing(_, let limit) = error, let keys = link?.awaitedKeys, !keys.isEmpty else {
        throw error
      }
      throw .missing("agreed keys of the accessory: \(keys.joined(separator: ", "))", within: limit)
    }
    guard let outcome else { throw .notConnected }
    let bond = try outcome.get()
    do {
      try wait(for: "delivery of the keys", atLeast: .seconds(30), exchanges: 60) {
        !driver.holdsData(of: handle)
      }
    } catch {
      self.bond = nil
      throw error
    }
    return bond
  }

  /// Deletes the bond, as "forget this device" does.
  public func forgetBond() { bond = nil }

  private static func pairingOutcome(_ action: HostAction) -> Result<Bond, HostError>? {
    switch action {
    case .paired(let bond): .success(bond)
    case .pairingFailed(let reason, let isByPeer):
      .failure(.pairingFailed(reason, isByPeer: isByPeer))
    case .encryptionFailed(let code): .failure(.failed("encryption", code))
    default: nil
    }
  }

  /// Encrypts the link with the key of an earlier pairing, unless a Security Request of the peripheral had it do so.
  public func encrypt() throws(HostError) {
    _ = try handle()
    if link?.isEncrypted == true { return }
    let start = events.count
    if !isEncrypting { updateLink { $0.secure() } }
    let change = try encryptionChange(after: start)
    if change.status != .success { throw .failed("encryption with the stored key", change.status) }
  }

  private func encryptionChange(after start: Int) throws(HostError) -> EncryptionChangeEvent {
    try event("encryption", after: start, within: timeout(atLeast: .seconds(10), exchanges: 24)) {
      $0.encryptionOutcome
    }
  }

  /// Ends the link and waits until it is gone.
  public func disconnect() throws(HostError) {
    let handle = try handle()
    let limit = timeout(atLeast: .seconds(5), exchanges: 12)
    _ = try driver.begin(DisconnectCommand { $0.connectionHandle = handle })
    simulation.run(until: simulation.now + limit) { link != nil }
    if link != nil { throw .missing("end of the link", within: limit) }
  }

  /// Ends the link, if there is one, and gives up on it if that takes too long.
  public func leave() {
    guard let link else { return }
    driver.send(DisconnectCommand { $0.connectionHandle = link.handle })
    simulation.run(until: simulation.now + timeout(atLeast: .seconds(5), exchanges: 12)) { self.link != nil }
  }

  /// Asks for other connection parameters and waits until they are in force.
  ///
  /// - Parameters:
  ///   - interval: connection interval in units of 1.25 ms, 6 to 3200.
  ///   - latency: connection events that the peripheral may skip, 0 to 499.
  ///   - supervisionTimeout: in units of 10 ms, 10 to 3200.
  public func updateConnection(
    interval: UInt16, latency: UInt16 = 0, supervisionTimeout: UInt16 = 200
  ) throws(HostError) {
    let handle = try handle()
    let start = try driver.begin(
      LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        $0.parameters = ConnectionParameterRange(
          interval: interval, latency: latency, timeout: supervisionTimeout)
      })
    let update: LEConnectionUpdateCompleteEvent = try event("connection update", after: start) {
      if case .leConnectionUpdateComplete(let event) = $0 { return event }
      return nil
    }
    if update.status != .success { throw .failed("connection update", update.status) }
  }

  /// What the accessory says in LL_VERSION_IND.
  public func readRemoteVersion() throws(HostError) -> ReadRemoteVersionInformationCompleteEvent {
    let handle = try handle()
    let start = try driver.begin(ReadRemoteVersionInformationCommand { $0.connectionHandle = handle })
    let version: ReadRemoteVersionInformationCompleteEvent = try event("remote version", after: start) {
      if case .readRemoteVersionInformationComplete(let event) = $0 { return event }
      return nil
    }
    if version.status != .success { throw .failed("version exchange", version.status) }
    return version
  }

  /// The features of the accessory, page 0 and, where it has them, the pages after.
  public func readRemoteFeatures() throws(HostError) -> FeatureSet {
    let handle = try handle()
    let start = try driver.begin(LEReadRemoteFeaturesCommand { $0.connectionHandle = handle })
    let page0: LEReadRemoteFeaturesCompleteEvent = try event("remote features", after: start) {
      if case .leReadRemoteFeaturesComplete(let event) = $0 { return event }
      return nil
    }
    if page0.status != .success { throw .failed("feature exchange", page0.status) }
    var features = FeatureSet()
    features.page0 = page0.leFeatures
    guard features[.extendedFeatureSet] else { return features }
    let next = try driver.begin(
      LEReadAllRemoteFeaturesCommand {
        $0.connectionHandle = handle
        $0.pagesRequested = 1
      })
    let all: LEReadAllRemoteFeaturesCompleteEvent = try event("extended features", after: next) {
      if case .leReadAllRemoteFeaturesComplete(let event) = $0 { return event }
      return nil
    }
    if all.status != .success { throw .failed("extended feature exchange", all.status) }
    features.page1 = Array(all.leFeatures[8..<32])
    return features
  }

  /// Lets data PDUs be as long as both sides can. No event tells that the lengths stayed as they were, so
  /// silence for the time of a dozen exchanges stands for that.
  ///
  /// - Returns: whether the lengths changed.
  @discardableResult
  public func extendDataLength() throws(HostError) -> Bool {
    let handle = try handle()
    let start = events.count
    _ = try driver.complete(
      LESetDataLengthCommand {
        $0.connectionHandle = handle
        $0.txOctets = 251
        $0.txTime = 2120
      })
    do {
      return try event(
        "data length change", after: start, within: timeout(atLeast: .seconds(1), exchanges: 12)
      ) {
        if case .leDataLengthChange = $0 { return true }
        return nil
      }
    } catch {
      if case .missing = error { return false }
      throw error
    }
  }

  /// Changes to LE 2M in both directions.
  public func use2MPHY() throws(HostError) {
    let handle = try handle()
    let start = try driver.begin(
      LESetPHYCommand {
        $0.connectionHandle = handle
        $0.txPHYs = .le2M
        $0.rxPHYs = .le2M
      })
    let update: LEPHYUpdateCompleteEvent = try event("PHY update", after: start) {
      if case .lePHYUpdateComplete(let event) = $0 { return event }
      return nil
    }
    if update.status != .success { throw .failed("PHY update", update.status) }
  }
}
