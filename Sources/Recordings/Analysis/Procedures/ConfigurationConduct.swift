public import ChannelSounding

/// What the procedures of one configuration showed of how both ends measure.
public struct ConfigurationConduct: Hashable, Sendable {
  public let configuration: CSConfiguration
  /// Procedures that are complete in every account.
  public private(set) var completeCount = 0
  /// Subevents of these in the initiator's account.
  public private(set) var subeventCount = 0
  /// How many of these subevents have a CS_SYNC of mode 0 that was found, by the place of the step.
  public private(set) var syncFound: [Int]
  /// Tones of the complete procedures at all ends that tell of them, without extension slots.
  public private(set) var toneCount = 0
  /// Of these, tones that their receiver rated at all.
  public private(set) var ratedToneCount = 0
  /// Of these, tones that their receiver rated low.
  public private(set) var lowToneCount = 0
  /// Tones of the reflector's own account of complete procedures.
  public private(set) var reflectorToneCount = 0
  /// Of these, tones with a Q other than 0, or a negative I: what inline PCT rules out.
  public private(set) var reflectorPhaseCount = 0
  /// The frame of the last result of the reflector that has such a tone; nil without one.
  public private(set) var reflectorPhaseFrame: Int?
  /// The frame of the last result of the last complete procedure.
  public private(set) var lastFrame: Int?

  /// No procedure yet.
  public init(_ configuration: CSConfiguration) {
    self.configuration = configuration
    syncFound = [Int](repeating: 0, count: Int(configuration.mode0Steps))
  }

  /// Takes a procedure that ran under this configuration; one that is not complete tells nothing.
  public mutating func add(_ procedure: ProcedureAnalysis) {
    let accounts = [procedure.initiator, procedure.reflector].compactMap(\.self)
    guard let account = procedure.account, accounts.allSatisfy({ $0.ending == .complete }) else { return }
    completeCount += 1
    lastFrame = account.frames.upperBound
    for subevent in procedure.initiator?.subevents ?? [] { takeSyncs(subevent) }
    for steps in [procedure.initiatorSteps, procedure.reflectorSteps].compactMap(\.self) {
      toneCount += steps.toneCounts.reduce(0, +)
      ratedToneCount += steps.toneCounts[0] + steps.toneCounts[1] + steps.toneCounts[2]
      lowToneCount += steps.toneCounts[2]
    }
    let before = reflectorPhaseCount
    procedure.reflector?.eachTone { i, q in
      reflectorToneCount += 1
      if q != 0 || i < 0 { reflectorPhaseCount += 1 }
      return false
    }
    if reflectorPhaseCount > before { reflectorPhaseFrame = procedure.reflector?.frames.upperBound }
  }

  private mutating func takeSyncs(_ subevent: SubeventResult) {
    subeventCount += 1
    for step in subevent.stepOffsets.indices.prefix(syncFound.count) {
      let view = StepView(subevent, step)
      if view.mode == 0, view.count >= 3, view.octet(0) & 0xF < 2 { syncFound[step] += 1 }
    }
  }
}
