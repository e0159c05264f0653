internal import LinkLayer
internal import Profiles
internal import VirtualController

extension AccessoryProfile {
  /// What the faults of the HCI keep the controller from.
  var hciLapses: HCILapses {
    let lapses: [(Fault, HCILapses)] = [
      (.v2CapabilitiesDiffer, .tellsOtherV2Capabilities),
      (.hostFeatureNotShown, .hidesHostFeature),
      (.commandNotAnnounced, .announcesNoClassification),
      (.commandOfAllLacking, .lacksFilterAcceptListSize),
      (.scanResponseAddressReversed, .answersScansInReverse),
      (.announcedUnknown, .forgetsSuggestedDataLength),
      (.commandOfFeatureLacking, .lacksMaximumDataLength),
      (.scanningGoesOn, .goesOnScanning),
      (.advertisingGoesOn, .goesOnAdvertising),
      (.flowControlChangedOnLink, .changesFlowControlOnLink),
      (.silentAfterScanResponse, .stopsAfterScanResponse),
      (.channelSelection2NotOffered, .offersNoAlgorithm2),
      (.featuresKeptFromPeripheral, .refusesFeaturesToPeripheral),
      (.advertisingCommandsMixed, .mixesAdvertisingCommands),
      (.resolvingListChangedInUse, .changesListInUse),
      (.hopLeftOut, .connectsWithoutHop),
      (.channelSelectionHidden, .hidesChannelSelection),
      (.hostFeatureSetOnLink, .takesHostFeatureOnLink),
      (.hostSupportNotAsked, .needsNoHostSupport),
      (.unknownHandleWrongCode, .mistakesUnknownHandles),
      (.oldHandleWrongCode, .mistakesOldHandles),
      (.refusalsInCommandStatus, .refusesInCommandStatus),
      (.shortCommandTaken, .takesShortCommands),
      (.featuresWantedFirst, .wantsFeaturesFirst),
      (.securityInTheClear, .startsSecurityInTheClear),
      (.securityByPeripheralWrongCode, .mistakesSecurityByPeripheral),
      (.impossibleCacheTaken, .takesImpossibleCache),
      (.lateCacheTaken, .takesLateCache),
      (.cacheForgotten, .forgetsCache),
      (.missingTableWrongCode, .mistakesMissingTable),
      (.anyPowerTaken, .takesAnyPower),
      (.disabledRoleTaken, .takesDisabledRoles),
      (.usedRoleDisabled, .disablesRolesInUse),
      (.anyContextTaken, .takesAnyContext),
      (.localConfigShared, .sharesLocalConfigurations),
      (.earlyConfigAccepted, .acceptsConfigurationEarly),
      (.fewChannelsLeftToPeer, .leavesFewChannelsToPeer),
      (.hastyClassificationTaken, .takesHastyClassification),
      (.sparseClassificationTaken, .takesFewChannels),
      (.anyParametersTaken, .takesAnyProcedureParameters),
      (.limitsWrongCode, .mistakesProcedureLimits),
      (.parametersChangedInSeries, .changesParametersInSeries),
      (.missingConfigWrongCode, .mistakesMissingConfiguration),
      (.endOfNothingTaken, .endsNothing),
      (.anyEnableTaken, .takesAnyEnable),
      (.fewChannelsWrongCode, .mistakesFewChannels),
      (.testEndWithoutTest, .endsNoTest),
      (.configMaskIgnored, .ignoresConfigMask),
      (.versionMaskIgnored, .ignoresVersionMask),
      (.remoteCapabilitiesAltered, .altersRemoteCapabilities),
      (.timesAsIndices, .reportsTimeIndices),
      (.roleNotReported, .reportsNoRole),
      (.peersExchangeHidden, .hidesPeersExchange),
      (.peersSecurityHidden, .hidesPeersSecurity),
      (.removalNotReported, .hidesRemoval),
      (.failedStartNotReported, .hidesFailedStart),
      (.endNotReported, .hidesEnd),
      (.endReportedAsStart, .reportsEndAsStart),
      (.subeventsNotReported, .reportsNoSubevents),
      (.mode0LeftOut, .leavesOutMode0),
      (.noCompensationAsZero, .reportsNoCompensationAsZero),
      (.doneReportedEarly, .reportsDoneEarly),
      (.abortReasonMissing, .reportsNoAbortReason),
      (.testEndNotReported, .hidesTestEnd),
    ]
    return HCILapses(lapses.filter { behaviouralFaults.contains($0.0) }.map(\.1))
  }
}

