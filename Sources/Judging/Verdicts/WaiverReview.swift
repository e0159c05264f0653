package import Documents
package import Profiles

/// The states of a list of waivers on a day.
package struct WaiverReview: Hashable, Sendable {
  /// The state of one waiver.
  package enum State: String, Sendable, CaseIterable {
    /// It waives a failure, alone or with others.
    case used
    /// Its last day is over: it waives nothing.
    case expired
    /// What it is for did not fail.
    case unneeded
    /// No set that was checked has the requirement, or the requirement does not have the case.
    case unknown
    /// What it is for was not checked, or the check was interrupted.
    case notChecked = "not-checked"
  }

  /// One waiver.
  package struct Entry: Hashable, Sendable {
    /// As written.
    package var waiver: Waiver
    package var state: State
  }

  package let file: String
  /// The day for which it was looked at.
  package let today: CalendarDate
  /// In the order of the file.
  package private(set) var entries: [Entry]

  /// Evaluates a list on a day, and marks the waived failures in `reports`.
  ///
  /// - Parameter sets: the requirement sets that the accessories were checked against.
  package init(
    _ list: WaiverList, on today: CalendarDate, sets: [RequirementSet], in reports: inout [CheckReport]
  ) {
    file = list.file
    self.today = today
    entries = []
    for waiver in list.waivers {
      let isKnown = sets.contains { set in
        set.requirement(waiver.requirementID).map { asked in waiver.caseID.map(asked.cases.contains) ?? true }
          ?? false
      }
      let failures = isKnown ? Self.failures(of: waiver, in: reports) : []
      let isChecked = reports.contains { report in
        waiver.isFor(profile: report.profilePath) && !report.isPartial
          && report.requirements.contains { $0.id == waiver.requirementID }
      }
      let state: State =
        !isKnown
        ? .unknown
        : waiver.expires < today ? .expired : !failures.isEmpty ? .used : isChecked ? .unneeded : .notChecked
      if state == .used {
        // Of several waivers of one failure, the first one is shown.
        for place in failures where Self.waiver(at: place, in: reports) == nil {
          reports[place.report].requirements[place.requirement].cases[place.index].waiver = waiver
        }
      }
      entries.append(Entry(waiver: waiver, state: state))
    }
  }

  private typealias Place = (report: Int, requirement: Int, index: Int)

  private static func waiver(at place: Place, in reports: [CheckReport]) -> Waiver? {
    reports[place.report].requirements[place.requirement].cases[place.index].waiver
  }

  /// The failed cases that a waiver is for.
  private static func failures(of waiver: Waiver, in reports: [CheckReport]) -> [Place] {
    var places: [Place] = []
    for (index, report) in reports.enumerated() where waiver.isFor(profile: report.profilePath) {
      for (number, result) in report.requirements.enumerated() where result.id == waiver.requirementID {
        for (place, item) in result.cases.enumerated()
        where item.verdict == .fail && waiver.caseID.map({ $0 == item.id }) ?? true {
          places.append((index, number, place))
        }
      }
    }
    return places
  }
}
