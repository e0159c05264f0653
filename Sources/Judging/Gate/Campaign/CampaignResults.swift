package import Profiles
internal import Statistics
package import Verdicts

/// What the report of a campaign says, as far as campaigns are compared.
package struct CampaignResults: Hashable, Sendable {
  /// An accessory with a phone in an environment.
  package struct Place: Hashable, Sendable {
    /// Vendor, chipset and firmware.
    package var accessory: String
    /// The profile as the campaign names it.
    package var profilePath: String
    /// SHA-256 of the profile's octets, hex.
    package var profileDigest: String
    /// The id of the phone.
    package var phone: String
    /// The id of the environment.
    package var environment: String

    package init(
      accessory: String, profilePath: String, profileDigest: String, phone: String, environment: String
    ) {
      self.accessory = accessory
      self.profilePath = profilePath
      self.profileDigest = profileDigest
      self.phone = phone
      self.environment = environment
    }
  }

  /// The name of the campaign.
  package var id: String
  /// The number of the edition in its store.
  package var edition: Int
  /// Name and version of the tool that ran it.
  package var tool: String
  /// The number of units.
  package var unitCount: Int
  /// How many units are neither done nor unneeded.
  package var missingCount: Int
  package var studies: [Study]
  package var checks: [Checks]

  package init(
    id: String, edition: Int, tool: String, unitCount: Int, missingCount: Int, studies: [Study],
    checks: [Checks]
  ) {
    self.id = id
    self.edition = edition
    self.tool = tool
    self.unitCount = unitCount
    self.missingCount = missingCount
    self.studies = studies
    self.checks = checks
  }

  /// Whether units are missing.
  package var isPartial: Bool { missingCount > 0 }
}

extension CampaignResults {
  /// A knob that was swept.
  package struct Sweep: Hashable, Sendable {
    /// As the campaign names it.
    package var name: String
    /// The keys that lead to it, as `radio.pll_settling_tau_us`.
    package var path: String

    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  /// A study of distances with one estimator.
  package struct Study: Hashable, Sendable {
    package var place: Place
    package var estimator: String
    /// What the phone does with the distances.
    package var filter: String
    /// The seed of all chance.
    package var seed: UInt64
    /// The procedures at each point in the campaign.
    package var procedureCount: Int
    package var sweeps: [Sweep]
    /// Nine tenths of all errors are no larger than this, in metres; nil without any distance.
    package var p90Metres: Double?
    package var points: [Point]

    package init(
      _ place: Place, estimator: String, filter: String, seed: UInt64, procedureCount: Int, sweeps: [Sweep],
      p90Metres: Double?, points: [Point]
    ) {
      self.place = place
      self.estimator = estimator
      self.filter = filter
      self.seed = seed
      self.procedureCount = procedureCount
      self.sweeps = sweeps
      self.p90Metres = p90Metres
      self.points = points
    }
  }

  /// The errors at one distance with one value of each knob.
  package struct Point: Hashable, Sendable {
    /// The true distance in metres.
    package var distanceMetres: Double
    /// In the order of the study's sweeps.
    package var knobValues: [Double]
    /// The procedures that ran.
    package var procedureCount: Int
    /// The procedures that gave a distance.
    package var estimateCount: Int
    /// The root mean squared error in metres; nil without any distance.
    package var rmseMetres: Double?
    /// Where it lies with 95 % confidence, in metres; nil if that is unknown.
    package var rmseInterval: ClosedRange<Double>?
    /// Nine tenths of the errors are no larger than this, in metres; nil without any distance.
    package var p90Metres: Double?

    package init(
      distanceMetres: Double, knobValues: [Double], procedureCount: Int, estimateCount: Int,
      rmseMetres: Double?, rmseInterval: ClosedRange<Double>?, p90Metres: Double?
    ) {
      self.distanceMetres = distanceMetres
      self.knobValues = knobValues
      self.procedureCount = procedureCount
      self.estimateCount = estimateCount
      self.rmseMetres = rmseMetres
      self.rmseInterval = rmseInterval
      self.p90Metres = p90Metres
    }
  }

  /// Checks that differ by their seeds alone.
  package struct Checks: Hashable, Sendable {
    package var place: Place
    /// The id of the requirement set.
    package var requirementSet: String
    /// The true distance in metres.
    package var distanceMetres: Double
    /// The first of the seeds.
    package var seed: UInt64
    /// The number of checks in the campaign, one for each seed.
    package var seedCount: Int
    /// How often the whole check had each verdict.
    package var counts: [Verdict: Int]
    /// In the order of the set; empty before the first check.
    package var rows: [Row]

    package init(
      _ place: Place, requirementSet: String, distanceMetres: Double, seed: UInt64, seedCount: Int,
      counts: [Verdict: Int], rows: [Row]
    ) {
      self.place = place
      self.requirementSet = requirementSet
      self.distanceMetres = distanceMetres
      self.seed = seed
      self.seedCount = seedCount
      self.counts = counts
      self.rows = rows
    }

    /// How many checks ran.
    package var ranCount: Int { counts.total }

    /// The worst verdict; nil before the first check.
    var verdict: Verdict? {
      let verdicts = Verdict.allCases.filter { counts[$0, default: 0] > 0 }
      return verdicts.isEmpty ? nil : Verdict.combined(verdicts)
    }
  }

  /// How often a requirement had each verdict.
  package struct Row: Hashable, Sendable {
    /// Why it has its worst verdict, with a seed with which it is so.
    package struct Reason: Hashable, Sendable {
      package var text: String
      package var seed: UInt64

      package init(_ text: String, seed: UInt64) {
        self.text = text
        self.seed = seed
      }
    }

    package var requirement: String
    package var level: Requirement.Level
    package var counts: [Verdict: Int]
    /// The first reason for its worst verdict; nil if there is none.
    package var reason: Reason?

    package init(
      requirement: String, level: Requirement.Level, counts: [Verdict: Int], reason: Reason? = nil
    ) {
      self.requirement = requirement
      self.level = level
      self.counts = counts
      self.reason = reason
    }
  }
}

extension CampaignResults.Study {
  /// The points by their coordinates; none if other knobs were swept than in `other`.
  func points(sweptAs other: Self) -> [[Double]: CampaignResults.Point] {
    guard sweeps.map(\.path) == other.sweeps.map(\.path) else { return [:] }
    return Dictionary(points.map { ($0.coordinates, $0) }) { first, _ in first }
  }
}

extension CampaignResults.Point {
  /// Its place among the points of studies with the same knobs: the distance, then the values of the knobs.
  package var coordinates: [Double] { [distanceMetres] + knobValues }

  /// The part of the procedures that gave a distance, in percent; nil before the first procedure.
  var availability: Quantity? { Quantity.part(estimateCount, of: procedureCount, atLeast: 0) }

  /// The RMSE with its standard error against a limit in metres, and with the number of distances that decide it; nil if
  /// the standard error is unknown.
  ///
  /// The 95 % interval is that of the mean squared error, whose standard error follows from it. Its upper end is never
  /// cut off.
  func rmse(atMost limit: Double) -> Quantity? {
    guard let rmse = rmseMetres, let upper = rmseInterval?.upperBound,
      let square = MeanSquare(root: rmse, upper: upper, count: estimateCount)
    else { return nil }
    return Quantity(
      rmse, "m", .atMost, limit,
      .init(standardError: square.standardError / (2 * rmse), count: Int(square.effectiveCount)))
  }
}
