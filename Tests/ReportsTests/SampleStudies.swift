import ChannelSounding
import Reports

@testable import RangeStudy

/// Studies that have one of everything.
enum SampleStudies {
  private static let link = AgreedLink(
    configuration: {
      var configuration = CSConfiguration()
      configuration.tFCS = TFCS(index: 7)
      configuration.enhancements = .inlinePCT
      return configuration
    }(), antennaPathCount: 1, toneSNRDecibels: 53.87, phaseNoiseRadians: 0.0637)

  private static func figures(_ errors: [Double], of count: Int, bound: Double) -> PointFigures {
    PointFigures(
      procedureCount: count, estimateCount: errors.count,
      errors: ErrorStatistics(errors: errors, areIndependent: true),
      boundMetres: errors.isEmpty ? nil : bound, boundedCount: errors.count,
      proceduresPerSecond: errors.isEmpty ? nil : 4.1666, airTimeFraction: errors.isEmpty ? nil : 0.1164,
      tonesPerEstimate: errors.isEmpty ? nil : 72, subeventsPerProcedure: 1, suspicion: Suspicion())
  }

  /// Points at several distances and two values of a knob; at one nothing was found.
  static let mixed = report(
    sweeps: [RangeReport.Sweep(name: "tFCS", path: "channel_sounding.t_fcs_us")],
    StudyReport(
      points: [
        PointReport(
          distanceMetres: 1, knobValues: [100],
          figures: figures([0.001, -0.002, 0.004, 0.002], of: 4, bound: 0.0021), link: link, failure: nil),
        PointReport(
          distanceMetres: 2.5, knobValues: [100],
          figures: figures([0.01, 0.012, -0.002], of: 4, bound: 0.0021),
          link: link, failure: nil),
        PointReport(
          distanceMetres: 1, knobValues: [15],
          figures: figures([-0.004, -0.003, -0.01, -0.02], of: 4, bound: 0.0021),
          link: link, failure: nil),
        PointReport(
          distanceMetres: 2.5, knobValues: [15], figures: figures([], of: 4, bound: 0), link: nil,
          failure: "the phone does not discover the accessory"),
      ],
      overall: figures([0.001, -0.002, 0.004, 0.002, 0.01], of: 16, bound: 0.0021),
      lines: [
        StudyReport.KnobLine(
          knobValues: [100],
          fit: LineFit(
            offsetMetres: 0.15, scale: 1.0001,
            uncertainty: LineFit.Uncertainty(offsetMetres: 0.0003, scale: 0.00002, degrees: 14)))
      ]),
    causes: [
      1: DominatingCause(cause: .reflections, rmseWithout: 0.0021, rmse: 0.0091),
      2: DominatingCause(cause: .settling, rmseWithout: 0.0023, rmse: 0.0115),
    ])

  /// One point that is as it should be.
  static let single = report(
    sweeps: [],
    StudyReport(
      points: [
        PointReport(
          distanceMetres: 3, knobValues: [], figures: figures([0.9, 1.4, 1.2], of: 3, bound: 0.6), link: link,
          failure: nil)
      ], overall: figures([0.9, 1.4, 1.2], of: 3, bound: 0.6), lines: []))

  /// The first of two points of an interrupted study, with distances that have no bound.
  static let interrupted = {
    let all = PointFigures(
      procedureCount: 3, estimateCount: 3,
      errors: ErrorStatistics(errors: [0.9, 1.4, 1.2], areIndependent: true), boundMetres: nil,
      boundedCount: 0,
      proceduresPerSecond: nil, airTimeFraction: nil, tonesPerEstimate: 0, subeventsPerProcedure: 1,
      suspicion: Suspicion())
    var result = report(
      sweeps: [],
      StudyReport(
        points: [
          PointReport(distanceMetres: 3, knobValues: [], figures: all, link: link, failure: nil),
          PointReport(
            distanceMetres: 4, knobValues: [], figures: figures([], of: 0, bound: 0), link: nil, failure: nil),
        ], overall: all, lines: []))
    result.isPartial = true
    return result
  }()

  /// A grid of two knobs; at one point nothing was found.
  static let grid = report(
    sweeps: [
      RangeReport.Sweep(name: "tau", path: "radio.pll_settling_tau_us", unit: "us"),
      RangeReport.Sweep(name: "snr", path: "snr", unit: "dB"),
    ],
    StudyReport(
      points: [[5.0, 10], [5, 20], [9, 10], [9, 20]].map { values in
        let error = values == [9, 20] ? [] : [values[0] / 1000, -values[0] / 1000 * values[1] / 10]
        return PointReport(
          distanceMetres: 3, knobValues: values, figures: figures(error, of: 2, bound: 0.001), link: link,
          failure: nil)
      }, overall: figures([0.005], of: 8, bound: 0.001), lines: []))

  private static func report(
    sweeps: [RangeReport.Sweep], _ study: StudyReport, causes: [Int: DominatingCause] = [:]
  ) -> RangeReport {
    RangeReport(
      accessory: "Example Semiconductor EX1234 Example SDK 1.0", profilePath: "Profiles/a&b.yaml",
      profileDigest: String(repeating: "0123456789abcdef", count: 4), phone: "iphone-ios27",
      environment: "line-of-sight", estimator: "ml", filter: "none", speedMetresPerSecond: -0.5,
      sweeps: sweeps,
      procedureCount: 4, seed: 18_446_744_073_709_551_615,
      notices: ["the echoes are drawn once a session"], study: study, causes: causes)
  }
}
