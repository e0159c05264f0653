internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import HCI
internal import HostStack
internal import LinkLayer
internal import Notation

/// Connections, and the devices at their ends.
extension AnalysisText {
  private static let shownServices = 12

  func connection(
    _ connection: RecordedConnection, _ index: Int, of report: AnalysisReport
  ) -> AnalysisSection {
    guard !connection.isRemainder else {
      return AnalysisSection(
        heading: "connection \(index + 1): all that are not kept",
        items: item("results", Self.text(connection.procedures)))
    }
    var items: [AnalysisSection.Item] = []
    let start = connection.isWhole || connection.isLog ? "" : ", connected before the recording"
    items += item("frames", "\(connection.firstFrame) to \(connection.lastFrame)\(start)")
    if let link = link(connection) { items += item("link", link) }
    let isOnAir = connection.accessAddress != nil
    items += isOnAir ? device(connection.peer, "device", "peripheral ") : device(connection.peer, "peer")
    items += isOnAir ? device(connection.own, "device", "central ") : device(connection.own, "own")
    if let pairing = pairing(connection) { items += item("pairing", pairing) }
    if let lost = connection.lostBond {
      items += item(
        "bond", "that of frame \(lost.value.bondFrame) is lost: its key was refused (frame \(lost.frame))")
    }
    var shown: [CSConfiguration] = []
    for configuration in connection.configurations.map(\.value) where !shown.contains(configuration) {
      shown.append(configuration)
      items += item("config \(configuration.id)", CapabilityText.text(configuration, isLog: connection.isLog))
    }
    items += connection.refusals.flatMap { item("problem", $0) }
    items += connection.rejections.prefix(3).flatMap { item("refused", Self.text($0)) }
    if let schedule = connection.schedule { items += item("schedule", Self.text(schedule.value)) }
    if connection.hiddenCount > 0 {
      items += item(
        "hidden", "\(DecimalText.grouped(connection.hiddenCount)) encrypted packets, without a key")
    }
    if let ranging = Self.ranging(connection) { items += item("read", ranging) }
    items += connection.clock.jumps.prefix(3).flatMap { item("clock", Self.text($0)) }
    // The air has no results.
    if connection.accessAddress == nil { items += item("results", Self.text(connection.procedures)) }
    return AnalysisSection(heading: title(connection, index, of: report), items: items)
  }

  private static func ranging(_ connection: RecordedConnection) -> String? {
    let (joined, left) = (connection.rangingDataCount, connection.unmatchedRangingDataCount)
    guard joined + left > 0 else { return nil }
    var text = "\(DecimalText.counted(joined, "result")) over the Ranging Service"
    if let frame = connection.firstRangingData { text += " (from frame \(frame))" }
    if let frame = connection.firstOddRangingData {
      text += ", with steps of a length unexpected for their RTT_Type (from frame \(frame))"
    }
    return left > 0 ? text + ", and \(DecimalText.grouped(left)) without a match on this device" : text
  }

  private func title(_ connection: RecordedConnection, _ index: Int, of report: AnalysisReport) -> String {
    var title = "connection \(index + 1)"
    if report.recordings.count > 1 { title += " of \(report.recordings[connection.source].name)" }
    if let interface = connection.interface { title += ", \(interface)" }
    if let role = connection.loggedRole { title += ", \(role)" }
    let same = report.connections.prefix(index).firstIndex { $0.link == connection.link }
    if let same { title += ", the link of connection \(same + 1)" }
    return title
  }

