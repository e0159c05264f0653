package import Gate
internal import Notation
package import Profiles
package import Verdicts

/// The results of a campaign so far.
package struct CampaignReport: Sendable {
  /// Checks that differ by their seeds alone.
  package struct Checks: Sendable {
    /// One requirement: how often it had each verdict.
    package struct Row: Sendable {
      package var requirement: String
      package var level: Requirement.Level
      package var counts: [Verdict: Int] = [:]
      /// The first reason for its worst verdict, with the seed of its check.
      package var reason: (text: String, seed: UInt64)?

      package init(requirement: String, level: Requirement.Level) {
        self.requirement = requirement
        self.level = level
      }
    }

    /// Vendor, chipset and firmware.
    package var accessory: String
    package var profilePath: String
    /// SHA-256 of the profile's octets in hex digits.
    package var profileDigest: String
    package var phone: String
    package var environment: String
    package var requirementSet: String
    package var distanceMetres: Double
    /// The first of the seeds.
    package var seed: UInt64
    /// How many should run, one for each seed.
    package var seedCount: Int
    /// How often the whole check had each verdict.
    package var counts: [Verdict: Int] = [:]
    /// In the order of the requirement set; empty before the first check.
    package var rows: [Row] = []

    package init(
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
  package struct Finding: Sendable {
    package var requirement: String
    /// What the checks are of, in words.
    package var place: String
    package var verdict: Verdict
    /// As `2 of 10`.
    package var share: String
    /// Why, with a seed with which it is so; empty if unknown.
    package var reason: String
  }

  /// A unit that went worse than others.
  package struct Unit: Sendable {
    package var number: Int
    package var place: String
    /// The result in words.
    package var finding: String

    package init(number: Int, place: String, finding: String) {
      self.number = number
      self.place = place
      self.finding = finding
    }
  }

  /// How many units are done.
  package struct Progress: Sendable {
    package var doneCount: Int
    /// Units that are not needed, since their points are known well enough.
    package var sparedCount: Int
    package var unitCount: Int

    package init(doneCount: Int, sparedCount: Int = 0, of unitCount: Int) {
      self.doneCount = doneCount
      self.sparedCount = sparedCount
      self.unitCount = unitCount
    }

    /// Neither done nor spared.
    package var missingCount: Int { unitCount - doneCount - sparedCount }
    package var isComplete: Bool { missingCount <= 0 }

    /// In words, as `9 of 10 units done, 1 not needed`.
    package var text: String {
      let spared = sparedCount == 0 ? "" : ", \(DecimalText.grouped(sparedCount)) not needed"
      return "\(DecimalText.grouped(doneCount)) of \(DecimalText.counted(unitCount, "unit")) done" + spared
    }
  }

  package var id: String
  package var title: String
  /// The number of the edition in the store.
  package var edition: Int64
  /// Name and version of the tool that ran it.
  package var tool: String
  /// What has changed since it ran, in words; empty if nothing has.
  package var changes: [String] = []
  package var progress: Progress
  package var studies: [RangeReport]
  package var checks: [Checks]
  /// The worst units, the worst first; empty unless asked for.
  package var worst: [Unit] = []
  /// The results beside older ones; nil unless asked for.
  package var compared: CampaignComparison?

  package init(
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
  package var isPartial: Bool { !progress.isComplete }

  /// The failed and the inconclusive requirements, in the order of the checks.
  package var findings: [Finding] {
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
  package var verdict: Verdict? {
    let verdicts = checks.flatMap { part in Verdict.allCases.filter { part.counts[$0, default: 0] > 0 } }
    return verdicts.isEmpty ? nil : Verdict.combined(verdicts)
  }
}
