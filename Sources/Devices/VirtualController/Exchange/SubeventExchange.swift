public import ChannelSounding
public import CoreTypes
public import RadioModel
public import SimulationKernel

/// The air between two ends for one CS subevent after another: who hears what, with which phase.
///
/// Each end follows its own plan on its own clock. What one plan says never helps the other: an end that
/// derived something else hears noise. Memory is reused from one subevent to the next.
public struct SubeventExchange: Sendable {
  /// What lies between the ends.
  public private(set) var environment: Environment
  /// Whether the configuration asks the reflector for inline PCT.
  public let usesInlinePCT: Bool
  /// How the reflector departs from the specification.
  public let behaviour: ReflectorBehaviour
  /// The reflector's FAE table as the initiator read it, in ppm by channel index; empty if it did not.
  public var knownFAEPpm: [Double] = []
  /// Whether `timeline` is filled.
  public var recordsTimeline = false
  /// What was really sent in the last subevent; empty unless `recordsTimeline`.
  public internal(set) var timeline = ExchangeTimeline()
  /// What is left of the relative carrier offset after compensation in the last subevent, as a fraction; positive
  /// where the reflector is higher.
  public internal(set) var residualOffset = 0.0

  var initiator: RunningEnd
  var reflector: RunningEnd
  var channel: PropagationChannel
  private(set) var interference: InterferenceField
  let reflectorAntennas: Int
  let pathCount: Int
  private let packetPaths: PacketPaths
  /// The names of the streams of what is drawn of the link, and of the place once for all links.
  private let streams: (link: String, place: String)
  private var environmentChangeCount = 0
  private(set) var impairments: LinkImpairments
  var faults: RandomStream
  var walk: RandomStream
  var disturbance: RandomStream
  var compensationSum = 0.0
  var compensationCount = 0
  /// What the residual offset gains in a microsecond, as a fraction.
  let residualDrift: Double
  /// What the reflector's tones stand off their packets more than the initiator's do, in turns a microsecond.
  let toneOffsetTurnsPerMicrosecond: Double
  /// What the offset left within T_PM takes from the size of a tone, 0 to 1.
  var coherence = 1.0
  /// Procedures begun, the one under way included.
  private var procedureCount = 0
  /// What inline PCT returns in the procedure under way.
  var returnedPhase = ReflectorBehaviour.ReturnedPhase.measured
  /// What inline PCT adds in it for each MHz of carrier, in turns.
  var inlineTurnsPerMegahertz = 0.0
  /// Whether `channel` has been used for a procedure.
  private var hasBegun = false
  /// The memory of the tones that wait to be measured.
  private var toneNumbers = [Double](repeating: 0, count: ToneColumns.numberCount)
  private var waitingSlots = [WaitingSlot](repeating: .none, count: ToneColumns.capacity)
  /// What the timeline says of the slots that wait; empty unless `recordsTimeline`.
  var toneNotes: [ToneNote] = []

  /// Makes the air of one link.
  ///
  /// - Parameters:
  ///   - antennas: the antennas of both sides; N_AP must be that of both timings.
  ///   - random: the streams of the run; those named `link` and a purpose are used.
  ///   - place: names the stream of a place that is drawn once, which is the same for every link between the two
  ///     devices; nil for one of this link alone.
  public init(
    initiator: ExchangeEnd, reflector: ExchangeEnd, environment: Environment,
    aci antennas: AntennaConfiguration = 0,
    usesInlinePCT: Bool, behaviour: ReflectorBehaviour = ReflectorBehaviour(), random: RandomStreams,
    link: String = "link", place: String? = nil
  ) {
    precondition(antennas.pathCount == initiator.timing.antennaPaths, "N_AP follows from the antennas")
    precondition(antennas.pathCount == reflector.timing.antennaPaths, "N_AP follows from the antennas")
    self.environment = environment
    self.usesInlinePCT = usesInlinePCT
    self.behaviour = behaviour
    pathCount = antennas.pathCount
    reflectorAntennas = antennas.reflectorAntennas
    let packetPaths = PacketPaths(
      initiator: initiator.syncAntennas, reflector: reflector.syncAntennas, antennas: antennas)
    self.packetPaths = packetPaths
    impairments = LinkImpairments(
      initiator: initiator, reflector: reflector, antennas: antennas, pathCount: packetPaths.count,
      attack: environment.attack)
    streams = (link + ".channel", (place ?? link) + ".channel")
    let isDrawnOnce = environment.scattering?.redraw == .run
    channel = PropagationChannel(
      environment, pathCount: pathCount, reflectorAntennas: antennas.reflectorAntennas,
      further: packetPaths.further, pathDelaysNanoseconds: impairments.oneWayDelaysNanoseconds,
      random: random.stream(isDrawnOnce ? streams.place : streams.link))
    interference = InterferenceField(environment)
    self.initiator = RunningEnd(
      initiator, isReflector: false, peer: reflector, environment: environment, pathCount: packetPaths.count,
      random: random, link: link)
    self.reflector = RunningEnd(
      reflector, isReflector: true, peer: initiator, environment: environment, pathCount: packetPaths.count,
      random: random, link: link)
    residualDrift = (reflector.clock.driftPpmPerSecond - initiator.clock.driftPpmPerSecond) * 1e-12
    toneOffsetTurnsPerMicrosecond = (reflector.radio.toneOffsetHertz - initiator.radio.toneOffsetHertz) * 1e-6
    faults = random.stream(link + ".reflector.faults")
    walk = random.stream(link + ".walk")
    disturbance = random.stream(link + ".interference")
  }

