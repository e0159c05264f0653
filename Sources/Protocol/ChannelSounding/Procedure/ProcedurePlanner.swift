public import CoreTypes
public import CryptoToolbox

/// The steps of the procedures of one series, subevent by subevent, as one device derives them from its DRBG.
/// [Vol 6, Part H, 4.1 to 4.3]
///
/// Two planners with the same inputs make the same steps; that is all that keeps two devices together.
public struct ProcedurePlanner: Sendable {
  /// The most steps of a procedure.
  public static let maximumStepCount = 256
  /// The most steps of a subevent.
  public static let maximumSubeventStepCount = 160
  /// The most subevents of a procedure.
  public static let maximumSubeventCount = 32

  /// The generator after the steps planned so far.
  public private(set) var drbg: CSDRBG
  /// The steps of the procedure planned so far.
  public private(set) var stepCount = 0
  /// The subevents of the procedure planned so far.
  public private(set) var subeventCount = 0
  private let configuration: CSConfiguration
  private let mainMode: UInt8
  /// Nil where there is none.
  private let subMode: UInt8?
  private let rttType: RTTType
  private let antennaPaths: Int
  /// How long a step lasts by its mode, in microseconds.
  private let durations: SIMD4<Int32>
  private let interpretations: Interpretations
  private let overrides: CSTestOverrides?
  /// The steps with tones planned so far.
  private var toneStepCount = 0
  private var mode0Channels: Mode0Channels
  private var mainChannels: MainChannels
  /// The main-mode steps left before a sub-mode step; nil before the number is drawn.
  private var mainModeStepsLeft: Int?
  /// The channels of the last main-mode steps, up to three, the oldest first.
  private var recentMainChannels: [UInt8] = []

  /// Plans from the first step of a procedure on.
  /// - Parameters:
  ///   - configuration: A legal configuration.
  ///   - schedule: Its antenna configuration index is that of `timing`.
  ///   - channelMap: The channels that the configuration and the classification of both devices leave; at
  ///     least one.
  ///   - drbg: At the start of a procedure: just made, or just after `backtrack()`.
  ///   - overrides: What a test fixes instead of drawing it.
  public init(
    configuration: CSConfiguration, schedule: CSSchedule, channelMap: CSChannelMap, timing: StepTiming,
    drbg: CSDRBG, interpretations: Interpretations, overrides: CSTestOverrides? = nil
  ) {
    let map = channelMap.intersection(.allowed)
    precondition(map.count > 0, "a procedure needs channels")
    antennaPaths = schedule.aci.pathCount
    precondition(antennaPaths == timing.antennaPaths, "the timing is that of the schedule")
    self.configuration = configuration
    durations = SIMD4((0..<4).map { Int32(timing.duration(mode: $0)) })
    self.drbg = drbg
    self.interpretations = interpretations
    mainMode = configuration.mainMode.rawValue
    subMode = configuration.subMode?.rawValue
    rttType = configuration.rttType.isDefined ? configuration.rttType : .aaOnly
    self.overrides = overrides
    mode0Channels = Mode0Channels(map: map, fixed: overrides?.channels)
    mainChannels = MainChannels(
      configuration: configuration, map: map, fixed: overrides?.channels, interpretations: interpretations)
  }

  /// Starts the next procedure of the series, on the same channels, with key and V made anew.
  public mutating func beginNextProcedure() {
    drbg.backtrack()
    restart()
  }

  /// Starts a procedure of the series, on the same channels, with a generator that is at the start of one.
  public mutating func beginProcedure(drbg: CSDRBG) {
    self.drbg = drbg
    restart()
  }

  private mutating func restart() {
    stepCount = 0
    subeventCount = 0
    mode0Channels.restart()
    mainChannels.restart()
    mainModeStepsLeft = nil
    toneStepCount = 0
    recentMainChannels.removeAll(keepingCapacity: true)
  }

  /// Plans the next subevent; the plan says whether the procedure ends with it.
  ///
  /// A plan without steps ends the procedure too: no step but those of mode-0 fits any more.
  /// - Parameters:
  ///   - lengthMicroseconds: Subevent_Len.
  ///   - remainingProcedureMicroseconds: What Max_Procedure_Len leaves at the start of the subevent.
  public mutating func planSubevent(
    into plan: inout SubeventPlan, lengthMicroseconds: Int, remainingProcedureMicroseconds: Int
  ) {
    plan.removeAll()
    plan.firstStep = stepCount
    let room = Room(length: lengthMicroseconds, remaining: remainingProcedureMicroseconds)
    guard isWorthStarting(room) else {
      plan.endsProcedure = true
      return
    }
    if subeventCount == 0 {
      drbg.beginStep(stepCount)
      mainChannels.prepare(&drbg)
    } else if interpretations.subeventCache == .clear {
      drbg.clearCaches()
    }
    for _ in 0..<configuration.mode0Steps {
      drbg.beginStep(stepCount)
      append(mode: 0, channel: mode0Channels.take(&drbg), to: &plan)
    }
    if planRepetition(into: &plan, room: room) { planRun(into: &plan, room: room) }
    subeventCount += 1
    let holdsAnother = stepCount + Int(configuration.mode0Steps) < Self.maximumStepCount
    if subeventCount == Self.maximumSubeventCount || !holdsAnother { plan.endsProcedure = true }
  }

  /// Whether a further subevent could hold a step after those of mode-0; the parameters are those of
  /// `planSubevent`.
  public func canContinue(lengthMicroseconds: Int, remainingProcedureMicroseconds: Int) -> Bool {
    isWorthStarting(Room(length: lengthMicroseconds, remaining: remainingProcedureMicroseconds))
  }

  /// What bounds a subevent in time, in microseconds from its start.
  private struct Room {
    let length: Int
    let remaining: Int
  }

