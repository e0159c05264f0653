public import Verdicts

/// The report of an accessory before and after a change.
public struct ReportPair: Sendable {
  /// Before.
  public var baseline: CheckReport
  /// After.
  public var candidate: CheckReport
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
  /// - Throws: `GateRefusal` if the two have no requirement set in common.
  public init(baseline: [CheckReport], candidate: [CheckReport]) throws(GateRefusal) {
    let sets = baseline.map(\.requirementSet)
    guard candidate.contains(where: { sets.contains($0.requirementSet) }) else {
      throw GateRefusal(
        description:
          "found \(Self.names(baseline)) in the baseline and \(Self.names(candidate)) in the candidate, "
          + "expected a requirement set that both were checked against. Check both with the same --requirements."
      )
    }
    var left = Array(baseline.indices)
    var partners = [Int?](repeating: nil, count: candidate.count)
    func match(_ isPartner: (CheckReport, CheckReport) -> Bool) {
      for index in candidate.indices where partners[index] == nil {
        let report = candidate[index]
        guard
          let place = left.firstIndex(where: {
            baseline[$0].requirementSet == report.requirementSet && isPartner(baseline[$0], report)
          })
        else { continue }
        partners[index] = left.remove(at: place)
      }
    }
    match { $0.profilePath == $1.profilePath }
    match { $0.accessory == $1.accessory }
    if left.count == 1, partners.count(where: { $0 == nil }) == 1 { match { _, _ in true } }
    for (index, partner) in partners.enumerated() {
      if let partner {
        pairs.append(ReportPair(baseline: baseline[partner], candidate: candidate[index]))
      } else {
        appeared.append(candidate[index])
      }
    }
    disappeared = left.map { baseline[$0] }
  }

  private static func names(_ reports: [CheckReport]) -> String {
    var names: [String] = []
    for report in reports where !names.contains(report.requirementSet) { names.append(report.requirementSet) }
    return names.isEmpty ? "no report" : names.joined(separator: ", ")
  }
}
