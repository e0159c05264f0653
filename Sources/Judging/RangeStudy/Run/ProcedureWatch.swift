internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import RadioModel
internal import Ranging
internal import SimulationKernel
internal import VirtualController

/// Makes an outcome of each procedure: the estimate from what the phone may know, the rest from the truth.
///
/// Under inline PCT the phone knows its own report alone, else the accessory's of the same procedure too: read
/// from the Ranging Service where phone and accessory have it, else taken from the accessory's controller.
final class ProcedureWatch {
  /// The times of the steps, the noise of the tones, and what the phone knows of round-trip times by both ends' claims.
  typealias Truth = (StepTiming, TruePhaseNoise, RangingEstimator.Options)

  /// So many procedures a phone keeps while the other side of them has not come.
  private static let longestWait = 32

  private let environment: Environment
  private var estimator: RangingEstimator
  private var compared: [RangingEstimator]
  private var filter: DistanceFilter?
  private var reader: MeasurementReader?
  private var configuration: CSConfiguration?
  private var timing: StepTiming?
  private var phaseNoise: TruePhaseNoise?
  private var accessoryCollector = ProcedureCollector()
  private var accessoryReports: [ProcedureResult] = []
  /// Procedures whose other side has yet to come over the link, oldest first.
  private var awaiting = PairingWindow<(procedure: ProcedureResult, outcome: ProcedureOutcome)>(
    limit: longestWait)
  private var schedule = MeasurementReader.Schedule()
  /// The ends of the subevents of the procedure under way.
  private var subeventEnds: [Instant] = []
  /// Makes the truth's part, and what the phone knows beforehand, once a configuration is agreed.
  var describe: ((CSConfiguration, _ aci: AntennaConfiguration) -> Truth)?
  /// What was agreed; nil before procedures start.
  private(set) var link: AgreedLink?
  /// In the order of the procedures.
  private(set) var outcomes: [ProcedureOutcome] = []

  /// - Parameter environment: what lies between the two devices of the session.
  init(_ point: StudyPoint, in environment: Environment) {
    self.environment = environment
    estimator = RangingEstimator(point.estimator)
    compared = point.comparedEstimators.map { RangingEstimator($0) }
    filter = point.filter.makeFilter()
  }

  // MARK: What the controllers say

  /// Sees a packet that the controller in `role` sends to its host at `time`.
  func see(_ packet: HCIPacket, from role: CSRole, at time: Instant) {
    guard case .event(let event) = packet, event.code == EventCode.leMeta else { return }
    switch event.eventCode {
    case .leCSSubeventResult:
      if role == .initiator { subeventEnds.append(time) } else { collect(event) }
    case .leCSSubeventResultContinue: if role == .reflector { collect(event) }
    case .leCSConfigComplete, .leCSProcedureEnableComplete, .leConnectionComplete,
      .leConnectionUpdateComplete:
      if role == .initiator { settle(Self.value(event)) }
    default: break
    }
  }

  private static func value(_ event: EventPacket) -> HCIEventValue {
    do {
      return try HCIEventValue(event)
    } catch {
      preconditionFailure("our controller sent an event that is none: \(error)")
    }
  }

  private func settle(_ event: HCIEventValue) {
    schedule.take(event)
    switch event {
    case .leCSConfigComplete(let complete) where complete.status == .success && complete.action == .create:
      do {
        configuration = try complete.configuration()
      } catch {
        preconditionFailure("our controller reported a configuration that is none: \(error)")
      }
    case .leCSProcedureEnableComplete(let enabled) where enabled.reportsStart:
      guard let configuration, let describe else { return }
      let aci = enabled.toneAntennaConfigSelection
      let (timing, phaseNoise, options) = describe(configuration, aci)
      estimator = RangingEstimator(estimator.kind, options: options)
      compared = compared.map { RangingEstimator($0.kind, options: options) }
      self.timing = timing
      self.phaseNoise = phaseNoise
      reader = MeasurementReader(configuration, timing: timing, schedule: schedule)
      link = AgreedLink(
        configuration: configuration, antennaPathCount: aci.pathCount,
        toneSNRDecibels: phaseNoise.toneSNRDecibels, phaseNoiseRadians: phaseNoise.radians)
    default: break
    }
  }

  private func collect(_ event: EventPacket) {
    if configuration?.usesInlinePCT ?? true { return }
    if let report = accessoryCollector.receive(Self.value(event), packetIndex: 0) {
      accessoryReports.append(report)
    }
  }

  // MARK: Procedures

