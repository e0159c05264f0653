internal import Capture
internal import Documents
internal import Glibc
internal import Profiles
internal import Reports
internal import Verdicts

/// How the command ends; docs/exit-status.md tells users.
enum ExitStatus: Int32 {
  case pass = 0
  case fail = 1
  case badInput = 2
  case inconclusive = 3
  case bug = 70

  init(_ verdict: Verdict) {
    switch verdict {
    case .pass, .notApplicable: self = .pass
    case .fail: self = .fail
    case .inconclusive: self = .inconclusive
    }
  }
}

/// Turns a trap, which is a bug of ours, into the exit status that scripts know, or into a start without the case
/// that trapped.
enum CrashStatus {
  static func install() {
    for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { _ in
        // Only what is safe in a signal handler: no allocation, no lock.
        CrashRetry.startAnew()
        CrashRetry.nameUnit()
        let message: StaticString =
          "reflector: this is a bug of ours; please report it with the command and the profile\n"
        _ = Glibc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.bug.rawValue)
      }
      sigaction(signal, &action, nil)
    }
  }
}

/// What is wrong with what the user gave, in words that say how to mend it.
struct BadInput: Error, CustomStringConvertible {
  let description: String
  private static let start = "Error: "
  /// What is wrong with which lines, where files are.
  let documents: [DocumentErrors]

  init(_ message: String) { (description, documents) = (Self.start + message, []) }

  /// The description without the word that begins an error.
  var message: String {
    description.hasPrefix(Self.start) ? String(description.dropFirst(Self.start.count)) : description
  }

  /// Lines that begin with their place, as editors understand it.
  init(_ errors: [DocumentErrors]) {
    (description, documents) = (errors.map(\.description).joined(separator: "\n"), errors)
  }

  /// A line that begins with its place.
  init(_ error: ReportFileError) { (description, documents) = (error.description, []) }

  init(_ error: CaptureError) { self.init(error.description) }

  /// - Parameter option: that which names the file.
  init(_ error: CaptureError, option: String) {
    if case .inUse = error { self.init("\(error) with \(option).") } else { self.init(error) }
  }

  /// The value of `body`. What it throws is bad input, in the same words.
  static func of<Value, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Value
  ) throws(BadInput) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      throw BadInput(error.description)
    }
  }

  /// The same with its place in a file.
  init(_ error: BadInput, at position: SourcePosition) {
    (description, documents) = ("\(position): " + error.message, [])
  }
}
