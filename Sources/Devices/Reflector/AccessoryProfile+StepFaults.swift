internal import AccessoryProfile
internal import VirtualController

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
