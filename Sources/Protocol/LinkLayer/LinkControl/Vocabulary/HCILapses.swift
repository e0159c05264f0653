/// Rules of the HCI that a defective controller does not keep, one bit each.
public struct HCILapses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(bit: UInt64) { rawValue = 1 << bit }

  // MARK: What the controller says of itself

  /// Version [v2] of the local capabilities has another number of steps for round trips.
  public static let tellsOtherV2Capabilities = HCILapses(bit: 0)
  /// A feature that the host set is not among the features.
  public static let hidesHostFeature = HCILapses(bit: 1)
  /// LE CS Set Channel Classification is known and not announced.
  public static let announcesNoClassification = HCILapses(bit: 2)
  /// The host may change its features while there is a link.
  public static let takesHostFeatureOnLink = HCILapses(bit: 3)

  // MARK: Answers

  /// A handle that never stood for a link is answered with 0x0C.
  public static let mistakesUnknownHandles = HCILapses(bit: 4)
  /// A handle of a link that is gone is answered with 0x0C.
  public static let mistakesOldHandles = HCILapses(bit: 5)
  /// Refusals come as Command Status, whatever the command.
  public static let refusesInCommandStatus = HCILapses(bit: 6)
  /// Parameters that are missing are taken for 0.
  public static let takesShortCommands = HCILapses(bit: 7)

  // MARK: Events

  /// The mask bit of LE CS Config Complete is not looked at.
  public static let ignoresConfigMask = HCILapses(bit: 8)
  /// Remote capabilities are reported in version [v2], whatever the mask says.
  public static let ignoresVersionMask = HCILapses(bit: 9)
  /// The peer's capabilities lose the longest T_FCS when they are stored.
  public static let altersRemoteCapabilities = HCILapses(bit: 10)
  /// LE CS Config Complete has the indices of times in place of microseconds.
  public static let reportsTimeIndices = HCILapses(bit: 11)
  /// LE CS Config Complete says initiator, whatever the role.
  public static let reportsNoRole = HCILapses(bit: 12)
  /// A capabilities exchange of the peer is not reported to the host.
  public static let hidesPeersExchange = HCILapses(bit: 13)
  /// CS security that the peer starts is not reported to the host.
  public static let hidesPeersSecurity = HCILapses(bit: 14)
  /// A removal that the host asked for is not reported.
  public static let hidesRemoval = HCILapses(bit: 15)
  /// A start that fails is not reported.
  public static let hidesFailedStart = HCILapses(bit: 16)
  /// The end of a series is not reported.
  public static let hidesEnd = HCILapses(bit: 17)
  /// The end of a series is reported with the state of a start.
  public static let reportsEndAsStart = HCILapses(bit: 18)
  /// The start of a series is reported without its number of subevents.
  public static let reportsNoSubevents = HCILapses(bit: 19)

  // MARK: Results

  /// Results leave out the mode-0 steps.
  public static let leavesOutMode0 = HCILapses(bit: 20)
  /// An unavailable frequency compensation is reported as 0.
  public static let reportsNoCompensationAsZero = HCILapses(bit: 21)
  /// The first event of a subevent has the procedure's final status already.
  public static let reportsDoneEarly = HCILapses(bit: 22)
  /// Aborted subevents come without a reason.
  public static let reportsNoAbortReason = HCILapses(bit: 23)

  // MARK: Requests

  /// The peer's capabilities are read only after its features were.
  public static let wantsFeaturesFirst = HCILapses(bit: 24)
  /// CS security is started on a link that is not encrypted.
  public static let startsSecurityInTheClear = HCILapses(bit: 25)
  /// CS security by the peripheral is refused with 0x1F.
  public static let mistakesSecurityByPeripheral = HCILapses(bit: 26)
  /// Capabilities that no device has are taken from the host.
  public static let takesImpossibleCache = HCILapses(bit: 27)
  /// Capabilities are taken from the host after they came over the air.
  public static let takesLateCache = HCILapses(bit: 28)
  /// Capabilities from the host are accepted and forgotten.
  public static let forgetsCache = HCILapses(bit: 29)
  /// A peer without a table of frequency errors is answered with 0x0C.
  public static let mistakesMissingTable = HCILapses(bit: 30)
  /// Max_TX_Power is not checked.
  public static let takesAnyPower = HCILapses(bit: 31)
  /// Roles are taken that the host has not enabled.
  public static let takesDisabledRoles = HCILapses(bit: 32)
  /// A role may be disabled while a configuration uses it.
  public static let disablesRolesInUse = HCILapses(bit: 33)
  /// Any Create_Context but 0 stands for 1.
  public static let takesAnyContext = HCILapses(bit: 34)
  /// A configuration for this side alone is created on both.
  public static let sharesLocalConfigurations = HCILapses(bit: 35)
  /// A configuration is accepted before the peer's capabilities are known, and nothing follows.
  public static let acceptsConfigurationEarly = HCILapses(bit: 36)
  /// Configurations with few channels are left for the peer to refuse.
  public static let leavesFewChannelsToPeer = HCILapses(bit: 37)
  /// Channel classifications may follow each other at once.
  public static let takesHastyClassification = HCILapses(bit: 38)
  /// Channel classifications may leave any number of channels.
  public static let takesFewChannels = HCILapses(bit: 39)
  /// Procedure parameters are not checked.
  public static let takesAnyProcedureParameters = HCILapses(bit: 40)
  /// Procedure parameters beyond the capabilities are refused with 0x12.
  public static let mistakesProcedureLimits = HCILapses(bit: 41)
  /// Procedure parameters may change in a series.
  public static let changesParametersInSeries = HCILapses(bit: 42)
  /// Procedures without a configuration are refused with 0x0C.
  public static let mistakesMissingConfiguration = HCILapses(bit: 43)
  /// The end of a series is accepted though none runs.
  public static let endsNothing = HCILapses(bit: 44)
  /// Any Enable but 0 stands for 1.
  public static let takesAnyEnable = HCILapses(bit: 45)
  /// The host's support of Channel Sounding is not asked for.
  public static let needsNoHostSupport = HCILapses(bit: 46)
  /// The end of a test is not reported.
  public static let hidesTestEnd = HCILapses(bit: 47)
  /// A test may be ended though none runs.
  public static let endsNoTest = HCILapses(bit: 48)
  /// Too few channels are answered with 0x0C.
  public static let mistakesFewChannels = HCILapses(bit: 49)
  /// LE Read Filter Accept List Size is not known.
  public static let lacksFilterAcceptListSize = HCILapses(bit: 50)
  /// LE Channel Selection Algorithm is not sent.
  public static let hidesChannelSelection = HCILapses(bit: 51)
  /// CONNECT_IND has a hop of 0.
  public static let connectsWithoutHop = HCILapses(bit: 52)
  /// LE Write Suggested Default Data Length is announced, and not known.
  public static let forgetsSuggestedDataLength = HCILapses(bit: 53)
  /// SCAN_RSP has the address with its octets in reverse.
  public static let answersScansInReverse = HCILapses(bit: 54)
  /// LE Set Scan Enable with 0 is answered, and scanning goes on.
  public static let goesOnScanning = HCILapses(bit: 55)
  /// The resolving list is changed while it is in use.
  public static let changesListInUse = HCILapses(bit: 56)
  /// LE Set Advertising Enable with 0 is answered, and advertising goes on.
  public static let goesOnAdvertising = HCILapses(bit: 58)
  /// The peripheral's host may not read the features of the central.
  public static let refusesFeaturesToPeripheral = HCILapses(bit: 59)
  /// Legacy and extended commands are mixed.
  public static let mixesAdvertisingCommands = HCILapses(bit: 60)
  /// The flow control of data to the host is changed on a link.
  public static let changesFlowControlOnLink = HCILapses(bit: 61)
  /// After SCAN_RSP nothing is advertised any more.
  public static let stopsAfterScanResponse = HCILapses(bit: 62)
  /// ChSel of advertising PDUs stays 0.
  public static let offersNoAlgorithm2 = HCILapses(bit: 63)
  /// LE Read Maximum Data Length is not known.
  public static let lacksMaximumDataLength = HCILapses(bit: 57)
}
