internal import AccessoryProfile
internal import Capture
internal import Conformance
internal import ConformanceTester
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
  static func run() throws(ProfileErrors) -> CheckBenchmark {
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

  static func request() throws(ProfileErrors) -> CheckRequest {
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
