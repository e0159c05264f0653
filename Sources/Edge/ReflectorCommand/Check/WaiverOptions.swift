internal import ArgumentParser
internal import Documents
internal import Foundation
internal import Profiles
internal import Verdicts

/// The arguments of `reflector check` about waived failures.
struct WaiverOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A file of failures that are waived until a date.", valueName: "file"))
  var waivers: String?

  @Option(
    help: ArgumentHelp(
      "The date on which waivers are evaluated (default: today, in UTC).", valueName: "date"),
    transform: Self.day)
  var today: CalendarDate?

  func validate() throws {
    if today != nil, waivers == nil { throw ValidationError("found --today without --waivers; give both.") }
  }

  private static func day(_ text: String) throws -> CalendarDate {
    guard let day = CalendarDate(text) else {
      throw ValidationError("found '\(text)', expected a day of the calendar as 2027-03-01.")
    }
    return day
  }

  /// The day on the clock, unless the user names another.
  var day: CalendarDate {
    if let today { return today }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: .now)
    guard let day = CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) else {
      preconditionFailure("the clock shows a day of the calendar")
    }
    return day
  }
}

/// A list of waivers with the day for which it is looked at.
struct WaiverPlan {
  let list: WaiverList
  let today: CalendarDate
  /// Everything that is asked of the accessories.
  let sets: [RequirementSet]

  /// Marks the waived failures.
  func review(_ reports: inout [CheckReport]) -> WaiverReview {
    WaiverReview(list, on: today, sets: sets, in: &reports)
  }
}
