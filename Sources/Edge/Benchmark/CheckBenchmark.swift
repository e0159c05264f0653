internal import Capture
internal import Conformance
internal import ConformanceTester
internal import Documents
internal import Profiles
internal import Statistics
internal import Verdicts

/// One profile against the whole Apple requirement set: time, and memory at its peak.
struct CheckBenchmark {
  private static let repetitions = 5
  static let profilePath = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"

  private var seconds = 0.0
  private var megabytes = 0.0
  private var frameCount = 0

  /// Reads the files and runs the check several times over.
  static func run() throws(DocumentErrors) -> CheckBenchmark {
    var benchmark = CheckBenchmark()
    ProcessMemory.restartPeak()
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<repetitions {
      let start = clock.now
      let outcome = CheckRunner(try request()).run()
      times.append((clock.now - start).inSeconds)
      precondition(outcome.report.verdict == .pass, "\(profilePath) passes")
      benchmark.frameCount = outcome.capture.count
    }
    benchmark.seconds = times.median
    benchmark.megabytes = ProcessMemory.peakMegabytes
    return benchmark
  }

  func add(to table: inout FigureTable, bareStepsPerSecond: Double) {
    let bareSeconds = 1_000_000 / bareStepsPerSecond
    table.add(
      "one profile, whole Apple set", "\((seconds * 1e3).text(digits: 0)) ms",
      "\((seconds / bareSeconds).text(digits: 1)) of a million bare steps")
    table.add(
      "its memory at the peak", "\(megabytes.text(digits: 0)) MB",
      "\((megabytes * 1e6 / Double(frameCount)).text(digits: 0)) octets a frame")
  }

  static func request() throws(DocumentErrors) -> CheckRequest {
    CheckRequest(
      profile: try AccessoryProfile.read(file: profilePath, load: BenchmarkFile.octets),
      profilePath: profilePath, profileDigest: "",
      requirements: try RequirementSet.read(
        file: "Profiles/requirements/apple-ios27-cs.yaml", load: BenchmarkFile.octets),
      phone: try PhoneProfile.read(file: "Profiles/phones/iphone-ios27.yaml", load: BenchmarkFile.octets),
      environment: try EnvironmentPreset.read(
        file: "Profiles/environments/line-of-sight.yaml", load: BenchmarkFile.octets),
      seed: 1, distanceMetres: 3)
  }
}

/// Every shipped set on every shipped accessory, one after another on one core.
struct CatalogueBenchmark {
  private static let folder = "Profiles/accessories"
  private static let setFolder = "Profiles/requirements"

  private var seconds = 0.0
  private var caseCount = 0
  private var runCount = 0

  /// Reads the files and runs all cases once.
  static func run() throws(DocumentErrors) -> CatalogueBenchmark {
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
