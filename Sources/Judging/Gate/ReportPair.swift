public import Verdicts

/// The report of an accessory before and after a change.
public struct ReportPair: Sendable {
  /// Before.
  public var baseline: CheckReport
  /// After.
  public var candidate: CheckReport
  /// Reports of the accessory from before the baseline, the oldest first.
  public var history: [CheckReport] = []
}

/// Why two files cannot be compared.
public struct GateRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found, what was expected, and what to do.
  public let description: String
}

/// Which report of one file belongs to which of the other.
public struct ReportPairing: Sendable {
  /// In the order of the candidate.
  public private(set) var pairs: [ReportPair] = []
  /// Reports of the baseline without a counterpart.
  public private(set) var disappeared: [CheckReport] = []
  /// Reports of the candidate without one.
  public private(set) var appeared: [CheckReport] = []

  /// Pairs reports of one requirement set: by profile, else by accessory, else what is left over alone.
  ///
  /// - Parameter history: the reports of older files, the oldest file first.
  /// - Throws: `GateRefusal` if baseline and candidate have no requirement set in common.
  public init(
    history: [[CheckReport]] = [], baseline: [CheckReport], candidate: [CheckReport]
  ) throws(GateRefusal) {
    let sets = baseline.map(\.requirementSet)
    guard candidate.contains(where: { sets.contains($0.requirementSet) }) else {
      throw GateRefusal(
        description:
          "found \(Self.names(baseline)) in the baseline and \(Self.names(candidate)) in the candidate, "
          + "expected a requirement set that both were checked against. Check both with the same --requirements."
      )
    }
    let partners = Self.partners(of: candidate, in: baseline)
    let older = history.map { reports in
      Self.partners(of: candidate, in: reports).map { $0.map { reports[$0] } }
    }
    for (index, partner) in partners.enumerated() {
      if let partner {
        pairs.append(
          ReportPair(
            baseline: baseline[partner], candidate: candidate[index], history: older.compactMap { $0[index] })
        )
      } else {
        appeared.append(candidate[index])
      }
    }
    disappeared = baseline.indices.filter { !partners.contains($0) }.map { baseline[$0] }
  }

  /// Nothing to compare with.
  public init(withoutBaseline candidate: [CheckReport]) { appeared = candidate }

  /// The place in `reports` of the counterpart of each candidate.
  private static func partners(of candidate: [CheckReport], in reports: [CheckReport]) -> [Int?] {
    var left = Array(reports.indices)
    var partners = [Int?](repeating: nil, count: candidate.count)
    func match(_ isPartner: (CheckReport, CheckReport) -> Bool) {
      for index in candidate.indices where partners[index] == nil {
        let report = candidate[index]
        guard
          let place = left.firstIndex(where: {
            reports[$0].requirementSet == report.requirementSet && isPartner(reports[$0], report)
          })
        else { continue }
        partners[index] = left.remove(at: place)
      }
    }
    match { $0.profilePath == $1.profilePath }
    match { $0.accessory == $1.accessory }
    if left.count == 1, partners.count(where: { $0 == nil }) == 1 { match { _, _ in true } }
    return partners
  }

  private static func names(_ reports: [CheckReport]) -> String {
    var names: [String] = []
    for report in reports where !names.contains(report.requirementSet) { names.append(report.requirementSet) }
    return names.isEmpty ? "no report" : names.joined(separator: ", ")
  }
}
