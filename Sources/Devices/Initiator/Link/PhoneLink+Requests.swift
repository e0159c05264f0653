public import ChannelSounding
public import CoreTypes
public import HCI
public import HostStack
internal import SimulationKernel
public import VirtualHost

/// What a phone asks of the link itself.
extension PhoneLink {
  /// Pairs with LE Secure Connections, Just Works, and bonds. It is done when the peer has acknowledged the last
  /// key. [Vol 3, Part H, 3.6.1]
  public func pair() -> HostRequest<Bond> {
    .act { [self] in
      // A Security Request may have started encryption with the stored key; that ends first.
      let encryption = isEncrypting ? encryptionChange().map { _ in } : .value(())
      return encryption.then { [self] in startPairing() }.then { [self] bond in
        awaitDelivery().map { bond }
      }
    }
  }

  private func startPairing() -> HostRequest<Bond> {
    .act { [self] in
      let secrets = phone.drawPairingSecrets()
      update {
        $0.pairingSecrets = secrets
        return $0.startPairing()
      }
      let begin = phone.simulation.now
      return .sign("end of pairing", within: { [self] in pairingLimit(since: begin) }) {
        if case .action(let action) = $0 { return Self.pairingOutcome(action) }
        return nil
      }.recover { [self] error in
        guard case .missing(let what, _) = error, isUp else { return .failure(error) }
        let keys = host.awaitedKeys.joined(separator: ", ")
        // What still comes makes no bond, and is not answered on this link. [Vol 3, Part H, 3.4]
        update { $0.pairingTimedOut() }
        return .failure(
          .missing(keys.isEmpty ? what : "agreed keys of the accessory: \(keys)", within: pairingTimeout))
      }
    }
  }

  private static func pairingOutcome(_ action: HostAction) -> Result<Bond, HostError>? {
    switch action {
    case .paired(let bond): .success(bond)
    case .pairingFailed(let reason, let isByPeer):
      .failure(.pairingFailed(reason, isByPeer: isByPeer))
    case .encryptionFailed(let code): .failure(.failed("encryption", code))
    default: nil
    }
  }

  private func awaitDelivery() -> HostRequest<Void> {
    .act { [self] in
      guard phone.driver.holdsData(of: handle) else { return .value(()) }
      return .sign(
        "delivery of the keys",
        within: { [self] in timeout(atLeast: HostLink.transactionTimeout, exchanges: 60) }
      ) {
        [self] _ in phone.driver.holdsData(of: handle) ? nil : .success(())
      }
    }
  }

  /// Encrypts the link with the key of an earlier pairing, unless a Security Request of the peripheral had it do so.
  public func encrypt() -> HostRequest<Void> {
    .act { [self] in
      if host.isEncrypted { return .value(()) }
      if !isEncrypting { update { $0.secure() } }
      return encryptionChange().map { change throws(HostError) in
        if change.status != .success { throw .failed("encryption with the stored key", change.status) }
      }
    }
  }

  /// The link layer would wait for 40 s; an accessory has the key in its memory, and after 10 s none is expected any
  /// more. [Vol 6, Part B, 5.2]
  private func encryptionChange() -> HostRequest<EncryptionChangeEvent> {
    .event("encryption", within: { [self] in timeout(atLeast: .seconds(10), exchanges: 24) }) {
      $0.encryptionOutcome
    }
  }

  /// Asks for other connection parameters and waits until they are in force.
  public func updateConnection(_ parameters: ConnectionParameterRange) -> HostRequest<Void> {
    .command(
      LEConnectionUpdateCommand { ($0.connectionHandle, $0.parameters) = (handle, parameters) },
      awaiting: "connection update", within: { [self] in procedureLimit },
      { if case .leConnectionUpdateComplete(let event) = $0 { event } else { nil } }
    ) { update throws(HostError) in
      if update.status != .success { throw .failed("connection update", update.status) }
    }
  }

  /// The contents of the accessory's LL_VERSION_IND.
  public func readRemoteVersion() -> HostRequest<ReadRemoteVersionInformationCompleteEvent> {
    .command(
      ReadRemoteVersionInformationCommand { $0.connectionHandle = handle }, awaiting: "remote version",
      within: { [self] in procedureLimit },
      { if case .readRemoteVersionInformationComplete(let event) = $0 { event } else { nil } }
    ) { version throws(HostError) in
      if version.status != .success { throw .failed("version exchange", version.status) }
      return version
    }
  }

