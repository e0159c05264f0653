internal import CoreTypes
internal import Lab
internal import Notation
internal import Pages
internal import Profiles
internal import Statistics

/// The bench of a lab at ten times the speed of the clock, with thirty updates of the drawings a second as JSON; without
/// HTTP.
struct LabBenchmark {
  private static let repetitions = 5
  private static let updatesPerSecond = 30
  private static let speed = 10
  private static let seconds = 2
  /// The part of a processor that a lab may take.
  private static let mostLoad = 0.5
  private static let shownProcedures = 300

  /// The part of a processor that it takes.
  private var load = 0.0

  static func run() throws -> LabBenchmark {
    var loads: [Double] = []
    for _ in 0..<repetitions {
      let bench = LabBench(
        LabSetup(
          accessory: try AccessoryProfile.read(
            file: CheckBenchmark.profilePath, load: BenchmarkFile.octets),
          phone: try PhoneProfile.read(file: "Profiles/phones/iphone-ios27.yaml", load: BenchmarkFile.octets),
          surroundings: try EnvironmentPreset.read(
            file: "Profiles/environments/line-of-sight.yaml", load: BenchmarkFile.octets),
          scene: LabScene(distanceMetres: 3), seed: 1))
      var procedures = bench.advance(by: .seconds(120)).procedures
      let start = ContinuousClock.now
      var octets = 0
      for _ in 0..<updatesPerSecond * seconds {
        let span = bench.advance(by: .microseconds(1_000_000 * speed / updatesPerSecond))
        procedures = Array((procedures + span.procedures).suffix(shownProcedures))
        var drawings = [LabDrawing.distances(of: procedures)]
        if let last = procedures.last {
          let ofLast = LabDrawing.drawings(of: last)
          drawings += LabDrawing.allCases.compactMap { ofLast[$0] }
        }
        octets += JSONValue.texts(drawings).line.utf8.count
      }
      precondition(octets > 0, "a lab draws")
      loads.append((ContinuousClock.now - start).inSeconds / Double(seconds))
    }
    var benchmark = LabBenchmark()
    benchmark.load = loads.median
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add(
      "bench and drawings of a lab at \(Self.speed)x, \(Self.updatesPerSecond) updates a second",
      "\((load * 100).text(digits: 0)) % of a core",
      "\((load / Self.mostLoad).text(digits: 2)) of half a core")
  }
}
