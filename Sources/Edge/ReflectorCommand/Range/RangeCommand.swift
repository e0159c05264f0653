internal import ArgumentParser
internal import Capture
internal import Pages
internal import Profiles
internal import RangeStudy
internal import Ranging
internal import Reports

struct RangeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "range",
    abstract: "Range at known distances, and report the accuracy of the estimates.",
    discussion: """
      The virtual phone discovers the accessory, pairs, configures and ranges, many times. Each estimate \
      uses only data that the phone has, and is compared with the true distance.

        reflector range accessory.yaml --distance 1,2,5,10
        reflector range accessory.yaml --distance 1:30:0.5 --environment indoor-room
        reflector range accessory.yaml --sweep tau=1:15:1 --csv settling.csv
        reflector range accessory.yaml --procedures 100000 --json - --quiet
        reflector range accessory.yaml --distance 1:30:1 --plot --html accuracy.html
        reflector range a.yaml b.yaml --estimator ml,mmse --environment office

      Exit status: 0 every point has distances, 2 bad input, 3 some point has none, 70 a bug of ours.
      """)

  @OptionGroup var options: RangeOptions

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() throws -> ExitStatus {
    let request = try options.request()
    let subjects = options.subjects
    try request.checkSize(combinationCount: subjects.count, fix: "take fewer distances or values")
    let files = StudyFiles()
    let plans = try subjects.map { subject throws(BadInput) in
      let plan = try RangePlan(request, subject, files)
      let point = plan.study.points[0]
      try files.claim(point.phone.id, of: "phone", subject.phone, digest: plan.digests[1])
      try files.claim(point.environment.id, of: "environment", subject.environment, digest: plan.digests[2])
      return plan
    }
    try options.requested.checkFiles()
    let stop = StopRequest("ending with the procedures so far")
    let interruption = Interruption(stop.make)
    defer { interruption.cancel() }
    let results = try run(plans, until: stop)
    let reports = zip(plans, results).map { plan, result in
      var report = plan.report(result, causes: stop.isMade ? [:] : causes(plan, result))
      report.isPartial = stop.isMade
      if stop.isMade { report.notices.append("partial: the study was interrupted, procedures are missing") }
      report.units = options.units
      return report
    }
    try write(reports)
    let isComplete =
      !stop.isMade
      && reports.allSatisfy { report in
        report.study.points.allSatisfy { $0.figures.estimateCount > 0 }
      }
    return isComplete ? .pass : .inconclusive
  }

  /// Runs the studies one after another, each chunk written to the CSV as it comes.
  private func run(_ plans: [RangePlan], until stop: StopRequest) throws(BadInput) -> [StudyReport] {
    guard let path = options.csv else { return plans.map { plan in run(plan, until: stop) { _ in } } }
    let csv = RangeCSV(sweeps: plans[0].sweeps.map(\.name), isOfSeveral: plans.count > 1)
    func lines(_ chunk: ChunkOutcome, of plan: RangePlan) -> String {
      csv.lines(chunk.outcomes, of: plan.study.points[chunk.pointIndex], profile: plan.profilePath)
    }
    guard path != "-" else {
      try StandardStream.output.writeOrThrow(csv.heading)
      return try plans.map { plan throws(BadInput) in
        try run(plan, until: stop) { chunk throws(BadInput) in
          try StandardStream.output.writeOrThrow(lines(chunk, of: plan))
        }
      }
    }
    return try OutputFile.write(at: path) { write throws(CaptureError) in
      try write(csv.heading)
      return try plans.map { plan throws(CaptureError) in
        try run(plan, until: stop) { chunk throws(CaptureError) in try write(lines(chunk, of: plan)) }
      }
    }
  }

  private func run<Failure: Error>(
    _ plan: RangePlan, until stop: StopRequest, each: (ChunkOutcome) throws(Failure) -> Void
  ) throws(Failure) -> StudyReport {
    var tally = StudyTally(plan.study)
    try StudyRunner.run(
      plan.study, jobs: options.jobs.count, showsProgress: !options.quiet, while: { !stop.isMade }
    ) { chunk throws(Failure) in
      try each(chunk)
      tally.add(chunk)
    }
    return tally.report()
  }

  /// What makes most of the error where distances are far from their bound.
  private func causes(_ plan: RangePlan, _ result: StudyReport) -> [Int: DominatingCause] {
    guard var search = CauseSearch(plan.study, result) else { return [:] }
    StudyRunner.run(search.plan, jobs: options.jobs.count, showsProgress: false) { search.add($0) }
    return search.causes
  }

  private func write(_ reports: [RangeReport]) throws {
    // The lines of the CSV were written as they came.
    try options.requested.write { format in
      switch format {
      case .json: RangeJSON.text(reports, tool: ReflectorTool.identity)
      case .html:
        RangePage(reports, command: ReplayCommand(options).text()).html(tool: ReflectorTool.identity)
      default: nil
      }
    }
    guard !options.quiet else { return }
    let stream = options.requested.textStream
    let text = RangeText(style: stream.style)
    let table = reports.count == 1 ? text.text(reports[0]) : text.comparison(reports)
    try stream.writeOrThrow(table + (options.plot ? text.plots(reports) : ""))
  }
}

struct RangeOptions: ParsableArguments {
  static let maximumProcedures = 10_000_000

