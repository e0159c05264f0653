internal import ArgumentParser
internal import Glibc

/// The arguments that say who ranges, in what, and by which chance.
struct AirOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The phone that ranges, by name or path.", valueName: "name"))
  var phone = PlaceOptions.defaultPhone

  @Option(help: ArgumentHelp("The radio environment, by name or path.", valueName: "name"))
  var environment = PlaceOptions.defaultEnvironment

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of all random numbers; without real hardware, the same seed gives the same octets.",
      valueName: "n"))
  var seed = PlaceOptions.defaultSeed
}

/// The arguments that place a phone and an accessory in an air.
struct PlaceOptions: ParsableArguments {
  static let defaultPhone = "iphone-ios27"
  static let defaultEnvironment = "line-of-sight"
  static let defaultDistance = 3.0
  static let defaultSeed: UInt64 = 1
  private static let distances = 0.1...149.0

  @OptionGroup var air: AirOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The true distance, 0.1 to 149 m.", valueName: "metres"))
  var distance = PlaceOptions.defaultDistance

  /// The phone's name or path.
  var phone: String { air.phone }
  /// The environment's name or path.
  var environment: String { air.environment }
  /// The seed of all chance.
  var seed: UInt64 { air.seed }

  func validate() throws {
    guard Self.distances.contains(distance) else {
      throw ValidationError("found --distance \(distance), expected 0.1 to 149 metres.")
    }
  }
}

/// How much runs at the same time.
struct JobOptions: ParsableArguments {
  private static let maximum = 256

  @Option(
    help: ArgumentHelp(
      "Number of parallel simulations (default: one per processor).", valueName: "n"))
  var jobs: Int?

  /// How many simulations run at the same time.
  var count: Int { jobs ?? max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), Self.maximum)) }

  func validate() throws {
    if let jobs, !(1...Self.maximum).contains(jobs) {
      throw ValidationError("found --jobs \(jobs), expected 1 to \(Self.maximum).")
    }
  }
}

/// The options for the content of captures, shared by `check` and `serve`.
struct CaptureContentOptions: ParsableArguments {
  @Flag(help: "Write a frame for each CS step; Wireshark shows them after 'reflector wireshark install'.")
  var steps = false

  @Flag(
    help:
      "Keep encrypted links encrypted in captures, and write their keys to NAME.keys.")
  var encrypted = false

  /// The options given.
  var names: [String] { (steps ? ["--steps"] : []) + (encrypted ? ["--encrypted"] : []) }
}
