internal import Analysis
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HostStack
internal import ProfileImport
internal import Verdicts

extension RecordedCase {
  /// Series of procedures, and the pauses between them.
  static let repeating = [endless, restart, lowerRate, pause, retries]

  /// A recording shows neither where the devices are nor whether they move, so that a change of the distance is no
  /// failure.
  private static let endless = RecordedCase(id: "CS/PRC/BV-01") { trial in
    let (required, change) = (trial.wholeLimit("procedures"), trial.limit("distance_change_m"))
    return trial.decisive { (account, connection: RecordedConnection) in
      let long = connection.series.filter {
        $0.start.value.procedureCount.isEndless && $0.unbrokenCount >= required
      }
      guard account.allowsEndlessProcedures,
        let series = long.first(where: { $0.doubt(ofChange: change) == nil }) ?? long.first,
        let frame = series.lastFrame
      else { return nil }
      var finding = trial.finding(
        account, frame: frame, "completed procedures of an endless series", series.unbrokenCount,
        .atLeast(required, "procedures"))
      if let doubt = series.doubt(ofChange: change) { finding.step = finding.step.leftOpen(because: doubt) }
      return finding
    }
  }

  private static let restart = RecordedCase(id: "CS/PRC/BV-02") { trial in
    let required = trial.wholeLimit("restarts")
    return trial.decisive { (account, connection: RecordedConnection) in
      guard !trial.accessory.mayLackPackets(in: connection.source) else { return nil }
      let runs = connection.longestRun { series in
        guard series.start.value.procedureCount.isEndless else { return nil }
        guard series.unbrokenCount >= 2 else { return series.isBroken ? false : nil }
        return series.endFrame == nil ? nil : true
      }
      guard account.allowsEndlessProcedures, runs.count > required, let frame = runs.last?.start.frame else {
        return nil
      }
      return trial.finding(
        account, frame: frame, "accepted starts after a termination", runs.count - 1,
        .atLeast(required, "starts"))
    }
  }

  private static let lowerRate = RecordedCase(id: "CS/PRC/BV-03") { trial in
    let factor = trial.wholeLimit("interval_factor")
    return trial.decisive { (account, connection: RecordedConnection) in
      let runs = connection.series.filter { $0.unbrokenCount >= 2 }
      let least = runs.map(\.start.value.procedureInterval).filter { $0 > 0 }.min() ?? .max
      guard
        let slow = runs.first(where: { run in
          Int(run.start.value.procedureInterval) >= factor * Int(least)
            && runs.contains { $0.start.frame < run.start.frame && $0.start.value.procedureInterval == least }
        }), let frame = slow.lastFrame
      else { return nil }
      return trial.finding(
        account, frame: frame,
        "procedures \(slow.start.value.procedureInterval) connection events apart, after \(least)",
        slow.completeCount, .atLeast(2, "procedures"))
    }
  }

  private static let pause = RecordedCase(id: "CS/PRC/BV-04") { trial in
    let required = trial.limit("pause_s")
    return trial.decisive { (account, connection: RecordedConnection) in
      guard !trial.accessory.mayLackPackets(in: connection.source) else { return nil }
      var doubtful: RecordedTrial.Finding?
      for (before, after) in zip(connection.series, connection.series.dropFirst()) {
        guard before.unbrokenCount >= 2, after.unbrokenCount >= 2,
          !connection.hasFailedStart(between: before, and: after),
          let seconds = after.silence(after: before), seconds >= required, let frame = after.lastFrame
        else { continue }
        var finding = trial.finding(
          account, frame: frame, "pause before \(after.completeCount) completed procedures", seconds,
          .atLeast(required, "s"))
        guard let jump = connection.clock.jump(around: after.start.frame) else { return finding }
        finding.step = finding.step.leftOpen(because: jump.doubt)
        doubtful = doubtful ?? finding
      }
      return doubtful
    }
  }

  private static let retries = RecordedCase(id: "CS/AND/BV-04") { trial in
    let required = trial.wholeLimit("retries")
    return trial.decisive { (account, connection: RecordedConnection) in
      guard !trial.accessory.mayLackPackets(in: connection.source) else { return nil }
      var configured = 0
      let attempts = connection.longestRun { series in
        // A phone may ask for a single procedure.
        let needed = series.start.value.procedureCount == 1 ? 1 : 2
        guard series.unbrokenCount >= needed else { return series.isBroken ? false : nil }
        guard series.endFrame != nil,
          let latest = connection.configurations.last(where: { $0.frame < series.start.frame })?.frame,
          latest > configured
        else { return nil }
        configured = latest
        return true
      }
      guard attempts.count > required, let frame = attempts.last?.start.frame else { return nil }
      return trial.finding(
        account, frame: frame, "attempts with a completed procedure", attempts.count,
        .atLeast(required + 1, "attempts"))
    }
  }
}

extension RecordedConnection {
  /// The most series in a row that are as required, without a failed start in between.
  ///
  /// - Parameter verdict: whether a series is as required; nil for a series that tells nothing.
  fileprivate func longestRun(_ verdict: (RecordedSeries) -> Bool?) -> [RecordedSeries] {
    var (longest, run): ([RecordedSeries], [RecordedSeries]) = ([], [])
    for series in self.series {
      guard let isMet = verdict(series) else { continue }
      if !isMet || run.last.map({ hasFailedStart(between: $0, and: series) }) ?? false { run = [] }
      if isMet { run.append(series) }
      if run.count > longest.count { longest = run }
    }
    return longest
  }

