package import ChannelSounding
internal import CoreTypes
internal import HCI
internal import ProcedureRanging
internal import Ranging

/// Makes distances of pairs of accounts.
struct ProcedureExaminer {
  private var estimators: [RangingEstimator]
  private var statistics = ToneStatistics()
  private let table: ConnectionTable

  init(_ kinds: [RangingEstimatorKind], table: ConnectionTable) {
    estimators = kinds.map { RangingEstimator($0) }
    self.table = table
  }

  mutating func examine(_ pair: ProcedurePairing.Pair, index: Int) -> ProcedureAnalysis {
    let connection = (pair.initiator ?? pair.reflector).map { table.connections[$0.connection] }
    let agreed = pair.initiator?.configuration ?? pair.reflector?.configuration
    var configuration = agreed ?? CSConfiguration()
    // A log of text does not tell whether inline PCT is in use.
    let isTold = agreed != nil && (pair.initiator ?? pair.reflector)?.lines == nil
    if let reflector = pair.reflector, !isTold, Self.reportsNoPhase(reflector) {
      configuration.enhancements.insert(.inlinePCT)
    }
    var analysis = ProcedureAnalysis(
      index: index, initiator: pair.initiator, reflector: pair.reflector, configuration: agreed,
      usesInlinePCT: configuration.usesInlinePCT,
      initiatorSteps: pair.initiator.map { EndStatistics($0.subevents) },
      reflectorSteps: pair.reflector.map { EndStatistics($0.subevents) })
    analysis.obstacle = Self.obstacle(
      pair, usesInlinePCT: configuration.usesInlinePCT, isKept: connection?.isRemainder != true)
    guard analysis.obstacle == nil, let initiator = pair.initiator else { return analysis }
    let paths = max(1, analysis.initiatorSteps?.antennaPathCount ?? 1)
    let timing = Self.timing(configuration, connection, initiator, paths: min(4, paths))
    if isTold { analysis.timing = timing }
    var reader = MeasurementReader(configuration, timing: timing, schedule: Self.schedule(connection))
    let measurement = reader.measurement(initiator.subevents, reflector: pair.reflector?.subevents)
    analysis.measurement = measurement
    analysis.phaseNoiseRadians = statistics.secondDifferencePhaseNoise(measurement)
    for index in estimators.indices {
      analysis.estimates.append((estimators[index].kind, estimators[index].estimate(measurement)))
    }
    if !estimators.isEmpty, analysis.estimates.allSatisfy({ $0.estimate == nil }) {
      analysis.obstacle = .nothingMeasured
    }
    return analysis
  }

  private static func obstacle(
    _ pair: ProcedurePairing.Pair, usesInlinePCT: Bool, isKept: Bool
  ) -> ProcedureAnalysis.Obstacle? {
    guard let initiator = pair.initiator else { return isKept ? .noInitiator : .connectionNotKept }
    guard initiator.ending == .complete, pair.reflector.map({ $0.ending == .complete }) ?? true else {
      return .incomplete
    }
    guard pair.reflector == nil, !usesInlinePCT else { return nil }
    return isKept ? .noReflector : .connectionNotKept
  }

  /// Whether a reflector's tones all have a PCT of nothing, as under inline PCT, or where a filter of the Ranging Service
  /// takes them out.
  private static func reportsNoPhase(_ reflector: RecordedProcedure) -> Bool {
    var (toneCount, hasPhase) = (0, false)
    reflector.eachTone { pct in
      toneCount += 1
      hasPhase = !pct.isZero
      return hasPhase
    }
    return toneCount > 0 && !hasPhase
  }

  private static func timing(
    _ configuration: CSConfiguration, _ connection: RecordedConnection?, _ initiator: RecordedProcedure,
    paths: Int
  ) -> StepTiming {
    connection?.timing(
      of: configuration, antennaPaths: paths, behind: initiator.frames.lowerBound,
      isInitiatorPeer: initiator.isFromRangingService)
      ?? StepTiming(configuration: configuration, antennaPaths: paths, tSW: 0)
  }

  private static func schedule(_ connection: RecordedConnection?) -> MeasurementReader.Schedule {
    MeasurementReader.Schedule(
      connectionIntervalMicroseconds: connection?.intervalMicroseconds ?? 0,
      subeventIntervalMicroseconds: Double(connection?.schedule?.value.subeventInterval.microseconds ?? 0))
  }
}

extension RecordedConnection {
  /// The times of the steps of a procedure. T_SW is that of the end that switches antennas, the greater if both do.
  /// [Vol 6, Part A, 5.3]
  ///
  /// A T_SW that the recording does not show is taken for 0, which only an estimate of velocity would notice.
  ///
  /// - Parameters:
  ///   - antennaPaths: N_AP of its steps, 1 to 4.
  ///   - frame: the first frame of its results.
  ///   - isInitiatorPeer: whether the initiator is the other end, not the end whose HCI was recorded.
  package func timing(
    of configuration: CSConfiguration, antennaPaths: Int, behind frame: Int, isInitiatorPeer: Bool
  ) -> StepTiming {
    let start = series.last { $0.start.frame < frame }?.start ?? schedule
    guard let antennas = start?.value.toneAntennaConfigSelection, antennas.pathCount == antennaPaths else {
      return StepTiming(configuration: configuration, antennaPaths: antennaPaths, tSW: 0)
    }
    let (initiator, reflector) = isInitiatorPeer ? (peer, own) : (own, peer)
    return StepTiming(
      configuration: configuration, aci: antennas,
      initiator: initiator.capabilities?.value ?? CSCapabilities(),
      reflector: reflector.capabilities?.value ?? CSCapabilities(), interpretations: Interpretations())
  }
}

/// Finds the two accounts of one procedure, whatever files and interfaces they are from, in memory that does not
/// grow with the recordings.
struct ProcedurePairing {
  /// Both accounts, or the one there is.
  struct Pair {
    var initiator: RecordedProcedure?
    var reflector: RecordedProcedure?

    fileprivate init(_ one: RecordedProcedure, _ other: RecordedProcedure? = nil) {
      if one.role == .reflector {
        (initiator, reflector) = (other, one)
      } else {
        (initiator, reflector) = (one, other)
      }
    }
  }

  /// So many procedures wait for their other account: more than two ends of one link are ever apart.
  private static let window = 256

  private var waiting = PairingWindow<RecordedProcedure>(limit: window)
  /// Accounts whose other end came over the Ranging Service; its own recording may still tell it again.
  private var answered = PairingWindow<RecordedProcedure>(limit: window)

  /// Takes an account, and appends what is settled by it.
  mutating func add(_ procedure: RecordedProcedure, to settled: inout [Pair]) {
    if let other = Self.takeCounterpart(of: procedure, from: &waiting) {
      settled.append(Pair(procedure, other))
      if procedure.isFromRangingService { answered.wait(other) }
      return
    }
    // What came over the Ranging Service is never first: its own end's account was.
    if procedure.isFromRangingService { return }
    if Self.takeCounterpart(of: procedure, from: &answered) != nil { return }
    if let oldest = waiting.wait(procedure) { settled.append(Pair(oldest)) }
  }

  private static func takeCounterpart(
    of procedure: RecordedProcedure, from others: inout PairingWindow<RecordedProcedure>
  ) -> RecordedProcedure? {
    guard let role = procedure.role else { return nil }
    return others.take { $0.role == role.peer && $0.isCounterpart(of: procedure) }
  }

  /// Appends what is left when nothing more can come.
  mutating func end(to settled: inout [Pair]) {
    settled += waiting.takeAll().map { Pair($0) }
  }
}
