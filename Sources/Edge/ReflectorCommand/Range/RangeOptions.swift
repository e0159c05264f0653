internal import ArgumentParser
internal import RangeStudy
internal import Ranging

/// The arguments of `reflector range`.
struct RangeOptions: ParsableArguments {
  static let maximumProcedures = 10_000_000

  @Argument(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"))
  var profile: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "True distances, 0.1 to 149 m: a value, a list as 1,2,5, or a range as 1:30:0.5.", valueName: "metres"))
  var distance = "3"

  @OptionGroup var air: AirOptions

  @Option(help: ArgumentHelp("How many procedures run at each point.", valueName: "n"))
  var procedures = 1000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How fast the phone goes away from the accessory; negative towards it.", valueName: "m/s"))
  var speed = 0.0

  @Option(
    help: ArgumentHelp(
      "How the phone makes a distance of a procedure: \(RangeOptions.estimators).", valueName: "kind"),
    transform: RangeOptions.estimator)
  var estimator = RangingEstimatorKind.usual

  @Option(
    help: ArgumentHelp(
      "What the phone does with the distances: \(RangeOptions.filters).", valueName: "kind"),
    transform: RangeOptions.filter)
  var filter = PhoneFilter.none

  @Option(
    help: ArgumentHelp(
      "Turn one knob, as tau=1:15:1, snr=0:40:5 or tFCS=60:150; 'reflector list knobs' has them all.",
      valueName: "knob=values"))
  var sweep: String?

  @Option(help: ArgumentHelp("Write one line a procedure; '-' is standard output.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write the figures as JSON; '-' is standard output.", valueName: "file"))
  var json: String?

  @OptionGroup var jobs: JobOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  private static var estimators: String {
    RangingEstimatorKind.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func estimator(_ name: String) throws -> RangingEstimatorKind {
    guard let kind = RangingEstimatorKind(rawValue: name) else {
      throw ValidationError("found '\(name)', expected one of \(estimators).")
    }
    return kind
  }

  private static var filters: String {
    PhoneFilter.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func filter(_ name: String) throws -> PhoneFilter {
    guard let filter = PhoneFilter(rawValue: name) else {
      throw ValidationError("found '\(name)', expected one of \(filters).")
    }
    return filter
  }

  /// Whether something for programs goes to standard output, and text for people to standard error.
  var isMachineOnOutput: Bool { json == "-" || csv == "-" }

  func validate() throws {
    guard (1...Self.maximumProcedures).contains(procedures) else {
      throw ValidationError("found --procedures \(procedures), expected 1 to \(Self.maximumProcedures).")
    }
    guard SweepKnob.speeds.contains(speed) else {
      throw ValidationError("found --speed \(speed), expected -50 to 50 metres a second.")
    }
    for (option, path) in [("--json", json), ("--csv", csv)] where path == "" {
      throw ValidationError("found an empty name for \(option), expected one.")
    }
    if json == "-" && csv == "-" {
      throw ValidationError("--json - and --csv - both want standard output; give one of them a file.")
    }
  }
}
