internal import RadioModel
internal import Statistics

/// The line of the first procedures of a series, with which the later ones are compared.
struct LineReference {
  /// The allowed residual, as a multiple of the worst of the first procedures.
  private static let residualMargin = 3.0

  private var comparisons: [PhaseComparison] = []
  /// The line; nil until the first procedures ended, and if their phases go round and leave no line to look for.
  private(set) var steadiness: PhaseSteadiness?
  /// The allowed phase residual in radians: the limit, or the noise of the first procedures.
  private(set) var allowedRadians = 0.0

  /// Takes one of the first procedures, with the search for its line.
  ///
  /// The search takes far longer than all else that is done with a procedure, so it does not run for later ones.
  mutating func learn(_ environment: Environment, pathCount: Int, from search: () -> PhaseComparison?) {
    guard comparisons.count < SeriesWatch.firstCount, let comparison = search() else { return }
    comparisons.append(comparison)
    guard comparisons.count == SeriesWatch.firstCount else { return }
    allowedRadians = max(
      Tester.lineRadians, Self.residualMargin * (comparisons.map(\.residualRadians).max() ?? 0))
    guard allowedRadians < 1 else { return }
    steadiness = PhaseSteadiness(
      environment, pathCount: pathCount, errorMetres: comparisons.map(\.errorMetres).mean)
  }
}
