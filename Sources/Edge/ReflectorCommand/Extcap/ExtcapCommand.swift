internal import AccessoryProfile
internal import ArgumentParser
internal import Glibc
internal import HCITransport
internal import Session

/// `reflector extcap`, which Wireshark calls.
struct ExtcapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extcap",
    abstract: "What Wireshark calls to capture a running simulation.",
    discussion: """
        reflector extcap --extcap-interfaces
        reflector extcap --capture --extcap-interface reflector --fifo /tmp/fifo --distance 5

      'reflector wireshark install' lets Wireshark find it.
      """,
    shouldDisplay: false)

  @OptionGroup var options: ExtcapOptions

  /// Whether the arguments are those of Wireshark, without the name of a command.
  static func isCalled(by arguments: [String]) -> Bool {
    guard let first = arguments.first else { return false }
    return first.hasPrefix("--extcap-") || first == "--capture" || first.hasPrefix("--fifo")
  }

  func run() throws {
    if options.extcapInterfaces {
      try StandardStream.output.writeOrThrow(ExtcapDialogue.interfaces)
    } else if options.extcapDlts {
      try StandardStream.output.writeOrThrow(ExtcapDialogue.linkTypes)
    } else if options.extcapConfig {
      if options.extcapReloadOption == nil {
        try StandardStream.output.writeOrThrow(ExtcapDialogue.options(DataLibrary()))
      }
    } else if options.capture, let fifo = options.fifo {
      try capture(to: fifo)
    } else {
      throw ValidationError(
        "found nothing to do, expected --extcap-interfaces, --extcap-dlts, --extcap-config or --capture.")
    }
  }

  private func capture(to fifo: String) throws(BadInput) {
    var world = try AirWorld.Description(
      reading: options.ownProfile.flatMap { $0.isEmpty ? nil : $0 } ?? options.profile,
      phone: options.air.phone, environment: options.air.environment, distanceMetres: options.distance,
      seed: options.air.seed)
    world.addedNoiseDecibels = options.noise
    if options.tFcs != 0 { world.phone.tFCSMicroseconds = [options.tFcs] }
    guard access(fifo, F_OK) == 0 else {
      throw BadInput(
        "found no \(fifo), expected the pipe that Wireshark makes. Make one with 'mkfifo', or write a file with "
          + "'reflector serve --capture'.")
    }
    let loop = PacedLoop()
    defer { loop.close() }
    let interruption = Interruption { loop.stop() }
    defer { interruption.cancel() }
    try ExtcapSession(world, options, fifo: fifo, loop: loop).run()
  }
}
