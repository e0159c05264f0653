internal import AccessoryProfile
internal import Conformance
internal import ConformanceTester
internal import Verdicts

/// Every shipped set on every shipped accessory, one after another on one core.
struct CatalogueBenchmark {
  private static let folder = "Profiles/accessories"
  private static let setFolder = "Profiles/requirements"

  private var seconds = 0.0
  private var caseCount = 0
  private var runCount = 0

  /// Reads the files and runs all cases once.
  static func run() throws(ProfileErrors) -> CatalogueBenchmark {
    var benchmark = CatalogueBenchmark()
    let files = BenchmarkFile.profiles(in: setFolder)
    let library = SetLibrary(files: files)
    let clock = ContinuousClock()
    for path in BenchmarkFile.profiles(in: folder) {
      for file in files {
        var request = try CheckBenchmark.request()
        request.profile = try AccessoryProfile.read(file: path, load: BenchmarkFile.octets)
        request.profilePath = path
        // Described, so that what is not claimed is not run.
        request.profileDigest = path
        request.requirements = try RequirementSet.read(
          file: file, library: library, load: BenchmarkFile.octets)
        let start = clock.now
        let report = CheckRunner(request).run().report
        benchmark.seconds += (clock.now - start).inSeconds
        benchmark.runCount += 1
        benchmark.caseCount += report.requirements.flatMap(\.cases).count { $0.verdict != .notApplicable }
      }
    }
    return benchmark
  }

  func add(to table: inout FigureTable) {
    let perSecond = Double(caseCount) / seconds
    table.add(
      "cases a second a core", perSecond.text(digits: 0),
      "\((perSecond / 100).text(digits: 1)) of 100 a second")
    table.add(
      "all sets on all shipped profiles, one core", "\(seconds.text(digits: 1)) s",
      "\(caseCount) cases in \(runCount) runs")
  }
}
