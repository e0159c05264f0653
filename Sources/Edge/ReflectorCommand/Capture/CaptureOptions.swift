internal import ArgumentParser

/// The arguments of `reflector capture`.
struct CaptureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Capture on an interface of this machine, as bluetooth0 or bluetooth-monitor.", valueName: "name"))
  var interface: String?

  @Flag(help: "Print the interfaces of this machine that hold Bluetooth, and end.")
  var list = false

  @Option(
    name: .customLong("hci-from"),
    help: ArgumentHelp(
      "Stand between a host and the controller at tcp:HOST:PORT, unix:PATH or serial:PATH,BAUD.",
      valueName: "transport"))
  var hciFrom: String?

  @Option(
    help: ArgumentHelp(
      "With --hci-from: where the host attaches, tcp:HOST:PORT or unix:PATH.", valueName: "transport"))
  var listen = "tcp:127.0.0.1:0"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The capture, which can be read while it grows.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("End after so many seconds.", valueName: "n"))
  var seconds: Double?

  @Option(help: ArgumentHelp("End after so many frames.", valueName: "n"))
  var frames: Int?

  @Flag(help: "With --hci-from: end when a host that had attached leaves.")
  var once = false

  @Flag(help: "Analyze the capture at the end, as 'reflector analyze' does.")
  var analyze = false

  @Flag(help: "Let --listen reach beyond this machine; whoever connects drives the controller.")
  var allowRemote = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  /// A day and more is no slip of the finger; this is.
  private static let mostSeconds = 1e6

  func validate() throws {
    if list { return }
    guard (interface == nil) != (hciFrom == nil) else {
      throw ValidationError(
        "found \(interface == nil ? "neither" : "both"), expected --interface or --hci-from.")
    }
    guard let output, !output.isEmpty else {
      throw ValidationError("found no --output, expected a file, as --output live.pcapng.")
    }
    if let seconds, !(seconds > 0 && seconds <= Self.mostSeconds) {
      throw ValidationError("found --seconds \(seconds), expected more than 0 and at most 1000000.")
    }
    if let frames, frames < 1 { throw ValidationError("found --frames \(frames), expected 1 or more.") }
    if once, hciFrom == nil {
      throw ValidationError("found --once without --hci-from, expected both or neither.")
    }
  }
}
