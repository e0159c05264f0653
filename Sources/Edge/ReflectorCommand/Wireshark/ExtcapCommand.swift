internal import ArgumentParser
internal import ChannelSounding
internal import Glibc
internal import HCITransport
internal import Profiles
internal import Session

/// `reflector extcap`, which Wireshark calls.
struct ExtcapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extcap",
    abstract: "Capture program for Wireshark (extcap): a running simulation.",
    discussion: """
        reflector extcap --extcap-interfaces
        reflector extcap --capture --extcap-interface reflector --fifo /tmp/fifo --distance 5

      'reflector wireshark install' registers this program with Wireshark.
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
      reading: options.accessory, phone: options.air.phone, environment: options.air.environment,
      distanceMetres: options.distance, seed: options.air.seed)
    world.addedNoiseDecibels = options.noise
    if options.tFcs != 0 { world.phone.tFCS = [TFCS(microseconds: options.tFcs)] }
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

/// The arguments with which Wireshark calls, and those that a user chooses in its dialogue.
struct ExtcapOptions: ParsableArguments {
  static let usualProfile = "nordic-nrf54l15-ipt"
  private static let distances = 0.1...149.0
  private static let noises = 0.0...60.0

  @Flag(help: "List the interfaces.")
  var extcapInterfaces = false

  @Option(help: ArgumentHelp("The version of Wireshark.", valueName: "version"))
  var extcapVersion: String?

  @Option(help: ArgumentHelp("The interface.", valueName: "name"))
  var extcapInterface: String?

  @Flag(help: "List the link types of the interface.")
  var extcapDlts = false

  @Flag(help: "List the options of the interface.")
  var extcapConfig = false

  @Option(help: ArgumentHelp("Reload the values of an option; ours never change.", valueName: "option"))
  var extcapReloadOption: String?

  @Flag(help: "Capture until stopped, or until the reader closes the pipe.")
  var capture = false

  @Option(help: ArgumentHelp("A capture filter; not used.", valueName: "filter"))
  var extcapCaptureFilter: String?

  @Option(help: ArgumentHelp("The pipe for packets.", valueName: "path"))
  var fifo: String?

  @Option(help: ArgumentHelp("A control pipe of Wireshark's toolbar; not used.", valueName: "path"))
  var extcapControlIn: String?

  @Option(help: ArgumentHelp("A control pipe of Wireshark's toolbar; not used.", valueName: "path"))
  var extcapControlOut: String?

  @Option(help: ArgumentHelp("The accessory.", valueName: "name"))
  var profile = ExtcapOptions.usualProfile

  @Option(help: ArgumentHelp("A profile of your own, in place of the accessory.", valueName: "path"))
  var ownProfile: String?

  /// The profile that counts; an empty path in the dialogue is none.
  var accessory: String { ownProfile.flatMap { $0.isEmpty ? nil : $0 } ?? profile }

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The true distance, 0.1 to 149 m.", valueName: "metres"))
  var distance = PlaceOptions.defaultDistance

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The T_FCS that the phone offers; 0 keeps its preference.", valueName: "us"))
  var tFcs = 0

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Added noise of both receivers, 0 to 60 dB.", valueName: "dB")
  )
  var noise = 0.0

  @OptionGroup var air: AirOptions

  @Option(help: ArgumentHelp("Write a frame for each CS step.", valueName: "true|false"))
  var steps = true

  func validate() throws {
    if let extcapInterface, extcapInterface != ExtcapDialogue.interface {
      throw ValidationError(
        "found --extcap-interface \(extcapInterface), expected \(ExtcapDialogue.interface).")
    }
    guard Self.distances.contains(distance) else {
      throw ValidationError("found --distance \(distance), expected 0.1 to 149 metres.")
    }
    guard Self.noises.contains(noise) else {
      throw ValidationError("found --noise \(noise), expected 0 to 60 dB.")
    }
    guard tFcs == 0 || TFCS(microseconds: tFcs).isListed else {
      let times = TFCS.all.map { "\($0.microseconds)" }.joined(separator: ", ")
      throw ValidationError("found --t-fcs \(tFcs), expected 0 or one of \(times).")
    }
    if capture && fifo == nil { throw ValidationError("found --capture without --fifo, expected both.") }
  }
}
