internal import ArgumentParser
internal import Capture
internal import Pages
internal import RangeStudy
internal import Ranging
internal import Reports

/// `reflector range`
struct RangeCommand: ParsableCommand {
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

      Exit status: 0 every point has distances, 2 bad input, 3 some point has none, 70 a bug of ours.
      """)

  @OptionGroup var options: RangeOptions

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() throws -> ExitStatus {
    let plan = try RangePlan(options)
    try options.requested.checkFiles()
    let result = try run(plan)
    let report = plan.report(result, causes: causes(plan, result))
    try write(report)
    let isComplete = report.study.points.allSatisfy { $0.figures.estimateCount > 0 }
    return isComplete ? .pass : .inconclusive
  }

  /// Runs the study, each chunk written to the CSV as it comes.
  private func run(_ plan: RangePlan) throws(BadInput) -> StudyReport {
    guard let path = options.csv else { return run(plan) { _ in } }
    let csv = RangeCSV(sweep: plan.sweep?.name)
    func lines(_ chunk: ChunkOutcome) -> String {
      let point = plan.study.points[chunk.pointIndex]
      return csv.lines(chunk.outcomes, distanceMetres: point.distanceMetres, knobValue: point.knobValue)
    }
    guard path != "-" else {
      try StandardStream.output.writeOrThrow(csv.heading)
      return try run(plan) { chunk throws(BadInput) in try StandardStream.output.writeOrThrow(lines(chunk)) }
    }
    return try OutputFile.write(at: path) { write throws(CaptureError) in
      try write(csv.heading)
      return try run(plan) { chunk throws(CaptureError) in try write(lines(chunk)) }
    }
  }

  private func run<Failure: Error>(
    _ plan: RangePlan, each: (ChunkOutcome) throws(Failure) -> Void
  ) throws(Failure) -> StudyReport {
    var tally = StudyTally(plan.study)
    try StudyRunner.run(plan.study, jobs: options.jobs.count, showsProgress: !options.quiet) {
      chunk throws(Failure) in
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

  private func write(_ report: RangeReport) throws {
    // The lines of the CSV were written as they came.
    try options.requested.write { format in
      switch format {
      case .json: RangeJSON.text(report, tool: ReflectorTool.identity)
      case .html: RangePage([report], command: ReplayCommand.text(options)).html(tool: ReflectorTool.identity)
      default: nil
      }
    }
    guard !options.quiet else { return }
    let stream = options.requested.textStream
    let text = RangeText(style: stream.style)
    try stream.writeOrThrow(text.text(report) + (options.plot ? text.plots([report]) : ""))
  }
}

/// The arguments of `reflector range`.
struct RangeOptions: ParsableArguments {
  static let maximumProcedures = 10_000_000

  @Argument(
    help: ArgumentHelp("The accessory: a path, or the name of a shipped profile.", valueName: "profile"))
  var profile: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "True distances, 0.1 to 149 m: a value, a list as 1,2,5, or a range as 1:30:0.5.", valueName: "metres"))
  var distance = "3"

  @OptionGroup var air: AirOptions

  @OptionGroup var faults: FaultOptions

  @Option(help: ArgumentHelp("Number of procedures at each point.", valueName: "n"))
  var procedures = 1000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speed of the phone away from the accessory; negative towards it.", valueName: "m/s"))
  var speed = 0.0

  @Option(
    help: ArgumentHelp(
      "Distance estimator of the phone: \(RangeOptions.estimators).", valueName: "kind"),
    transform: RangeOptions.estimator)
  var estimator = RangingEstimatorKind.usual

  @Option(
    help: ArgumentHelp(
      "Filter of the phone over the distances: \(RangeOptions.filters).", valueName: "kind"),
    transform: RangeOptions.filter)
  var filter = PhoneFilter.none

  @Option(
    help: ArgumentHelp(
      "Sweep one knob, as tau=1:15:1, snr=0:40:5 or tFCS=60:150; 'reflector list knobs' lists all.",
      valueName: "knob=values"))
  var sweep: String?

  @Option(
    help: ArgumentHelp(
      "Write CSV with one line per procedure; '-' writes to standard output.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write the results as JSON; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write a page with plots, in one file for a browser.", valueName: "file"))
  var html: String?

  @Flag(help: "Draw the plots below the table.")
  var plot = false

  @OptionGroup var jobs: JobOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
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

  private static var filters: String {
    PhoneFilter.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func filter(_ name: String) throws -> PhoneFilter {
    guard let filter = PhoneFilter(rawValue: name) else {
      throw ValidationError("found '\(name)', expected one of \(filters).")
    }
    return filter
  }

  /// The reports that were asked for.
  var requested: RequestedReports { RequestedReports([(.json, json), (.csv, csv), (.html, html)]) }

  func validate() throws {
    guard (1...Self.maximumProcedures).contains(procedures) else {
      throw ValidationError("found --procedures \(procedures), expected 1 to \(Self.maximumProcedures).")
    }
    guard SweepKnob.speeds.contains(speed) else {
      throw ValidationError("found --speed \(speed), expected -50 to 50 metres a second.")
    }
    try requested.validate()
  }
}
