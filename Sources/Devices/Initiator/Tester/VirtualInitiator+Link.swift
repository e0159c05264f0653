public import ChannelSounding
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

/// Before there is a link.
extension VirtualInitiator {
  /// Brings the controller up as a phone does.
  public func powerOn() throws(HostError) { try run(phone.powerOn()) }

  /// In which two advertising events of any legal interval fall. [Vol 6, Part B, 4.4.2.2]
  private static let advertisingLimit = Picoseconds.seconds(22)

  /// Scans until an advertiser matches one of `descriptors`: for advertising data alone, unless a descriptor has a
  /// clause that a scan response may fulfil.
  ///
  /// - Parameter span: after that time any advertiser ends the scan; nil for none.
  /// - Returns: that advertiser, else the last that was seen and does not match.
  public func discover(
    _ descriptors: [AccessoryDescriptor], within limit: Picoseconds = .seconds(5),
    anyAfter span: Picoseconds? = nil
  ) throws(HostError) -> Discovery? {
    let start = events.count
    try run(phone.startScan(isActive: descriptors.contains(where: \.isRefined)))
    var found: Discovery?
    var record = ScanRecord()
    var examined = start
    let begin = simulation.now
    simulation.run(until: begin + limit) {
      while found?.match != .matched, examined < events.count {
        if let discovery = Self.discovery(in: events[examined], descriptors, &record) { found = discovery }
        examined += 1
      }
      if let span, found != nil, simulation.now - begin >= span { return false }
      return found?.match != .matched
    }
    try run(phone.stopScan())
    return found
  }

  private static func discovery(
    in event: HCIDriver.ReceivedEvent, _ descriptors: [AccessoryDescriptor], _ record: inout ScanRecord
  ) -> Discovery? {
    guard case .leAdvertisingReport(let reports) = event.value, let report = reports.reports.first,
      [AdvertisingReportType.connectable, .scanResponse].contains(report.eventType)
    else { return nil }
    let sighting = record.take(report).sighting
    let matches = descriptors.map { $0.match(sighting.advertising, scanResponse: sighting.scanResponse) }
    return Discovery(
      address: sighting.address, data: sighting.advertising,
      match: matches.first { $0 == .matched } ?? matches.first ?? .failed(.identity),
      packetIndex: event.packetIndex)
  }

  /// Connects to an advertiser.
  ///
  /// - Parameters:
  ///   - parameters: the connection parameters.
  ///   - maximumMTU: the ATT_MTU that this host's server answers with, 23 to 517 octets.
  public func connect(
    to address: DeviceAddress, _ parameters: ConnectionParameterRange, maximumMTU: Int = 247,
    policy: PairingPolicy = PairingPolicy()
  ) throws(HostError) {
    _ = try run(
      phone.connect(
        to: address, parameters, maximumMTU: maximumMTU, policy: policy, bond: bond,
        within: Self.advertisingLimit))
  }
}

/// The link itself.
extension VirtualInitiator {
  /// Pairs with LE Secure Connections, Just Works, and bonds. It is done when the peer has acknowledged the last
  /// key. [Vol 3, Part H, 3.6.1]
  public func pair() throws(HostError) -> Bond {
    let former = bond
    do throws(HostError) {
      return try run { $0.pair() }
    } catch {
      // Keys that the accessory did not acknowledge are no bond.
      if bond != former { bond = nil }
      throw error
    }
  }

  /// Deletes the bond, as "forget this device" does.
  public func forgetBond() { bond = nil }

  /// Encrypts the link with the key of an earlier pairing, unless a Security Request of the peripheral had it do so.
  public func encrypt() throws(HostError) { try run { $0.encrypt() } }

  /// Ends the link and waits until it is gone.
  public func disconnect() throws(HostError) { try run { $0.disconnect() } }

  /// Ends the link, if there is one, and gives up on it if that takes too long.
  public func leave() {
    guard let link = phoneLink else { return }
    phone.send(DisconnectCommand { $0.connectionHandle = link.handle })
    simulation.run(until: simulation.now + link.timeout(atLeast: .seconds(5), exchanges: 12)) { link.isUp }
  }

  /// The contents of the accessory's LL_VERSION_IND.
  public func readRemoteVersion() throws(HostError) -> ReadRemoteVersionInformationCompleteEvent {
    try run { $0.readRemoteVersion() }
  }

  /// The features of the accessory, page 0 and, where it has them, the pages after.
  public func readRemoteFeatures() throws(HostError) -> FeatureSet { try run { $0.readRemoteFeatures() } }

  /// Lets data PDUs be as long as both sides can. Returns whether the lengths changed.
  @discardableResult
  public func extendDataLength() throws(HostError) -> Bool { try run { $0.extendDataLength() } }
}

/// Channel Sounding on the link.
extension VirtualInitiator {
  /// Exchanges Channel Sounding capabilities.
  public func exchangeCapabilities() throws(HostError) -> CSCapabilities {
    try run { $0.exchangeCapabilities() }
  }

  /// Creates a configuration on both sides. Returns the configuration with the times that were agreed.
  public func configure(_ configuration: CSConfiguration) throws(HostError) -> CSConfiguration {
    try run { $0.configure(configuration) }
  }

  /// Starts Channel Sounding security.
  public func startCSSecurity() throws(HostError) { try run { $0.startCSSecurity() } }

  /// Starts procedures. Returns the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    try run { $0.startProcedures(parameters) }
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(configID: ConfigID) throws(HostError) {
    try run { $0.stopProcedures(configID: configID) }
  }
}
