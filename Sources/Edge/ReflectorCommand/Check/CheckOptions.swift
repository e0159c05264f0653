internal import ArgumentParser
internal import Documents

/// The arguments of `reflector check`.
struct CheckOptions: ParsableArguments {
  static let defaultRequirements = "apple-ios27-cs"
  static let controllerRequirements = "core-6-3-hci"

  @Argument(
    help: ArgumentHelp("Accessory profiles: paths, or names of shipped profiles.", valueName: "profile"))
  var profiles: [String] = []

  @Option(help: ArgumentHelp("One more accessory profile.", valueName: "profile"))
  var profile: String?

  @OptionGroup(title: "Real firmware") var attached: AttachOptions

  @Option(
    help: ArgumentHelp(
      "Requirement sets: names or paths, separated by commas or repeated; 'all' selects every shipped set (default: \(CheckOptions.defaultRequirements); for a"
        + " controller \(CheckOptions.controllerRequirements)).", valueName: "set"))
  var requirements: [String] = []

  @OptionGroup var faults: FaultOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a value in each accessory, as 'radio.pll_settling_tau_us=5' or 'channel_sounding.t_fcs_us=[80, 100]'; "
        + "without a value, leave the key out. Repeatable.", valueName: "key=value"))
  var assignments: [String] = []

  @Flag(help: "Do not search for the declared values behind a failure.")
  var noSuspects = false

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "The Info.plist of the app, for the requirements of AccessorySetupKit.", valueName: "file"))
  var app: String?

  @Option(
    help: ArgumentHelp("Check only these requirements; separated by commas or repeated.", valueName: "id"))
  var only: [String] = []

  @OptionGroup(title: "Reports for programs") var outputs: CheckOutputs

  @Flag(help: "Make verdicts that rest on assumed values inconclusive.")
  var requireSources = false

  @Option(help: ArgumentHelp("The folder for captures.", valueName: "folder"))
  var captures = "Captures"

  @Flag(help: "Write a classic pcap of the link layer beside each capture.")
  var pcap = false

  @OptionGroup var content: CaptureContentOptions

  @Flag(help: "Write no captures.")
  var noCapture = false

  @OptionGroup var jobs: JobOptions

  @Flag(help: "Draw each number against its limit below the table.")
  var plot = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(help: "Print a matrix of accessories and requirement sets; without --requirements, of all sets.")
  var platformMatrix = false

  @OptionGroup(title: "Waivers") var waiving: WaiverOptions

  @OptionGroup var trouble: TroubleOptions

  /// The profiles in the order of the arguments.
  var profileNames: [String] { profiles + (profile.map { [$0] } ?? []) }

  /// The names of the requirement sets, each once.
  var requirementSets: [String] {
    NameList.items(requirements.isEmpty ? [usualRequirements] : requirements)
  }

  /// What is asked where the user names no set.
  var usualRequirements: String {
    platformMatrix
      ? "all" : attached.iut?.kind == .controller ? Self.controllerRequirements : Self.defaultRequirements
  }

  /// What `--set` puts in place of what the profiles say.
  var settings: [DocumentSetting] { assignments.map(Self.setting) }

  private static func setting(_ text: String) -> DocumentSetting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return DocumentSetting(leavingOut: parts[0]) }
    guard parts[1].hasPrefix("["), parts[1].hasSuffix("]") else { return DocumentSetting(parts[0], parts[1]) }
    let items = parts[1].dropFirst().dropLast().split(separator: ",").map { item in
      item.split(separator: " ").joined(separator: " ")
    }
    return DocumentSetting(parts[0], items: items)
  }

  /// The ids of `--only`, each once, in capitals.
  var onlyIDs: [String] { NameList.items(only.map { $0.uppercased() }) }

  func validate() throws {
    try checkProfileCount()
    if noCapture && pcap { throw ValidationError("--pcap and --no-capture contradict each other; drop one.") }
    if noCapture, let option = content.names.first {
      throw ValidationError("\(option) and --no-capture contradict each other; drop one.")
    }
    if requirementSets.isEmpty { throw ValidationError("found no name in --requirements, expected a set.") }
    if !only.isEmpty && onlyIDs.isEmpty { throw ValidationError("found no id in --only, expected one.") }
    if !faults.fault.isEmpty && profileNames.isEmpty {
      throw ValidationError("found --fault without a profile, expected one: a fault is planted in a profile.")
    }
    for text in assignments where !text.contains("=") || text.hasPrefix("=") {
      throw ValidationError("found --set '\(text)', expected a key and its value, as radio.tx_power_dbm=4.")
    }
    if plot && platformMatrix {
      throw ValidationError("--plot and --platform-matrix contradict each other; drop one.")
    }
    if captures.isEmpty { throw ValidationError("found an empty name for --captures, expected one.") }
  }

  private func checkProfileCount() throws {
    switch (attached.iut?.kind, profileNames.count) {
    case (nil, 0): throw ValidationError("found no profile, expected one or more.")
    case (.host, 0):
      throw ValidationError("found no profile, expected one: it describes the controller below the host.")
    case (.host, 2...), (.controller, 2...):
      throw ValidationError("found \(profileNames.count) profiles with --iut, expected one.")
    default: break
    }
  }
}
