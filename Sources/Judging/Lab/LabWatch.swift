package import Capture
package import CoreTypes
internal import HCI
package import Ranging
internal import Session
internal import VirtualController

/// Watches the devices of a lab: procedures with the truth beside them, and all frames.
final class LabWatch: AirTap {
  /// How many steps of a procedure are kept.
  private static let keptSteps = 8
  /// How many procedures may begin before the first of them ends.
  private static let mostOpen = 64

  /// When a procedure began.
  private struct Beginning {
    let counter: UInt16
    let metres: Double
    let steps: [StepFrame]
  }

  /// The true distance in metres, as the next procedure has it.
  var trueMetres: Double
  private(set) var monitor: SessionMonitor?
  private var beginnings: [Beginning] = []
  private var procedures: [LabProcedure] = []
  private var log = CaptureLog()
  private var now = Instant.start

  init(estimator: RangingEstimatorKind, trueMetres: Double) {
    self.trueMetres = trueMetres
    monitor = SessionMonitor(estimator) { [unowned self] event in
      if case .procedure(let procedure) = event { take(procedure) }
    }
  }

  func takeProcedures() -> [LabProcedure] {
    defer { procedures = [] }
    return procedures
  }

  func takeFrames() -> CaptureLog {
    defer { log = CaptureLog() }
    return log
  }

  func take(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    now = time
    log.append(
      HCIFrame(packet, role: role, isFromHost: isFromHost, at: time))
    if !isFromHost { monitor?.take(packet, from: role) }
  }

  private func take(_ procedure: RangedProcedure) {
    let index = beginnings.firstIndex { $0.counter == procedure.counter }
    let beginning = index.map { beginnings[$0] }
    if let index { beginnings.removeSubrange(...index) }
    procedures.append(
      LabProcedure(
        time: now, counter: procedure.counter, measurement: procedure.measurement,
        estimate: procedure.estimate, trueMetres: beginning?.metres ?? trueMetres,
        steps: beginning?.steps ?? []))
  }

  // MARK: The air

  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) { log.append(LinkFrame(frame, rssi: rssi)) }

  func subeventEnded(_ subevent: ObservedSubevent) {}

  var watchesSteps: Bool { true }

  func subeventBegan(_ steps: ObservedSteps) {
    guard steps.subeventIndex == 0 else { return }
    if beginnings.count == Self.mostOpen { beginnings.removeFirst() }
    beginnings.append(
      Beginning(
        counter: steps.initiator.procedureCounter, metres: trueMetres,
        steps: StepFrame.frames(of: steps, first: Self.keptSteps)))
  }
}

/// One procedure of a lab: what was measured, and beside it what is true.
package struct LabProcedure: Sendable {
  /// Its end, from the start of the lab or of the recording.
  package var time: Instant
  /// CSProcCount
  package var counter: UInt16
  /// The tones and round-trip times.
  package var measurement: RangingMeasurement
  /// What the estimator makes of them; nil if they have nothing for it.
  package var estimate: DistanceEstimate?
  /// The true distance in metres when it began; nil in a recording.
  package var trueMetres: Double?
  /// The first steps of its first subevent as they were on the air; empty in a recording.
  package var steps: [StepFrame] = []

  /// The distance in metres; nil if the measurement has none.
  package var metres: Double? { estimate?.peakMetres }
}
