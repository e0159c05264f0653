package import ChannelSounding
package import CoreTypes

/// What one end's account of a procedure says of its steps.
package struct EndStatistics: Hashable, Sendable {
  /// Steps of modes 0 to 3.
  package private(set) var stepCounts = [0, 0, 0, 0]
  /// Tones by Tone_Quality_Indicator: high, medium, low, unavailable, and what has no meaning. Extension slots do
  /// not count.
  package private(set) var toneCounts = [0, 0, 0, 0, 0]
  /// Num_Antenna_Paths; 0 without tones.
  package private(set) var antennaPathCount = 0
  /// CS_SYNC packets of mode 0 that were found, with bit errors or without.
  package private(set) var syncFoundCount = 0
  /// The mean offset of the peer's frequency that mode 0 measured, in parts per million; nil for a reflector, and where
  /// every offset stands at an end of its range.
  package private(set) var frequencyOffset: Double?
  /// The mean power of the mode-0 packets that were found, in dBm; nil without any.
  package private(set) var rssiDbm: Double?
  /// Steps of modes 1 and 3 that have a time.
  package private(set) var timeCount = 0
  /// The worst attack metric of these steps; nil if none reported one.
  package private(set) var attackMetric: NADM?

  /// Counts the steps of some subevents.
  init(_ subevents: [SubeventResult]) {
    var tally = Tally()
    for subevent in subevents {
      for index in subevent.stepOffsets.indices {
        tally.take(StepView(subevent, index), subevent.numAntennaPaths)
      }
    }
    stepCounts = (0..<4).map { tally.steps[$0] }
    toneCounts = (0..<5).map { tally.tones[$0] }
    antennaPathCount = tally.antennaPathCount
    syncFoundCount = tally.syncFoundCount
    if tally.offsets.count > 0 {
      frequencyOffset = Double(tally.offsets.sum) / Double(tally.offsets.count) / 100
    }
    if tally.powers.count > 0 { rssiDbm = Double(tally.powers.sum) / Double(tally.powers.count) }
    timeCount = tally.timeCount
    attackMetric = tally.attackMetric
  }
}

/// The counts while they grow, in place: there are two for each procedure of a recording.
private struct Tally {
  var steps: InlineArray<4, Int> = [0, 0, 0, 0]
  var tones: InlineArray<5, Int> = [0, 0, 0, 0, 0]
  var antennaPathCount = 0
  var syncFoundCount = 0
  var offsets = (count: 0, sum: 0)
  var powers = (count: 0, sum: 0)
  var timeCount = 0
  var attackMetric: NADM?

  private static let packetLength = 6

  mutating func take(_ step: StepView, _ pathCount: UInt8) {
    guard step.mode < 4 else { return }
    steps[Int(step.mode)] += 1
    switch step.mode {
    case 0: takeSync(step)
    case 1: takeTime(step)
    case 2: takeTones(step, pathCount: (step.count - 1) / 4 - 1)
    default:
      takeTime(step)
      takeTones(step, pathCount: Int(pathCount))
    }
  }

  private mutating func takeSync(_ step: StepView) {
    guard step.count >= 3, step.packetQuality.isFound else { return }
    syncFoundCount += 1
    let level = ReceivedPowerLevel(rawValue: Int8(bitPattern: step.octet(1)))
    if let power = level.dbm { powers = (powers.count + 1, powers.sum + power) }
    if let offset = step.frequencyOffset.exactHundredths {
      offsets = (offsets.count + 1, offsets.sum + offset)
    }
  }

  private mutating func takeTime(_ step: StepView) {
    guard step.count >= Self.packetLength else { return }
    if step.time != .notAvailable { timeCount += 1 }
    if let metric = step.nadm.known { attackMetric = max(attackMetric ?? metric, metric) }
  }

  private mutating func takeTones(_ step: StepView, pathCount: Int) {
    guard (1...4).contains(pathCount), let start = step.permutationIndex(pathCount: pathCount) else { return }
    antennaPathCount = max(antennaPathCount, pathCount)
    for slot in 0..<pathCount {
      tones[min(4, Int(step.tone(start + 1 + 4 * slot).quality.rawValue))] += 1
    }
  }
}

