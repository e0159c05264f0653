internal import Statistics

/// The results of a study.
public struct StudyReport: Sendable {
  /// In the order of the plan.
  public let points: [PointReport]
  /// All points together.
  public let overall: PointFigures
  /// The lines over the distances, one for each setting of the knobs in the order of the plan; none for a single
  /// distance.
  public let lines: [KnobLine]

  /// The line through all estimates with one value of the knob.
  public struct KnobLine: Sendable, Equatable {
    /// What the knobs were set to.
    public let knobValues: [Double]
    public let fit: LineFit
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
public struct PointReport: Sendable {
  /// The true distance in metres.
  public let distanceMetres: Double
  /// What the knobs were set to.
  public let knobValues: [Double]
  public let figures: PointFigures
  /// What was agreed; nil if it never came to that.
  public let link: AgreedLink?
  /// Why procedures are missing, or, if none gave a distance, what kept most of them from one; nil otherwise.
  public let failure: String?
  /// The procedures of the first session if the distance changes in it, at most 500; else empty.
  public var walk: [ProcedureOutcome] = []
}

/// The figures of a number of procedures.
public struct PointFigures: Sendable {
  /// How many were asked for; of an interrupted study, in the parts that ran.
  public let procedureCount: Int
  /// How many gave a distance.
  public let estimateCount: Int
  /// How wrong the distances were; nil without any.
  public let errors: ErrorStatistics?
  /// The least root mean squared error that the tones allow, the Cramér-Rao bound in metres at the true noise;
  /// nil if no distance has one.
  public let boundMetres: Double?
  /// How many distances have such a bound.
  public let boundedCount: Int
  /// Procedures a second of virtual time; nil if there are too few to tell.
  public let proceduresPerSecond: Double?
  /// The part of the time that the subevents take, 0 to 1; nil if there are too few to tell.
  public let airTimeFraction: Double?
  /// Tones behind a distance, the mean; nil without any distance.
  public let tonesPerEstimate: Double?
  /// Subevents that a procedure took, the mean; nil if none ran.
  public let subeventsPerProcedure: Double?
  /// What speaks for an attack.
  public let suspicion: Suspicion

  /// The part of the procedures that gave a distance, 0 to 1; nil before the first procedure.
  public var availability: Double? {
    procedureCount > 0 ? Double(estimateCount) / Double(procedureCount) : nil
  }
  /// The root mean squared error over its bound; nil unless all distances have a bound, and there are any.
  public var ratioToBound: Double? {
    guard let errors, let boundMetres, boundMetres > 0, boundedCount == estimateCount else { return nil }
    return errors.rmse / boundMetres
  }
}
