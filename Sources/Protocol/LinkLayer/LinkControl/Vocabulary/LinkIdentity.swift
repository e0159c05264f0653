public import ChannelSounding
public import CoreTypes
public import Faults

/// What a controller says about itself in control procedures.
public struct LinkIdentity: Hashable, Sendable {
  /// VersNr of LL_VERSION_IND.
  public var version: CoreVersion
  /// The manufacturer.
  public var companyID: CompanyIdentifier
  /// Subversion number.
  public var subversion: UInt16
  /// LE features, host-controlled bits as the host set them.
  public var features: FeatureSet
  /// Channel Sounding capabilities.
  public var csCapabilities: CSCapabilities
  public var faeTable: FAETable
  /// Most payload octets of a data PDU it can receive and send, 27 to 251.
  public var maxDataOctets: UInt16
  /// PHYs it can use.
  public var phys: PHYSet
  /// The one power at which it transmits on a link, in dBm, -127 to 20.
  public var transmitPower: TransmitPowerLevel = 0
  /// Readings of the specification.
  public var interpretations: Interpretations
  /// What the device does wrong: nothing in a correct one.
  public var faults = FaultSet()
  /// Feature PDUs leave these bits out although the device acts as if they were set.
  public var unreportedFeatures = FeatureSet()
  /// What LL_CS_CAPABILITIES says in place of what the device does.
  public var declaredCSCapabilities: CSCapabilities?
  /// Whether the peer is asked for roles and features that it does not declare, as a lower tester does.
  public var probesUndeclared = false

  /// The longest data PDUs on LE 1M, as a device may have them. [Vol 6, Part B, 4.5.10]
  public var dataLength: DataLength { .onLE1M(octets: min(max(maxDataOctets, 27), 251)) }

  /// Makes an identity with default lengths, PHYs and readings.
  public init(version: CoreVersion, companyID: CompanyIdentifier, subversion: UInt16, features: FeatureSet) {
    self.version = version
    self.companyID = companyID
    self.subversion = subversion
    self.features = features
    csCapabilities = CSCapabilities()
    faeTable = FAETable()
    maxDataOctets = 251
    phys = [.le1M, .le2M]
    interpretations = Interpretations()
  }
}

/// The session key and vector of an encrypted link, and what the key comes from. [Vol 6, Part E, 2]
public struct LinkKeys: Hashable, Sendable {
  /// LTK
  public var longTermKey: LongTermKey
  /// SKD, the peripheral's half more significant.
  public var diversifier: UInt128
  /// SK
  public var sessionKey: UInt128
  /// IV, the peripheral's half more significant.
  public var iv: UInt64
}
