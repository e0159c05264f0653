internal import Analysis
internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Ranging
internal import SimulationKernel
internal import Statistics

/// Recordings of both ends of a link analyzed: procedures a second on one core.
struct AnalysisBenchmark {
  struct Failure: Error, CustomStringConvertible {
    let read: Int

    var description: String { "\(procedureCount) procedures are written, and \(read) paired" }
  }

  private static let procedureCount = 10_000
  private static let repetitions = 5
  /// Procedures a second that are wanted.
  private static let wanted = 50_000.0
  private static let handle: ConnectionHandle = 0x40

  private var plain: [Double] = []
  private var ranged: [Double] = []

  /// Analyzes procedures of 72 tones without an estimator, and with the first one.
  static func run() throws -> AnalysisBenchmark {
    let file = try recording()
    var benchmark = AnalysisBenchmark()
    for _ in 0..<repetitions {
      benchmark.plain.append(try speed(file, []))
      benchmark.ranged.append(try speed(file, [.ml]))
    }
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add(
      "recordings analyzed, both ends, 72 tones", "\(plain.median.text(digits: 0)) procedures/s",
      "\((plain.median / Self.wanted).text(digits: 2)) of the 50,000 wanted")
    table.add(
      "  with a distance by ml", "\(ranged.median.text(digits: 0)) procedures/s",
      "\((ranged.median / plain.median).text(digits: 2)) of the above")
  }

  private static func speed(_ file: [UInt8], _ kinds: [RangingEstimatorKind]) throws -> Double {
    let clock = ContinuousClock()
    var pairedCount = 0
    let span = try clock.measure {
      let analyzer = RecordingAnalyzer(
        [.init(try RecordingReader(octets: file), name: "run")], estimators: kinds)
      while let procedure = try analyzer.nextProcedure() {
        if procedure.initiator != nil, procedure.reflector != nil { pairedCount += 1 }
      }
    }
    guard pairedCount == procedureCount else { throw Failure(read: pairedCount) }
    return Double(procedureCount) / span.inSeconds
  }

  /// The HCI of both ends as a capture of ours has it.
  private static func recording() throws -> [UInt8] {
    let log = CaptureLog()
    var random = RandomStream(seed: 1)
    var time = Instant.start
    for role in CSRole.allCases {
      var configuration = CSConfiguration()
      configuration.role = role
      let event = LECSConfigCompleteEvent(connectionHandle: handle, configuration: configuration)
      log.append(frame(event.packet, role, time))
    }
    var channels = CSChannelMap.allowed.channels
    for counter in 0..<procedureCount {
      for index in channels.indices.reversed() {
        channels.swapAt(index, Int(random.next() % UInt64(index + 1)))
      }
      for role in CSRole.allCases {
        for packet in result(UInt16(truncatingIfNeeded: counter), channels, role).packets(
          connectionHandle: handle)
        {
          time = time + .microseconds(100)
          log.append(frame(packet, role, time))
        }
      }
    }
    var sink = OctetSink()
    try PcapngWriter(application: "reflector-bench").write(log, to: &sink)
    return sink.octets
  }

  private static func frame(_ packet: HCIPacket, _ role: CSRole, _ time: Instant) -> HCIFrame {
    HCIFrame(time: time, role: role, direction: .controllerToHost, packet: packet.h4Encoded)
  }

  /// Three mode-0 steps and a tone on each channel, of a distance of 3 m.
  private static func result(_ counter: UInt16, _ channels: [UInt8], _ role: CSRole) -> SubeventResult {
    var result = SubeventResult()
    result.procedureCounter = counter
    result.procedureDone = .complete
    result.subeventDone = .complete
    let layout = CSStepLayout(role: role, numAntennaPaths: 1)
    for channel in channels.prefix(3) {
      result.append(
        CSStep(
          channel: channel,
          data: .mode0(CSStep.Packet(), measuredFreqOffset: role == .initiator ? 0 : .notAvailable)
        ),
        layout: layout)
    }
    for channel in channels {
      let turns = -(2402e6 + 1e6 * Double(channel)) * 3 / 299_792_458
      let (sine, cosine) = PortableMath.sinCos(radians: 2 * .pi * turns)
      var exchange = CSStep.ToneExchange()
      exchange.tones = CSTones([
        CSTone(i: Int16(1500 * cosine), q: Int16(1500 * sine)),
        CSTone(i: 0, q: 0, quality: .unavailable, extensionSlot: 1),
      ])
      result.append(CSStep(channel: channel, data: .mode2(exchange)), layout: layout)
    }
    return result
  }
}
