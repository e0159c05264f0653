internal import Analysis
internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import ProfileImport
internal import Verdicts

extension RecordedCase {
  /// Pairing, and what came without it.
  static let securing = [bonding, bondOfThePicker, rangingWithoutEncryption]

  /// That the accessory keeps no key shows where the phone asked for it.
  private static let bonding = RecordedCase(id: "CS/SEC/BV-01") { trial in
    trial.decisive { (account, connection: RecordedConnection) in
      guard let (phone, accessory, frame) = connection.pairing(isCentral: account.isCentral),
        phone.contains([.bonding, .secureConnections]), connection.isEncrypted
      else { return nil }
      let isMet = accessory.contains([.bonding, .secureConnections])
      return trial.finding(
        account, frame: frame, "pairing",
        isMet
          ? "LE Secure Connections, bonded"
          : accessory.contains(.bonding) ? "LE legacy pairing" : "paired, not bonded",
        .equals("LE Secure Connections, bonded"))
    }
  }

  private static let bondOfThePicker = RecordedCase(id: "CS/SMP/BV-01") { trial in
    let required = trial.wholeLimit("key_octets")
    return trial.decisive { (account, connection: RecordedConnection) in
      guard let (phone, accessory, frame) = connection.pairing(isCentral: account.isCentral),
        phone.contains([.bonding, .secureConnections]), !phone.contains(.mitm), connection.isEncrypted,
        let size = account.device.pairing?.value.maximumKeySize
      else { return nil }
      let isBonding = accessory.contains([.bonding, .secureConnections])
      return trial.finding(
        account, frame: frame, "Pairing Response",
        (isBonding, Int(size)),
        .that(
          "bonding, LE Secure Connections, a key of \(required) octets",
          words: { ($0 ? "both bits" : "not both bits") + ", a key of \($1) octets" }
        ) { $0 && $1 >= required })
    }
  }

  /// That a request was refused takes one; that one was not shows in what came of it before the link was encrypted. An
  /// HCI interface without encryption events may have been recorded without them.
  private static let rangingWithoutEncryption = RecordedCase(id: "CS/SEC/BI-01") { trial in
    trial.decisive { (account, connection: RecordedConnection) in
      guard connection.isWhole, connection.handle != nil, trial.accessory.showsEncryption(as: connection)
      else { return nil }
      let encrypted = connection.firstEncryption ?? .max
      if let frame = connection.peer.capabilities?.frame, frame < encrypted {
        return trial.finding(
          account, frame: frame, "LL_CS_CAPABILITIES_REQ without encryption",
          "capabilities were sent", .inPlaceOf("refused"))
      }
      if let series = connection.series.first(where: { $0.completeCount > 0 }), series.start.frame < encrypted
      {
        return trial.finding(
          account, frame: series.start.frame, "procedures without encryption", "procedures ran",
          .inPlaceOf("refused"))
      }
      return nil
    }
  }
}

extension SeenAccessory {
  /// Whether the interface of a connection shows encryption, on this connection or on another.
  fileprivate func showsEncryption(as connection: RecordedConnection) -> Bool {
    accounts.flatMap(\.connections).contains {
      $0.source == connection.source && $0.interface == connection.interface && $0.firstEncryption != nil
    }
  }
}

extension RecordedConnection {
  /// AuthReq of the phone and of the accessory, with the frame of the latter; nil where the recording has not both.
  fileprivate func pairing(
    isCentral: Bool
  ) -> (phone: AuthenticationRequirements, accessory: AuthenticationRequirements, frame: Int)? {
    guard let own = own.pairing, let peer = peer.pairing, let role else { return nil }
    let (phone, accessory) = (role == .central) == isCentral ? (peer, own) : (own, peer)
    return (
      phone.value.authenticationRequirements, accessory.value.authenticationRequirements, accessory.frame
    )
  }
}