  /// Runs one subevent.
  ///
  /// - Parameters:
  ///   - start: true time at which the initiator begins.
  ///   - reflectorStart: true time at which the reflector, by its own clock, expects the initiator to begin.
  public mutating func run(
    initiatorPlan: SubeventPlan, reflectorPlan: SubeventPlan, start: Instant, reflectorStart: Instant,
    initiatorResult: inout SubeventResult, reflectorResult: inout SubeventResult
  ) {
    beginChannel(at: start, isNewProcedure: initiatorPlan.firstStep == 0)
    beginReturning(isNewProcedure: initiatorPlan.firstStep == 0)
    initiator.begin(at: start, start: 0)
    reflector.begin(at: start, start: (reflectorStart - start).inMicroseconds)
    compensationSum = 0
    compensationCount = 0
    if recordsTimeline { timeline.begin(at: start) }
    initiatorResult.layOut(initiatorPlan, of: initiator)
    reflectorResult.layOut(reflectorPlan, of: reflector)
    let mode0 = initiatorPlan.mode0Count
    let reflectorMode0 = reflectorPlan.mode0Count

    withTones { exchange, tones in
      initiatorResult.stepOctets.withUnsafeMutableBytes { initiatorOctets in
        reflectorResult.stepOctets.withUnsafeMutableBytes { reflectorOctets in
          var air = StepAir(
            initiatorPlan: initiatorPlan, reflectorPlan: reflectorPlan,
            initiatorWriter: StepWriter(initiatorOctets), reflectorWriter: StepWriter(reflectorOctets),
            tones: tones)
          exchange.runMode0(&air, count: min(mode0, reflectorMode0))
          exchange.compensate(planMicroseconds: initiatorPlan.duration(before: mode0))
          exchange.runMainModes(&air, from: min(mode0, reflectorMode0))
        }
      }
    }
    finish(&initiatorResult, initiator, plan: initiatorPlan, mode0Count: mode0)
    finish(&reflectorResult, reflector, plan: reflectorPlan, mode0Count: reflectorMode0)
    initiatorResult.frequencyCompensation =
      compensationCount > 0
      ? FrequencyOffset(nearestPpm: compensationSum / Double(compensationCount)) : .notAvailable
    reflectorResult.frequencyCompensation = .notAvailable
  }

  /// Runs `body` with memory for tones, which stays with the exchange and is out of it meanwhile.
  private mutating func withTones(_ body: (inout SubeventExchange, ToneColumns) -> Void) {
    var (numbers, slots) = (toneNumbers, waitingSlots)
    (toneNumbers, waitingSlots) = ([], [])
    numbers.withUnsafeMutableBufferPointer { numbers in
      slots.withUnsafeMutableBufferPointer { slots in body(&self, ToneColumns(numbers, slots)) }
    }
    (toneNumbers, waitingSlots) = (numbers, slots)
  }

  /// Has `environment` lie between the ends from the next subevent on, which begins a procedure. What is drawn once stays
  /// as it was drawn.
  mutating func change(to environment: Environment, random: RandomStreams) {
    environmentChangeCount += 1
    let isDrawnOnce = environment.scattering?.redraw == .run
    self.environment = environment
    channel = PropagationChannel(
      environment, pathCount: pathCount, reflectorAntennas: reflectorAntennas,
      further: packetPaths.further, pathDelaysNanoseconds: impairments.oneWayDelaysNanoseconds,
      random: random.stream(isDrawnOnce ? streams.place : "\(streams.link).\(environmentChangeCount)"))
    impairments.packetAdvanceNanoseconds = environment.attack?.packetAdvanceNanoseconds ?? 0
    interference = InterferenceField(environment)
    hasBegun = false
  }