  @Argument(
    help: ArgumentHelp(
      "The accessories: paths, or names of shipped profiles. Several are compared.", valueName: "profile"),
    completion: .names(.profiles))
  var profiles: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "True distances, 0.1 to 149 m: a value, a list as 1,2,5, or a range as 1:30:0.5.", valueName: "metres"))
  var distance = "3"

  @Option(
    help: ArgumentHelp(
      "The phones that range, by name or path; separated by commas or repeated (default: \(PlaceOptions.defaultPhone)).",
      valueName: "name"), completion: .names(.phones))
  var phone: [String] = []

  @Option(
    help: ArgumentHelp(
      "The radio environments, by name or path; separated by commas or repeated (default: \(PlaceOptions.defaultEnvironment)).",
      valueName: "name"), completion: .names(.environments))
  var environment: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of all random numbers; the same seed gives the same octets.", valueName: "n"))
  var seed = PlaceOptions.defaultSeed

  @OptionGroup var faults: FaultOptions

  @OptionGroup var changes: SettingOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of procedures at each point.", valueName: "n"))
  var procedures = 1000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speed of the phone away from the accessory; negative towards it.", valueName: "m/s"))
  var speed = 0.0

  @Option(
    help: ArgumentHelp(
      "Distance estimators of the phone, separated by commas or repeated: \(RangeOptions.estimators) (default: \(RangingEstimatorKind.usual.rawValue)).",
      valueName: "kind"), completion: .list(RangingEstimatorKind.allCases.map(\.rawValue)))
  var estimator: [String] = []

  @Option(
    help: ArgumentHelp(
      "Filter of the phone over the distances: \(RangeOptions.filters).", valueName: "kind"),
    completion: .list(PhoneFilter.allCases.map(\.rawValue)), transform: RangeOptions.filter)
  var smooth = PhoneFilter.none

  @Option(
    help: ArgumentHelp(
      "Sweep a knob, as tau=1:15:1, snr=0:40:5 or tFCS=60:150; repeat it for a grid of two. 'reflector list knobs' lists all.",
      valueName: "knob=values"), completion: .ids(.knobs))
  var sweep: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write CSV with one line per procedure; '-' writes to standard output.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write the results as JSON; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write a page with plots, in one file for a browser.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp("The unit of lengths in tables and plots: auto, mm or m.", valueName: "unit"),
    completion: .list(RangeReport.Units.allCases.map(\.rawValue)), transform: RangeOptions.units)
  var units = RangeReport.Units.readable

  @Flag(help: "Draw the plots below the table.")
  var plot = false

  @OptionGroup var jobs: JobOptions

  @OptionGroup var folders: FolderOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  private static var estimators: String {
    RangingEstimatorKind.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static let maximumSweeps = 2
  private static let maximumSubjects = 64

  /// What is studied, each once: every accessory with every phone, in every environment, with every estimator.
  var subjects: [RangeSubject] {
    let phones = NameList.items(phone.isEmpty ? [PlaceOptions.defaultPhone] : phone)
    let environments = NameList.items(
      environment.isEmpty ? [PlaceOptions.defaultEnvironment] : environment)
    let kinds =
      estimator.isEmpty
      ? [.usual] : NameList.items(estimator).compactMap(RangingEstimatorKind.init(rawValue:))
    let accessories = profiles.enumerated().filter { !profiles[..<$0].contains($1) }.map(\.element)
    return accessories.flatMap { profile in
      phones.flatMap { phone in
        environments.flatMap { environment in
          kinds.map {
            RangeSubject(profile: profile, phone: phone, environment: environment, estimator: $0)
          }
        }
      }
    }
  }

  private static func units(_ name: String) throws -> RangeReport.Units {
    guard let units = RangeReport.Units(rawValue: name) else {
      let names = RangeReport.Units.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("found '\(name)', expected one of \(names).")
    }
    return units
  }

  private static var filters: String {
    PhoneFilter.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func filter(_ name: String) throws -> PhoneFilter {
    guard let filter = PhoneFilter(rawValue: name) else {
      throw ValidationError("found '\(name)', expected one of \(filters).")
    }
    return filter
  }

  var requested: RequestedReports {
    RequestedReports([(.json, json), (.csv, csv), (.html, html)], folders)
  }

  func validate() throws {
    guard (1...Self.maximumProcedures).contains(procedures) else {
      throw ValidationError("found --procedures \(procedures), expected 1 to \(Self.maximumProcedures).")
    }
    guard SweepKnob.speeds.contains(speed) else {
      throw ValidationError("found --speed \(speed), expected -50 to 50 metres a second.")
    }
    for name in NameList.items(estimator) where RangingEstimatorKind(rawValue: name) == nil {
      throw ValidationError("found --estimator \(name), expected one of \(Self.estimators).")
    }
    guard (1...Self.maximumSubjects).contains(subjects.count) else {
      throw ValidationError(
        "found \(subjects.count) combinations of profile, phone, environment and estimator, expected 1 to"
          + " \(Self.maximumSubjects).")
    }
    if sweep.count > Self.maximumSweeps {
      throw ValidationError("found \(sweep.count) --sweep, expected at most \(Self.maximumSweeps).")
    }
    try requested.validate()
  }
}

struct RangeSubject {
  /// The accessory, by name or path.
  let profile: String
  /// The phone, by name or path.
  let phone: String
  /// The environment, by name or path.
  let environment: String
  let estimator: RangingEstimatorKind
}
