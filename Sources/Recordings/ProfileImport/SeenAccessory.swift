package import Analysis
internal import ChannelSounding
package import CoreTypes
internal import HostStack

/// An accessory as recordings show it: all links with it, what it advertised, and what its radio did.
package struct SeenAccessory: Sendable {
  package struct Account: Sendable {
    /// All that the accounts of the link show of the accessory.
    package internal(set) var device: RecordedDevice
    /// The accounts of the link.
    package internal(set) var connections: [RecordedConnection]
    package internal(set) var isCentral: Bool
    /// What procedures showed, by configuration.
    package internal(set) var conduct: [ConfigurationConduct]
    /// The recording, from 0.
    package internal(set) var source: Int

    /// Whether the phone requested bonding.
    var isAskedToBond: Bool {
      connections.contains { connection in
        let phone = (connection.role == .central) == isCentral ? connection.peer : connection.own
        return phone.pairing?.value.authenticationRequirements.contains(.bonding) ?? false
      }
    }

    /// The bond whose key was refused on the link, joined from all accounts of the link.
    var lostBond: Seen<LostBond>? {
      let losses = connections.compactMap(\.lostBond)
      guard let first = losses.first(where: \.value.isSameAddress) ?? losses.first else { return nil }
      var value = first.value
      value.endReason = losses.lazy.compactMap(\.value.endReason).first
      value.isAfterReset = losses.lazy.compactMap(\.value.isAfterReset).first
      return Seen(value, frame: first.frame)
    }
  }

  /// A value with where it stands.
  struct Fact<Value: Sendable>: Sendable {
    var value: Value
    /// As `phone.btsnoop frame 812`.
    var citation: String
    var frame: Int
    /// The recording, from 0.
    var source: Int
  }

  /// The address by which it is known; nil in logs of text, and where no link tells.
  package internal(set) var address: DeviceAddress?
  /// The procedures that any end reported.
  package internal(set) var procedureCount = 0
  package private(set) var fit = RadioFit()
  /// What its procedures prove.
  private(set) var proof = ProcedureProof()
  let names: [String]
  /// The recordings, from 0, that are API traces, whose capabilities leave NADM out.
  var traces: [Int] = []
  /// The recordings, from 0, that lack packets.
  var damaged: [Int] = []
  /// The recordings, from 0, with truncated packets.
  var cut: [Int] = []
  /// The logs of text that tell of it.
  var logNames: [String] = []
  /// The links with it, in the order of the recordings.
  package internal(set) var accounts: [Account] = []
  var advertisers: [RecordedAdvertiser] = []
  /// What the analysis of the recordings did not keep, which may be of the accessory.
  var notKept = NotKeptCounts()

  /// Whether it only advertised, and the recordings have procedures of another device, which they do not name.
  package internal(set) var isBystander = false

  package var linkCount: Int { accounts.count }

  /// Whether anything of it is about Channel Sounding.
  package var hasChannelSounding: Bool {
    procedureCount > 0 || accounts.contains { $0.device.capabilities != nil }
  }

  /// What a person calls it.
  package var name: String {
    guard let address else { return "the reflector of \(files)" }
    return "\(address) (\(address.kind == .public ? "public" : "random"))"
  }

  /// One line for a list to choose from.
  package var summary: String {
    var parts = logNames.isEmpty ? [linkCount == 1 ? "1 link" : "\(linkCount) links"] : []
    if procedureCount > 0 {
      parts.append(procedureCount == 1 ? "1 procedure" : "\(procedureCount) procedures")
    }
    if accounts.contains(where: { $0.device.capabilities != nil }) { parts.append("capabilities") }
    if let name = advertisers.compactMap({ $0.data?.value.localName ?? $0.scanResponse?.value.localName })
      .first
    {
      parts.append("advertises as '\(name)'")
    }
    return "\(name): \(parts.joined(separator: ", "))"
  }

  /// Whether a recording, from 0, lacks packets, so that nothing follows from what it does not show.
  package func mayLackPackets(in source: Int) -> Bool { damaged.contains(source) }

  /// Whether any recording lacks packets.
  package var mayLackPackets: Bool { !damaged.isEmpty }

  /// Whether the recording has all that the ends of a connection said.
  func hasAll(of connection: RecordedConnection) -> Bool {
    connection.isWhole && connection.hiddenCount == 0 && !mayLackPackets(in: connection.source)
      && !cut.contains(connection.source)
  }

  // MARK: Gathering

  mutating func add(
    _ device: RecordedDevice, _ link: RecordedLink, _ connections: [RecordedConnection], isCentral: Bool,
    conduct: [ConfigurationConduct], fits: [RadioFit], proofs: [ProcedureProof]
  ) {
    let source = connections.first?.source ?? 0
    accounts.append(
      Account(
        device: device, connections: connections, isCentral: isCentral, conduct: conduct, source: source))
    procedureCount += connections.map(\.procedures.total).max() ?? 0
    for fit in fits { add(fit) }
    for proof in proofs { add(proof) }
  }

  mutating func add(_ fit: RadioFit) { self.fit.add(fit) }

  mutating func add(_ proof: ProcedureProof) { self.proof.add(proof) }

  /// The most antennas that it had in use in tones.
  var usedAntennaCount: Int {
    let series = accounts.flatMap(\.connections).flatMap(\.series)
    return series.compactMap { $0.antennas?.reflectorAntennas }.max() ?? 1
  }

  /// Whether a link with it was on LE 2M.
  var usesLE2M: Bool {
    accounts.flatMap(\.connections).contains { connection in
      guard let phys = connection.phys?.value else { return false }
      return phys.centralToPeripheral == .le2M || phys.peripheralToCentral == .le2M
    }
  }

  /// Whether a link with an address is one with this accessory.
  func isKnown(as other: DeviceAddress?) -> Bool {
    guard let other else { return false }
    return accounts.contains {
      $0.device.address?.value == other || $0.device.identityAddress?.value == other
    }
  }

  /// Whether it is the device whose own HCI shows a link, which is one device on all links.
  func isRecorded(as link: [RecordedConnection], isCentral: Bool) -> Bool {
    let own = link.filter { $0.isOwn(ofCentral: isCentral) }
    return accounts.contains { account in
      account.connections.contains { connection in
        connection.isOwn(ofCentral: account.isCentral)
          && own.contains { $0.source == connection.source && $0.interface == connection.interface }
      }
    }
  }

  func isAdvertised(by advertiser: RecordedAdvertiser) -> Bool {
    if let address = advertiser.address { return address == self.address || isKnown(as: address) }
    return advertiser.shownBy == .commands
      && accounts.contains { account in
        account.connections.contains {
          $0.source == advertiser.source && $0.interface == advertiser.interface
            && ($0.role == .central) == account.isCentral
        }
      }
  }

  // MARK: Facts

  /// The first account of a fact.
  func fact<Value>(_ path: (RecordedDevice) -> Seen<Value>?) -> Fact<Value>? {
    for account in accounts {
      if let seen = path(account.device) { return fact(seen, account.source) }
    }
    return nil
  }

  func fact<Value>(_ seen: Seen<Value>, _ source: Int) -> Fact<Value> {
    Fact(
      value: seen.value, citation: citation(source, "frame \(seen.frame)"), frame: seen.frame, source: source)
  }

  /// A place in a recording, as `phone.btsnoop frame 812`.
  package func citation(_ source: Int, _ place: String) -> String { "\(Self.file(names[source])) \(place)" }

  /// The recordings that tell of it, without their folders, at most 4 by name.
  var files: String {
    var sources: [Int] = []
    for source in accounts.map(\.source) + advertisers.map(\.source) where !sources.contains(source) {
      sources.append(source)
    }
    let all = logNames + sources.sorted().map { names[$0] }
    let shown = all.prefix(Self.mostFiles).map(Self.file).joined(separator: ", ")
    return all.count > Self.mostFiles ? "\(shown) and \(all.count - Self.mostFiles) more" : shown
  }

  /// A profile has room for the names of so many files in one text.
  private static let mostFiles = 4

  /// The last part of a path, on one line and at most 60 octets long.
  private static func file(_ path: String) -> String {
    var name = ""
    for scalar in (path.split(separator: "/").last ?? "").unicodeScalars {
      let shown: Unicode.Scalar = scalar.properties.generalCategory == .control ? " " : scalar
      guard name.utf8.count + UTF8.width(shown) <= 57 else { return name + "..." }
      name.unicodeScalars.append(shown)
    }
    return name
  }
}

extension RecordedConnection {
  /// Whether the HCI of the central, or of the peripheral, was recorded.
  fileprivate func isOwn(ofCentral isCentral: Bool) -> Bool {
    handle != nil && (role == .central) == isCentral
  }
}
