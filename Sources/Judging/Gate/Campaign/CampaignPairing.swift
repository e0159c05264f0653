/// What a campaign has of one accessory, phone and environment: a study, or the checks that differ by their seeds.
protocol CampaignPart: Sendable {
  var place: CampaignResults.Place { get }
  /// The estimator of a study, the requirement set of checks.
  var method: String { get }
}

extension CampaignResults.Study: CampaignPart {
  var method: String { estimator }
}

extension CampaignResults.Checks: CampaignPart {
  var method: String { requirementSet }
}

extension CampaignPart {
  /// What it is of, apart from the accessory.
  var setting: [String] { [place.phone, place.environment, method] }
}

/// A report, or a part of a campaign, before and after a change.
package struct PartPair<Part: Sendable>: Sendable {
  package let baseline: Part
  package let candidate: Part
  /// The same from before the baseline, the oldest first.
  let history: [Part]
}

/// Which parts belong to which of a baseline.
struct PartPairing<Part: Sendable>: Sendable {
  /// In the order of the candidate.
  private(set) var pairs: [PartPair<Part>] = []
  /// Parts of the candidate without a counterpart.
  private(set) var appeared: [Part] = []
  /// Parts of the baseline without one.
  let disappeared: [Part]

  /// - Parameter find: the place in some parts of the counterpart of each candidate.
  init(
    history: [[Part]], baseline: [Part], candidate: [Part],
    partners find: (_ candidate: [Part], _ parts: [Part]) -> [Int?]
  ) {
    let partners = find(candidate, baseline)
    let older = history.map { parts in find(candidate, parts).map { $0.map { parts[$0] } } }
    let paired = Set(partners.compactMap(\.self))
    disappeared = baseline.indices.filter { !paired.contains($0) }.map { baseline[$0] }
    for (index, partner) in partners.enumerated() {
      if let partner {
        let history = older.compactMap { $0[index] }
        pairs.append(PartPair(baseline: baseline[partner], candidate: candidate[index], history: history))
      } else {
        appeared.append(candidate[index])
      }
    }
  }
}

extension PartPairing where Part: CampaignPart {
  init(history: [[Part]], baseline: [Part], candidate: [Part]) {
    self.init(history: history, baseline: baseline, candidate: candidate, partners: Self.partners)
  }

  /// The place in `parts` of the counterpart of each candidate: that of the same profile, else the one that alone is
  /// left over with its phone, environment and method, which is of another version of the firmware.
  static func partners(of candidate: [Part], in parts: [Part]) -> [Int?] {
    // From the last on, so that the first of equals is taken first.
    var sameProfile = Dictionary(
      grouping: parts.indices.reversed(), by: { [parts[$0].place.profilePath] + parts[$0].setting })
    let partners = candidate.map { sameProfile[[$0.place.profilePath] + $0.setting]?.popLast() }
    let taken = Set(partners.compactMap(\.self))
    let left = Dictionary(grouping: parts.indices.filter { !taken.contains($0) }, by: { parts[$0].setting })
    let open = Dictionary(
      grouping: candidate.indices.filter { partners[$0] == nil }, by: { candidate[$0].setting })
    return candidate.indices.map { index in
      let setting = candidate[index].setting
      guard partners[index] == nil, open[setting]?.count == 1, let rivals = left[setting], rivals.count == 1
      else { return partners[index] }
      return rivals[0]
    }
  }
}

/// Which studies and checks of one campaign belong to which of another.
package struct CampaignPairing: Sendable {
  let studies: PartPairing<CampaignResults.Study>
  let checks: PartPairing<CampaignResults.Checks>
  /// Nil where there is nothing to compare with.
  let baseline: CampaignResults?
  let candidate: CampaignResults
  /// The number of campaigns before the baseline.
  let olderCount: Int

  /// Pairs what has the same phone, environment, and estimator or requirement set: by profile, else what is left over
  /// alone.
  ///
  /// - Parameter history: older campaigns, the oldest first.
  /// - Throws: `GateRefusal` if the two have nothing in common.
  package init(
    history: [CampaignResults] = [], baseline: CampaignResults, candidate: CampaignResults
  ) throws(GateRefusal) {
    studies = PartPairing(
      history: history.map(\.studies), baseline: baseline.studies, candidate: candidate.studies)
    checks = PartPairing(
      history: history.map(\.checks), baseline: baseline.checks, candidate: candidate.checks)
    self.baseline = baseline
    self.candidate = candidate
    olderCount = history.count
    guard studies.pairs.isEmpty, checks.pairs.isEmpty else { return }
    throw GateRefusal(
      description:
        "found campaign \(baseline.id) in the baseline and \(candidate.id) in the candidate with nothing in common, "
        + "expected a study or a check of one phone and environment in both. Run both from the same campaign file."
    )
  }

  /// Nothing to compare with.
  package init(withoutBaseline candidate: CampaignResults) {
    studies = PartPairing(history: [], baseline: [], candidate: candidate.studies)
    checks = PartPairing(history: [], baseline: [], candidate: candidate.checks)
    baseline = nil
    self.candidate = candidate
    olderCount = 0
  }
}
