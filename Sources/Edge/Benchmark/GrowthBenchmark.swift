internal import ChannelSounding
internal import CoreTypes
internal import Glibc
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import RadioModel
internal import Reflector
internal import SimulationKernel
internal import VirtualController

/// Runs of more and more procedures between the two virtual ends: time must grow with them, memory must not.
struct GrowthBenchmark {
  private struct Run {
    let procedureCount: Int
    let seconds: Double
    let megabytes: Double
  }

  /// What the phone and the accessory made of it is wrong.
  enum Failure: Error, CustomStringConvertible {
    case notFound
    case proceduresStopped(after: Int)

    var description: String {
      switch self {
      case .notFound: "the phone does not discover the accessory"
      case .proceduresStopped(let count): "procedures stop after \(count)"
      }
    }
  }

  private var runs: [Run] = []

  /// Measures runs of each length, in the given order.
  static func run(procedureCounts: [Int]) throws -> GrowthBenchmark {
    var benchmark = GrowthBenchmark()
    let profile = try AccessoryProfile.read(file: CheckBenchmark.profilePath, load: BenchmarkFile.octets)
    for count in procedureCounts {
      ProcessMemory.restartPeak()
      let seconds = try measure(count, profile)
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

  /// The time that `count` procedures take, from the start of the first.
  private static func measure(_ count: Int, _ profile: AccessoryProfile) throws -> Double {
    let simulation = Simulation(seed: 1)
    let air = Air(simulation: simulation, environment: Environment(distanceMetres: 3))
    let phone = VirtualInitiator(VirtualController(.benchmarkPhone, air: air))
    let accessory = VirtualAccessory(profile, air: air)
    accessory.powerOn()
    try prepare(phone)
    var done = 0
    phone.procedureSink = { procedure in
      if procedure.done == .complete { done += 1 }
    }
    var parameters = CSProcedureParameters()
    parameters.maxSubeventLen = 50_000
    let start = ContinuousClock().now
    _ = try phone.startProcedures(parameters)
    while done < count {
      let before = done
      phone.idle(.seconds(1))
      if done == before { throw Failure.proceduresStopped(after: done) }
    }
    let seconds = (ContinuousClock().now - start).inSeconds
    return seconds * Double(count) / Double(done)
  }

  /// Brings a link up as far as the start of procedures.
  private static func prepare(_ phone: VirtualInitiator) throws {
    try phone.powerOn()
    let found = try phone.discover([AccessoryDescriptor(serviceUUID: BluetoothUUID(0x185B))])
    guard let found else { throw Failure.notFound }
    try phone.connect(to: found.address, interval: 48)
    try phone.extendDataLength()
    try phone.use2MPHY()
    _ = try phone.pair()
    _ = try phone.exchangeCapabilities()
    try phone.enableInitiatorRole()
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    _ = try phone.configure(configuration)
    try phone.startCSSecurity()
  }
}

extension ControllerDescription {
  /// The controller of a phone that asks for inline PCT and a T_FCS of 100 us.
  fileprivate static var benchmarkPhone: ControllerDescription {
    var identity = LinkIdentity(
      version: CoreVersion.v6_3.rawValue, companyID: 0x004C, subversion: 0,
      features: FeatureSet([
        .leEncryption, .extendedRejectIndication, .dataPacketLengthExtension, .le2MPHY,
        .channelSelectionAlgorithm2, .channelSounding, .channelSoundingToneQualityIndication,
        .extendedFeatureSet, .channelSoundingEnhancement1,
      ]))
    identity.csCapabilities.roles = [.initiator]
    identity.csCapabilities.subfeatures = [.noFAE]
    identity.csCapabilities.tFCS = [TFCS(microseconds: 100)]
    return ControllerDescription(
      name: "initiator", address: DeviceAddress(0xC0FF_EE00_0001, kind: .public), identity: identity,
      clock: DeviceClock(offsetPpm: -1.5), radio: RadioParameters())
  }
}

/// The memory of this process.
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
