internal import ArgumentParser

/// The arguments of `reflector serve`.
struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where a real host drives a controller: accessory=TRANSPORT or phone=TRANSPORT; give it once or for both.",
      valueName: "device=transport"))
  var controller: [String] = []

  @Option(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"))
  var profile: String

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "Write a capture that can be read while it grows; a pipe may be named, and '-' is standard output.",
      valueName: "file"))
  var capture: String?

  @Option(
    help: ArgumentHelp(
      "Keep so many MiB of the capture at most: the last half of it or more, in air.1.pcapng and air.pcapng.",
      valueName: "n"))
  var captureSize: Int?

  @OptionGroup var content: CaptureContentOptions

  @Option(help: ArgumentHelp("End after so many complete procedures.", valueName: "n"))
  var procedures: Int?

  @Option(help: ArgumentHelp("End after so many seconds.", valueName: "s"))
  var timeout: Double?

  @Flag(help: "End when a host that had attached leaves.")
  var once = false

  @Flag(help: "Let a transport reach beyond this machine; whoever connects drives the radio.")
  var allowRemote = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  /// In seconds.
  private static let longestTimeout = 1e6
  /// In MiB.
  private static let largestCapture = 1 << 20

  /// Whether the capture takes standard output, so that text for people goes to standard error.
  var takesStandardOutput: Bool { capture == "-" }

  func validate() throws {
    if controller.isEmpty {
      throw ValidationError(
        "found no --controller, expected one for accessory= or phone=, as --controller accessory=tcp:127.0.0.1:9001."
      )
    }
    if let procedures, procedures < 1 {
      throw ValidationError("found --procedures \(procedures), expected 1 or more.")
    }
    if capture == nil, let option = content.names.first {
      throw ValidationError("found \(option) without --capture, expected both.")
    }
    if content.encrypted && takesStandardOutput {
      throw ValidationError(
        "found --encrypted with --capture -, expected a file: the keys are written beside it.")
    }
    if let timeout, !(timeout > 0 && timeout <= Self.longestTimeout) {
      throw ValidationError("found --timeout \(timeout), expected more than 0 and at most 1000000 seconds.")
    }
    if let captureSize {
      guard let capture, capture != "-" else {
        throw ValidationError("found --capture-size without a file for --capture, expected both.")
      }
      guard (1...Self.largestCapture).contains(captureSize) else {
        throw ValidationError("found --capture-size \(captureSize), expected 1 to 1048576 MiB.")
      }
    }
    if capture == "" { throw ValidationError("found an empty name for --capture, expected a file.") }
  }
}
