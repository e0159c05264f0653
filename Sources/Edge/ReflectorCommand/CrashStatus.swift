internal import Glibc

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
        let message: StaticString =
          "reflector: this is a bug of ours; please report it with the command and the profile\n"
        _ = Glibc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.bug.rawValue)
      }
      sigaction(signal, &action, nil)
    }
  }
}
