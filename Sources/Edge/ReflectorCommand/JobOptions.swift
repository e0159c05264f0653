internal import ArgumentParser
internal import Glibc

/// How much runs at the same time.
struct JobOptions: ParsableArguments {
  private static let maximum = 256

  @Option(
    help: ArgumentHelp(
      "How many simulations run at the same time (default: one a processor).", valueName: "n"))
  var jobs: Int?

  /// How many simulations run at the same time.
  var count: Int { jobs ?? max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), Self.maximum)) }

  func validate() throws {
    if let jobs, !(1...Self.maximum).contains(jobs) {
      throw ValidationError("found --jobs \(jobs), expected 1 to \(Self.maximum).")
    }
  }
}
