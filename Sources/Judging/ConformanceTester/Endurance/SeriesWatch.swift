internal import ChannelSounding
package import CoreTypes
internal import Initiator
package import ProcedureRanging
internal import RadioModel
internal import Ranging
internal import SimulationKernel
internal import VirtualHost

/// Judges each procedure of a long series as it ends, and keeps only what the verdict needs.
package final class SeriesWatch {
  /// The number of first procedures that set the reference.
  package static let firstCount = 10
  /// The allowed deviation of a distance from the mean of the first ones, in standard errors of one procedure.
  private static let departureMargin = 6.0

  private let tester: Tester
  private let configuration: CSConfiguration
  /// Procedures that ended.
  package private(set) var count = 0
  /// The first that did not complete, and how many did before it.
  package private(set) var incomplete: (procedure: ProcedureResult, before: Int)?
  /// The first procedure whose counter does not follow `previous`.
  package private(set) var miscounted: (procedure: ProcedureResult, previous: UInt16)?
  /// The first that ended.
  package private(set) var first: ProcedureResult?
  /// The last that ended.
  package private(set) var last: ProcedureResult?
  /// When the last one ended.
  package private(set) var lastEnd = Instant.start
  /// The last one, while the accessory has yet to report it.
  private var awaited: ProcedureResult?
  private var line = LineReference()

  /// The procedure with the greatest deviation in one quantity.
  package struct Farthest {
    /// The deviation.
    package var value = 0.0
    /// Where it is in the capture.
    package var frames: [Int] = []
  }

  /// The greatest residual, in radians.
  package private(set) var residual = Farthest()
  /// The greatest distance from the mean of the first procedures, in metres; it has a sign.
  package private(set) var departure = Farthest()
  /// The number of procedures whose line was judged.
  package private(set) var lineCount = 0
  /// The allowed phase residual in radians: the limit, or the noise of the first procedures.
  package var allowedRadians: Double { line.allowedRadians }
  /// The deviation of a distance that noise explains, in metres.
  package private(set) var chanceMetres = 0.0

  init(_ tester: Tester, _ configuration: CSConfiguration) {
    self.tester = tester
    self.configuration = configuration
  }

  /// Takes a procedure that ended.
  package func take(_ procedure: ProcedureResult) {
    count += 1
    lastEnd = tester.phone.driver.simulation.now
    var isOrdinary = procedure.done == .complete
    if !isOrdinary, incomplete == nil { incomplete = (procedure, count - 1) }
    if let last, procedure.counter != last.counter &+ 1 {
      if miscounted == nil { miscounted = (procedure, last.counter) }
      isOrdinary = false
    }
    if procedure.done == .complete, !isLineOrdinary(procedure) { isOrdinary = false }
    if first == nil { first = procedure }
    last = procedure
    // What went wrong in the steps of a procedure that did not complete is the cause of what is not met.
    if incomplete == nil { tester.recorder.forgetProcedures() }
    if count == Self.firstCount { tester.recorder.beginStretch() }
    if count > Self.firstCount { tester.recorder.nextStretch(isOrdinary: isOrdinary) }
  }

  // MARK: Lines

  /// Whether the lines that are available now deviate no more than those before them.
  private func isLineOrdinary(_ procedure: ProcedureResult) -> Bool {
    guard tester.bed.environment.isFixed else { return true }
    if configuration.usesInlinePCT { return isLineOrdinary(procedure, peer: nil) }
    // The reflector's half of a procedure may be reported before the initiator's, or after it.
    var isOrdinary = true
    for own in [awaited, procedure].compactMap(\.self) {
      guard let peer = tester.recorder.accessoryProcedures.otherEnd(of: own) else { continue }
      if !isLineOrdinary(own, peer: peer) { isOrdinary = false }
    }
    awaited = tester.recorder.accessoryProcedures.otherEnd(of: procedure) == nil ? procedure : nil
    return isOrdinary
  }

  private func isLineOrdinary(_ procedure: ProcedureResult, peer: ProcedureResult?) -> Bool {
    let measurement = procedure.measurement(configuration, reflector: peer)
    guard let steadiness = line.steadiness else {
      let environment = tester.bed.environment
      line.learn(environment, pathCount: max(1, measurement.paths.count)) {
        PhaseComparison(measurement, environment: environment)
      }
      return true
    }
    guard let reading = steadiness.reading(measurement.undoubted.subevents) else { return false }
    lineCount += 1
    if lineCount <= Self.firstCount {
      chanceMetres = max(chanceMetres, Self.departureMargin * reading.standardError)
    }
    let isResidualWorse = reading.residualRadians > residual.value
    let isDepartureWorse = reading.metres.magnitude > departure.value.magnitude
    if isResidualWorse {
      residual = Farthest(value: reading.residualRadians, frames: tester.frames(of: procedure))
    }
    if isDepartureWorse {
      departure = Farthest(value: reading.metres, frames: tester.frames(of: procedure))
    }
    return !isResidualWorse && !isDepartureWorse
  }
}
