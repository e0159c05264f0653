public import ChannelSounding
public import CoreTypes

/// What a host asks of a link's control procedures.
public enum LinkRequest: Hashable, Sendable {
  /// Read Remote Version Information.
  case readRemoteVersion
  /// LE Read Remote Features.
  case readRemoteFeatures
  /// LE Read All Remote Features with `pagesRequested`.
  case readAllRemoteFeatures(pages: UInt8)
  /// LE Set Data Length: octets 27 to 251, time in microseconds, 328 to 17040.
  case setDataLength(DataLength)
  /// LE Set PHY; nil means no preference.
  case setPHY(tx: PHYSet?, rx: PHYSet?)
  /// LE Read Remote Transmit Power Level.
  case readRemoteTransmitPower(PowerControlPHY)
  /// LE Set Transmit Power Reporting Enable; the own power never changes.
  case setTransmitPowerReporting(local: Bool, remote: Bool)
  /// LE Frame Space Update.
  case updateFrameSpace(FrameSpaceReq)
  /// LE Connection Update.
  case updateConnection(ConnectionParameterRange)
  /// The host's answer to `LinkNotification.connectionParametersRequested`.
  case acceptConnectionParameters(ConnectionParameterRange)
  /// The host refuses what `LinkNotification.connectionParametersRequested` asked.
  case rejectConnectionParameters(ErrorCode)
  /// Central only: hop over other data channels.
  case setChannelMap(DataChannelMap)
  /// Disconnect with a reason that the peer gets.
  case terminate(ErrorCode)
  /// Central only: encrypt, or refresh the key of an encrypted link.
  case enableEncryption(LongTermKey, named: LongTermKeyName)
  /// The host's answer to `LinkAction.requestLongTermKey`; nil where it has none.
  case longTermKey(LongTermKey?)
  /// LE CS Read Remote Supported Capabilities.
  case readRemoteCSCapabilities
  /// LE CS Write Cached Remote Supported Capabilities.
  case writeCachedRemoteCSCapabilities(CSCapabilities)
  /// LE CS Read Remote FAE Table.
  case readRemoteFAETable
  /// LE CS Write Cached Remote FAE Table.
  case writeCachedRemoteFAETable(FAETable)
  /// Which roles the host lets the controller take. [Vol 4, Part E, 7.8.134]
  case setCSDefaultSettings(
    roles: CSCapabilities.Roles, antennaSelection: CSSyncAntennaSelection, maxTXPower: TransmitPowerLevel)
  /// T_* indices in the configuration are ignored: the link layer chooses them.
  case createCSConfig(CSConfiguration, createContextOnPeer: Bool)
  /// LE CS Remove Config, 0 to 3.
  case removeCSConfig(id: ConfigID)
  /// Central only: LE CS Security Enable.
  case enableCSSecurity
  /// LE CS Set Procedure Parameters.
  case setCSProcedureParameters(CSProcedureParameters)
  /// LE CS Procedure Enable with Enable 1.
  case enableCSProcedures(configID: ConfigID)
  /// LE CS Procedure Enable with Enable 0.
  case disableCSProcedures(configID: ConfigID)
  /// LE CS Set Channel Classification as it concerns this link.
  case setCSChannelClassification(CSChannelMap)
}

/// What the control procedures of a link ask of the controller that runs the link. The order matters.
public enum LinkAction: Hashable, Sendable {
  /// Queue a control PDU; it is encrypted if `startTransmittingEncrypted` came before.
  case send(ControlPDU)
  /// Tell the host.
  case notify(LinkNotification)
  /// Hop, window and time out by these parameters from this connection event on.
  case useConnectionParameters(ConnectionUpdateInd)
  /// Hop over these data channels from this connection event on.
  case useChannelMap(DataChannelMap)
  /// Change the PHYs from this connection event on.
  case usePHY(centralToPeripheral: PHY, peripheralToCentral: PHY)
  /// Also wait these spaces for packets of the peer, which may change to them from now on.
  case expectFrameSpaces(FrameSpaces)
  /// Leave these spaces before packets of this side from now on.
  case useFrameSpaces(FrameSpaces)
  /// Send data PDUs of up to this many octets of payload, 27 to 251.
  case useTransmitLength(octets: Int)
  /// Hold data PDUs back (true) or let them go on (false) while encryption starts or pauses.
  case pauseData(Bool)
  /// Ask the host for the key of this link.
  case requestLongTermKey(LongTermKeyName)
  /// Decrypt what arrives from now on, with packet counters at 0.
  case startReceivingEncrypted(LinkKeys)
  /// Encrypt what is queued from now on, with packet counters at 0.
  case startTransmittingEncrypted(LinkKeys)
  /// Take what arrives from now on as unencrypted: encryption pauses. [Vol 6, Part B, 5.1.3.2]
  case stopReceivingEncrypted
  /// Send what is queued from now on unencrypted: encryption pauses. [Vol 6, Part B, 5.1.3.2]
  case stopTransmittingEncrypted
  /// Both shares of the vectors of CS security are known: make a fresh DRBG.
  case useCSSecurity(central: CSSecurityVectors, peripheral: CSSecurityVectors)
  /// Run the CS procedures of this schedule.
  case startCSProcedures(CSConfiguration, CSSchedule)
  /// Finish the running CS procedure of this configuration and begin no further one.
  case stopCSProcedures(configID: ConfigID)
  /// Count as if `count` procedures had begun since CS security was started, if fewer have: the peer began
  /// some without this side, and the DRBG of each procedure follows from the one before.
  case skipCSProcedures(count: UInt16)
  /// Abort the running CS procedure of this configuration; the series goes on.
  case abortCSProcedure(configID: ConfigID, reason: ProcedureAbortReason)
  /// Drop the link at once.
  case disconnect(ErrorCode)
}

