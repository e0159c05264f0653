internal import ArgumentParser
internal import Documents
internal import Faults
internal import Glibc
internal import Notation
internal import Profiles
internal import Reports

/// The arguments that say who ranges, in what, and by which chance.
struct AirOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The phone that ranges, by name or path.", valueName: "name"),
    completion: .names(.phones))
  var phone = PlaceOptions.defaultPhone

  @Option(
    help: ArgumentHelp("The radio environment, by name or path.", valueName: "name"),
    completion: .names(.environments))
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
  var seed: UInt64 { air.seed }

  func validate() throws {
    guard Self.distances.contains(distance) else {
      throw ValidationError("found --distance \(distance), expected 0.1 to 149 metres.")
    }
  }
}

/// The option that prints the packets of a run.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print the packets on standard error as they come, a line each: hci, ll or all.", valueName: "layer"),
    completion: .list(TraceText.Layer.allCases.map(\.rawValue)), transform: TraceOptions.layer)
  var trace: TraceText.Layer?

  private static func layer(_ name: String) throws -> TraceText.Layer {
    guard let layer = TraceText.Layer(rawValue: name) else {
      let names = TraceText.Layer.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("found '\(name)', expected one of \(names).")
    }
    return layer
  }

  /// Writes the packets that were asked for; nil if none were.
  var text: TraceText? {
    trace.map {
      TraceText($0, width: StandardStream.error.isTerminal ? StandardStream.error.style.width : nil)
    }
  }
}

/// How much runs at the same time.
struct JobOptions: ParsableArguments {
  private static let maximum = 256

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of parallel simulations (default: one per processor).", valueName: "n"))
  var jobs: Int?

  /// How many simulations run at the same time.
  var count: Int { jobs ?? Self.oneForEachProcessor }

  static var oneForEachProcessor: Int { max(1, min(processors, maximum)) }

  static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  func validate() throws {
    if let jobs, !(1...Self.maximum).contains(jobs) {
      throw ValidationError("found --jobs \(jobs), expected 1 to \(Self.maximum).")
    }
  }
}

/// Whether outputs may go to folders that do not exist.
struct FolderOptions: ParsableArguments {
  @Flag(name: .customLong("make-folders"), help: "Make the folders above an output that do not exist.")
  var makesFolders = false

  /// Throws if `folder` is no folder that can be written, or cannot be made, or is a new one named as a stream or a
  /// capture.
  ///
  /// - Parameter other: what the option takes besides, in words.
  func checkFolder(_ folder: String, option: String, or other: String = "") throws(BadInput) {
    let isFileName = folder == "-" || [".pcap", ".pcapng"].contains { folder.hasSuffix($0) }
    guard !isFileName || FileIdentity(folder) != nil else {
      throw BadInput(
        "found \(option) \(folder), expected a folder\(other): the command names the files in it.")
    }
    try OutputFile.checkFolder(folder, option: option, makesAbove: makesFolders)
  }

  /// Throws if no file can be made at `path`, or if the one that is there must stay: what was read until now does.
  ///
  /// - Parameter made: a folder that will be made.
  func checkFile(_ path: String, option: String, beside made: String? = nil) throws(BadInput) {
    try OutputFile.checkFile(path, option: option, makesFolders: makesFolders, beside: made)
    try OutputFile.checkKept(path, option: option)
  }
}

/// A file that a command writes for the user to edit.
struct NewFileOptions: ParsableArguments {
  @Argument(help: "The file to write (default: standard output).")
  var path: String?

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// Throws if the file cannot be made, or must stay.
  func checkFile() throws(BadInput) {
    guard let path, path != "-" else { return }
    if !force, access(path, F_OK) == 0 {
      throw BadInput("\(path) exists already; choose another name, or replace it with --force")
    }
    try folders.checkFile(path, option: "the first argument")
  }

  /// Writes the file and names the command to run next, or writes to standard output.
  func write(_ text: String, next command: String) throws(BadInput) {
    guard let path, path != "-" else { return try StandardStream.output.writeOrThrow(text) }
    try checkFile()
    try OutputFile.write(text, at: path)
    if quiet { return }
    try StandardStream.output.writeOrThrow(
      DisplayText.lines(
        "wrote \(path); next: reflector \(command) \(ShellText.command([ShellText.path(path)]))") + "\n")
  }
}

/// The form of a result for programs.
struct JSONOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write the result as JSON; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @OptionGroup var folders: FolderOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  private var requested: RequestedReports {
    RequestedReports([(.json, json)], folders)
  }

  func validate() throws { try requested.validate() }

  /// Throws if the file cannot be made, or is one of the others that the command writes, each with what it is.
  func checkFile(apartFrom others: [(name: String, path: String)] = []) throws(BadInput) {
    try requested.checkFiles()
    guard let json, json != "-", let other = others.first(where: { OutputFile.isOne($0.path, json) }) else {
      return
    }
    throw BadInput("found \(json) for --json, expected another name: it is \(other.name)")
  }

  /// Writes the result: as JSON if that was asked for, and as text where JSON does not take the place of it.
  func write(json: () -> String, text: () throws -> String) throws {
    try requested.write { _ in json() }
    if !quiet, !requested.takeStandardOutput { try StandardStream.output.writeOrThrow(text()) }
  }

  /// Writes what a command did: as JSON if that was asked for, and as text, which goes to standard error where JSON has
  /// standard output.
  func writeReport(json: () -> String, text: () -> String) throws {
    try requested.write { _ in json() }
    if !quiet { try requested.textStream.writeOrThrow(text()) }
  }
}

