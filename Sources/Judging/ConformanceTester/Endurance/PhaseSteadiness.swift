internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
internal import ProcedureRanging
internal import RadioModel
internal import Ranging
package import Verdicts
internal import VirtualController

/// Compares the tones of each procedure of a series with the phase line of the first ones.
///
/// `PhaseComparison` searches for the line of one procedure. Here the line is known, so that a procedure costs little.
struct PhaseSteadiness {
  /// The reading of one procedure.
  struct Reading {
    /// Root mean square of the phases that are left, in radians.
    let residualRadians: Double
    /// Its distance less that of the first procedures, in metres.
    let metres: Double
    /// The standard error of that distance, in metres.
    let standardError: Double
  }

  /// The rotation that takes a tone back onto the line, by antenna path and channel index.
  private let re: [Double]
  private let im: [Double]
  private let pathCount: Int

  /// Takes the distance error of the first procedures.
  init(_ environment: Environment, pathCount: Int, errorMetres: Double) {
    let place = ChannelResponse(environment, pathCount: pathCount, oneWayDelayNanoseconds: 0)
    self.pathCount = pathCount
    var (re, im) = ([Double](), [Double]())
    for row in place.re.indices {
      let channel = row % ChannelResponse.channelCount
      let turns = 2e6 * Double(channel) * errorMetres / Environment.speedOfLight
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      let (a, b) = (place.re[row], place.im[row])
      let power = max(a * a + b * b, .leastNonzeroMagnitude)
      // Back by the two-way phase of the place, and by that of the delay.
      let (x, y) = ((a * a - b * b) / power, -2 * a * b / power)
      re.append(x * cos - y * sin)
      im.append(x * sin + y * cos)
    }
    (self.re, self.im) = (re, im)
  }

  /// Looks at a procedure; nil if it has too few tones.
  ///
  /// - Parameter subevents: the two-way responses of each subevent, by antenna path. Each has a constant of its own.
  func reading(_ subevents: [[ToneResponse]]) -> Reading? {
    var squares = 0.0
    var (product, square, count) = (0.0, 0.0, 0)
    for paths in subevents {
      for (path, response) in paths.prefix(pathCount).enumerated() where response.count > 1 {
        let phases = phases(response, path: path)
        let middle = response.channel.reduce(0) { $0 + Double($1) } / Double(phases.count)
        for (channel, phase) in zip(response.channel, phases) {
          let distance = Double(channel) - middle
          product += distance * phase
          square += distance * distance
          squares += phase * phase
        }
        count += phases.count
      }
    }
    guard count > 1, square > 0 else { return nil }
    // A MHz turns the two-way phase back once in 150 m.
    let metresPerSlope = Environment.speedOfLight / 2e6 / (2 * .pi)
    let residual = (squares / Double(count)).squareRoot()
    return Reading(
      residualRadians: residual, metres: -product / square * metresPerSlope,
      standardError: residual / square.squareRoot() * metresPerSlope)
  }

  /// The phase of each tone against the mean of all, the line taken off.
  private func phases(_ response: ToneResponse, path: Int) -> [Double] {
    var tones: [(re: Double, im: Double)] = []
    tones.reserveCapacity(response.count)
    var sum = (re: 0.0, im: 0.0)
    for (index, channel) in response.channel.enumerated() {
      let row = path * ChannelResponse.channelCount + Int(channel)
      let tone = (
        re: response.re[index] * re[row] - response.im[index] * im[row],
        im: response.re[index] * im[row] + response.im[index] * re[row]
      )
      sum.re += tone.re
      sum.im += tone.im
      tones.append(tone)
    }
    return tones.map { PortableMath.atan2($0.im * sum.re - $0.re * sum.im, $0.re * sum.re + $0.im * sum.im) }
  }
}

/// Steps of the initiator, and those in which the reflector was on the same channel in the same mode.
package struct StepCount {
  /// All steps of the initiator.
  package var count = 0
  /// Steps that both sides took on the same channel in the same mode.
  package var inStep = 0

  /// The steps in step among all of them.
  package var proportion: Proportion { Proportion(inStep, of: count) }

  package init() {}

  /// Adds the counts of `other`.
  package mutating func add(_ other: StepCount) {
    count += other.count
    inStep += other.inStep
  }

  /// Counts the steps that one side reported of a procedure, and those that the other side reported on the same channel
  /// in the same mode.
  mutating func add(reported one: ProcedureResult, _ other: ProcedureResult) {
    for (index, subevent) in one.subevents.enumerated() {
      count += subevent.stepOffsets.count
      guard index < other.subevents.count else { continue }
      let peer = other.subevents[index]
      for (own, theirs) in zip(subevent.stepOffsets, peer.stepOffsets) {
        let (i, j) = (Int(own), Int(theirs))
        let isAlike =
          subevent.stepOctets[i] == peer.stepOctets[j] && subevent.stepOctets[i + 1] == peer.stepOctets[j + 1]
        if isAlike { inStep += 1 }
      }
    }
  }
}

extension Sequence<ObservedSubevent> {
  /// How many steps the reflector answered on the same channel in the same mode.
  package var stepsInStep: StepCount { total(\.stepsInStep) }

  /// How many steps both sides took on the same channel in the same mode, whether or not the reflector sent in them.
  package var stepsOnOneSchedule: StepCount { total(\.stepsOnOneSchedule) }

  private func total(_ steps: KeyPath<ExchangeTimeline, StepCount>) -> StepCount {
    reduce(into: StepCount()) { $0.add($1.timeline[keyPath: steps]) }
  }
}

extension ExchangeTimeline {
  fileprivate var stepsInStep: StepCount {
    var total = StepCount()
    total.count = initiator.step.count
    var j = 0
    for i in initiator.step.indices {
      while j < reflector.step.count, reflector.step[j] < initiator.step[i] { j += 1 }
      guard j < reflector.step.count, reflector.step[j] == initiator.step[i] else { continue }
      if reflector.channel[j] == initiator.channel[i], reflector.mode[j] == initiator.mode[i] {
        total.inStep += 1
      }
    }
    return total
  }

  fileprivate var stepsOnOneSchedule: StepCount {
    var total = StepCount()
    total.count = initiatorSteps.count
    // A reflector that found no packet of mode-0 is at another time, or not on the same channel.
    guard reflectorSteps.contains(where: { $0.arrival != nil }) else { return total }
    total.inStep = zip(initiatorSteps, reflectorSteps).count { own, other in
      own.step == other.step && own.mode == other.mode && own.channel == other.channel
    }
    return total
  }
}
