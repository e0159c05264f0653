public import Gate
internal import Notation
public import Profiles
public import Verdicts

/// The results of a campaign so far.
public struct CampaignReport: Sendable {
  /// Checks that differ by their seeds alone.
  public struct Checks: Sendable {
    /// One requirement: how often it had each verdict.
    public struct Row: Sendable {
      public var requirement: String
      public var level: Requirement.Level
      public var counts: [Verdict: Int] = [:]
      /// The first reason for its worst verdict, with the seed of its check.
      public var reason: (text: String, seed: UInt64)?

      public init(requirement: String, level: Requirement.Level) {
        self.requirement = requirement
        self.level = level
      }
    }

    /// Vendor, chipset and firmware.
    public var accessory: String
    public var profilePath: String
    /// SHA-256 of the profile's octets in hex digits.
    public var profileDigest: String
    public var phone: String
    public var environment: String
    public var requirementSet: String
    public var distanceMetres: Double
    /// The first of the seeds.
    public var seed: UInt64
    /// How many should run, one for each seed.
    public var seedCount: Int
    /// How often the whole check had each verdict.
    public var counts: [Verdict: Int] = [:]
    /// In the order of the requirement set; empty before the first check.
    public var rows: [Row] = []

    public init(
      accessory: String, profilePath: String, profileDigest: String, phone: String, environment: String,
      requirementSet: String, distanceMetres: Double, seed: UInt64, seedCount: Int
    ) {
      self.accessory = accessory
      self.profilePath = profilePath
      self.profileDigest = profileDigest
      self.phone = phone
      self.environment = environment
      self.requirementSet = requirementSet
      self.distanceMetres = distanceMetres
      self.seed = seed
      self.seedCount = seedCount
    }
  }

  /// A requirement that failed or stayed inconclusive in some of the checks.
  public struct Finding: Sendable {
    public var requirement: String
    /// What the checks are of, in words.
    public var place: String
    public var verdict: Verdict
    /// As `2 of 10`.
    public var share: String
    /// Why, with a seed with which it is so; empty if unknown.
    public var reason: String
  }

  /// A unit that went worse than others.
  public struct Unit: Sendable {
    public var number: Int
    public var place: String
    /// The result in words.
    public var finding: String

    public init(number: Int, place: String, finding: String) {
      self.number = number
      self.place = place
      self.finding = finding
    }
  }

  /// How many units are done.
  public struct Progress: Sendable {
    public var doneCount: Int
    /// Units that are not needed, since their points are known well enough.
    public var sparedCount: Int
    public var unitCount: Int

    public init(doneCount: Int, sparedCount: Int = 0, of unitCount: Int) {
      self.doneCount = doneCount
      self.sparedCount = sparedCount
      self.unitCount = unitCount
    }

    /// Neither done nor spared.
    public var missingCount: Int { unitCount - doneCount - sparedCount }
    public var isComplete: Bool { missingCount <= 0 }

    /// In words, as `9 of 10 units done, 1 not needed`.
    public var text: String {
      let spared = sparedCount == 0 ? "" : ", \(DecimalText.grouped(sparedCount)) not needed"
      return "\(DecimalText.grouped(doneCount)) of \(DecimalText.counted(unitCount, "unit")) done" + spared
    }
  }

  public var id: String
  public var title: String
  /// The number of the edition in the store.
  public var edition: Int64
  /// Name and version of the tool that ran it.
  public var tool: String
  /// What has changed since it ran, in words; empty if nothing has.
  public var changes: [String] = []
  public var progress: Progress
  public var studies: [RangeReport]
  public var checks: [Checks]
  /// The worst units, the worst first; empty unless asked for.
  public var worst: [Unit] = []
  /// The results beside older ones; nil unless asked for.
  public var compared: CampaignComparison?

  public init(
    id: String, title: String, edition: Int64, tool: String, progress: Progress,
    studies: [RangeReport], checks: [Checks]
  ) {
    self.id = id
    self.title = title
    self.edition = edition
    self.tool = tool
    self.progress = progress
    self.studies = studies
    self.checks = checks
  }

  /// Whether units are missing.
  public var isPartial: Bool { !progress.isComplete }

  /// The failed and the inconclusive requirements, in the order of the checks.
  public var findings: [Finding] {
    let parts: [(Checks) -> String] = [\.profilePath, \.requirementSet, \.phone, \.environment]
    let telling = [parts[0]] + parts.dropFirst().filter { part in Set(checks.map(part)).count > 1 }
    return checks.flatMap { part in
      let ran = part.counts.total
      return part.rows.compactMap { row -> Finding? in
        guard let verdict = [Verdict.fail, .inconclusive].first(where: { row.counts[$0, default: 0] > 0 })
        else {
          return nil
        }
        return Finding(
          requirement: row.requirement, place: telling.map { $0(part) }.joined(separator: ", "),
          verdict: verdict,
          share: "\(DecimalText.grouped(row.counts[verdict, default: 0])) of \(DecimalText.grouped(ran))",
          reason: row.reason.map { "\($0.text) (seed \($0.seed))" } ?? "")
      }
    }
  }

  /// The worst verdict of all checks; nil where none ran.
  public var verdict: Verdict? {
    let verdicts = checks.flatMap { part in Verdict.allCases.filter { part.counts[$0, default: 0] > 0 } }
    return verdicts.isEmpty ? nil : Verdict.combined(verdicts)
  }
}
