internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Glibc
internal import Initiator
internal import ProcedureRanging
internal import Reflector
internal import Session
internal import SimulationKernel

/// Runs of more and more procedures between the two virtual ends: time must grow with them, memory must not.
struct GrowthBenchmark {
  private struct Run {
    let procedureCount: Int
    let seconds: Double
    let megabytes: Double
  }

  private struct Failure: Error, CustomStringConvertible {
    let count: Int

    var description: String { "procedures stop after \(count)" }
  }

  /// The virtual time without a procedure after which a run has failed.
  private static let timeout = Picoseconds.seconds(30)

  private var runs: [Run] = []

  /// Measures runs of each length, in the given order.
  static func run(procedureCounts: [Int]) throws -> GrowthBenchmark {
    var benchmark = GrowthBenchmark()
    let check = try CheckBenchmark.request()
    let world = AirWorld.Description(
      accessory: check.profile, phone: check.phone, environment: check.environment,
      distanceMetres: check.distanceMetres, seed: check.seed)
    for count in procedureCounts {
      ProcessMemory.restartPeak()
      let seconds = try measure(count, world)
      benchmark.runs.append(
        Run(procedureCount: count, seconds: seconds, megabytes: ProcessMemory.peakMegabytes))
    }
    return benchmark
  }

  /// Adds the rows; a ratio is to the first run.
  func add(to table: inout FigureTable) {
    guard let first = runs.first else { return }
    for run in runs {
      let name = "\(Double(run.procedureCount).text(digits: 0)) procedures through both virtual ends"
      let count = Double(run.procedureCount)
      let cost = run.seconds / count / (first.seconds / Double(first.procedureCount))
      table.add(
        name, "\((run.seconds * 1e3).text(digits: 0)) ms",
        "\((run.seconds / count * 1e6).text(digits: 0)) us each, \(cost.text(digits: 2)) of the first")
      table.add(
        "  memory at the peak", "\(run.megabytes.text(digits: 1)) MB",
        "\((run.megabytes / first.megabytes).text(digits: 2)) of the first")
    }
  }

  /// The time that `count` procedures take, counted from the end of one before them.
  private static func measure(_ count: Int, _ description: AirWorld.Description) throws -> Double {
    let world = AirWorld(
      description, phonePort: nil, accessoryPort: nil, watch: { _, _ in }, note: { _, _ in })
    defer { world.close() }
    world.accessory?.powerOn()
    let phone = VirtualInitiator(world.phoneController)
    let session = PhoneSession(phone, profile: description.phone)
    var ends: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
    var done = -1
    var deadline = world.simulation.now + timeout
    phone.procedureSink = { [unowned simulation = world.simulation] procedure in
      guard procedure.done == .complete else { return }
      let now = ContinuousClock().now
      ends = (ends?.first ?? now, now)
      done += 1
      deadline = simulation.now + timeout
    }
    var trouble: (any Error)?
    session.run(
      while: { trouble == nil && done < count && world.simulation.now < deadline }, report: { trouble = $0 })
    if let trouble { throw trouble }
    guard let ends, done >= count else { throw Failure(count: done + 1) }
    return (ends.last - ends.first).inSeconds * Double(count) / Double(done)
  }
}

enum ProcessMemory {
  /// The most memory held since the last `restartPeak()`, in MB of 10^6 octets; 0 where the system does not say.
  static var peakMegabytes: Double {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split { [9, 10, 32].contains($0) }
      guard words.count >= 2, words[0].elementsEqual("VmHWM:".utf8) else { continue }
      return (Double(String(decoding: words[1], as: UTF8.self)) ?? 0) * 1024 / 1e6
    }
    return 0
  }

  /// Starts the peak anew from the memory held now. Where the system refuses, the peak is one since the start.
  static func restartPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }
}
