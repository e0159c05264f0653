internal import ArgumentParser
internal import CryptoToolbox
internal import Documents
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Reports

struct EstimatorsCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "estimators",
    abstract: "Compare the estimators in the shipped environments.",
    usage: "reflector estimators <profile> [<options>]",
    discussion: """
      The virtual phone ranges with the accessory in each shipped environment without an attacker (not 'relay'), \
      over 2 to 20 m, at several signal-to-noise ratios of a tone. Each cell has RMSE / P50 / P90 of the errors in \
      metres, and the fraction of distances whose 95 % interval holds the true distance.

        reflector estimators nordic-nrf54l15-ras
        reflector estimators accessory.yaml --procedures 1000

      Exit status: 0 done, 2 bad input, 70 a bug of ours.
      """)

  @Argument(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"),
    completion: .names(.profiles))
  var profile: String

  @Option(help: ArgumentHelp("The phone that ranges, by name or path.", valueName: "name"))
  var phone = PlaceOptions.defaultPhone

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of procedures at each distance of a cell.", valueName: "n"))
  var procedures = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of all random numbers; the same seed gives the same octets.", valueName: "n")
  )
  var seed = PlaceOptions.defaultSeed

  @OptionGroup var jobs: JobOptions

  @Flag(help: "Print Markdown.")
  var markdown = false

  @OptionGroup var output: JSONOptions

  func validate() throws {
    if markdown, output.json != nil || output.quiet {
      let option = output.quiet ? "--quiet" : "--json"
      throw ValidationError("\(option) and --markdown contradict each other; drop one.")
    }
    guard (1...RangeOptions.maximumProcedures).contains(procedures) else {
      throw ValidationError(
        "found --procedures \(procedures), expected 1 to \(RangeOptions.maximumProcedures).")
    }
  }

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() throws -> ExitStatus {
    let input = try input()
    try output.checkFile()
    var comparison = input.comparison
    StudyRunner.run(comparison.plan, jobs: jobs.count, showsProgress: !output.quiet) { comparison.add($0) }
    try output.write {
      ComparisonTable.json(
        comparison, profile: DataLibrary.shown(profile), digest: input.digest, tool: ReflectorTool.identity)
    } text: {
      markdown
        ? ComparisonTable.markdown(comparison, command: command)
        : ComparisonTable.text(comparison, width: StandardStream.output.style.width)
    }
    return .pass
  }

  /// What gives the same page again.
  private var command: String {
    var words = ["reflector", "estimators", ShellText.path(DataLibrary.shown(profile))]
    words += ["--procedures", "\(procedures)"]
    if phone != PlaceOptions.defaultPhone { words += ["--phone", ShellText.path(DataLibrary.shown(phone))] }
    if seed != PlaceOptions.defaultSeed { words += ["--seed", "\(seed)"] }
    return ShellText.command(words + ["--markdown"])
  }

  private func input() throws(BadInput) -> (comparison: EstimatorComparison, digest: String) {
    let library = DataLibrary()
    var reader = DocumentReader()
    let accessory = reader.read(try library.path(profile, in: .accessories)) {
      file, load throws(DocumentErrors) in
      try AccessoryProfile.read(file: file, load: load)
    }
    let digest = ContentDigest.sha256(reader.octets)
    let phone = reader.read(try library.path(phone, in: .phones)) { file, load throws(DocumentErrors) in
      try PhoneProfile.read(file: file, load: load)
    }
    let environments = library.files(in: .environments).map { path in
      reader.read(path) { file, load throws(DocumentErrors) in
        try EnvironmentPreset.read(file: file, load: load)
      }
    }
    guard reader.errors.isEmpty, let accessory, let phone else { throw BadInput(reader.errors) }
    let comparison = EstimatorComparison(
      accessory: accessory, phone: phone, environments: environments.compactMap(\.self),
      procedureCount: procedures, seed: seed)
    return (comparison, digest)
  }
}
