internal import ArgumentParser
internal import HCITransport

/// The arguments of `reflector check` that attach real firmware.
struct AttachOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is under test in place of a profile: host:TRANSPORT, a host above our controller, or"
        + " controller:TRANSPORT, a controller below our host.",
      valueName: "kind:transport"))
  var iut: AttachedIUT?

  @Option(
    help: ArgumentHelp(
      "A second controller that the one under test can reach, driven by us.", valueName: "transport"))
  var peer: String?

  @Option(help: ArgumentHelp("How long to wait for somebody to attach.", valueName: "seconds"))
  var attachTimeout = 60

  @Option(
    help: ArgumentHelp(
      "How many times faster than the clock the tester's time runs, for a host or controller whose own timers run as"
        + " fast, or do not matter.", valueName: "n"))
  var speed = 1

  @Flag(help: "Let a transport reach beyond this machine.")
  var allowRemote = false

  func validate() throws {
    if peer != nil, iut?.kind != .controller {
      throw ValidationError("found --peer, expected it beside --iut controller:TRANSPORT alone.")
    }
    guard (1...86_400).contains(attachTimeout) else {
      throw ValidationError("found --attach-timeout \(attachTimeout), expected 1 to 86400 seconds.")
    }
    guard (1...100).contains(speed) else {
      throw ValidationError("found --speed \(speed), expected 1 to 100.")
    }
    if speed > 1, iut == nil {
      throw ValidationError("found --speed without --iut, expected both: a profile keeps no clock waiting.")
    }
  }
}

/// What `--iut` names.
struct AttachedIUT: ExpressibleByArgument {
  /// What is real.
  enum Kind: String {
    case host
    case controller
  }

  let kind: Kind
  /// As the user wrote it, checked when it is opened.
  let transport: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
    self.kind = kind
    transport = parts[1]
  }

  var defaultValueDescription: String { "\(kind.rawValue):\(transport)" }
}
