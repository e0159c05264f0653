internal import Analysis
internal import Capture
internal import CoreTypes
internal import Faults
internal import HostStack
internal import Profiles
internal import RangingService

extension ProfileImporter {
  // MARK: Security

  /// What Pairing Response says. One without bonding shows that the accessory does not bond only if the phone asked for
  /// it.
  mutating func readSecurity() {
    let asked = accessory.accounts.filter(\.isAskedToBond).lazy.compactMap { [accessory] account in
      account.device.pairing.map { accessory.fact($0, account.source) }
    }.first
    guard let pairing = asked ?? accessory.fact(\.pairing) else { return }
    let bonds = pairing.value.authenticationRequirements.contains(.bonding)
    if bonds || asked != nil {
      draft.profile.security.bonds = bonds
      see("security.bonding", pairing.citation)
    } else {
      remarks.append("security.bonding: \(pairing.citation) has none, but the phone did not request it")
    }
    if let word = Self.ioWord(pairing.value.ioCapability) {
      draft.profile.security.ioCapability = word
      see("security.io_capability", pairing.citation)
    }
    if pairing.value.asksUser {
      draft.plant(.asksForConfirmation, note: pairing.citation)
      planted.append("faults \(Fault.asksForConfirmation.id): \(pairing.citation)")
    }
    guard !bonds, asked != nil else { return }
    draft.profile.security.hasPersistentKeys = false
    see("security.persistent_keys", pairing.citation)
  }

  /// Lost bonds: keys that both ends had stored, and that the peripheral later refused.
  mutating func readLostBonds() {
    let path = "security.persistent_keys"
    let losses = accessory.accounts.filter { !$0.isCentral }.compactMap { account in
      account.lostBond.map { (source: account.source, bond: $0.value, frame: $0.frame) }
    }
    guard let loss = losses.first(where: \.bond.isSameAddress) ?? losses.first, !draft.knows(path) else {
      return
    }
    let citation = accessory.citation(loss.source, "frame \(loss.bond.bondFrame) and \(loss.frame)")
    if !loss.bond.isSameAddress {
      disputed.append(path)
      remarks.append(
        "\(path): \(citation) show a bond whose key was refused when the phone used another address: either the key is "
          + "lost, or the accessory did not recognise the phone")
    } else if losses.allSatisfy(\.bond.isByLostLink) {
      draft.plant(.bondLostWithLink, note: citation)
      planted.append("faults \(Fault.bondLostWithLink.id): \(citation)")
    } else {
      draft.profile.security.hasPersistentKeys = false
      see([path], citation, note: "the key of the bond was refused with PIN or Key Missing (0x06)")
    }
  }

  private static func ioWord(_ octet: UInt8) -> SecurityDescription.IOCapability? {
    SecurityDescription.IOCapability.allCases.first { $0.octet == octet }
  }

  // MARK: GATT

  /// What clients found in its GATT server.
  mutating func readAttributes() {
    if let mtu = accessory.fact(\.receiveMTU) {
      draft.profile.gatt.maximumMTU = mtu.value
      see("gatt.mtu_octets", mtu.citation)
    }
    readRangingService()
    guard let whole = wholeDatabase else { return }
    let end = accessory.citation(whole.source, "frame \(whole.end)")
    let vendor = whole.database.services.first { $0.isPrimary && $0.uuid.octets.count == 16 }
    if let vendor {
      draft.profile.gatt.vendorService = .long(vendor.uuid.octets)
      see("gatt.vendor_service", accessory.citation(whole.source, "frame \(vendor.frame)"))
    } else {
      see("gatt.vendor_service", end)
    }
    let described = [.genericAccess, .genericAttribute, .ranging, vendor?.uuid]
    let others = whole.database.services.filter { $0.isPrimary && !described.contains($0.uuid) }
    if others.isEmpty { draft.leaveOut("gatt.services") }
    readServiceChanged(whole)
  }

  /// A database of which all primary services were asked for.
  private var wholeDatabase: (database: RecordedDatabase, end: Int, source: Int)? {
    for account in accessory.accounts where !accessory.mayLackPackets(in: account.source) {
      if let end = account.device.database.servicesEnd {
        return (account.device.database, end, account.source)
      }
    }
    return nil
  }

