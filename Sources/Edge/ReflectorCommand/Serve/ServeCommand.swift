internal import ArgumentParser
internal import CoreTypes
internal import HCITransport
internal import Session

struct ServeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Attach real hosts to virtual controllers that share a simulated radio.",
    discussion: """
      A vendor's host drives the controller of the accessory, and the virtual phone discovers, pairs and \
      ranges with the accessory; or a real host is the phone; or both. Transports carry H4:

        tcp:HOST:PORT, unix:PATH                listen
        tcp-client:HOST:PORT, unix-client:PATH  connect
        pty:, pty:PATH                          open a pseudo-terminal
        serial:PATH,BAUD                        open a serial line

        reflector serve P.yaml --attach accessory=tcp:127.0.0.1:9001
        reflector serve P.yaml --attach phone=pty:/tmp/hci

      Control-C, --procedures or --timeout ends the session; with --once, the host's disconnection does.

      Exit status: 0 ended as requested, 1 ended before the number of --procedures was reached, 2 bad input, \
      70 a bug of ours.
      """)

  @OptionGroup var options: ServeOptions

  func status() throws -> ExitStatus {
    let plan = try ServePlan(options)
    let loop = PacedLoop()
    defer { loop.close() }
    let interruption = Interruption { loop.stop() }
    defer { interruption.cancel() }
    let session = try ServeSession(plan, options, loop: loop)
    return try session.run() ? .pass : .fail
  }
}

struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The transport of a real host: accessory=TRANSPORT or phone=TRANSPORT; repeat it for both.",
      valueName: "device=transport"))
  var attach: [String] = []

  @Argument(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"),
    completion: .names(.profiles))
  var profile: String

  @OptionGroup var faults: FaultOptions

  @OptionGroup var changes: SettingOptions

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "Write a capture that can be read while it grows, to a file or pipe; '-' writes to standard output.",
      valueName: "file"))
  var capture: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Limit the capture to this many MiB; at least the newest half is kept, in air.1.pcapng and air.pcapng.",
      valueName: "n"))
  var captureSize: Int?

  @OptionGroup var folders: FolderOptions

  @OptionGroup var content: CaptureContentOptions

  @OptionGroup var trace: TraceOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("End after this many complete procedures.", valueName: "n"))
  var procedures: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds.", valueName: "s"))
  var timeout: Double?

  @Flag(help: "End when the attached host disconnects.")
  var once = false

  @Flag(help: "Let a transport accept other computers; whoever connects controls the radio.")
  var allowRemote = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// In seconds.
  private static let longestTimeout = 1e6
  /// In MiB.
  private static let largestCapture = 1 << 20

  /// Whether the capture takes standard output, so that text for people goes to standard error.
  var takesStandardOutput: Bool { capture == "-" }

  func validate() throws {
    if attach.isEmpty {
      throw ValidationError(
        "found no --attach, expected one for accessory= or phone=, as --attach accessory=tcp:127.0.0.1:9001."
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

/// Everything that serving needs, read and found right.
struct ServePlan {
  /// The devices and the place.
  let world: AirWorld.Description
  /// Where a host attaches to the phone's controller; nil if the phone is ours.
  let phone: TransportAddress?
  /// Where a host attaches to the accessory's controller; nil if the accessory is ours.
  let accessory: TransportAddress?

  /// Reads all files that `options` name. Throws everything that is wrong with any of them.
  init(_ options: ServeOptions) throws(BadInput) {
    var addresses: [CSRole: TransportAddress] = [:]
    for text in options.attach {
      let (role, address) = try Self.place(text)
      guard addresses.updateValue(address, forKey: role) == nil else {
        throw BadInput(
          "found --attach \(text), but that device has a transport already; give each one once.")
      }
    }
    phone = addresses[.initiator]
    accessory = addresses[.reflector]
    if let phone, let accessory {
      try phone.requireOther(
        than: accessory, "--attach accessory=\(accessory) and --attach phone=\(phone)")
    }
    var world = try AirWorld.Description(
      reading: options.profile, phone: options.place.phone, environment: options.place.environment,
      distanceMetres: options.place.distance, seed: options.place.seed, settings: options.changes.settings)
    try options.faults.plant(in: &world.accessory, path: options.profile)
    self.world = world
  }

  /// Reads `accessory=tcp:127.0.0.1:9001`.
  private static func place(_ text: String) throws(BadInput) -> (CSRole, TransportAddress) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let roles: [String: CSRole] = ["phone": .initiator, "accessory": .reflector]
    guard parts.count == 2, let role = roles[parts[0]] else {
      throw BadInput(
        "found --attach \(text), expected accessory=TRANSPORT or phone=TRANSPORT, as"
          + " accessory=tcp:127.0.0.1:9001.")
    }
    do throws(TransportError) {
      return (role, try TransportAddress(parts[1]))
    } catch {
      throw BadInput("--attach \(text): \(error)")
    }
  }
}
