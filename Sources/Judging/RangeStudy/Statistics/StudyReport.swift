internal import Statistics

/// The results of a study.
package struct StudyReport: Sendable {
  /// In the order of the plan.
  package let points: [PointReport]
  /// All points together.
  package let overall: PointFigures
  /// The lines over the distances, one for each setting of the knobs in the order of the plan; none for a single
  /// distance.
  package let lines: [KnobLine]

  /// The line through all estimates with one value of the knob.
  package struct KnobLine: Sendable, Equatable {
    /// What the knobs were set to.
    package let knobValues: [Double]
    package let fit: LineFit
  }
}

extension StudyReport {
  /// The lines over the distances of a plan, from the sums of each of its settings.
  static func lines(of plan: StudyPlan, _ sums: [RunningLine]) -> [KnobLine] {
    guard Set(plan.points.map(\.distanceMetres)).count > 1 else { return [] }
    return zip(plan.settings, sums).compactMap { values, line in
      LineFit(line, areIndependent: plan.hasIndependentErrors).map { KnobLine(knobValues: values, fit: $0) }
    }
  }
}

/// The results of the procedures at one point.
package struct PointReport: Sendable {
  /// The true distance in metres.
  package let distanceMetres: Double
  /// What the knobs were set to.
  package let knobValues: [Double]
  package let figures: PointFigures
  /// What was agreed; nil if it never came to that.
  package let link: AgreedLink?
  /// Why procedures are missing, or, if none gave a distance, what kept most of them from one; nil otherwise.
  package let failure: String?
  /// The procedures of the first session if the distance changes in it, at most 500; else empty.
  package var walk: [ProcedureOutcome] = []
}

/// The figures of a number of procedures.
package struct PointFigures: Sendable {
  /// How many were asked for; of an interrupted study, in the parts that ran.
  package let procedureCount: Int
  /// How many gave a distance.
  package let estimateCount: Int
  /// How wrong the distances were; nil without any.
  package let errors: ErrorStatistics?
  /// The least root mean squared error that the tones allow, the Cramér-Rao bound in metres at the true noise;
  /// nil if no distance has one.
  package let boundMetres: Double?
  /// How many distances have such a bound.
  package let boundedCount: Int
  /// Procedures a second of virtual time; nil if there are too few to tell.
  package let proceduresPerSecond: Double?
  /// The part of the time that the subevents take, 0 to 1; nil if there are too few to tell.
  package let airTimeFraction: Double?
  /// Tones behind a distance, the mean; nil without any distance.
  package let tonesPerEstimate: Double?
  /// Subevents that a procedure took, the mean; nil if none ran.
  package let subeventsPerProcedure: Double?
  /// What speaks for an attack.
  package let suspicion: Suspicion

  /// The part of the procedures that gave a distance, 0 to 1; nil before the first procedure.
  package var availability: Double? {
    procedureCount > 0 ? Double(estimateCount) / Double(procedureCount) : nil
  }
  /// The root mean squared error over its bound; nil unless all distances have a bound, and there are any.
  package var ratioToBound: Double? {
    guard let errors, let boundMetres, boundMetres > 0, boundedCount == estimateCount else { return nil }
    return errors.rmse / boundMetres
  }
}