  /// Whether a start failed after that of `before` and before that of `after`.
  fileprivate func hasFailedStart(between before: RecordedSeries, and after: RecordedSeries) -> Bool {
    failedStarts.contains { before.start.frame < $0 && $0 < after.start.frame }
  }
}

extension CaptureClock.Jump {
  /// Why times across it show nothing.
  fileprivate var doubt: String {
    "frames \(before) and \(after) are \(MeasureText.number(clockSeconds, "s")) apart by the capture clock, "
      + "\(MeasureText.number(eventSeconds, "s")) by the connection events"
  }
}

extension RecordedSeries {
  /// Why the recording does not show that the distance stays the same; nil if it does.
  ///
  /// - Parameter limit: the allowed change in metres.
  fileprivate func doubt(ofChange limit: Double) -> String? {
    guard distances.count >= completeCount, let departure = distances.departureMetres else {
      return "\(distances.count) of \(completeCount) procedures have a distance, so drift is unknown"
    }
    guard departure > max(limit, distances.chanceMetres) else { return nil }
    let metres = MeasureText.number(departure, "m")
    return "the distance changes by \(metres), and the recording does not show whether the devices moved"
  }
}

extension SeenAccessory.Account {
  /// Whether the capabilities allow an unlimited procedure count.
  fileprivate var allowsEndlessProcedures: Bool {
    device.capabilities.map { $0.value.maxConsecutiveProcedures.isEndless } ?? false
  }
}

extension RecordedCase {
  /// Pairing, and ranging without encryption.
  static let securing = [bonding, bondOfThePicker, rangingWithoutEncryption]

  /// A missing bond is a failure only if the phone requested bonding.
  private static let bonding = RecordedCase(id: "CS/SEC/BV-01") { trial in
    trial.decisive { (account, connection: RecordedConnection) in
      guard let (phone, accessory, frame) = connection.pairing(isCentral: account.isCentral),
        phone.contains([.bonding, .secureConnections])
      else { return nil }
      let requirements = accessory.authenticationRequirements
      let isMet = requirements.contains([.bonding, .secureConnections])
      return trial.finding(
        account, frame: frame, "pairing",
        isMet
          ? "LE Secure Connections, bonded"
          : requirements.contains(.bonding) ? "LE legacy pairing" : "paired, not bonded",
        .equals("LE Secure Connections, bonded"))
    }
  }

  private static let bondOfThePicker = RecordedCase(id: "CS/SMP/BV-01") { trial in
    let required = trial.wholeLimit("key_octets")
    return trial.decisive { (account, connection: RecordedConnection) in
      guard let (phone, accessory, frame) = connection.pairing(isCentral: account.isCentral),
        phone.contains([.bonding, .secureConnections]), !phone.contains(.mitm)
      else { return nil }
      let bonds = accessory.authenticationRequirements.contains([.bonding, .secureConnections])
      return trial.finding(
        account, frame: frame, "Pairing Response", accessory,
        .that(
          "bonding, LE Secure Connections, Just Works, a key of \(required) octets",
          words: {
            (bonds ? "bonding, LE Secure Connections" : "bonding or LE Secure Connections missing")
              + ($0.asksUser ? ", a model that asks the user" : ", Just Works")
              + ", a key of \($0.maximumKeySize) octets"
          }
        ) {
          bonds && !$0.asksUser && $0.maximumKeySize >= required
        })
    }
  }

  /// Only a request on an unencrypted link can show a refusal; an accepted one shows in the results before encryption.
  /// An HCI interface without encryption events may have been recorded without them, and settles nothing, nor does a
  /// connection whose event got lost, unless another account of its link has it.
  private static let rangingWithoutEncryption = RecordedCase(id: "CS/SEC/BI-01") { trial in
    trial.decisive { (account, connection: RecordedConnection) in
      let firstEncryption = account.connections.compactMap(\.firstEncryption).min()
      guard connection.isWhole, connection.handle != nil, trial.accessory.showsEncryption(as: connection),
        !trial.accessory.mayLackPackets(in: connection.source),
        firstEncryption != nil || !account.connections.contains(where: \.isEncryptionRequested)
      else { return nil }
      let encrypted = firstEncryption ?? .max
      // In the accessory's own HCI, the capabilities are those of the phone.
      let isOwnAccessory = (connection.role == .central) == account.isCentral
      if !isOwnAccessory, let frame = connection.peer.capabilities?.frame, frame < encrypted {
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
  /// AuthReq of the phone and the Pairing Response of the accessory, with its frame; nil where the recording lacks one,
  /// or does not show that this pairing led to encryption.
  fileprivate func pairing(
    isCentral: Bool
  ) -> (phone: AuthenticationRequirements, accessory: PairingFeatures, frame: Int)? {
    guard let own = own.pairing, let peer = peer.pairing, let role else { return nil }
    let (phone, accessory) = (role == .central) == isCentral ? (peer, own) : (own, peer)
    // A stored key may have encrypted the link before, or after pairing failed.
    guard isEncrypted, pairingFailure == nil, let firstEncryption, firstEncryption > accessory.frame else {
      return nil
    }
    return (phone.value.authenticationRequirements, accessory.value, accessory.frame)
  }
}
