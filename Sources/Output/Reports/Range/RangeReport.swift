internal import Notation
package import RangeStudy

/// A study, and what was asked for.
package struct RangeReport: Sendable {
  /// The knob that was swept.
  package struct Sweep: Hashable, Sendable {
    /// As the user named it.
    package var name: String
    /// The keys that lead to it, as `radio.pll_settling_tau_us`.
    package var path: String
    /// The unit of its values, as `us`; empty for plain numbers.
    package var unit: String

    package init(name: String, path: String, unit: String = "") {
      self.name = name
      self.path = path
      self.unit = unit
    }
  }

  /// Vendor, chipset and firmware.
  package var accessory: String
  /// The profile as the user named it.
  package var profilePath: String
  /// SHA-256 of the profile's octets in hex digits.
  package var profileDigest: String
  package var phone: String
  package var environment: String
  /// How the phone makes a distance of a procedure.
  package var estimator: String
  /// What the phone does with the distances.
  package var filter: String
  /// How fast the phone goes away, in metres a second.
  package var speedMetresPerSecond: Double
  /// What was swept: nothing, one knob or two.
  package var sweeps: [Sweep]
  /// The procedures asked for at each point.
  package var procedureCount: Int
  package var seed: UInt64
  /// What a reader of the figures should know.
  package var notices: [String]
  package var study: StudyReport
  /// What makes most of the error at points that are far from their bound, by their place in the study.
  package var causes: [Int: DominatingCause]
  /// Whether the study was interrupted, so that procedures are missing.
  package var isPartial = false
  /// The unit of lengths for people.
  package var units = Units.readable

  package enum Units: String, CaseIterable, Sendable {
    /// The one in which the errors are easy to read.
    case readable = "auto"
    case millimetres = "mm"
    case metres = "m"
  }

  package init(
    accessory: String, profilePath: String, profileDigest: String, phone: String, environment: String,
    estimator: String, filter: String, speedMetresPerSecond: Double, sweeps: [Sweep], procedureCount: Int,
    seed: UInt64, notices: [String], study: StudyReport,
    causes: [Int: DominatingCause] = [:]
  ) {
    self.accessory = accessory
    self.profilePath = profilePath
    self.profileDigest = profileDigest
    self.phone = phone
    self.environment = environment
    self.estimator = estimator
    self.filter = filter
    self.speedMetresPerSecond = speedMetresPerSecond
    self.sweeps = sweeps
    self.procedureCount = procedureCount
    self.seed = seed
    self.notices = notices
    self.study = study
    self.causes = causes
  }
}

extension RangeReport {
  /// How many procedures the points of studies have, as `1,000 procedures`; of parts of studies, as
  /// `up to 1,000 procedures`.
  package static func procedures(_ reports: [RangeReport]) -> String {
    let isEqual = reports.allSatisfy { report in
      report.study.points.allSatisfy { $0.figures.procedureCount == report.procedureCount }
    }
    return (isEqual ? "" : "up to ") + DecimalText.counted(reports[0].procedureCount, "procedure")
  }

  /// The knobs with their values, as `tau 5 and snr 20`; empty without a sweep.
  func words(_ knobValues: [Double]) -> String {
    zip(sweeps, knobValues).map { "\($0.name) \(DecimalText.plain($1))" }.joined(separator: " and ")
  }

  /// A point, as `3 m with tau 5`.
  func words(_ point: PointReport) -> String {
    let knobs = words(point.knobValues)
    return "\(DecimalText.plain(point.distanceMetres)) m" + (knobs.isEmpty ? "" : " with \(knobs)")
  }
}