extension AccessoryProfile {
  /// What the faults of the link layer keep the control procedures from.
  var linkLapses: LinkLapses {
    let lapses: [(Fault, LinkLapses)] = [
      (.impossibleCapabilitiesTaken, .takesImpossibleCapabilities),
      (.frequencyErrorsToldThoughNone, .tellsFrequencyErrorsWithoutAny),
      (.faeTableShort, .shortensFrequencyErrors),
      (.configIDTakenForCount, .refusesHighConfigID),
      (.secondConfigRefused, .refusesSecondConfig),
      (.reservedBitsRefused, .refusesReservedBits),
      (.configRemoveIgnored, .keepsRemovedConfig),
      (.mode0StepsUnchecked, .takesAnyMode0Steps),
      (.undeclaredTimesTaken, .takesUndeclaredTimes),
      (.configReplacedInSeries, .replacesConfigInUse),
      (.collisionCodesMixedUp, .mixesCollisionCodes),
      (.securityVectorsConstant, .repeatsSecurityVectors),
      (.startsWithoutCSSecurity, .startsWithoutSecurity),
      (.hostSupportIgnored, .ignoresHostSupport),
      (.answerNamesEarlierEvent, .answersEarlierEvent),
      (.wrongRejectCode, .refusesStartsWithWrongCode),
      (.offsetUnchecked, .takesAnyOffset),
      (.indicationInPastAccepted, .takesPassedEvent),
      (.waitsForEver, .waitsForEver),
      (.terminateNotAnswered, .leavesTerminationUnanswered),
      (.endNotToldToPeer, .endsSeriesInSilence),
      (.endOfNothingAnswered, .answersTerminationOfNothing),
      (.channelMapIgnoredInSeries, .ignoresChannelMapInSeries),
      (.classificationNotTold, .keepsClassification),
      (.tooFewChannelsStarted, .startsWithFewChannels),
      (.unknownOpcodeSilence, .ignoresUnknownOpcodes),
      (.linkDroppedOverUnknownPDU, .leavesOverUnknownOpcodes),
      (.shortPDUTaken, .takesShortPDUs),
      (.versionToldAgain, .repeatsVersion),
      (.connectionUpdateInSeries, .updatesConnectionInSeries),
      (.receiveLengthNotReported, .reportsFirstReceiveLength),
      (.phyNotNamed, .namesNoPHY),
      (.channelMapUsedAtOnce, .usesChannelMapAtOnce),
      (.versionIndNotAnswered, .answersNoVersion),
      (.ownStartRefused, .startsAsInitiatorAlone),
      (.claimed2MSyncRefused, .refuses2MSync),
      (.crossedStartUnanswered, .leavesCrossedStartUnanswered),
      (.crossedEndUnanswered, .leavesCrossedEndUnanswered),
      (.longPDUTaken, .takesLongPDUs),
      (.passedInstantTaken, .takesPassedInstants),
      (.instantsComparedAsNumbers, .comparesInstantsAsNumbers),
    ]
    return LinkLapses(lapses.filter { behaviouralFaults.contains($0.0) }.map(\.1))
  }

  /// Plants the faults of the link layer that lie outside the control procedures.
  func plantLinkFaults(in deviations: inout ControllerDeviations) {
    for fault in Fault.all where behaviouralFaults.contains(fault) {
      switch fault {
      case .supervisionTimeoutIgnored: deviations.ignoresSupervisionTimeout = true
      case .seriesLostOnPHYUpdate: deviations.losesSeriesOnPHYUpdate = true
      case .drbgNotRenewed: deviations.keepsDRBG = true
      case .procedureCountInOctet: deviations.keepsProcedureCountInOctet = true
      case .endlessSeriesEnds: deviations.proceduresOfEndlessSeries = 64
      case .procedureCounterOffByOne: deviations.countsProceduresFromOne = true
      case .firstSubeventAlone: deviations.takesFirstSubeventAlone = true
      case .seriesLostOnMissedSubevent: deviations.losesSeriesOnMissedSubevent = true
      case .subModeOmitted: deviations.omitsSubMode = true
      default: break
      }
    }
  }
}

