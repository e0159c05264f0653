public import ChannelSounding
public import CoreTypes

/// Rules of the control procedures that a defective device does not keep, one bit each.
public struct LinkLapses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Capabilities that no device can have are taken from the peer.
  public static let takesImpossibleCapabilities = LinkLapses(rawValue: 1 << 0)
  /// LL_CS_FAE_REQ is answered though no frequency errors are claimed.
  public static let tellsFrequencyErrorsWithoutAny = LinkLapses(rawValue: 1 << 1)
  /// LL_CS_FAE_RSP lacks its last entry.
  public static let shortensFrequencyErrors = LinkLapses(rawValue: 1 << 2)
  /// A configuration with an id of 2 or 3 is refused.
  public static let refusesHighConfigID = LinkLapses(rawValue: 1 << 3)
  /// A configuration beside another is refused.
  public static let refusesSecondConfig = LinkLapses(rawValue: 1 << 4)
  /// A configuration with reserved bits set is refused.
  public static let refusesReservedBits = LinkLapses(rawValue: 1 << 5)
  /// A configuration that the peer removes is kept.
  public static let keepsRemovedConfig = LinkLapses(rawValue: 1 << 6)
  /// The number of mode-0 steps is not checked.
  public static let takesAnyMode0Steps = LinkLapses(rawValue: 1 << 7)
  /// Times that are not declared are taken.
  public static let takesUndeclaredTimes = LinkLapses(rawValue: 1 << 8)
  /// The configuration of a running series is replaced.
  public static let replacesConfigInUse = LinkLapses(rawValue: 1 << 9)
  /// Configurations that cross end with the code of procedures of different kinds.
  public static let mixesCollisionCodes = LinkLapses(rawValue: 1 << 10)
  /// The vectors of CS security are the same each time.
  public static let repeatsSecurityVectors = LinkLapses(rawValue: 1 << 11)
  /// LL_CS_REQ is answered before CS security.
  public static let startsWithoutSecurity = LinkLapses(rawValue: 1 << 12)
  /// Requests are carried out without the host's support.
  public static let ignoresHostSupport = LinkLapses(rawValue: 1 << 13)
  /// LL_CS_RSP names the next connection event, whichever was asked for.
  public static let answersEarlierEvent = LinkLapses(rawValue: 1 << 14)
  /// LL_CS_REQ with wrong values is refused with 0x20.
  public static let refusesStartsWithWrongCode = LinkLapses(rawValue: 1 << 15)
  /// The offset of LL_CS_IND is not checked.
  public static let takesAnyOffset = LinkLapses(rawValue: 1 << 16)
  /// LL_CS_IND for an event that has passed is taken.
  public static let takesPassedEvent = LinkLapses(rawValue: 1 << 17)
  /// The peer's next PDU of a procedure is waited for without end.
  public static let waitsForEver = LinkLapses(rawValue: 1 << 18)
  /// LL_CS_TERMINATE_REQ is carried out and not answered.
  public static let leavesTerminationUnanswered = LinkLapses(rawValue: 1 << 19)
  /// The peer is not notified when this side's host ends a series.
  public static let endsSeriesInSilence = LinkLapses(rawValue: 1 << 20)
  /// LL_CS_TERMINATE_REQ is answered though nothing runs.
  public static let answersTerminationOfNothing = LinkLapses(rawValue: 1 << 21)
  /// LL_CS_CHANNEL_MAP_IND has no effect on a series that runs.
  public static let ignoresChannelMapInSeries = LinkLapses(rawValue: 1 << 22)
  /// A classification of the host stays with the host.
  public static let keepsClassification = LinkLapses(rawValue: 1 << 23)
  /// A start with too few channels is accepted.
  public static let startsWithFewChannels = LinkLapses(rawValue: 1 << 24)
  /// Unknown opcodes get no answer.
  public static let ignoresUnknownOpcodes = LinkLapses(rawValue: 1 << 25)
  /// Unknown opcodes end the link.
  public static let leavesOverUnknownOpcodes = LinkLapses(rawValue: 1 << 26)
  /// A PDU that is an octet short is taken as if the octet were 0.
  public static let takesShortPDUs = LinkLapses(rawValue: 1 << 27)
  /// Every LL_VERSION_IND is answered.
  public static let repeatsVersion = LinkLapses(rawValue: 1 << 28)
  /// The connection parameters are changed in a series.
  public static let updatesConnectionInSeries = LinkLapses(rawValue: 1 << 29)
  /// A configuration with CS_SYNC on LE 2M is refused.
  public static let refuses2MSync = LinkLapses(rawValue: 1 << 30)
  /// The peer's LL_CS_REQ is left unanswered while this side's own start is under way.
  public static let leavesCrossedStartUnanswered = LinkLapses(rawValue: 1 << 31)
  /// The peer's LL_CS_TERMINATE_REQ is left unanswered while this side's own is.
  public static let leavesCrossedEndUnanswered = LinkLapses(rawValue: 1 << 32)
  /// What a PDU has beyond its length is cut off.
  public static let takesLongPDUs = LinkLapses(rawValue: 1 << 33)
  /// An Instant that has passed is taken for the next connection event.
  public static let takesPassedInstants = LinkLapses(rawValue: 1 << 34)
  /// An Instant whose number is below the counter's is taken for one that has passed.
  public static let comparesInstantsAsNumbers = LinkLapses(rawValue: 1 << 35)
  /// LL_PHY_RSP names no PHY to transmit on.
  public static let namesNoPHY = LinkLapses(rawValue: 1 << 36)
  /// The length that may be received is reported as at first.
  public static let reportsFirstReceiveLength = LinkLapses(rawValue: 1 << 37)
  /// A data channel map is used from where it was received.
  public static let usesChannelMapAtOnce = LinkLapses(rawValue: 1 << 38)
  /// LL_VERSION_IND is not answered.
  public static let answersNoVersion = LinkLapses(rawValue: 1 << 39)
  /// A reflector's own host cannot start procedures.
  public static let startsAsInitiatorAlone = LinkLapses(rawValue: 1 << 40)
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

/// What a defective controller carries over from one link into the next, one bit each.
public struct LinkLeftovers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Configurations of Channel Sounding.
  public static let configurations = LinkLeftovers(rawValue: 1 << 0)
  /// That CS security was started.
  public static let csSecurity = LinkLeftovers(rawValue: 1 << 1)
  /// Which channels the peer finds good.
  public static let classification = LinkLeftovers(rawValue: 1 << 2)
  /// That LL_VERSION_IND was sent.
  public static let version = LinkLeftovers(rawValue: 1 << 3)
  /// Encryption, with its keys.
  public static let encryption = LinkLeftovers(rawValue: 1 << 4)
  /// The packet counters of encryption.
  public static let packetCounters = LinkLeftovers(rawValue: 1 << 5)
  /// The length of data PDUs.
  public static let dataLength = LinkLeftovers(rawValue: 1 << 6)
  /// The PHYs.
  public static let phy = LinkLeftovers(rawValue: 1 << 7)
  /// The data channel map.
  public static let channelMap = LinkLeftovers(rawValue: 1 << 8)
  /// connEventCounter.
  public static let eventCounter = LinkLeftovers(rawValue: 1 << 9)
  /// The DRBG of Channel Sounding.
  public static let drbg = LinkLeftovers(rawValue: 1 << 10)
  /// CSProcCount.
  public static let procedureCount = LinkLeftovers(rawValue: 1 << 11)
  /// The seed of the random numbers, which are then those of the first link.
  public static let chance = LinkLeftovers(rawValue: 1 << 12)
}
