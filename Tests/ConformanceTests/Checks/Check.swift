import Verdicts

/// Something that a case compares, whatever the numbers in its name.
struct Check: Hashable, Comparable, Sendable {
  /// The case.
  let caseID: String
  /// The name of the step, each number as `N`.
  let name: String

  init(caseID: String, name: String) {
    self.caseID = caseID
    self.name = name
  }

  init(_ step: Step, of caseID: String) {
    self.caseID = caseID
    name = step.name.replacing(#/\b(0x[0-9A-Fa-f]+|[0-9]+(\.[0-9]+)?)\b/#, with: "N")
  }

  static func < (one: Check, other: Check) -> Bool { (one.caseID, one.name) < (other.caseID, other.name) }
}
