internal import ArgumentParser
internal import Capture
internal import RangeStudy
internal import Reports

/// `reflector range`
struct RangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "range",
    abstract: "Range at known distances and say how good the distances are.",
    discussion: """
      The virtual phone finds the accessory, pairs, agrees on a configuration and ranges, many times \
      over; each distance is made of what the phone may know and held against the truth.

        reflector range accessory.yaml --distance 1,2,5,10
        reflector range accessory.yaml --distance 1:30:0.5 --environment indoor-room
        reflector range accessory.yaml --sweep tau=1:15:1 --csv settling.csv
        reflector range accessory.yaml --procedures 100000 --json - --quiet

      Exit status: 0 every point has distances, 2 bad input, 3 some point has none, 70 a bug of ours.
      """)

  @OptionGroup var options: RangeOptions

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() throws -> ExitStatus {
    let plan = try RangePlan(options)
    if let path = options.json, path != "-" { try OutputFile.checkFile(path, option: "--json") }
    if let path = options.csv, path != "-" { try OutputFile.checkFile(path, option: "--csv") }
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
    if let path = options.json {
      let text = RangeJSON.text(report, tool: ReflectorTool.identity)
      if path == "-" {
        try StandardStream.output.writeOrThrow(text)
      } else {
        try OutputFile.write(text, at: path)
      }
    }
    guard !options.quiet else { return }
    let stream = options.isMachineOnOutput ? StandardStream.error : .output
    try stream.writeOrThrow(RangeText(style: stream.style).text(report))
  }
}
