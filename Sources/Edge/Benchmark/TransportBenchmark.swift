internal import CoreTypes
internal import Foundation
internal import Glibc
internal import HCI
internal import HCITransport
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel
internal import Statistics
internal import VirtualController

/// Round trips of a command and its answer: through a controller in the process, and over a TCP connection;
/// and what controllers cost that nobody talks to.
struct TransportBenchmark {
  private static let repetitions = 5
  private static let inProcessCount = 200_000
  private static let connectionCount = 40_000
  private static let idleControllers = 100

  /// The connection broke off.
  struct Failure: Error, CustomStringConvertible {
    let description = "the connection to the controller ended too soon"
  }

  private var inProcessRate = 0.0
  /// Commands a second, beside the bare echo.
  private var connection = ComparedSeries("HCI commands answered over one TCP connection")
  private var echoRate = 0.0
  private var idlePercent = 0.0
  /// Of Bumble's controller; nil where there is no Bumble.
  private var bumbleRate: Double?

  static func run() throws -> TransportBenchmark {
    var benchmark = TransportBenchmark()
    benchmark.inProcessRate = (0..<repetitions).map { _ in inProcessRate() }.median
    var echoRates: [Double] = []
    for _ in 0..<repetitions {
      let echo = try echoRate()
      echoRates.append(echo)
      benchmark.connection.add(try connectionRate(), beside: echo)
    }
    benchmark.echoRate = echoRates.median
    benchmark.bumbleRate = try BumbleController()?.rate()
    benchmark.idlePercent = try idlePercent()
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add(
      "HCI commands answered in process", "\(inProcessRate.text(digits: 0)) /s",
      "\((inProcessRate / connection.value).text(digits: 0)) times those over TCP")
    table.add("bare echo of their octets over TCP", "\(echoRate.text(digits: 0)) /s")
    table.add(
      connection.name, "\(connection.value.text(digits: 0)) /s",
      "\(connection.ratio.text(digits: 2)) of the bare echo")
    if let bumbleRate {
      table.add(
        "the same of Bumble's virtual controller", "\(bumbleRate.text(digits: 0)) /s",
        "\((bumbleRate / connection.value).text(digits: 2)) of ours")
    }
    table.add(
      "\(Self.idleControllers) controllers on ports, idle", "\(idlePercent.text(digits: 3)) % of a core")
  }

  /// Commands a second, each sent when the last is answered.
  private static func inProcessRate() -> Double {
    let simulation = Simulation(seed: 1)
    let controller = controller(
      0, Air(simulation: simulation, environment: Environment(distanceMetres: 3)))
    let command = ReadBDADDRCommand().packet
    var left = inProcessCount
    controller.host = { [unowned controller] _ in
      left -= 1
      if left > 0 { controller.receive(command) }
    }
    let time = ContinuousClock().measure {
      controller.receive(command)
      simulation.run(until: .start + .seconds(1_000)) { left > 0 }
    }
    return Double(inProcessCount) / time.inSeconds
  }

  /// Commands a second over a connection to a controller of this process.
  private static func connectionRate() throws -> Double {
    let bench = try ServedControllers(count: 1)
    defer { bench.close() }
    let generator = try LoadGenerator(port: bench.ports[0], count: connectionCount)
    bench.runUntilDetached()
    guard let seconds = generator.seconds() else { throw Failure() }
    return Double(connectionCount) / seconds
  }

  /// Exchanges of the same octets a second, with nothing but two threads and their sockets.
  private static func echoRate() throws -> Double {
    let (listener, port) = try LoadSocket.listen()
    defer { listener.close() }
    let generator = try LoadGenerator(port: port, count: connectionCount)
    let socket = try listener.accept()
    defer { socket.close() }
    socket.answer(
      requestCount: LoadGenerator.request.count,
      with: [UInt8](repeating: 4, count: LoadGenerator.answerCount))
    guard let seconds = generator.seconds() else { throw Failure() }
    return Double(connectionCount) / seconds
  }

  /// The share of a core that controllers take whose hosts are attached and silent.
  private static func idlePercent() throws -> Double {
    let bench = try ServedControllers(count: idleControllers)
    defer { bench.close() }
    let hosts = try bench.ports.map { port throws(LoadSocket.Failure) in
      try LoadSocket.connect(port: port)
    }
    defer { for host in hosts { host.close() } }
    bench.run(.milliseconds(100))
    let start = (time: ContinuousClock().now, processor: processorSeconds())
    bench.run(.seconds(1))
    let processor = processorSeconds() - start.processor
    return 100 * processor / (ContinuousClock().now - start.time).inSeconds
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  fileprivate static func controller(_ number: Int, _ air: Air) -> VirtualController {
    VirtualController(
      ControllerDescription(
        name: "controller \(number)",
        address: DeviceAddress(BDADDR(rawValue: 0xC0FF_EE00_0000 + UInt64(number)), kind: .public),
        identity: LinkIdentity(
          version: .v6_3, companyID: 0xFFFF, subversion: 0, features: FeatureSet()),
        clock: DeviceClock(), radio: RadioParameters()), air: air)
  }
}

/// Controllers of one simulation, each at a TCP port.
private final class ServedControllers {
  let ports: [UInt16]
  private let simulation = Simulation(seed: 1)
  private let loop = PacedLoop()
  private let attachments: [HostAttachment]

  init(count: Int) throws {
    let air = Air(simulation: simulation, environment: Environment(distanceMetres: 3))
    let loop = loop
    attachments = try (0..<count).map { number in
      let port = try TransportPort(.tcp(.listening, host: "127.0.0.1", port: 0), on: loop)
      return HostAttachment(port, to: TransportBenchmark.controller(number, air))
    }
    ports = attachments.compactMap { attachment in
      guard let port = attachment.port as? TransportPort, case .tcp(_, _, let number) = port.address else {
        return nil
      }
      return number
    }
    simulation.driver = loop
  }

  func run(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// Runs until a host has come and gone.
  func runUntilDetached() {
    var isDone = false
    attachments[0].onEvent = { if case .detached = $0 { isDone = true } }
    simulation.run(until: .start + .seconds(1_000)) { !isDone }
  }

  func close() { loop.close() }
}

/// Bumble's own virtual controller, served in a process of its own, for a figure to stand beside ours.
private struct BumbleController {
  /// Ends the process when it goes.
  private final class Running {
    let process: Process

    init(_ process: Process) { self.process = process }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private static let script = "Tests/InteropTests/Bumble/controllers.py"
  private static let commandCount = 2_000

  private let running: Running
  private let port: UInt16

  /// Starts it; nil where `REFLECTOR_BUMBLE_PYTHON` names no Python with Bumble.
  init?() throws {
    guard let python = ProcessInfo.processInfo.environment["REFLECTOR_BUMBLE_PYTHON"],
      FileManager.default.isExecutableFile(atPath: python)
    else { return nil }
    let (listener, port) = try LoadSocket.listen()
    listener.close()
    self.port = port
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [Self.script, "tcp-server:127.0.0.1:\(port)"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    running = Running(process)
    // It says where it is when it is there.
    guard !output.fileHandleForReading.availableData.isEmpty else { return nil }
  }

  /// Commands a second over a TCP connection.
  func rate() throws -> Double {
    let generator = try LoadGenerator(port: port, count: Self.commandCount)
    guard let seconds = generator.seconds() else { throw TransportBenchmark.Failure() }
    return Double(Self.commandCount) / seconds
  }
}
