internal import ChannelSounding
internal import CoreTypes
internal import Faults

extension LinkRequest {
  /// The procedure this request runs; nil if it only changes what this side knows.
  var kind: ProcedureKind? {
    switch self {
    case .readRemoteVersion: .version
    case .readRemoteFeatures, .readAllRemoteFeatures: .features
    case .setDataLength: .dataLength
    case .setPHY: .phy
    case .readRemoteTransmitPower, .setTransmitPowerReporting: .powerControl
    case .updateFrameSpace: .frameSpace
    case .updateConnection: .connectionUpdate
    case .setChannelMap: .channelMap
    case .enableEncryption: .encryption
    case .readRemoteCSCapabilities: .csCapabilities
    case .readRemoteFAETable: .csFAETable
    case .createCSConfig(let configuration, _): .csConfiguration(id: configuration.id)
    case .removeCSConfig(let id): .csConfiguration(id: id)
    case .enableCSSecurity: .csSecurity
    case .enableCSProcedures(let id): .csStart(id: id)
    case .disableCSProcedures: .csTermination
    case .acceptConnectionParameters, .rejectConnectionParameters, .terminate, .longTermKey,
      .writeCachedRemoteCSCapabilities, .writeCachedRemoteFAETable, .setCSDefaultSettings,
      .setCSProcedureParameters, .setCSChannelClassification:
      nil
    }
  }
}

extension LinkControl {
  /// Whether a request waits that has not begun.
  public var hasQueuedRequests: Bool { !queue.isEmpty }

  /// Carries out a request that needs no free procedure; false if it has to queue.
  mutating func carryOutAtOnce(_ request: LinkRequest) -> Bool {
    switch request {
    case .terminate(let reason): announceTermination(reason)
    case .longTermKey(let key): useLongTermKey(key)
    case .writeCachedRemoteCSCapabilities(let capabilities):
      if !faults.contains(.cacheForgotten) { cs.remoteCapabilities = capabilities }
    case .writeCachedRemoteFAETable(let table): cs.remoteFAETable = table
    case .setCSDefaultSettings(let roles, let antennas, let power):
      cs.enabledRoles = roles
      cs.syncAntennaSelection = antennas
      cs.maxTXPower = power
    case .setCSProcedureParameters(let parameters):
      cs.parameters[parameters.configID.index] = parameters
    case .setTransmitPowerReporting(_, let remote):
      power.reportsRemote = remote
      return !remote || power.isRequested
    case .acceptConnectionParameters, .rejectConnectionParameters:
      if encryption.isUnderWay { return false }
      begin(request)
    case .setCSChannelClassification(let map):
      wantClassification(map)
    default: return false
    }
    return true
  }

  /// Begins what waits, as far as the procedures under way allow, and gives out all actions.
  mutating func takeActions() -> [LinkAction] {
    indicateWantedClassification()
    // An empty queue is not searched: the search takes a copy of all this.
    while !queue.isEmpty, !termination.isAnnounced, local == nil, !encryption.isUnderWay,
      let index = queue.firstIndex(where: canBegin)
    {
      let request = queue.remove(at: index)
      if let code = refusal(of: request) { fail(request, code) } else { begin(request) }
    }
    beginWantedPing()
    defer { actions.removeAll() }
    return actions
  }

  private func canBegin(_ request: LinkRequest) -> Bool {
    guard let kind = request.kind else { return true }
    if let running = peer, kind.collides(with: running.kind) { return false }
    switch kind {
    case .phy, .connectionUpdate, .connectionParameters, .channelMap: return !awaitsInstant
    case .csSecurity: return !cs.hasSeries
    case .csStart: return connection.pending == nil
    default: return true
    }
  }

  /// Whether an update of the link is agreed on and its Instant not reached.
  var awaitsInstant: Bool {
    connection.pending != nil || channelMapUpdate != nil || phy.pending != nil
  }

