public import ChannelSounding
public import CoreTypes

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
  /// A configuration with inline PCT and a T_FCS of 100 us is refused.
  public var refusesInlinePCTAtTFCS100 = false
  /// A configuration that leaves out any of the 72 channels is refused.
  public var refusesFewerChannels = false
  /// CS requests are carried out, and may be started, on an unencrypted link.
  public var allowsUnencryptedCS = false
  /// LL_CS_REQ is refused after a series was terminated.
  public var refusesRestart = false
  /// LL_CS_REQ with a longer procedure interval than the first one on the link is refused.
  public var refusesLongerProcedureInterval = false
  /// Rules that are not kept.
  public var lapses: LinkLapses = []
  /// Rules of the HCI that are not kept.
  public var hciLapses: HCILapses = []
  /// The peer is asked for roles and features that it does not declare, as a lower tester does.
  public var probesUndeclared = false

  public init() {}
}