/// Where `check` and `scenario` write captures.
struct CapturePlaceOptions: ParsableArguments {
  /// Where captures go that only another option asks for.
  private static let usual = "Captures"

  @Option(
    help: ArgumentHelp(
      "Write the captures into this folder; a name that ends in .pcapng is the file of a single one.",
      valueName: "file|folder"))
  var capture: String?

  @Flag(help: ArgumentHelp("Write no captures, as without --capture.", visibility: .hidden))
  var noCapture = false

  @OptionGroup var content: CaptureContentOptions

  /// Nil if no captures are wanted, neither by the user nor by another option.
  func place(isImplied: Bool = false) -> CapturePlace? {
    let path = noCapture ? nil : capture ?? (isImplied || !content.names.isEmpty ? Self.usual : nil)
    return path.map(CapturePlace.init)
  }

  func validate() throws {
    if capture?.isEmpty ?? false { throw ValidationError("found an empty name for --capture, expected one.") }
    if noCapture, let option = (capture.map { _ in ["--capture"] } ?? content.names).first {
      throw ValidationError("\(option) and --no-capture contradict each other; drop one.")
    }
  }
}

/// The options for the content of captures, shared by `check`, `scenario` and `serve`.
struct CaptureContentOptions: ParsableArguments {
  @Flag(help: "Write a frame for each CS step; Wireshark shows them after 'reflector wireshark install'.")
  var steps = false

  @Flag(
    help:
      "Keep encrypted links encrypted in captures, and write their keys to NAME.keys.")
  var encrypted = false

  var names: [String] { (steps ? ["--steps"] : []) + (encrypted ? ["--encrypted"] : []) }
}

/// Values in place of those that a profile declares.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a value in each accessory, as 'radio.pll_settling_tau_us=5' or 'channel_sounding.t_fcs_us=[80, 100]'; "
        + "without a value, leave the key out. Repeatable.", valueName: "key=value"))
  var assignments: [String] = []

  /// What holds in place of what the profiles say.
  var settings: [DocumentSetting] { assignments.map(Self.setting) }

  /// What reports note of them.
  var notices: [String] { assignments.map { "--set \($0)" } }

  func validate() throws {
    for text in assignments {
      let key = Self.parts(text).key
      if !text.contains("=") || key.isEmpty {
        throw ValidationError(
          "found --set '\(text)', expected a key and its value, as radio.tx_power_dbm=4.")
      }
      if let first = key.split(separator: ".").first, Self.fixed.contains(first) {
        throw ValidationError(
          "found --set of '\(first)', expected a value of the accessory; edit the profile.")
      }
    }
    let keys = assignments.map { Self.parts($0).key }
    for (index, key) in keys.enumerated() {
      let earlier = keys[..<index].first { $0 == key || $0.hasPrefix(key + ".") }
      guard let earlier else { continue }
      throw ValidationError(
        "found --set \(key) behind --set \(earlier), which it replaces, expected each key once.")
    }
  }

  /// Keys that say what kind of file it is, and where its values are from.
  private static let fixed: Set<Substring> = ["schema", "extends", "references", "sources"]

  private static func setting(_ text: String) -> DocumentSetting {
    let (key, value) = parts(text)
    return DocumentSetting(key, written: value).given(by: "--set")
  }

  /// What stands before and behind the first `=`, without the blanks around, as in a file.
  private static func parts(_ text: String) -> (key: String, value: String) {
    let key = text.prefix { $0 != "=" }
    return (trimmed(key), trimmed(text[key.endIndex...].dropFirst()))
  }

  private static func trimmed(_ text: Substring) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }
}

/// The faults that a command plants in accessories, as the key `faults` of a profile does.
struct FaultOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Plant this fault in each accessory, as 'faults' in its profile does; separated by commas or repeated. 'reflector list faults' lists them.",
      valueName: "id"), completion: .ids(.faults))
  var fault: [String] = []

  /// The ids, each once.
  var ids: [String] { NameList.items(fault.map { $0.lowercased() }) }

  func validate() throws {
    if !fault.isEmpty && ids.isEmpty { throw ValidationError("found no id in --fault, expected one.") }
  }

  /// Throws if an id names no fault.
  func faults() throws(BadInput) -> [Fault] {
    var faults: [Fault] = []
    for id in ids {
      guard let fault = Fault(id: id) else {
        let nearest = NearestWord.matches(id, in: Fault.allCases.map(\.id), count: 3)
        throw BadInput(
          "found no fault '\(id)'; "
            + (nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: " or "))? ")
            + "'reflector list faults' lists them.")
      }
      faults.append(fault)
    }
    return faults
  }

  /// Plants them in the accessory that was read from `path`. Throws if it cannot have one of them.
  func plant(in profile: inout AccessoryProfile, path: String) throws(BadInput) {
    for fault in try faults() where !profile.plant(fault) {
      throw BadInput(
        "\(path): found --fault \(fault.id), expected an accessory with inline PCT; drop the fault, or name"
          + " another profile.")
    }
  }
}
