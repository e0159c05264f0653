/// A fault that `faults:` in a profile or `--fault` plants in an accessory that is otherwise right, to show that the
/// tester notices. In the accessory `shownIn` it breaks exactly the requirements in `breaks`, and no others of their
/// sets; effects of platform faults on the radio are not listed. The name of the case has the letters of the id.
public enum Fault: UInt16, CaseIterable, Sendable {
  // Faults of capabilities, configurations and refusals over the link.
  case enhancementFeatureMissing, hostSupportNotReported, inlinePCTNotClaimed, inlinePCTConfigRefused,
    reflectorRoleNotDeclared, mode0OneStepRefused, tFCS100NotDeclared, tFCS100Refused,
    inlinePCTRefusedAt100, stopsAfterFiveProcedures, restartRefused, fewerChannelsRefused,
    linkLostOnPause, rateChangeRefused, stopsAfter45Procedures

  // Faults of when things happen within a procedure.
  case tFCS100Stretched, pllTooSlowFor100, pllTooSlowFor60, pllTooSlowFor80

  // Faults of single times and single draws of steps, each of a size that spoils nothing else.
  case hopAfterMode0Late, hopsShortInSecondSubevent, lastStepLate, hopsInMode0Late, mode0AnsweredLate,
    tonesAnsweredEarly, tonesEndEarly, antennasSwitchedSlowly, extensionAlwaysSent, lastChannelMissed,
    pathsInFixedOrder, accessAddressRepeated, hops3usTooLong, lastStepTwice

  // Faults of pairing, the bond and encryption.
  case bondForgotten, bondLostWithLink, pairingRefused, encryptionNotRequired, securityRequestAtConnect,
    forgetsPhoneAddress, stuckAfterFailedPairing, pairingTimeoutMissing, doesNotBond, asksForConfirmation

  // Faults of what is sent and heard.
  case inlinePCTPlainPhase, inlinePCTSignFlipped, inlinePCTAppliedTwice, mode0SecondStepSilent,
    mode2TonesMissing, oscillatorWalks, stablePhaseNoisy, outputSNRWrong, carrierOutOfTolerance,
    mode0FrequencyShifted, delayTooLong, inlinePCTNoisy, crystalDrifts, inlinePCTDelayed, antennasReversed

  // Faults of what a controller reports to its host.
  case inlinePCTReportsQ, frequencyReportNoisy, turnaroundMisreported, packetRSSI10dBHigh,
    referencePower12dBHigh, toneQualityAlwaysHigh, mode0OffsetSignFlipped, lastStepNotReported,
    resultEventLate, turnaroundOf2MMisreported, initiatorTimeMisreported, lastSubeventReportedAlone,
    attackMetricMissing

  // Faults of the Ranging Service, its format, and how it is reached.
  case rangingServiceMissing, rangingServiceTwice, rasUnencryptedAccess, rasDataIndicatedWhenBothBits,
    rasSegmentsOutOfOrder, rasLastSegmentFlagMissing, rasCounterNotAdvanced, rasPathMaskWrong,
    rasStartEventMissing, rasTruncatedAtDefaultMTU, rasFilterIgnored, attMTUSmall

  // Faults of the control point of the Ranging Service and of what belongs to it.
  case rasControlPointWrongCode, rasReadyNotifiedWhenBothBits, rasOverwritingNotReported, rasAckIgnored,
    rasAckUnanswered, rasLostSegmentsFromStart, rasAbortIgnored, rasUnknownCounterWrongCode,
    rasExclusiveCCCDMissing, rasOldDataAfterReconnect, rasAuthenticatedControl

  // Faults of what is advertised.
  case serviceUUIDNotAdvertised, serviceUUIDDroppedWhenBonded, scansWhileAdvertising, advertisesOnTwoChannels,
    directedWhenBonded, flagsMissing, txPowerMissing, malformedADStructure, scanResponseAddressReversed,
    fastAdvertisingTooShort, advIntervalOffList, silentAfterFastPhase, silentAfterScanResponse,
    noAdvertisingAfterLinkLoss, channelSelection2NotOffered

  // Faults of the link that an accessory asks for.
  case asksLatency40, asksTimeout20s, asksInterval1125, asksIntervalRangeTooNarrow, asksSlowLink,
    asksShortTimeout, dataLength27

  // Faults of the attribute server and client.
  case discoveryNeedsEncryption, mtuAnswers23, serviceChangedSpurious, serviceChangedNeedless,
    queuedWriteAcrossServices, unknownATTOpcodeIgnored, mtuRequestIgnored, prepareWriteCrash,
    errorNamesNoHandle, endOfValueRefused

  // Faults of the link layer, whatever their kind.
  case capabilitiesDifferOverLink, impossibleCapabilitiesTaken, frequencyErrorsToldThoughNone, faeTableShort,
    configIDTakenForCount, secondConfigRefused, reservedBitsRefused, configRemoveIgnored,
    mode0StepsUnchecked, undeclaredTimesTaken, configReplacedInSeries, collisionCodesMixedUp,
    securityVectorsConstant, startsWithoutCSSecurity, hostSupportIgnored, answerNamesEarlierEvent,
    wrongRejectCode, offsetUnchecked, csIndInThePastAccepted, waitsForEver, terminateNotAnswered,
    endNotToldToPeer, endOfNothingAnswered, channelMapUpdateIgnoredInSeries, classificationNotTold,
    tooFewChannelsStarted, unknownOpcodeSilence, dropsLinkOnUnknownPDU, shortPDUTaken, versionToldAgain,
    supervisionTimeoutIgnored, connectionUpdateInSeries, seriesLostOnPHYUpdate,
    drbgNotRenewedBySecurityRestart, procedureCountInOctet, endlessSeriesEnds, procedureCounterOffByOne,
    keepsOnlyOneSubevent, subModeOmitted, claimed2MSyncRefused, phyUpdateStartedByAccessory

