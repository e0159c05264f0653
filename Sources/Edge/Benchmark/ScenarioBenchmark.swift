internal import Documents
internal import Foundation
internal import Profiles
internal import Scenarios
internal import Statistics
internal import Verdicts
internal import VirtualCoreBluetooth
internal import VirtualPhone

/// The scenario `walk-in-zones`, and an app that receives every advertising report.
struct ScenarioBenchmark {
  private static let repetitions = 5
  private static let scenario = "Profiles/scenarios/walk-in-zones.yaml"
  private static let accessory = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let scanned = Duration.seconds(60)

  private var virtualPerSecond = 0.0
  private var callbacksPerSecond = 0.0
  private var virtualPerScanSecond = 0.0

  /// Runs both several times.
  static func run() throws -> ScenarioBenchmark {
    var benchmark = ScenarioBenchmark()
    let library = Scenario.Library(
      phones: BenchmarkFile.profiles(in: "Profiles/phones"),
      environments: BenchmarkFile.profiles(in: "Profiles/environments"),
      accessories: BenchmarkFile.profiles(in: "Profiles/accessories"))
    let scenario = try Scenario.read(file: scenario, load: BenchmarkFile.octets)
    let cast = try scenario.cast(from: library, load: BenchmarkFile.octets)
    let clock = ContinuousClock()
    var (walks, callbacks, scans): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<repetitions {
      let start = clock.now
      let report = ScenarioRun(scenario, cast, seed: 1).report(path: scenario.file, digest: "")
      walks.append(scenario.durationSeconds / (clock.now - start).inSeconds)
      precondition(report.verdict == .pass, "\(scenario.file) passes")

      let world = try VirtualWorld()
      for place in 1...4 { try world.addAccessory(accessory, x: Double(place), y: 0) }
      let app = ScanningApp()
      let scanStart = clock.now
      world.run(for: scanned)
      let seconds = (clock.now - scanStart).inSeconds
      callbacks.append(Double(app.callbackCount) / seconds)
      scans.append(scanned.inSeconds / seconds)
    }
    benchmark.virtualPerSecond = walks.median
    benchmark.callbacksPerSecond = callbacks.median
    benchmark.virtualPerScanSecond = scans.median
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add(
      "virtual seconds of walk-in-zones a second", virtualPerSecond.text(digits: 0),
      "\((virtualPerSecond / 600).text(digits: 2)) of ten minutes a second")
    table.add(
      "callbacks of an app that scans, a second", callbacksPerSecond.text(digits: 0),
      "\((callbacksPerSecond / virtualPerScanSecond).text(digits: 0)) a virtual second")
  }

  /// An app that scans with duplicates.
  private final class ScanningApp: NSObject, CBCentralManagerDelegate {
    private(set) var callbackCount = 0
    private var manager: CBCentralManager?

    override init() {
      super.init()
      manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      callbackCount += 1
      central.scanForPeripherals(
        withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
      rssi RSSI: NSNumber
    ) {
      callbackCount += 1
    }
  }
}
