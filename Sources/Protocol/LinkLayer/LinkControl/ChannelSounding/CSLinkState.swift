public import ChannelSounding
public import CoreTypes
internal import Faults

/// What the Channel Sounding control procedures of a link have settled.
struct CSLinkState: Sendable {
  /// Configurations have the ids 0 to 3.
  static let configurationCount = 4

  /// The roles that the host lets this side take.
  var enabledRoles: CSCapabilities.Roles = []
  /// The antennas of CS_SYNC packets.
  var syncAntennaSelection = CSSyncAntennaSelection.noRecommendation
  /// Max_TX_Power in dBm.
  var maxTXPower: TransmitPowerLevel = 20
  /// The peer's capabilities, exchanged or written by the host.
  var remoteCapabilities: CSCapabilities?
  /// The capabilities came over the air.
  var hasExchangedCapabilities = false
  /// The peer's FAE table, exchanged or written by the host.
  var remoteFAETable: FAETable?
  /// The FAE table came over the air.
  var hasExchangedFAETable = false
  /// The configurations by id.
  var configurations = [CSConfiguration?](repeating: nil, count: configurationCount)
  /// What this side's host asks of the procedures, by configuration.
  var parameters = [CSProcedureParameters?](repeating: nil, count: configurationCount)
  /// CS security was started since encryption was.
  var isSecured = false
  /// This side's half of the security vectors while the peer's is awaited.
  var ownVectors = CSSecurityVectors()
  /// The configuration that the peer has to agree to.
  var proposed = CSConfiguration()
  /// The start under way.
  var negotiation = CSNegotiation()
  /// The series that run, by configuration.
  var series = [CSSeries?](repeating: nil, count: configurationCount)
  /// A series whose start the host has not learned because the peer does not know of it yet.
  var unreported: CSSchedule?
  /// CSProcCount as the controller counts it.
  var procedureCount: UInt16 = 0
  /// A series was terminated on this link.
  var hasTerminatedSeries = false
  /// The procedure interval of the first series.
  var firstProcedureInterval: UInt16?
  /// Which channels both sides find good.
  var classification = CSClassification()

  /// The configuration `id`; nil if there is none.
  func configuration(_ id: ConfigID) -> CSConfiguration? {
    id.isDefined ? configurations[id.index] : nil
  }

  /// The series of configuration `id`; nil if none runs.
  func runningSeries(_ id: ConfigID) -> CSSeries? { id.isDefined ? series[id.index] : nil }

  /// Whether any series runs.
  var hasSeries: Bool { series.contains { $0 != nil } }

  /// Whether a configuration uses a role that is not among `roles`.
  func usesRoles(outside roles: CSCapabilities.Roles) -> Bool {
    configurations.contains { configuration in
      configuration.map { !roles.contains($0.role.capability) } ?? false
    }
  }

  /// Whether configuration `id` exists or may be added to one of `limit`.
  func hasPlace(for id: ConfigID, limit: UInt8) -> Bool {
    configuration(id) != nil || configurations.count { $0 != nil } < Int(limit)
  }
}

/// A series of CS procedures between start and end.
struct CSSeries: Hashable, Sendable {
  /// When its procedures run.
  var schedule: CSSchedule
  /// No further procedure begins.
  var isStopping = false
}

extension LinkControl {
  /// The peer's Channel Sounding capabilities; nil before the exchange.
  public var remoteCSCapabilities: CSCapabilities? { cs.remoteCapabilities }

  /// The peer's mode-0 frequency errors; nil before the exchange.
  public var remoteFAETable: FAETable? { cs.remoteFAETable }

  /// The antennas that the host selects for CS_SYNC packets.
  public var csSyncAntennaSelection: CSSyncAntennaSelection { cs.syncAntennaSelection }

  /// The most power in dBm that the host allows Channel Sounding, -127 to 20.
  public var csMaxTXPower: TransmitPowerLevel { cs.maxTXPower }

  /// Whether CS security was started since encryption was.
  public var isCSSecured: Bool { cs.isSecured }

  /// The configuration `id`, 0 to 3, as this side holds it; nil if there is none.
  public func csConfiguration(_ id: ConfigID) -> CSConfiguration? { cs.configuration(id) }

  /// The schedule of the series of configuration `id`, 0 to 3, while it runs; nil if none does.
  public func csSchedule(_ id: ConfigID) -> CSSchedule? { cs.runningSeries(id)?.schedule }

  /// What keeps Channel Sounding requests of the host from the air; nil if nothing does.
  var csRefusal: ErrorCode? {
    let features = identity.features
    guard features[.channelSounding],
      features[.channelSoundingHostSupport] || faults.contains(.hostSupportNotAsked)
    else { return .commandDisallowed }
    let peerLacksIt = lacksRemotely(.channelSounding) || lacksRemotely(.channelSoundingHostSupport)
    return peerLacksIt && !identity.probesUndeclared ? .commandDisallowed : nil
  }

  /// The error of a Channel Sounding request on a link that is not encrypted and not about to be.
  var csEncryptionRefusal: ErrorCode? {
    let isAllowed = encryption.isOn || encryption.isUnderWay || faults.contains(.encryptionNotRequired)
    return isAllowed ? nil : .insufficientSecurity
  }

  /// Whether a Channel Sounding PDU may go to its procedure; a request that may not is rejected.
  /// [Vol 6, Part B, 5.1.24]
  mutating func admitsForChannelSounding(_ pdu: ControlPDU) -> Bool {
    switch pdu {
    case .csSecReq, .csCapabilitiesReq, .csConfigReq, .csReq, .csFAEReq, .csTerminateReq:
      let opcode = pdu.opcode
      guard encryption.isOn || faults.contains(.encryptionNotRequired) else {
        reject(opcode, LinkRefusal(code: .insufficientSecurity, reason: "the link is not encrypted"))
        return false
      }
      guard identity.features[.channelSoundingHostSupport] || faults.contains(.hostSupportIgnored) else {
        reject(
          opcode,
          LinkRefusal(
            code: .unsupportedRemoteFeature,
            reason: "its host has not set the feature Channel Sounding (Host Support), bit 47"))
        return false
      }
      return true
    case .csChannelMapInd: return encryption.isOn || faults.contains(.encryptionNotRequired)
    default: return true
    }
  }

  func defaultSettingsRefusal(
    roles: CSCapabilities.Roles, antenna: CSSyncAntennaSelection, power: TransmitPowerLevel
  ) -> ErrorCode? {
    let capabilities = identity.csCapabilities
    guard roles.rawValue <= 3, power.isPower else { return .invalidHCICommandParameters }
    guard antenna.isDefined else { return .invalidHCICommandParameters }
    guard roles.isSubset(of: capabilities.roles),
      antenna.isSupported(byAntennas: capabilities.numAntennas)
    else { return .unsupportedFeatureOrParameterValue }
    return cs.usesRoles(outside: roles) ? .invalidHCICommandParameters : nil
  }
}

extension CSRole {
  /// The bit of this role in the capabilities.
  var capability: CSCapabilities.Roles { self == .initiator ? .initiator : .reflector }
}
