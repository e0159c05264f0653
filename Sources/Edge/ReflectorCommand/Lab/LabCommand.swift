internal import ArgumentParser
internal import Capture
internal import CryptoToolbox
internal import Documents
internal import Foundation
internal import LabServer
internal import Profiles
internal import Ranging

struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Open a page on which a phone ranges with an accessory while you move and change both.",
    discussion: """
      Serves one page on this computer and opens it in a browser. Drag the phone, the accessory and walls, and \
      turn the values of the accessory: phases, impulse response, distance, step timeline, frames and verdicts \
      follow. Drop a recording on the page to see it in the same plots.

        reflector lab nordic-nrf54l15-ipt
        reflector lab accessory.yaml --environment office --port 8080 --no-open

      Control-C ends the lab. The address has a secret; who knows it controls the lab.

      Exit status: 0 ended by Control-C, 2 bad input, 70 a bug of ours.
      """)

  @OptionGroup var options: LabOptions

  func status() async throws -> ExitStatus {
    let plan = try LabPlan(options)
    let place = CapturePlace(options.capture)
    try place.check(options.folders)
    let opens = !options.noOpen && Browser.hasScreen
    if opens, !Browser.canOpen {
      throw BadInput(
        "found no xdg-open in PATH, expected it to open a browser; install it, or give --no-open and open the"
          + " address yourself.")
    }
    var names = CaptureNames(place)
    let capturePath = names.next(for: options.profile, set: "lab") + ".pcapng"
    let server = LabServer(
      plan.source, plan.opening(capturePath),
      at: .init(port: options.port, allowsRemote: options.allowRemote),
      token: Self.token(), tool: ReflectorTool.identity)
    let isQuiet = options.quiet
    // Control-C is listened for before there is a browser, and an address to open.
    let (start, starting) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in start { break }
      try await server.run { address, remote in
        try StandardStream.output.writeOrThrow(
          isQuiet
            ? ([address] + remote).map { $0 + "\n" }.joined()
            : "The lab is at \(address)\n" + remote.map { "Other computers find it at \($0)\n" }.joined()
              + "Control-C ends it.\n")
        if opens { Browser.open(address) }
      }
    }
    let interruption = Interruption { task.cancel() }
    defer { interruption.cancel() }
    starting.yield()
    do {
      try await task.value
    } catch let failure as LabServer.Failure {
      throw BadInput(failure.description)
    } catch let error as DocumentErrors {
      throw BadInput([error])
    } catch let error as CaptureError {
      throw BadInput(error, option: "--capture")
    }
    if !isQuiet { try StandardStream.output.writeOrThrow("The capture is in \(capturePath)\n") }
    return .pass
  }

  private static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
  }
}

struct LabOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"),
    completion: .names(.profiles))
  var profile = "reference"

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "The distance estimator: \(LabOptions.estimators).", valueName: "kind"),
    transform: LabOptions.estimator)
  var estimator = RangingEstimatorKind.usual

  @Option(
    help: ArgumentHelp("Requirement set of the verdicts: a name or a path.", valueName: "set"),
    completion: .names(.sets))
  var requirements = CheckOptions.defaultRequirements

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "n"),
    transform: LabOptions.port)
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp("The folder for the capture, or its name with .pcapng.", valueName: "file|folder"))
  var capture = "Captures"

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Let other computers connect; whoever knows the address controls the lab.")
  var allowRemote = false

  @Flag(help: "Open no browser.")
  var noOpen = false

  @Flag(name: .shortAndLong, help: "Print only the address and errors.")
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

  private static func port(_ text: String) throws -> UInt16 {
    guard let port = UInt16(text) else {
      throw ValidationError("found '\(text)', expected 0 to \(UInt16.max).")
    }
    return port
  }

  func validate() throws {
    if capture.isEmpty { throw ValidationError("found an empty name for --capture, expected one.") }
  }
}

/// Everything that a lab needs, found right.
private struct LabPlan {
  let source: LabSource
  private let options: LabOptions

  /// Throws everything that is wrong with any of the files that `options` name.
  init(_ options: LabOptions) throws(BadInput) {
    self.options = options
    let library = DataLibrary()
    var reader = DocumentReader()
    let profilePath = try library.path(options.profile, in: .accessories)
    let phones = try Self.files(options.place.phone, in: .phones, of: library)
    let environments = try Self.files(options.place.environment, in: .environments, of: library)
    let setPath = try library.path(options.requirements, in: .requirements)
    let shipped = SetLibrary(files: library.files(in: .requirements))
    let set = reader.read(setPath) { (file, load) throws(DocumentErrors) in
      try CheckPlan.requirements(file: file, library: shipped, load: load)
    }
    let profile = reader.read(profilePath, AccessoryProfile.read)
    let digest = ContentDigest.sha256(reader.octets)
    let (phone, environment) = (options.place.phone, options.place.environment)
    _ = reader.read(phones[phone] ?? phone, PhoneProfile.read)
    let preset = reader.read(environments[environment] ?? environment, EnvironmentPreset.read)
    guard reader.errors.isEmpty, let set, profile != nil, let preset else { throw BadInput(reader.errors) }
    source = LabSource(
      profilePath: profilePath, phones: phones.keys.sorted(), environments: environments.keys.sorted(),
      accessory: { settings throws(DocumentErrors) in
        try AccessoryProfile.read(file: profilePath, settings: settings, load: InputFile.octets)
      },
      phone: { name throws(DocumentErrors) in
        try PhoneProfile.read(file: phones[name] ?? name, load: InputFile.octets)
      },
      environment: { name throws(DocumentErrors) in
        let file = environments[name] ?? name
        let document = try Document(octets: try InputFile.octets(file), file: file)
        return (try EnvironmentPreset.read(file: file, load: InputFile.octets), document.root)
      },
      check: LabChecker(
        options: options, profilePath: profilePath, profileDigest: digest, requirements: set,
        environment: preset
      ).report)
  }

  func opening(_ capturePath: String) -> LabOpening {
    LabOpening(
      phone: options.place.phone, environment: options.place.environment,
      distanceMetres: options.place.distance, estimator: options.estimator, seed: options.place.seed,
      capturePath: capturePath)
  }

  /// The shipped files of a folder by name, and the one that the user named.
  private static func files(
    _ name: String, in folder: DataLibrary.Folder, of library: DataLibrary
  ) throws(BadInput) -> [String: String] {
    var files = [name: try library.path(name, in: folder)]
    for file in library.files(in: folder) where files[DataLibrary.stem(file)] == nil {
      files[DataLibrary.stem(file)] = file
    }
    return files
  }
}

private enum Browser {
  private static let opener = "xdg-open"

  /// Whether there is a screen to show a page on; without one the address is in the terminal.
  static var hasScreen: Bool {
    let variables = ProcessInfo.processInfo.environment
    return variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil
  }

  static var canOpen: Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(opener)")
    }
  }

  /// Opens a page, or leaves a note why not.
  static func open(_ address: String) {
    @Sendable func note(_ reason: String) {
      StandardError.write("note: no browser was opened: \(reason); open the address yourself\n")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [opener, address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { ended in
      let status = ended.terminationStatus
      if status != 0 { note("\(opener) ended with status \(status)") }
    }
    do {
      try process.run()
    } catch {
      note(error.localizedDescription)
    }
  }
}