  private func link(_ connection: RecordedConnection) -> String? {
    var parts: [String] = []
    if let role = connection.role, connection.accessAddress == nil { parts.append("\(role)") }
    if let interval = connection.intervalMicroseconds {
      parts.append("interval \(DecimalText.plain(interval / 1000)) ms")
    }
    if let phys = connection.phys?.value { parts.append(Self.text(phys)) }
    if connection.isEncrypted { parts.append("encrypted") }
    if connection.isSecured { parts.append("CS security") }
    if let own = connection.own.receiveMTU?.value, let peer = connection.peer.receiveMTU?.value {
      parts.append("ATT_MTU \(max(23, min(own, peer)))")
    }
    if let reason = connection.endReason { parts.append("ended by \(reason)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func text(_ jump: CaptureClock.Jump) -> String {
    func seconds(_ value: Double) -> String { "\(DecimalText.fixed(value, digits: 1)) s" }
    return "jumps: frames \(jump.before) and \(jump.after) are \(seconds(jump.clockSeconds)) apart by it, "
      + "\(seconds(jump.eventSeconds)) by the connection events (modulo \(seconds(jump.periodSeconds)))"
  }

  private static func text(_ phys: RecordedConnection.PHYs) -> String {
    func name(_ number: PHYNumber) -> String {
      switch number.phy {
      case .le1M: "LE 1M"
      case .le2M: "LE 2M"
      case .leCoded: "LE Coded"
      case nil: "reserved PHY \(number)"
      }
    }
    return phys.centralToPeripheral == phys.peripheralToCentral
      ? name(phys.centralToPeripheral)
      : "\(name(phys.centralToPeripheral)) to the peripheral and \(name(phys.peripheralToCentral)) back"
  }

  private static func text(_ rejection: Seen<RecordedConnection.Rejection>) -> String {
    let what = rejection.value.opcode?.name ?? "a request"
    return "\(what): \(rejection.value.reason) (frame \(rejection.frame))"
  }

  // MARK: Devices

  private func device(
    _ device: RecordedDevice, _ name: String, _ role: String = ""
  ) -> [AnalysisSection.Item] {
    var parts: [String] = []
    if let address = device.address { parts.append("\(address.value) \(address.value.kind)") }
    if let identity = device.identityAddress, identity.value != device.address?.value {
      parts.append("identity \(identity.value)")
    }
    if let version = device.version {
      let (core, company) = (version.value.core, version.value.company)
      parts.append("Bluetooth \(core), company \(company) (frame \(version.frame))")
    }
    var items = parts.isEmpty ? [] : item(name, role + parts.joined(separator: "; "))
    if let capabilities = device.capabilities {
      items += item("CS", CapabilityText.text(capabilities.value) + " (frame \(capabilities.frame))")
    }
    items += device.parameterRequests.prefix(2).flatMap { item("asks", Self.text($0)) }
    if let services = services(device.database) { items += item("services", services) }
    return items
  }

  private static func text(_ request: Seen<ConnectionParameterRange>) -> String {
    let (least, most) = (request.value.intervalMin, request.value.intervalMax)
    return
      "interval \(DecimalText.plain(least.milliseconds)) to \(DecimalText.plain(most.milliseconds)) ms, "
      + "latency \(request.value.latency), timeout \(Int(request.value.timeout.milliseconds)) ms (frame \(request.frame))"
  }

  private func services(_ database: RecordedDatabase) -> String? {
    var parts = database.services.prefix(Self.shownServices).map { service in
      let count = database.characteristics(of: service).count
      let name = AnalysisNames.attribute(service.uuid)
      return count == 0 ? name : "\(name) with \(count) \(count == 1 ? "characteristic" : "characteristics")"
    }
    let left = database.services.count - parts.count
    if left > 0 { parts.append("\(left) more") }
    parts += database.absentServices.map { "no \(AnalysisNames.attribute($0.value)) (frame \($0.frame))" }
    guard !parts.isEmpty else { return nil }
    let frames = database.services.first.map { " (from frame \($0.frame))" } ?? ""
    return parts.joined(separator: "; ") + frames
  }

  private func pairing(_ connection: RecordedConnection) -> String? {
    if let failure = connection.pairingFailure { return "failed: \(failure.value) (frame \(failure.frame))" }
    guard let isSecure = connection.usesSecureConnections, let isBonding = connection.isBonding else {
      return nil
    }
    // The answer comes after the request, whoever sends it.
    let frame = max(connection.own.pairing?.frame ?? 0, connection.peer.pairing?.frame ?? 0)
    return (isSecure ? "LE Secure Connections" : "legacy") + (isBonding ? ", bonding" : ", no bonding")
      + " (frame \(frame))"
  }

  // MARK: What was agreed

  private static func text(_ schedule: LECSProcedureEnableCompleteEvent) -> String {
    let count = schedule.procedureCount.isEndless ? "until stopped" : "\(schedule.procedureCount) of them"
    let power =
      schedule.selectedTXPower == .unknown
      ? "" : ", TX power \(schedule.selectedTXPower) dBm"
    return "subevents of \(DecimalText.plain(Double(schedule.subeventLen.microseconds) / 1000)) ms, "
      + "\(schedule.subeventsPerEvent) an event, a procedure every \(schedule.procedureInterval) "
      + "connection events, \(count)\(power)"
  }

  private static func text(_ counts: ProcedureCounts) -> String {
    guard counts.total > 0 else { return "no procedure" }
    var parts = ["\(DecimalText.grouped(counts.complete)) complete"]
    parts += counts.aborted.map { "\(DecimalText.grouped($0.count)) aborted: \($0.reason)" }
    if counts.unfinished > 0 { parts.append("\(DecimalText.grouped(counts.unfinished)) unfinished") }
    return parts.joined(separator: ", ")
  }
}