  /// The features of the accessory, page 0 and, where it has them, the pages after.
  public func readRemoteFeatures() -> HostRequest<FeatureSet> {
    HostRequest<FeatureSet>.command(
      LEReadRemoteFeaturesCommand { $0.connectionHandle = handle }, awaiting: "remote features",
      within: { [self] in procedureLimit },
      { if case .leReadRemoteFeaturesComplete(let event) = $0 { event } else { nil } }
    ) { page0 throws(HostError) in
      if page0.status != .success { throw .failed("feature exchange", page0.status) }
      return FeatureSet(page0: page0.leFeatures)
    }.then { [self] features in
      features[.extendedFeatureSet] ? readAllRemoteFeatures(features) : .value(features)
    }
  }

  private func readAllRemoteFeatures(_ page0: FeatureSet) -> HostRequest<FeatureSet> {
    .command(
      LEReadAllRemoteFeaturesCommand {
        $0.connectionHandle = handle
        $0.pagesRequested = 1
      }, awaiting: "extended features", within: { [self] in procedureLimit },
      { if case .leReadAllRemoteFeaturesComplete(let event) = $0 { event } else { nil } }
    ) { all throws(HostError) in
      if all.status != .success { throw .failed("extended feature exchange", all.status) }
      var features = page0
      features.page1 = FeatureSet(octets: all.leFeatures).page1
      return features
    }
  }

  /// Lets data PDUs be as long as both sides can. No event reports lengths that stay as they were: the request ends
  /// after the time of a dozen exchanges without an event. Returns whether the lengths changed.
  public func extendDataLength() -> HostRequest<Bool> {
    HostRequest.complete(
      LESetDataLengthCommand {
        $0.connectionHandle = handle
        $0.tx = .greatestOnLE1M
      }
    ).then { [self] _ in
      HostRequest.event(
        "data length change", within: { [self] in timeout(atLeast: .seconds(1), exchanges: 12) }
      ) {
        if case .leDataLengthChange = $0 { true } else { nil }
      }.recover { error in
        if case .missing = error { return .value(false) }
        return .failure(error)
      }
    }
  }

  /// Changes to LE 2M in both directions.
  public func use2MPHY() -> HostRequest<Void> {
    .command(
      LESetPHYCommand {
        $0.connectionHandle = handle
        $0.txPHYs = .le2M
        $0.rxPHYs = .le2M
      }, awaiting: "PHY update", within: { [self] in procedureLimit },
      { if case .lePHYUpdateComplete(let event) = $0 { event } else { nil } }
    ) { update throws(HostError) in
      if update.status != .success { throw .failed("PHY update", update.status) }
    }
  }

  /// Ends the link and waits until it is gone.
  public func disconnect() -> HostRequest<Void> {
    HostRequest<Void>.command(
      DisconnectCommand { $0.connectionHandle = handle }, awaiting: "end of the link",
      within: { [self] in timeout(atLeast: .seconds(5), exchanges: 12) },
      { if case .disconnectionComplete(let event) = $0 { event } else { nil } }
    ) { _ in
    }.recover { error in
      if case .disconnected = error { return .value(()) }
      return .failure(error)
    }
  }
}

/// Channel Sounding on the link.
extension PhoneLink {
  private var sounding: SoundingLink { SoundingLink(handle) { [self] in procedureLimit } }

  /// Exchanges Channel Sounding capabilities.
  public func exchangeCapabilities() -> HostRequest<CSCapabilities> { sounding.exchangeCapabilities() }

  /// Lets this controller initiate, with CS_SYNC packets over the antennas `syncAntennas`.
  public func enableInitiatorRole(
    syncAntennas: CSSyncAntennaSelection = .noRecommendation
  ) -> HostRequest<Void> {
    HostRequest.complete(
      LECSSetDefaultSettingsCommand(connectionHandle: handle, roles: .initiator, syncAntennas: syncAntennas)
    ).map { _ in }
  }

  /// Reads the accessory's table of mode-0 frequency actuation errors.
  public func readFAETable() -> HostRequest<FAETable> { sounding.readFAETable() }

  /// Creates a configuration on both sides. Returns the configuration with the times that were agreed.
  public func configure(_ configuration: CSConfiguration) -> HostRequest<CSConfiguration> {
    sounding.configure(configuration).map { [self] complete throws(HostError) in
      let agreed = try complete.agreed()
      if complete.action == .create { configurations[agreed.id] = agreed }
      return agreed
    }
  }

  /// Starts Channel Sounding security.
  public func startCSSecurity() -> HostRequest<Void> {
    sounding.startSecurity().map { status throws(HostError) in
      if status != .success { throw .failed("CS security start", status) }
    }
  }

  /// Starts procedures. Returns the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) -> HostRequest<LECSProcedureEnableCompleteEvent> {
    sounding.startProcedures(parameters)
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(configID: ConfigID) -> HostRequest<Void> { sounding.stopProcedures(configID) }
}