/// What the procedures of one configuration showed of how both ends measure.
package struct ConfigurationConduct: Hashable, Sendable {
  /// The tones that one end received, without extension slots.
  package struct Tones: Hashable, Sendable {
    package fileprivate(set) var count = 0
    /// Of these, tones that the end rated at all.
    package fileprivate(set) var ratedCount = 0
    /// Of these, tones that it rated low.
    package fileprivate(set) var lowCount = 0

    /// Tones that it did not rate low.
    package var usableCount: Int { count - lowCount }

    fileprivate mutating func add(_ steps: EndStatistics?) {
      guard let counts = steps?.toneCounts else { return }
      count += counts.reduce(0, +)
      ratedCount += counts[0] + counts[1] + counts[2]
      lowCount += counts[2]
    }
  }

  package let configuration: CSConfiguration
  /// Procedures that are complete in every account.
  package private(set) var completeCount = 0
  /// Procedures that were aborted without a request of a host, and not because the initiator had no time.
  package private(set) var brokenCount = 0
  /// Subevents of the initiator's account that are complete, or were aborted since it received no CS_SYNC.
  package private(set) var subeventCount = 0
  /// How many of these subevents have a CS_SYNC of mode 0 that was found, by the place of the step.
  package private(set) var syncFound: [Int]
  /// Tones of the complete procedures in the initiator's account.
  package private(set) var initiatorTones = Tones()
  /// Tones of the complete procedures in the reflector's account.
  package private(set) var reflectorTones = Tones()
  /// Tones of the reflector's own account of complete procedures.
  package private(set) var reflectorToneCount = 0
  /// Of these, tones with a Q other than 0, or a negative I: what inline PCT rules out.
  package private(set) var reflectorPhaseCount = 0
  /// The frame of the last result of the reflector that has such a tone; nil without one.
  package private(set) var reflectorPhaseFrame: Int?
  /// The frame of the last result of the last complete procedure.
  package private(set) var lastFrame: Int?

  /// No procedure yet.
  package init(_ configuration: CSConfiguration) {
    self.configuration = configuration
    syncFound = [Int](repeating: 0, count: Int(configuration.mode0Steps))
  }

  /// Takes a procedure that ran under this configuration. One whose results break off tells nothing.
  package mutating func add(_ procedure: ProcedureAnalysis) {
    let accounts = [procedure.initiator, procedure.reflector].compactMap(\.self)
    guard let account = procedure.account, accounts.allSatisfy({ $0.ending == .complete }) else {
      return addIncomplete(procedure, accounts)
    }
    completeCount += 1
    lastFrame = account.frames.upperBound
    for subevent in procedure.initiator?.subevents ?? [] { takeSyncs(subevent) }
    initiatorTones.add(procedure.initiatorSteps)
    reflectorTones.add(procedure.reflectorSteps)
    let before = reflectorPhaseCount
    procedure.reflector?.eachTone { pct in
      reflectorToneCount += 1
      if pct.q != 0 || pct.i < 0 { reflectorPhaseCount += 1 }
      return false
    }
    if reflectorPhaseCount > before { reflectorPhaseFrame = procedure.reflector?.frames.upperBound }
  }

  private mutating func addIncomplete(_ procedure: ProcedureAnalysis, _ accounts: [RecordedProcedure]) {
    let aborted = accounts.filter { $0.ending == .aborted }
    guard !aborted.isEmpty, aborted.allSatisfy(\.isBroken) else { return }
    brokenCount += 1
    for subevent in procedure.initiator?.subevents ?? []
    where subevent.subeventDone == .complete || subevent.subeventAbortReason == .noSyncReceived {
      takeSyncs(subevent)
    }
  }

  private mutating func takeSyncs(_ subevent: SubeventResult) {
    subeventCount += 1
    for step in subevent.stepOffsets.indices.prefix(syncFound.count) {
      let view = StepView(subevent, step)
      if view.mode == 0, view.count >= 3, view.packetQuality.isFound { syncFound[step] += 1 }
    }
  }
}