/// What a host learns of a link's control procedures, whoever started them.
///
/// Where the error code is not `success`, the other values are placeholders unless said otherwise.
public enum LinkNotification: Hashable, Sendable {
  /// The peer's LL_VERSION_IND. [Vol 4, Part E, 7.7.12]
  case remoteVersion(ErrorCode, version: CoreVersion, companyID: CompanyIdentifier, subversion: UInt16)
  /// Page 0 of the peer's features. [Vol 4, Part E, 7.7.65.4]
  case remoteFeatures(ErrorCode, FeatureSet)
  /// The peer's features up to `maxValidPage`. [Vol 4, Part E, 7.7.65.38]
  case allRemoteFeatures(ErrorCode, maxRemotePage: UInt8, maxValidPage: UInt8, FeatureSet)
  /// The effective lengths in octets and times in microseconds. [Vol 4, Part E, 7.7.65.7]
  case dataLengthChanged(DataLengths)
  /// The PHYs in use after a PHY update, also where it failed. [Vol 4, Part E, 7.7.65.12]
  case phyUpdated(ErrorCode, tx: PHY, rx: PHY)
  /// The peer's power changed, or was read. [Vol 4, Part E, 7.7.65.33]
  case remoteTransmitPower(ErrorCode, PowerControlPHY, RemoteTransmitPower, isRead: Bool)
  /// The frame spaces that changed; `isOwn` says that this side's host asked. [Vol 4, Part E, 7.7.65.48]
  case frameSpaceUpdated(ErrorCode, isOwn: Bool, FrameSpaceRsp)
  /// The parameters in use. [Vol 4, Part E, 7.7.65.3]
  case connectionUpdated(ErrorCode, ConnectionParameters)
  /// The peer asks for other parameters and the host must answer.
  case connectionParametersRequested(ConnectionParameterRange)
  /// Encryption started, or failed to. [Vol 4, Part E, 7.7.8]
  case encryptionChanged(ErrorCode, isEnabled: Bool)
  /// Encryption paused and started again under a fresh key, or failed to. [Vol 4, Part E, 7.7.39]
  case encryptionKeyRefreshed(ErrorCode)
  /// No packet with a valid MIC came for authenticatedPayloadTO. [Vol 4, Part E, 7.7.75]
  case authenticatedPayloadTimeoutExpired
  /// The peer's CS capabilities. [Vol 4, Part E, 7.7.65.39]
  case remoteCSCapabilities(ErrorCode, CSCapabilities)
  /// The peer's frequency actuation errors. [Vol 4, Part E, 7.7.65.40]
  case remoteFAETable(ErrorCode, FAETable)
  /// The CS security start procedure ended. [Vol 4, Part E, 7.7.65.41]
  case csSecurityEnabled(ErrorCode)
  /// `isCreated` false means removed; the configuration is this side's view, and in an error the one asked
  /// for.
  case csConfigComplete(ErrorCode, isCreated: Bool, CSConfiguration)
  /// The schedule of a started series, or the error that kept it from starting.
  case csProceduresStarted(ErrorCode, CSSchedule)
}

/// The moment at which something reaches the control procedures.
public struct LinkMoment: Hashable, Sendable {
  /// Virtual time.
  public var now: Instant
  /// connEventCounter of the current, or between events the next, connection event.
  public var eventCounter: ConnEventCounter
  /// The connection interval.
  public var interval: ConnectionInterval

  public init(now: Instant, eventCounter: ConnEventCounter, interval: ConnectionInterval) {
    self.now = now
    self.eventCounter = eventCounter
    self.interval = interval
  }
}

/// Why a device refused a request of its peer.
public struct LinkRefusal: Hashable, Sendable {
  /// The code that the peer gets.
  public let code: ErrorCode
  /// For people, as `the link is not encrypted`.
  public let reason: String
}

/// What a device knows of its peer's transmit power on one PHY. [Vol 4, Part E, 7.7.65.33]
public struct RemoteTransmitPower: Hashable, Sendable {
  public var level = TransmitPowerLevel.unknown
  public var flags: TransmitPowerFlags = []
  public var delta = PowerChange.unknown
}