  private mutating func readServiceChanged(_ whole: (database: RecordedDatabase, end: Int, source: Int)) {
    let changed = whole.database.characteristic(.serviceChanged)
    let generic = whole.database.service(.genericAttribute)
    if let changed {
      draft.profile.gatt.hasServiceChanged = true
      see("gatt.service_changed", accessory.citation(whole.source, "frame \(changed.frame)"))
    } else if generic == nil || generic.map({ $0.handles.start == $0.handles.end }) == true {
      see("gatt.service_changed", accessory.citation(whole.source, "frame \(generic?.frame ?? whole.end)"))
    }
  }

  private mutating func readRangingService() {
    if let found = accessory.fact({ device in
      device.database.service(.ranging).map { Seen(true, frame: $0.frame) }
    }) {
      draft.profile.gatt.hasRangingService = true
      see("gatt.ranging_service", found.citation)
      readRangingFeatures()
      return
    }
    let absent = accessory.accounts.compactMap { account -> String? in
      guard !accessory.mayLackPackets(in: account.source) else { return nil }
      let database = account.device.database
      let searched = database.absentServices.first { $0.value == .ranging }?.frame
      return (searched ?? database.servicesEnd).map { accessory.citation(account.source, "frame \($0)") }
    }.first
    guard let absent else { return }
    see("gatt.ranging_service", absent)
    draft.leaveOut("gatt.ranging")
  }

  private mutating func readRangingFeatures() {
    let value = accessory.fact { device -> Seen<[UInt8]>? in
      guard let place = device.database.characteristic(.rasFeatures) else { return nil }
      return device.database.value(of: place.valueHandle).map { Seen($0.octets, frame: $0.frame) }
    }
    guard let value, value.value.count >= 4 else { return }
    let bits = RASFeatures(rawValue: value.value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
    draft.profile.gatt.ranging.sendsRealTime = bits.contains(.realTime)
    draft.profile.gatt.ranging.resendsLostSegments = bits.contains(.lostSegments)
    draft.profile.gatt.ranging.aborts = bits.contains(.abort)
    draft.profile.gatt.ranging.filters = bits.contains(.filter)
    see(
      ["real_time", "lost_segments", "abort", "filter"].map { "gatt.ranging.\($0)" }, value.citation)
  }

  // MARK: Link

  /// Many stacks wait for 5 s before they send a request: after so many seconds there is none.
  private static let requestSeconds = 7.0

  /// Whether a connection without a request for other parameters shows that none is sent.
  private func showsNoRequest(_ connection: RecordedConnection) -> Bool {
    guard accessory.hasAll(of: connection), connection.clock.isSteady, connection.endReason != nil,
      let start = connection.startTime, let end = connection.lastTime
    else { return false }
    return end.microseconds(since: start) >= 1e6 * Self.requestSeconds
  }

  /// What it did on connections by itself.
  mutating func readLink() {
    if let length = accessory.fact(\.dataLength),
      DataLength.legalOctets.contains(Int(length.value.rx.octets))
    {
      draft.profile.link.maximumDataOctets = UInt8(length.value.rx.octets)
      see("link.data_octets", length.citation)
    }
    if let asked = accessory.fact(\.requestedPHYs) {
      draft.profile.link.startsPHYUpdate = true
      see("link.starts_phy_update", asked.citation)
    }
    if let asked = accessory.fact({ $0.parameterRequests.first }) {
      let request = asked.value
      draft.profile.link.requestsConnectionParameters = true
      draft.profile.link.requestedIntervalMinMilliseconds = request.intervalMin.milliseconds
      draft.profile.link.requestedIntervalMaxMilliseconds = request.intervalMax.milliseconds
      draft.profile.link.requestedLatency = request.latency
      draft.profile.link.requestedTimeoutMilliseconds = request.timeout.milliseconds
      see(
        [
          "requests_connection_parameters", "requested_interval_min_ms", "requested_interval_max_ms",
          "requested_latency", "requested_timeout_ms",
        ].map { "link.\($0)" }, asked.citation)
      return
    }
    let whole = accessory.accounts.filter { account in
      !account.isCentral && account.connections.contains(where: showsNoRequest)
    }
    guard let last = whole.last?.connections.last else { return }
    let count = whole.count == 1 ? "in 1 whole connection" : "in \(whole.count) whole connections"
    see(
      "link.requests_connection_parameters",
      accessory.citation(last.source, "\(count), to frame \(last.lastFrame)"))
    for key in ["interval_min_ms", "interval_max_ms", "latency", "timeout_ms"] {
      draft.leaveOut("link.requested_\(key)")
    }
  }
}
