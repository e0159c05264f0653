package import Analysis
internal import Capture
internal import ChannelSounding
internal import CoreTypes
package import Ranging

/// Gathers from recordings what profiles of the accessories in them need, in one pass.
///
///     let analyzer = RecordingAnalyzer(recordings, estimators: RecordingSurvey.estimators)
///     var survey = RecordingSurvey()
///     while let procedure = try analyzer.nextProcedure() { survey.add(procedure) }
///     let accessories = survey.accessories(of: analyzer)
package struct RecordingSurvey: Sendable {
  /// So many configurations of a connection are distinguished.
  private static let keptConfigurations = 64

  /// The procedures of a connection in which one of its ends is the reflector.
  private struct Part: Hashable {
    let connection: Int
    /// Whether the reflector is the end whose HCI was recorded; nil where nothing says so.
    let isOwnReflector: Bool?
  }

  private let trueDistanceMetres: Double?
  private var fits: [Part: RadioFit] = [:]
  private var conducts: [Part: [ConfigurationConduct]] = [:]
  private var proofs: [Part: ProcedureProof] = [:]

  /// The estimators of the distances that a profile rests on, of tones and of round trips.
  package static let estimators: [RangingEstimatorKind] = [.ml, .rtt]

  /// Begins with nothing; the true distance is nil if unknown.
  package init(trueDistanceMetres: Double? = nil) { self.trueDistanceMetres = trueDistanceMetres }

  /// Takes the next procedure.
  package mutating func add(_ procedure: ProcedureAnalysis) {
    guard let account = procedure.account else { return }
    let part = Part(
      connection: account.connection,
      isOwnReflector: account.role.map { ($0 == .reflector) != account.isFromRangingService })
    fits[part, default: RadioFit(trueDistanceMetres: trueDistanceMetres)].add(procedure)
    proofs[part, default: ProcedureProof()].add(procedure)
    if let configuration = procedure.configuration {
      note(procedure, configuration, &conducts[part, default: []])
    }
  }

  private func note(
    _ procedure: ProcedureAnalysis, _ configuration: CSConfiguration, _ conducts: inout [ConfigurationConduct]
  ) {
    let place = conducts.firstIndex { $0.configuration == configuration } ?? conducts.count
    guard place < Self.keptConfigurations else { return }
    if place == conducts.count { conducts.append(ConfigurationConduct(configuration)) }
    conducts[place].add(procedure)
  }

  /// The accessories of all that was read, in the order of their first appearance.
  package func accessories(of analyzer: RecordingAnalyzer) -> [SeenAccessory] {
    let names = analyzer.recordings.map(\.name)
    var found = links(of: analyzer, names)
    if let logs = logs(of: analyzer, names) { found.append(logs) }
    if found.isEmpty {
      let isRanging = analyzer.connections.contains { $0.procedures.total > 0 }
      found = analyzer.advertisers.filter(\.isConnectable).map {
        var accessory = SeenAccessory(address: $0.address, names: names)
        accessory.isBystander = isRanging
        return accessory
      }
    }
    let traces = analyzer.recordings.indices.filter { analyzer.recordings[$0].format == .siliconLabsTrace }
    let damaged = analyzer.recordings.indices.filter {
      analyzer.recordings[$0].damageCount > 0 || analyzer.recordings[$0].lacksPackets
    }
    let cut = analyzer.recordings.indices.filter { analyzer.recordings[$0].cutCount > 0 }
    for index in found.indices {
      found[index].traces = traces
      found[index].cut = cut
      found[index].damaged = damaged
      found[index].notKept = analyzer.notKept
      found[index].advertisers = analyzer.advertisers.filter { found[index].isAdvertised(by: $0) }
    }
    return found
  }

  private func links(of analyzer: RecordingAnalyzer, _ names: [String]) -> [SeenAccessory] {
    var found: [SeenAccessory] = []
    let connections = analyzer.connections
    for link in analyzer.links {
      let accounts = link.connections.map { connections[$0] }
      let isCentral = Self.isAccessoryCentral(accounts)
      let device = isCentral ? link.central : link.peripheral
      let address = device.identityAddress?.value ?? device.address?.value
      let place =
        found.firstIndex { known in
          if address != nil, known.address == address || known.isKnown(as: device.address?.value) {
            return true
          }
          return (address == nil || known.address == nil)
            && known.isRecorded(as: accounts, isCentral: isCentral)
        } ?? found.count
      if place == found.count { found.append(SeenAccessory(address: address, names: names)) }
      found[place].address = found[place].address ?? address
      // Where the phone is the reflector, procedures show the phone.
      let parts = link.connections.flatMap { index in
        let isOwn = (connections[index].role == .central) == isCentral
        return ([nil, isOwn] as [Bool?]).map { Part(connection: index, isOwnReflector: $0) }
      }
      found[place].add(
        device, link, accounts, isCentral: isCentral, conduct: parts.flatMap { conducts[$0] ?? [] },
        fits: parts.compactMap { fits[$0] }, proofs: parts.compactMap { proofs[$0] })
    }
    return found
  }

  /// Whether the accessory of a link is its central. Captures of this tool name the device of each HCI; elsewhere the
  /// accessory is the reflector.
  private static func isAccessoryCentral(_ accounts: [RecordedConnection]) -> Bool {
    for account in accounts where account.handle != nil {
      if account.interface == CaptureInterface.hciReflector.name { return account.role == .central }
      if account.interface == CaptureInterface.hciInitiator.name { return account.role == .peripheral }
    }
    return isReflectorCentral(accounts)
  }

  /// Whether the reflector of a link is its central, which is the case only if all configurations say so.
  private static func isReflectorCentral(_ accounts: [RecordedConnection]) -> Bool {
    let reflectors = accounts.flatMap { account in
      account.configurations.map { configuration in
        (configuration.value.role == .reflector) == (account.role == .central)
      }
    }
    return !reflectors.isEmpty && reflectors.allSatisfy(\.self)
  }

  /// The reflector of all logs of text, which name nobody.
  private func logs(of analyzer: RecordingAnalyzer, _ names: [String]) -> SeenAccessory? {
    let connections = analyzer.connections
    let logs = connections.indices.filter { connections[$0].isLog }
    guard !logs.isEmpty else { return nil }
    var accessory = SeenAccessory(address: nil, names: names)
    accessory.logNames = logs.map { names[connections[$0].source] }.reduce(into: []) { kept, name in
      if !kept.contains(name) { kept.append(name) }
    }
    for index in logs {
      accessory.procedureCount = max(accessory.procedureCount, connections[index].procedures.total)
      for isOwn in [nil, false, true] as [Bool?] {
        let part = Part(connection: index, isOwnReflector: isOwn)
        if let fit = fits[part] { accessory.add(fit) }
        if let proof = proofs[part] { accessory.add(proof) }
      }
    }
    return accessory
  }
}