  /// Takes a procedure as the phone's host gets it.
  ///
  /// - Parameter isReadOverLink: whether the accessory's side comes by `take(readOverLink:)`.
  func take(_ procedure: ProcedureResult, isReadOverLink: Bool = false) {
    defer { subeventEnds.removeAll(keepingCapacity: true) }
    let peer = accessoryReports.otherEnd(of: procedure)
    accessoryReports.removeAll(keepingCapacity: true)
    guard var outcome = outcome(of: procedure) else { return }
    outcome.obstacle = isReadOverLink ? .notRead : .notReported
    if isReadOverLink {
      if let given = awaiting.wait((procedure, outcome)) { conclude(given.procedure, given.outcome, nil) }
    } else {
      conclude(procedure, outcome, peer)
    }
  }

  /// Takes the accessory's side as the phone read it; what came before it and is still awaited never came.
  func take(readOverLink peer: ProcedureResult) {
    guard let (match, passedOver) = awaiting.takeInOrder(where: { $0.procedure.isSameProcedure(as: peer) })
    else { return }
    for (procedure, outcome) in passedOver { conclude(procedure, outcome, nil) }
    conclude(match.procedure, match.outcome, peer)
  }

  /// What is true of a procedure, and no estimate.
  private func outcome(of procedure: ProcedureResult) -> ProcedureOutcome? {
    guard let timing else { return nil }
    var outcome = ProcedureOutcome()
    let durations = procedure.subevents.map { Self.duration($0, timing) }
    outcome.airMicroseconds = durations.reduce(0, +)
    outcome.subeventCount = durations.count
    if let first = subeventEnds.first, let last = subeventEnds.last {
      let begin = first - .microseconds(durations.first ?? 0)
      outcome.time =
        middle(of: procedure.subevents, timing) ?? begin + Picoseconds((last - begin).rawValue / 2)
      outcome.spanSeconds = (last - begin).inSeconds
    }
    outcome.trueMetres = environment.distanceMetres(at: outcome.time)
    return outcome
  }

  /// When the distance of a procedure holds: the mean time of its steps but those of mode-0, each between its T_FCS
  /// and its end; nil if it has no such steps.
  private func middle(of subevents: [SubeventResult], _ timing: StepTiming) -> Instant? {
    guard let reference = subeventEnds.first else { return nil }
    var (sum, count) = (0, 0)
    for (end, subevent) in zip(subeventEnds, subevents) {
      var start = Int((end - reference).rawValue) / 1_000_000 - Self.duration(subevent, timing)
      for offset in subevent.stepOffsets {
        let mode = min(3, subevent.stepOctets[Int(offset)])
        let duration = timing.duration(mode: mode)
        if mode != 0 {
          sum += start + (timing.tFCSMicroseconds + duration) / 2
          count += 1
        }
        start += duration
      }
    }
    return count > 0 ? reference + .microseconds(sum / count) : nil
  }

  private func conclude(_ procedure: ProcedureResult, _ known: ProcedureOutcome, _ peer: ProcedureResult?) {
    guard let configuration, let phaseNoise else { return }
    var outcome = known
    if procedure.done != .complete {
      outcome.obstacle = .aborted
    } else if configuration.usesInlinePCT || peer != nil {
      let measurement = reader?.measurement(
        procedure.subevents, reflector: configuration.usesInlinePCT ? nil : peer?.subevents)
      if let measurement { fill(&outcome, measurement, phaseNoise) }
    }
    outcomes.append(outcome)
  }

  private func fill(
    _ outcome: inout ProcedureOutcome, _ measurement: RangingMeasurement, _ noise: TruePhaseNoise
  ) {
    outcome.attackMetric = measurement.roundTrips.compactMap(\.attackMetric).max()
    let estimate = estimator.estimate(measurement)
    if !compared.isEmpty {
      outcome.estimates = [estimate] + compared.indices.map { compared[$0].estimate(measurement) }
      for index in outcome.estimates.indices where outcome.estimates[index]?.hasPeak == false {
        outcome.estimates[index] = nil
      }
    }
    guard let estimate, estimate.hasPeak else {
      let missing: DistanceObstacle = estimator.kind == .rtt ? .noRoundTrips : .tooFewTones
      outcome.obstacle = estimate == nil ? missing : .noPeak
      return
    }
    outcome.crossCheck = estimate.crossCheck?.agreement
    outcome.rawMetres = estimate.metres
    if filter == nil {
      outcome.metres = estimate.metres
    } else {
      outcome.metres = filter?.update(estimate, seconds: (outcome.time - .start).inSeconds)
    }
    outcome.obstacle = outcome.metres == nil ? .filtered : nil
    outcome.deviationMetres = estimate.deviationMetres
    outcome.quality = estimate.quality
    outcome.toneCount = estimate.toneCount
    // It is that of the tones, which say nothing of a distance from round-trip times alone.
    outcome.squaredBound = estimate.toneCount > 0 ? noise.squaredBound(measurement) : nil
  }

  /// How long the steps that were reported took, in microseconds.
  private static func duration(_ subevent: SubeventResult, _ timing: StepTiming) -> Int {
    subevent.stepOffsets.reduce(0) { $0 + timing.duration(mode: min(3, subevent.stepOctets[Int($1)])) }
  }
}