extension AccessoryProfile {
  /// What the faults of single times and draws make of steps.
  var stepLapses: StepLapses {
    var lapses = StepLapses()
    for fault in Fault.all where behaviouralFaults.contains(fault) {
      switch fault {
      case .hopAfterMode0Late: lapses.hopAfterMode0 = 5
      case .hopsShortInSecondSubevent:
        (lapses.hopBetweenMainSteps, lapses.isInSecondSubeventAlone) = (-3, true)
      case .lastStepLate: lapses.hopToLastStep = 4
      case .hopsInMode0Late: lapses.hopInMode0 = 6
      case .mode0AnsweredLate: lapses.interlude1 = 4
      case .tonesAnsweredEarly: lapses.interlude2 = -4
      case .antennasSwitchedSlowly: lapses.switching = 2
      case .extensionAlwaysSent: lapses.extension = .always
      case .lastChannelMissed: lapses.missesLastChannel = true
      case .pathsInFixedOrder: lapses.ignoresPermutations = true
      case .hopsTooLong:
        (lapses.hopInMode0, lapses.hopAfterMode0, lapses.hopBetweenMainSteps) = (3, 3, 3)
      case .lastStepTwice: lapses.repeatsLastStep = true
      case .accessAddressRepeated: lapses.repeatsAccessAddress = true
      default: break
      }
    }
    return lapses
  }

  /// What the faults of reports make of results.
  var reportLapses: ReportLapses {
    var lapses = ReportLapses()
    for fault in Fault.all where behaviouralFaults.contains(fault) {
      switch fault {
      case .packetRSSIHigh: lapses.rssiErrorDecibels = 10
      case .referencePowerHigh: lapses.referenceErrorDecibels = 12
      case .toneQualityAlwaysHigh: lapses.ratesEveryToneHigh = true
      case .mode0OffsetSignFlipped: lapses.flipsFrequencyOffsets = true
      case .lastStepNotReported: lapses.mostSteps = 12
      case .resultEventLate: lapses.isEventLate = true
      case .lastSubeventReportedAlone: lapses.keepsLastSubevent = true
      case .attackMetricMissing: lapses.hidesAttackMetric = true
      default: break
      }
    }
    return lapses
  }
}

extension AccessoryProfile {
  /// Plants what is left of one link in the next, and what goes wrong in a lossy air.
  func plantLifeFaults(in deviations: inout ControllerDeviations) {
    let leftovers: [(Fault, LinkLeftovers)] = [
      (.versionSentOnOneLink, .version), (.randomNumbersRepeated, .chance), (.drbgKeptOverLinks, .drbg),
      (.procedureCounterKeptOverLinks, .procedureCount), (.eventCounterKeptOverLinks, .eventCounter),
      (.encryptionKeptOverLinks, .encryption), (.packetCountersKeptOverLinks, .packetCounters),
      (.phyKeptOverLinks, .phy), (.dataLengthKeptOverLinks, .dataLength),
      (.channelMapKeptOverLinks, .channelMap), (.configurationsKeptOverLinks, .configurations),
      (.csSecurityKeptOverLinks, .csSecurity), (.classificationKeptOverLinks, .classification),
    ]
    let faults = behaviouralFaults
    for (fault, leftover) in leftovers where faults.contains(fault) {
      deviations.leftovers.insert(leftover)
    }
    if faults.contains(.lostLinkNotCleared) {
      deviations.leftoversOfLostLink = [.configurations, .csSecurity]
    }
    let lapses: [(Fault, AirLapses)] = [
      (.damagedAcknowledged, .acknowledgesDamaged), (.neverRepeated, .neverRepeats),
      (.duplicatesExecuted, .executesDuplicates), (.repetitionEncryptedAnew, .encryptsAnew),
      (.missedProcedureNotCounted, .forgetsMissedProcedures), (.updateLostWithEvent, .forgetsUpdates),
      (.windowNotWidened, .neverWidens), (.hopsByFifteenBits, .hopsByFifteenBits),
      (.latencyOverrun, .overrunsLatency),
      (.advertisingDelayMissing, .delaysByNothing),
    ]
    for (fault, lapse) in lapses where faults.contains(fault) { deviations.airLapses.insert(lapse) }
    if faults.contains(.linksRunOut) { deviations.linksInAll = 8 }
  }
}
