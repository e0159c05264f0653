internal import ArgumentParser

struct CheckOptions: ParsableArguments {
  static let defaultRequirements = "apple-ios27-cs"
  static let controllerRequirements = "core-6-3-hci"

  @Argument(
    help: ArgumentHelp("Accessory profiles: paths, or names of shipped profiles.", valueName: "profile"),
    completion: .names(.profiles))
  var profiles: [String] = []

  @OptionGroup(title: "Real firmware") var attached: AttachOptions

  @Option(
    help: ArgumentHelp(
      "Requirement sets: names or paths, separated by commas or repeated; 'all' selects every shipped set (default: \(CheckOptions.defaultRequirements); for a"
        + " controller \(CheckOptions.controllerRequirements)).", valueName: "set"), completion: .names(.sets)
  )
  var requirements: [String] = []

  @OptionGroup var faults: FaultOptions

  @OptionGroup var changes: SettingOptions

  @Flag(help: "Do not search for the declared values behind a failure.")
  var noSuspects = false

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "The Info.plist of the app, for the requirements of AccessorySetupKit.", valueName: "file"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "Check only these requirements, as CS-A07 or 'CS-A*'; separated by commas or repeated.", valueName: "id"
    ), completion: .ids(.requirements))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not check these requirements, as CS-A07 or 'CS-A*'; separated by commas or repeated.",
      valueName: "id"), completion: .ids(.requirements))
  var skip: [String] = []

  @OptionGroup(title: "Reports for programs") var outputs: CheckOutputs

  @Flag(help: "Make verdicts that rest on assumed values inconclusive.")
  var requireSources = false

  @Flag(help: "Write a classic pcap of the link layer beside each capture.")
  var pcap = false

  @OptionGroup var captures: CapturePlaceOptions

  @OptionGroup var trace: TraceOptions

  @OptionGroup var jobs: JobOptions

  @Flag(help: "Draw each number against its limit below the table.")
  var plot = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(help: "Print a matrix of accessories and requirement sets; without --requirements, of all sets.")
  var platformMatrix = false

  @OptionGroup(title: "Waivers") var waiving: WaiverOptions

  @OptionGroup var trouble: TroubleOptions

  /// The names of the requirement sets, each once.
  var requirementSets: [String] {
    NameList.items(requirements.isEmpty ? [usualRequirements] : requirements)
  }

  /// What is asked where the user names no set.
  var usualRequirements: String {
    platformMatrix
      ? "all" : attached.iut?.kind == .controller ? Self.controllerRequirements : Self.defaultRequirements
  }

  /// Where captures go; nil if none are wanted.
  var capturePlace: CapturePlace? { captures.place(isImplied: pcap) }

  var requested: RequestedReports { outputs.requested.beside(capturePlace?.madeFolder) }

  /// How many runs go on at the same time: one if their packets are printed, which then come in the order of the runs.
  var runsAtATime: Int { trace.trace == nil ? jobs.count : 1 }

  /// What `--only` and `--skip` leave.
  var selection: RequirementSelection { RequirementSelection(only: only, skip: skip) }

  func validate() throws {
    try checkProfileCount()
    if captures.noCapture && pcap {
      throw ValidationError("--pcap and --no-capture contradict each other; drop one.")
    }
    if requirementSets.isEmpty { throw ValidationError("found no name in --requirements, expected a set.") }
    try selection.validate()
    if !faults.fault.isEmpty && profiles.isEmpty {
      throw ValidationError("found --fault without a profile, expected one: a fault is planted in a profile.")
    }
    if plot && platformMatrix {
      throw ValidationError("--plot and --platform-matrix contradict each other; drop one.")
    }
  }

  private func checkProfileCount() throws {
    switch (attached.iut?.kind, profiles.count) {
    case (nil, 0): throw ValidationError("found no profile, expected one or more.")
    case (.host, 0):
      throw ValidationError("found no profile, expected one: it describes the controller below the host.")
    case (.host, 2...), (.controller, 2...):
      throw ValidationError("found \(profiles.count) profiles with --under-test, expected one.")
    default: break
    }
  }
}
