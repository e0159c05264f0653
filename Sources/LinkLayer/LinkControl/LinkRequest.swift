public import ChannelSounding
public import CoreTypes

/// What a host asks of a link's control procedures.
public enum LinkRequest: Hashable, Sendable {
  case readRemoteVersion
  case readRemoteFeatures
  /// LE Read All Remote Features with `pagesRequested`.
  case readAllRemoteFeatures(pages: UInt8)
  case setDataLength(txOctets: UInt16, txTime: UInt16)
  /// Bit masks of PHYs; 0 means no preference.
  case setPHY(tx: UInt8, rx: UInt8)
  case updateConnection(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  case acceptConnectionParameters(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  case rejectConnectionParameters(ErrorCode)
  case setChannelMap(DataChannelMap)
  case terminate(ErrorCode)
  /// Central only: encrypt, or refresh the key of an encrypted link.
  case enableEncryption(rand: UInt64, ediv: UInt16, longTermKey: [UInt8])
  /// The host's answer to `LinkAction.requestLongTermKey`; nil where it has none.
  case longTermKey([UInt8]?)
  case readRemoteCSCapabilities
  case writeCachedRemoteCSCapabilities(CSCapabilities)
  case readRemoteFAETable
  case writeCachedRemoteFAETable([Int8])
  /// Which roles the host lets the controller take. [Vol 4, Part E, 7.8.134]
  case setCSDefaultSettings(roles: CSCapabilities.Roles, antennaSelection: UInt8, maxTXPower: Int8)
  /// T_* indices in the configuration are ignored: the link layer chooses them.
  case createCSConfig(CSConfiguration, createContextOnPeer: Bool)
  case removeCSConfig(id: UInt8)
  case enableCSSecurity
  case setCSProcedureParameters(CSProcedureParameters)
  case enableCSProcedures(configID: UInt8)
  case disableCSProcedures(configID: UInt8)
  case setCSChannelClassification(CSChannelMap)
}

/// The moment at which something reaches the control procedures.
public struct LinkMoment: Hashable, Sendable {
  /// Virtual time.
  public var now: Instant
  /// connEventCounter of the current, or between events the next, connection event.
  public var eventCounter: UInt16
  /// The connection interval in units of 1.25 ms.
  public var interval: UInt16

  /// Makes a moment.
  public init(now: Instant, eventCounter: UInt16, interval: UInt16) {
    self.now = now
    self.eventCounter = eventCounter
    self.interval = interval
  }
}

/// What a controller says about itself in control procedures.
public struct LinkIdentity: Hashable, Sendable {
  /// VersNr of LL_VERSION_IND.
  public var version: UInt8
  /// Company identifier.
  public var companyID: UInt16
  /// Subversion number.
  public var subversion: UInt16
  /// LE features, host-controlled bits as the host set them.
  public var features: FeatureSet
  /// Channel Sounding capabilities.
  public var csCapabilities: CSCapabilities
  /// 72 entries in units of 1/32 ppm.
  public var faeTable: [Int8]
  /// Most payload octets of a data PDU it can receive and send, 27 to 251.
  public var maxDataOctets: UInt16
  /// PHYs it can use, as bits.
  public var phys: UInt8
  /// Readings of the specification.
  public var interpretations: Interpretations
  /// Deviations, none in a conforming device.
  public var deviations: LinkDeviations

  /// Makes an identity with default lengths, PHYs and readings.
  public init(version: UInt8, companyID: UInt16, subversion: UInt16, features: FeatureSet) {
    self.version = version
    self.companyID = companyID
    self.subversion = subversion
    self.features = features
    csCapabilities = CSCapabilities()
    faeTable = [Int8](repeating: 0, count: 72)
    maxDataOctets = 251
    phys = 0b011
    interpretations = Interpretations()
    deviations = LinkDeviations()
  }
}

/// Ways in which a defective device departs from the control procedures.
public struct LinkDeviations: Hashable, Sendable {
  /// LL feature PDUs leave these bits out although the device acts as if they were set.
  public var unreportedFeatures = FeatureSet()
  /// LL_CS_CAPABILITIES says something else than the device does.
  public var declaredCSCapabilities: CSCapabilities?
  /// A configuration with inline PCT is refused.
  public var refusesInlinePCT = false
  /// A configuration with one mode-0 step is refused.
  public var refusesOneMode0Step = false
  /// A configuration with a T_FCS of 100 us is refused although declared.
  public var refusesTFCS100 = false
  /// CS requests are carried out on an unencrypted link.
  public var allowsUnencryptedCS = false
  /// LL_CS_REQ is refused after a series was terminated.
  public var refusesRestart = false
  /// LL_CS_REQ with a procedure interval above this is refused.
  public var longestProcedureInterval: UInt16?

  /// A conforming device.
  public init() {}
}
