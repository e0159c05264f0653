internal import AccessoryProfile
internal import LinkLayer
internal import VirtualController

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
