public import ChannelSounding
public import CoreTypes

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
  /// Send data PDUs of up to this many octets of payload.
  case useTransmitLength(octets: Int)
  /// Hold data PDUs back (true) or let them go on (false) while encryption starts or pauses.
  case pauseData(Bool)
  /// Ask the host for the key of this link.
  case requestLongTermKey(rand: UInt64, ediv: UInt16)
  /// Decrypt what arrives from now on, with packet counters at 0.
  case startReceivingEncrypted(LinkKeys)
  /// Encrypt what is queued from now on, with packet counters at 0.
  case startTransmittingEncrypted(LinkKeys)
  /// Both vectors of CS security are known: make a fresh DRBG.
  case useCSSecurity(CSSecurityVectors)
  /// Run the CS procedures of this schedule.
  case startCSProcedures(CSConfiguration, CSSchedule)
  /// Finish the running CS procedure of this configuration and begin no further one.
  case stopCSProcedures(configID: UInt8)
  /// Drop the link at once.
  case disconnect(ErrorCode)
}

/// The session key and vector of an encrypted link. [Vol 6, Part E, 2]
public struct LinkKeys: Hashable, Sendable {
  /// SK, 16 octets, most significant first.
  public var sessionKey: [UInt8]
  /// IV, 8 octets in the order of the air: the central's 4, then the peripheral's 4.
  public var iv: [UInt8]

  /// Makes the keys of a link.
  public init(sessionKey: [UInt8], iv: [UInt8]) {
    self.sessionKey = sessionKey
    self.iv = iv
  }
}

/// The three vectors that seed the CS DRBG, most significant octet first. [Vol 6, Part E, 3.1.5]
public struct CSSecurityVectors: Hashable, Sendable {
  /// CS_IV, 16 octets.
  public var iv: [UInt8]
  /// CS_IN, 8 octets.
  public var instantiationNonce: [UInt8]
  /// CS_PV, 16 octets.
  public var personalizationVector: [UInt8]

  /// Makes the vectors.
  public init(iv: [UInt8], instantiationNonce: [UInt8], personalizationVector: [UInt8]) {
    self.iv = iv
    self.instantiationNonce = instantiationNonce
    self.personalizationVector = personalizationVector
  }
}

/// What a host learns of a link's control procedures, whoever started them.
public enum LinkNotification: Hashable, Sendable {
  case remoteVersion(ErrorCode, version: UInt8, companyID: UInt16, subversion: UInt16)
  case remoteFeatures(ErrorCode, FeatureSet)
  case allRemoteFeatures(ErrorCode, maxRemotePage: UInt8, maxValidPage: UInt8, FeatureSet)
  case dataLengthChanged(maxTxOctets: UInt16, maxTxTime: UInt16, maxRxOctets: UInt16, maxRxTime: UInt16)
  case phyUpdated(ErrorCode, tx: PHY, rx: PHY)
  case connectionUpdated(ErrorCode, interval: UInt16, latency: UInt16, timeout: UInt16)
  /// The peer asks for other parameters and the host must answer.
  case connectionParametersRequested(
    intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  case encryptionChanged(ErrorCode, isEnabled: Bool)
  case encryptionKeyRefreshed(ErrorCode)
  case remoteCSCapabilities(ErrorCode, CSCapabilities)
  /// 72 entries in units of 1/32 ppm.
  case remoteFAETable(ErrorCode, [Int8])
  case csSecurityEnabled(ErrorCode)
  /// `isCreated` false means removed; the configuration is this side's view.
  case csConfigComplete(ErrorCode, isCreated: Bool, CSConfiguration)
  /// The schedule of a started series, or the error that kept it from starting.
  case csProceduresStarted(ErrorCode, CSSchedule)
}