  // Faults of what every link agrees on, whether there is Channel Sounding on it or not.
  case phyNotNamed, hopLeftOut, receiveLengthNotReported, channelMapUsedAtOnce, versionIndNotAnswered,
    ownStartRefused

  // Faults of the link layer with what crosses, comes too late, too long or not at all.
  case crossedStartUnanswered, crossedEndUnanswered, longPDUTaken, passedInstantTaken,
    seriesLostOnMissedSubevent

  // Faults that show in a long session, or in what a phone does in the middle of one.
  case stopsAfter256Procedures, stopsAfter1000Procedures, stopsAfter65535Procedures, delayCreeps,
    phaseLostAtTimes, tonesUnheard, secondAntennaSilent

  // Faults that a first link does not show: what is left of one link in the next.
  case linksRunOut, versionSentOnOneLink, randomNumbersRepeated, drbgKeptOverLinks,
    procedureCounterKeptOverLinks, eventCounterKeptOverLinks, encryptionKeptOverLinks,
    packetCountersKeptOverLinks, phyKeptOverLinks, dataLengthKeptOverLinks, channelMapKeptOverLinks,
    configurationsKeptOverLinks, csSecurityKeptOverLinks, classificationKeptOverLinks,
    lostLinkNotCleared, bondLostOnFailedPairing, mtuKeptOverLinks, subscriptionsKeptForStrangers

  // Faults that show where frames are damaged or lost, or after an hour.
  case damagedAcknowledged, neverRepeated, duplicatesExecuted, repetitionEncryptedAnew,
    missedProcedureNotCounted, updateLostWithEvent, windowNotWidened, instantsComparedAsNumbers,
    hopsByFifteenBits, latencyOverrun

  // Faults of names, and of chance that is none.
  case nameCutWithinCharacter, completeNameDiffers, advertisingDelayMissing, pairingSecretsRepeated,
    identityNotSent, identitySentTwice, identityAddressReversed

  // Faults of how a controller answers its host's commands.
  case v2CapabilitiesDiffer, hostFeatureNotShown, commandNotAnnounced, commandOfAllLacking, announcedUnknown,
    commandOfFeatureLacking, scanningGoesOn, advertisingGoesOn, featuresKeptFromPeripheral,
    flowControlChangedOnLink, advertisingCommandsMixed, resolvingListChangedInUse, hostFeatureSetOnLink,
    hostSupportNotAsked, unknownHandleWrongCode, oldHandleWrongCode, refusalsInCommandStatus,
    shortCommandTaken, featuresWantedFirst, csSecurityInTheClear, peripheralSecurityWrongCode,
    impossibleCacheTaken, lateCacheTaken, cacheForgotten, missingTableWrongCode, anyPowerTaken,
    disabledRoleTaken, usedRoleDisabled, anyContextTaken, localConfigShared, earlyConfigAccepted,
    fewChannelsLeftToPeer, hastyClassificationTaken, sparseClassificationTaken, anyParametersTaken,
    limitsWrongCode, parametersChangedInSeries, missingConfigWrongCode, endOfNothingTaken,
    anyEnableTaken, fewChannelsWrongCode, testEndWithoutTest

  // Faults of what a controller tells its host.
  case configMaskIgnored, versionMaskIgnored, remoteCapabilitiesAltered, timesAsIndices, roleNotReported,
    peersExchangeHidden, peersSecurityHidden, removalNotReported, failedStartNotReported,
    endNotReported, endReportedAsStart, subeventsNotReported, mode0LeftOut, noCompensationAsZero,
    doneReportedEarly, abortReasonMissing, testEndNotReported, channelSelectionHidden
}

extension Fault {
  /// The kind of mistake.
  public enum Area: String, Sendable, CaseIterable {
    case `protocol`, timing, security, radio, reporting, gatt, advertising
  }

  /// The fault with this id.
  public init?(id: String) {
    guard let facts = FaultFacts.byID[id] else { return nil }
    self = facts.fault
  }

  /// As `tfcs-100-refused`; stable for ever.
  public var id: String { facts.id }
  /// The kind of mistake.
  public var area: Area { facts.area }
  /// What the accessory does wrong, as a sentence for a person.
  public var summary: String { facts.summary }
  /// How firmware gets this defect, in sentences for a person.
  public var inFirmware: String { facts.inFirmware }
  /// Where somebody met it in public; nil if no such place is known.
  public var report: String? { facts.report }
  /// The requirements that it breaks in the accessory `shownIn`, and no others of their sets, in their order.
  public var breaks: [String] { facts.breaks }
  /// The requirements that cannot be judged because of it.
  public var blocks: [String] { facts.blocks }
  /// Whether it makes sense only where inline PCT is declared.
  public var needsInlinePCT: Bool { facts.needsInlinePCT }

  /// Whether it breaks that requirement and no other of its set, whose ids begin alike.
  public func breaksAlone(_ id: String) -> Bool {
    func family(_ id: String) -> Substring { id.prefix { $0 != "-" } }
    return breaks.filter { family($0) == family(id) } == [id]
  }

  /// The shipped accessory that shows it: one that conforms without it, and claims what the fault is about.
  public var shownIn: String { facts.shownIn }

  private var facts: FaultFacts { FaultFacts.all[Int(rawValue)] }
}
