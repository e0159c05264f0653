internal import AccessoryProfile
internal import LinkLayer
internal import VirtualController

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