  /// Has inline PCT return what it does in this procedure.
  private mutating func beginReturning(isNewProcedure: Bool) {
    if isNewProcedure { procedureCount += 1 }
    let isLost = behaviour.lostPhasePeriod.map { procedureCount % $0 == 0 } ?? false
    returnedPhase = isLost ? .none : behaviour.returnedPhase
    inlineTurnsPerMegahertz =
      impairments.inlineTurnsPerMegahertz
      - behaviour.delayGrowthNanoseconds * Double(procedureCount - 1) * 1e-3
  }

  /// Has the place be as it is at `start`.
  private mutating func beginChannel(at start: Instant, isNewProcedure: Bool) {
    let isRedrawn = isNewProcedure && hasBegun && environment.scattering?.redraw == .procedure
    if isRedrawn { channel.beginProcedure() }
    channel.beginSubevent(at: start)
    if !hasBegun || isRedrawn || channel.isMoving {
      initiator.hear(reflector.radio, in: environment, at: start)
      reflector.hear(initiator.radio, in: environment, at: start)
    }
    hasBegun = true
  }

  /// Has both ends take their antennas for the CS_SYNC packets of a step, and know how strong a packet is there.
  /// Returns where the packets of the step go.
  mutating func packetPlace(channel index: UInt8) -> PacketPlace {
    initiator.takeAntenna()
    reflector.takeAntenna()
    let path = packetPaths.path(initiator: initiator.antenna, reflector: connected(reflector.antenna))
    let place = PacketPlace(path: path, channel: index)
    if initiator.knowsStrength(place) { return place }
    let power = channel.power(path: path, channel: Int(index))
    initiator.learnStrength(place, power: power)
    reflector.learnStrength(place, power: power)
    return place
  }

  /// The antenna that the reflector connects for the one that it means.
  @inline(__always)
  func connected(_ antenna: Int) -> Int {
    behaviour.reversesAntennas && antenna < reflectorAntennas ? reflectorAntennas - 1 - antenna : antenna
  }

  /// Whether the antenna of the reflector's packets in this step is never switched on.
  var hasSilentPackets: Bool { behaviour.silentAntenna == reflector.antenna }

  private func finish(
    _ result: inout SubeventResult, _ end: RunningEnd, plan: SubeventPlan, mode0Count: Int
  ) {
    result.numAntennaPaths = UInt8(pathCount)
    result.referencePowerLevel = end.budget.referencePowerLevel
    result.procedureAbortReason = .none
    result.procedureDone = plan.endsProcedure ? .complete : .partial
    result.subeventDone = end.isSynchronised ? .complete : .aborted
    result.subeventAbortReason = end.isSynchronised ? .none : .noSyncReceived
    if !end.isSynchronised && mode0Count < plan.count { result.truncate(toSteps: mode0Count) }
  }
}

/// The two plans and the two reports of a subevent that runs.
struct StepAir {
  let initiatorPlan: SubeventPlan
  let reflectorPlan: SubeventPlan
  var initiatorWriter: StepWriter
  var reflectorWriter: StepWriter
  /// The tones that wait to be measured.
  var tones: ToneColumns
}

extension SubeventPlan {
  /// The mode-0 steps at the start of the subevent.
  var mode0Count: Int { steps.firstIndex { $0.mode != 0 } ?? count }

  /// From the start of the subevent to the start of step `index`, in microseconds.
  func duration(before index: Int) -> Double { Double(index < count ? steps[index].start : duration) }
}

extension SubeventResult {
  /// Makes room for the steps of an end's plan.
  mutating func layOut(_ plan: SubeventPlan, of end: RunningEnd) {
    removeAllSteps()
    var length = 0
    for mode in plan.steps.lazy.map(\.mode) {
      stepOffsets.append(Int32(truncatingIfNeeded: length))
      length += end.recordLength(mode: mode)
    }
    stepOctets.append(contentsOf: repeatElement(0, count: length))
  }

  /// Drops the steps from `count` on.
  mutating func truncate(toSteps count: Int) {
    stepOctets.removeLast(stepOctets.count - Int(stepOffsets[count]))
    stepOffsets.removeLast(stepOffsets.count - count)
  }
}
