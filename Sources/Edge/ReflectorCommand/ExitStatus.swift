internal import Verdicts

/// How the command ends; docs/exit-status.md tells users.
enum ExitStatus: Int32 {
  case pass = 0
  case fail = 1
  case badInput = 2
  case inconclusive = 3
  case bug = 70

  /// The status of a verdict on everything checked.
  init(_ verdict: Verdict) {
    switch verdict {
    case .pass, .notApplicable: self = .pass
    case .fail: self = .fail
    case .inconclusive: self = .inconclusive
    }
  }
}