  private mutating func begin(_ request: LinkRequest) {
    switch request {
    case .readRemoteVersion: beginVersionExchange()
    case .readRemoteFeatures, .readAllRemoteFeatures: beginFeatureExchange(request)
    case .setDataLength(let length): beginDataLengthUpdate(length)
    case .setPHY(let tx, let rx): beginPHYUpdate(tx: tx, rx: rx)
    case .readRemoteTransmitPower(let phy): beginPowerControl(request, on: phy)
    case .setTransmitPowerReporting: beginPowerControl(request, on: PowerControlPHY(phy.rx))
    case .updateFrameSpace(let wish): beginFrameSpaceUpdate(wish)
    case .updateConnection: beginConnectionUpdate(request)
    case .acceptConnectionParameters(let range): acceptConnectionParameters(range)
    case .rejectConnectionParameters(let code): rejectConnectionParameters(code)
    case .setChannelMap(let map): beginChannelMapUpdate(map)
    case .enableEncryption: beginEncryption(request)
    case .readRemoteCSCapabilities: beginCSCapabilitiesExchange()
    case .readRemoteFAETable: beginFAEExchange()
    case .createCSConfig(let configuration, let createContextOnPeer):
      beginCSConfiguration(configuration, onPeer: createContextOnPeer)
    case .removeCSConfig(let id): beginCSConfigurationRemoval(id: id)
    case .enableCSSecurity: beginCSSecurity()
    case .enableCSProcedures(let id): beginCSStart(configID: id)
    case .disableCSProcedures(let id): beginCSTermination(configID: id)
    case .terminate, .longTermKey, .writeCachedRemoteCSCapabilities, .writeCachedRemoteFAETable,
      .setCSDefaultSettings, .setCSProcedureParameters, .setCSChannelClassification:
      break
    }
  }
}

/// The kinds of control procedures that can be under way.
enum ProcedureKind: Hashable, Sendable {
  case version
  case features
  case dataLength
  case phy
  case powerControl
  case frameSpace
  case ping
  case connectionUpdate
  case connectionParameters
  case channelMap
  case encryption
  case csCapabilities
  case csFAETable
  case csSecurity
  case csConfiguration(id: ConfigID)
  case csStart(id: ConfigID)
  case csTermination

  /// Whether the procedure ends at an Instant that both sides count to.
  var hasInstant: Bool {
    switch self {
    case .phy, .connectionUpdate, .connectionParameters, .channelMap: true
    default: false
    }
  }

  /// Whether the procedure changes the connection interval.
  private var changesInterval: Bool { self == .connectionUpdate || self == .connectionParameters }

  /// Whether one side may not run this while the other runs `other`. [Vol 6, Part B, 5.3]
  func collides(with other: ProcedureKind) -> Bool {
    if hasInstant && other.hasInstant { return true }
    return switch (self, other) {
    case (.csStart, .csStart), (.csConfiguration, .csConfiguration), (.frameSpace, .frameSpace): true
    case (.csStart(let a), .csConfiguration(let b)), (.csConfiguration(let a), .csStart(let b)): a == b
    case (.csStart, .csSecurity), (.csSecurity, .csStart): true
    case (.csStart, let interval), (let interval, .csStart): interval.changesInterval
    default: false
    }
  }

  /// What the central answers to a colliding procedure of the peripheral. [Vol 6, Part B, 5.3]
  func collisionCode(with other: ProcedureKind) -> ErrorCode {
    switch (self, other) {
    case (.csStart, .csStart), (.csConfiguration, .csConfiguration): .llProcedureCollision
    default: self == other ? .llProcedureCollision : .differentTransactionCollision
    }
  }
}

/// A procedure that awaits the peer.
struct RunningProcedure: Hashable, Sendable {
  /// Which procedure.
  var kind: ProcedureKind
  /// What the host asked; nil for a procedure of the peer, and for one that no host asked for.
  var request: LinkRequest?
  /// The last PDU this side sent in it, which the peer may reject.
  var opcode: ControlOpcode
  /// When the peer's answer is overdue; nil while none is awaited.
  var deadline: Instant?
  /// The host already learned that the central's procedure went first; only the peer's rejection is awaited.
  var isYielded = false

  /// Whether the peer has taken too long.
  func isOverdue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}
