internal import CoreTypes

/// The bonds on one interface: created by pairing, and lost if the peripheral refuses to encrypt with the key.
///
/// A peripheral refuses with PIN or Key Missing (0x06) if its host has no key for the central, EDIV and Rand. The request
/// does not contain the key, so a wrong key causes a MIC failure instead. [Vol 6, Part B, 5.1.3.1]
struct BondTraffic {
  /// What identifies the key in a request for encryption.
  struct Key: Equatable {
    var name = LongTermKeyName.secureConnections
    /// The key itself; nil where the recording does not have it.
    var longTermKey: LongTermKey?

    /// Whether both may be the same key: no recorded value differs.
    func canBe(_ other: Key) -> Bool {
      name == other.name
        && (longTermKey == nil || other.longTermKey == nil || longTermKey == other.longTermKey)
    }
  }

  struct Encryption {
    /// The key of the central's last request.
    var asked: Key?
    /// The key that the link was encrypted with.
    var used: Key?
  }

  private struct Bond {
    var ends: Ends
    var key: Key
    var frame: Int
    /// Whether both ends are known to have stored the key.
    var isStored: Bool
    var endReason: ErrorCode?
    var isAfterReset = false
  }

  /// Who the ends of a link are.
  private struct Ends {
    var central: [DeviceAddress]
    var peripheral: [DeviceAddress]
    /// The end whose HCI is recorded, which is one device on all links; nil on the air.
    var recorded: LinkRole?

    func isSameCentral(as other: Ends) -> Bool { central.contains(where: other.central.contains) }

    func areSamePeripheral(as other: Ends) -> Bool {
      recorded == .peripheral || peripheral.contains(where: other.peripheral.contains)
    }

    func areSame(as other: Ends) -> Bool {
      areSamePeripheral(as: other) && (recorded == .central || isSameCentral(as: other))
    }
  }

  private static let limit = 64

  private var bonds: [Bond] = []

  /// Records the key exchange and the encryption of a link that has ended. A second call for the same link has no effect.
  mutating func end(
    _ encryption: inout Encryption, _ exchange: KeyExchange, _ connection: RecordedConnection
  ) {
    guard let ends = Self.ends(connection) else { return }
    // Whatever a key is refused for later, the failed pairing may have cost the bond.
    if let failure = exchange.failureFrame {
      bonds.removeAll { $0.frame < failure && ends.areSamePeripheral(as: $0.ends) }
    }
    guard let used = encryption.used else { return }
    encryption = Encryption()
    if let frame = exchange.responseFrame {
      // A new key replaces the old one, and an accessory may store only one bond.
      bonds.removeAll { ends.areSamePeripheral(as: $0.ends) }
      guard connection.isBonding == true, let key = exchange.key(encryptedWith: used) else { return }
      if bonds.count == Self.limit { bonds.removeFirst() }
      bonds.append(
        Bond(
          ends: ends, key: key, frame: frame, isStored: exchange.isComplete, endReason: connection.endReason))
    } else if let place = place(of: used, ends) {
      bonds[place].isStored = true
      bonds[place].ends = ends
      bonds[place].endReason = connection.endReason
      bonds[place].isAfterReset = false
    }
  }

  /// The recorded controller was reset.
  mutating func reset() {
    for place in bonds.indices { bonds[place].isAfterReset = true }
  }

  /// The peripheral refused the central's key. That is a lost bond if the recording shows that both had stored the key.
  func refuse(_ encryption: Encryption, _ frame: Int, _ connection: inout RecordedConnection) {
    guard connection.lostBond == nil, let asked = encryption.asked, let ends = Self.ends(connection),
      let place = place(of: asked, ends), bonds[place].isStored
    else { return }
    let bond = bonds[place]
    let lost = LostBond(
      bondFrame: bond.frame, isSameAddress: ends.isSameCentral(as: bond.ends), endReason: bond.endReason,
      isAfterReset: ends.recorded == .peripheral ? bond.isAfterReset : nil)
    connection.lostBond = Seen(lost, frame: frame)
  }

  private func place(of key: Key, _ ends: Ends) -> Int? {
    bonds.lastIndex { ends.areSame(as: $0.ends) && key.canBe($0.key) }
  }

  private static func ends(_ connection: RecordedConnection) -> Ends? {
    guard let role = connection.role else { return nil }
    let isTurned = role == .peripheral
    let central = isTurned ? connection.peer : connection.own
    let peripheral = isTurned ? connection.own : connection.peer
    func addresses(_ device: RecordedDevice) -> [DeviceAddress] {
      [device.address?.value, device.identityAddress?.value].compactMap(\.self)
    }
    return Ends(
      central: addresses(central), peripheral: addresses(peripheral),
      recorded: connection.accessAddress == nil ? role : nil)
  }
}