  /// A subevent has at least one step after those of mode-0.
  private func isWorthStarting(_ room: Room) -> Bool {
    let mode = subeventCount > 0 && repetitionCount > 0 ? mainMode : nextMode
    let mode0Steps = Int(configuration.mode0Steps)
    let least = mode0Steps * duration(mode: 0) + duration(mode: mode)
    return least <= min(room.length, room.remaining) && stepCount + mode0Steps < Self.maximumStepCount
      && subeventCount < Self.maximumSubeventCount && !isComplete
  }

  /// Main_Mode_Repetition, or fewer where fewer steps came before.
  private var repetitionCount: Int { min(Int(configuration.mainModeRepetition), recentMainChannels.count) }

  private var nextMode: UInt8 {
    guard let subMode, mainModeStepsLeft == 0 else { return mainMode }
    return subMode
  }

  /// Interpretation: a sub-mode step takes the next channel; another source gives it the one of the main-mode
  /// step before, and then such a step may follow when the channels are used up.
  private var isComplete: Bool {
    let reusesChannel =
      nextMode != mainMode && interpretations.subModeChannel == .previousMainMode
    return mainChannels.areUsedUp && !reusesChannel
  }

  /// The first steps after mode-0 of every subevent but the first repeat the last of the subevent before.
  /// - Returns: Whether there is room for more.
  private mutating func planRepetition(into plan: inout SubeventPlan, room: Room) -> Bool {
    guard subeventCount > 0 else { return true }
    let mode = mainMode
    for channel in recentMainChannels.suffix(repetitionCount) {
      guard fits(mode, in: room, after: &plan) else { return false }
      drbg.beginStep(stepCount)
      append(mode: mode, channel: channel, to: &plan)
    }
    return true
  }

  private mutating func planRun(into plan: inout SubeventPlan, room: Room) {
    while !isComplete {
      let mode = nextMode
      guard fits(mode, in: room, after: &plan) else { return }
      drbg.beginStep(stepCount)
      guard let channel = takeChannel(mode: mode) else { break }
      if mode == mainMode {
        noteMainModeStep(channel: channel)
      } else {
        mainModeStepsLeft = nil
      }
      append(mode: mode, channel: channel, to: &plan)
    }
    plan.endsProcedure = true
  }

  private mutating func takeChannel(mode: UInt8) -> UInt8? {
    if mode != mainMode, interpretations.subModeChannel == .previousMainMode {
      return recentMainChannels.last
    }
    return mainChannels.take(&drbg)
  }

  /// Counts a main-mode step; the first of a run draws how many there are. [Vol 6, Part H, 4.2]
  private mutating func noteMainModeStep(channel: UInt8) {
    if configuration.mainModeRepetition > 0 || subMode != nil {
      if recentMainChannels.count == 3 { recentMainChannels.removeFirst() }
      recentMainChannels.append(channel)
    }
    guard subMode != nil else { return }
    let least = Int(configuration.minMainModeSteps)
    let most = Int(configuration.maxMainModeSteps)
    mainModeStepsLeft = (mainModeStepsLeft ?? drbg.mainModeSteps(least: least, most: most)) - 1
  }

  private func duration(mode: UInt8) -> Int { Int(durations[Int(mode)]) }

  /// Whether one more step may follow; notes in the plan where the procedure, not the subevent, is full.
  private func fits(_ mode: UInt8, in room: Room, after plan: inout SubeventPlan) -> Bool {
    let end = Int(plan.duration) + duration(mode: mode)
    if stepCount == Self.maximumStepCount || end > room.remaining { plan.endsProcedure = true }
    return !plan.endsProcedure && end <= room.length && plan.count < Self.maximumSubeventStepCount
  }

  private mutating func append(mode: UInt8, channel: UInt8, to plan: inout SubeventPlan) {
    var step = PlannedStep(mode: mode, channel: channel, start: plan.duration)
    if mode != 2 { (step.initiatorAccessAddress, step.reflectorAccessAddress) = accessAddresses() }
    if mode >= 2 {
      step.toneExtension = toneExtension()
      step.permutation = antennaPermutation()
      toneStepCount += 1
    }
    if mode & 1 == 1, rttType != .aaOnly {
      step.sequenceIndex = Int16(plan.sequences.count)
      let sequences = drbg.sequences(
        rttType, remainder: interpretations.sequenceRemainder, overrides: overrides)
      plan.sequences.append(sequences.initiator)
      plan.sequences.append(sequences.reflector)
    }
    plan.steps.append(step)
    plan.duration += durations[Int(mode)]
    stepCount += 1
  }

  /// Interpretation: what a test fixes is not drawn, so that the bits for it stay for later steps; the
  /// alternative is to draw it and put the fixed value in its place.
  private mutating func accessAddresses() -> (initiator: UInt32, reflector: UInt32) {
    guard let initiator = overrides?.initiatorAccessAddress,
      let reflector = overrides?.reflectorAccessAddress
    else { return drbg.accessAddresses() }
    return (initiator, reflector)
  }

  private mutating func toneExtension() -> UInt8 {
    overrides?.toneExtension(ofToneStep: toneStepCount) ?? drbg.toneExtension()
  }

  private mutating func antennaPermutation() -> UInt8 {
    overrides?.permutation(ofToneStep: toneStepCount, paths: antennaPaths)
      ?? drbg.antennaPermutation(paths: antennaPaths)
  }
}

extension CSDRBG.Options {
  /// The options that the readings chosen ask for.
  public init(_ interpretations: Interpretations) {
    self.init()
    carriesInF9 = interpretations.f9Increment == .carry128
    carriesInNonce = interpretations.nonceAddition == .withCarry
  }
}
