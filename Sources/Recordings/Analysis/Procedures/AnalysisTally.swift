package import Ranging
package import Statistics

/// What all procedures of an analysis come to, added up one by one.
package struct AnalysisTally: Sendable {
  package struct Distances: Sendable {
    package let kind: RangingEstimatorKind
    /// In metres.
    package fileprivate(set) var metres = RunningMoments()
    /// The least, in metres; nil without any.
    package fileprivate(set) var least: Double?
    /// The greatest, in metres; nil without any.
    package fileprivate(set) var greatest: Double?
    /// Estimates that agree on no distance; they are not among the others.
    package fileprivate(set) var withoutPeakCount = 0
  }

  /// Procedures with a distance, and those that lack it by what stands in the way.
  package struct Lacking: Hashable, Sendable {
    /// What stands in the way.
    package let obstacle: ProcedureAnalysis.Obstacle
    package fileprivate(set) var count: Int
  }

  package private(set) var procedureCount = 0
  /// Of which both ends' accounts are there.
  package private(set) var pairedCount = 0
  /// By estimator, in the order that was asked for.
  package private(set) var distances: [Distances]
  /// Procedures whose tones show reflections.
  package private(set) var reflectedCount = 0
  /// By obstacle, in the order of their first appearance.
  package private(set) var lacking: [Lacking] = []
  /// Tones of both ends by Tone_Quality_Indicator, as `EndStatistics.toneCounts`.
  package private(set) var toneCounts = [0, 0, 0, 0, 0]
  /// The phase noise of single tones, in radians.
  package private(set) var phaseNoise = RunningMoments()
  /// The frequency offset that the initiator measured, in parts per million.
  package private(set) var frequencyOffset = RunningMoments()

  package init(estimators: [RangingEstimatorKind]) { distances = estimators.map { Distances(kind: $0) } }

  package mutating func add(_ analysis: ProcedureAnalysis) {
    procedureCount += 1
    if analysis.initiator != nil, analysis.reflector != nil { pairedCount += 1 }
    for steps in [analysis.initiatorSteps, analysis.reflectorSteps] {
      guard let steps else { continue }
      for index in toneCounts.indices { toneCounts[index] += steps.toneCounts[index] }
    }
    if let noise = analysis.phaseNoiseRadians { phaseNoise.add(noise) }
    if let offset = analysis.initiatorSteps?.frequencyOffset { frequencyOffset.add(offset) }
    if let obstacle = analysis.obstacle { addLacking(obstacle) }
    if analysis.estimates.contains(where: { $0.estimate?.reflectedPart ?? 0 > 0 }) { reflectedCount += 1 }
    for (index, entry) in analysis.estimates.enumerated() {
      guard let estimate = entry.estimate else { continue }
      distances[index].add(estimate)
    }
  }

  private mutating func addLacking(_ obstacle: ProcedureAnalysis.Obstacle) {
    if let index = lacking.firstIndex(where: { $0.obstacle == obstacle }) {
      lacking[index].count += 1
    } else {
      lacking.append(Lacking(obstacle: obstacle, count: 1))
    }
  }
}

extension AnalysisTally.Distances {
  fileprivate mutating func add(_ estimate: DistanceEstimate) {
    guard estimate.hasPeak else {
      withoutPeakCount += 1
      return
    }
    metres.add(estimate.metres)
    least = min(least ?? estimate.metres, estimate.metres)
    greatest = max(greatest ?? estimate.metres, estimate.metres)
  }
}
