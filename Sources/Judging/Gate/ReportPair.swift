package import Verdicts

/// The report of an accessory before and after a change.
package typealias ReportPair = PartPair<CheckReport>

/// Why two files cannot be compared.
package struct GateRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found, what was expected, and what to do.
  package let description: String
}

/// Which report of one file belongs to which of the other.
package struct ReportPairing: Sendable {
  /// In the order of the candidate.
  package let pairs: [ReportPair]
  /// Reports of the baseline without a counterpart.
  package let disappeared: [CheckReport]
  /// Reports of the candidate without one.
  package let appeared: [CheckReport]

  /// Pairs reports of one requirement set: by profile, else by accessory, else what is left over alone.
  ///
  /// - Parameter history: the reports of older files, the oldest file first.
  /// - Throws: `GateRefusal` if baseline and candidate have no requirement set in common.
  package init(
    history: [[CheckReport]] = [], baseline: [CheckReport], candidate: [CheckReport]
  ) throws(GateRefusal) {
    let sets = Set(baseline.map(\.requirementSet))
    guard candidate.contains(where: { sets.contains($0.requirementSet) }) else {
      throw GateRefusal(
        description:
          "found \(Self.names(baseline)) in the baseline and \(Self.names(candidate)) in the candidate, "
          + "expected a requirement set that both were checked against. Check both with the same --requirements."
      )
    }
    let pairing = PartPairing(
      history: history, baseline: baseline, candidate: candidate, partners: Self.partners)
    (pairs, disappeared, appeared) = (pairing.pairs, pairing.disappeared, pairing.appeared)
  }

  /// Nothing to compare with.
  package init(withoutBaseline candidate: [CheckReport]) {
    (pairs, disappeared, appeared) = ([], [], candidate)
  }

  /// The place in `reports` of the counterpart of each candidate.
  private static func partners(of candidate: [CheckReport], in reports: [CheckReport]) -> [Int?] {
    var isLeft = [Bool](repeating: true, count: reports.count)
    var partners = [Int?](repeating: nil, count: candidate.count)
    // A file can have thousands of reports, so each is looked up by what partners have in common.
    func match(_ key: (CheckReport) -> [String]) {
      var places: [[String]: [Int]] = [:]
      for place in reports.indices.reversed() where isLeft[place] {
        places[key(reports[place]), default: []].append(place)
      }
      for index in candidate.indices where partners[index] == nil {
        guard let place = places[key(candidate[index])]?.popLast() else { continue }
        partners[index] = place
        isLeft[place] = false
      }
    }
    match { [$0.requirementSet, $0.profilePath] }
    match { [$0.requirementSet, $0.accessory] }
    if isLeft.count(where: { $0 }) == 1, partners.count(where: { $0 == nil }) == 1 {
      match { [$0.requirementSet] }
    }
    return partners
  }

  private static func names(_ reports: [CheckReport]) -> String {
    var known: Set<String> = []
    let names = reports.map(\.requirementSet).filter { known.insert($0).inserted }
    return names.isEmpty ? "no report" : names.joined(separator: ", ")
  }
}
