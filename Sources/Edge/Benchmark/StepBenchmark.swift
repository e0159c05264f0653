internal import ChannelSounding
internal import CoreTypes
internal import CryptoToolbox
internal import RadioModel
internal import SimulationKernel
internal import Statistics
internal import VirtualController

/// Steps a second of both ends of a link: each plans from its own DRBG, then they meet on the air and leave
/// the octets of their results.
struct StepBenchmark {
  private static let repetitions = 7
  private static let stepsEach = 300_000
  private static let bareStepsEach = 2_000_000

  /// One way to range.
  fileprivate struct Kind {
    let name: String
    let mainMode: CSMode
    let aci: AntennaConfiguration
    var radio = RadioParameters()
    var environment = Environment(distanceMetres: 3)
  }

  private static let kinds = [
    Kind(name: "mode-2, 1 path", mainMode: 2, aci: 0), Kind(name: "mode-2, 4 paths", mainMode: 2, aci: 7),
    Kind(name: "mode-3, 1 path", mainMode: 3, aci: 0),
    Kind(name: "mode-2, every impairment", mainMode: 2, aci: 0, radio: .impaired),
    Kind(
      name: "mode-2, 12 taps in motion, Wi-Fi", mainMode: 2, aci: 0, environment: .scattered),
  ]

  /// In steps a second, beside the bare loop.
  private var figures = kinds.map { ComparedSeries($0.name) }
  /// The speed of the model's bare arithmetic.
  private(set) var bareStepsPerSecond = 0.0

  /// Measures all kinds, each in turn with the bare loop.
  static func run() -> StepBenchmark {
    var benchmark = StepBenchmark()
    var bareRates: [Double] = []
    for _ in 0..<repetitions {
      for (index, kind) in kinds.enumerated() {
        let bare = bareRate()
        bareRates.append(bare)
        benchmark.figures[index].add(rate(kind), beside: bare)
      }
    }
    benchmark.bareStepsPerSecond = bareRates.median
    return benchmark
  }

  /// Runs so many steps of each kind, or a few more.
  static func exercise(stepCount: Int) {
    for kind in kinds {
      var link = MeasuredLink(kind)
      link.run(stepCount: stepCount)
    }
  }

  func add(to table: inout FigureTable) {
    table.add("bare loop of phases and noise, one path", "\(bareStepsPerSecond.text(digits: 0)) steps/s")
    for figure in figures {
      table.add(
        "both ends, \(figure.name)", "\(figure.value.text(digits: 0)) steps/s",
        "\(figure.ratio.text(digits: 3)) of the bare loop")
    }
  }

  private static func bareRate() -> Double {
    var sum = 0.0
    let time = ContinuousClock().measure {
      sum = BareModel.run(count: bareStepsEach, distanceMetres: 3, seed: 1)
    }
    precondition(sum.isFinite, "the bare loop has a result")
    return Double(bareStepsEach) / time.inSeconds
  }

  private static func rate(_ kind: Kind) -> Double {
    var link = MeasuredLink(kind)
    link.run(stepCount: 3_000)
    var stepCount = 0
    let time = ContinuousClock().measure { stepCount = link.run(stepCount: stepsEach) }
    return Double(stepCount) / time.inSeconds
  }
}

/// Both ends of a link and the air between them, without a controller around them.
private struct MeasuredLink {
  private static let lengthMicroseconds = 1_000_000

  private var initiatorPlanner: ProcedurePlanner
  private var reflectorPlanner: ProcedurePlanner
  private var exchange: SubeventExchange
  private var initiatorPlan = SubeventPlan()
  private var reflectorPlan = SubeventPlan()
  private var initiatorResult = SubeventResult()
  private var reflectorResult = SubeventResult()
  private var now = Instant.start

  init(_ kind: StepBenchmark.Kind) {
    let aci = kind.aci
    var configuration = CSConfiguration()
    configuration.mainMode = kind.mainMode
    configuration.enhancements = .inlinePCT
    var schedule = CSSchedule()
    schedule.aci = aci
    let timing = StepTiming(
      configuration: configuration, antennaPaths: aci.pathCount,
      tSW: aci == 0 ? 0 : 10)
    let makePlanner = {
      ProcedurePlanner(
        configuration: configuration, schedule: schedule, channelMap: .allowed, timing: timing,
        drbg: CSDRBG(key: 0x0123_4567_89AB_CDEF, v: 0xFEDC_BA98_7654_3210), interpretations: Interpretations()
      )
    }
    initiatorPlanner = makePlanner()
    reflectorPlanner = makePlanner()
    exchange = SubeventExchange(
      initiator: ExchangeEnd(timing: timing, clock: DeviceClock(offsetPpm: -1.5), radio: kind.radio),
      reflector: ExchangeEnd(
        timing: timing, clock: DeviceClock(offsetPpm: 12, driftPpmPerSecond: 0.1), radio: kind.radio),
      environment: kind.environment, aci: aci, usesInlinePCT: true,
      random: RandomStreams(seed: 1))
  }

  /// Runs whole procedures, one subevent each, until `stepCount` steps are done, and returns how many were.
  @discardableResult
  mutating func run(stepCount: Int) -> Int {
    var done = 0
    while done < stepCount {
      initiatorPlanner.planSubevent(
        into: &initiatorPlan, lengthMicroseconds: Self.lengthMicroseconds,
        remainingProcedureMicroseconds: Self.lengthMicroseconds)
      reflectorPlanner.planSubevent(
        into: &reflectorPlan, lengthMicroseconds: Self.lengthMicroseconds,
        remainingProcedureMicroseconds: Self.lengthMicroseconds)
      exchange.run(
        initiatorPlan: initiatorPlan, reflectorPlan: reflectorPlan, start: now, reflectorStart: now,
        initiatorResult: &initiatorResult, reflectorResult: &reflectorResult)
      precondition(
        initiatorResult.subeventDone == .complete && reflectorResult.subeventDone == .complete,
        "both ends took part")
      done += initiatorResult.stepOffsets.count
      now = now + .milliseconds(100)
      initiatorPlanner.beginNextProcedure()
      reflectorPlanner.beginNextProcedure()
    }
    return done
  }
}

extension RadioParameters {
  /// A chip with something of everything.
  fileprivate static var impaired: RadioParameters {
    var radio = RadioParameters()
    radio.linewidthHertz = 5
    radio.settlingNoiseDegrees = 30
    radio.fixedDelayNanoseconds = 1
    radio.toneOffsetHertz = 100
    radio.inlinePCTDelayNanoseconds = 0.5
    radio.iqGainDecibels = 0.2
    radio.iqPhaseDegrees = 1
    radio.dcOffsetDecibelsCarrier = -40
    radio.agcStepDecibels = 6
    radio.agcStepDegrees = 1
    return radio
  }
}

extension Environment {
  /// Twelve echoes anew for each procedure, while the phone walks past a Wi-Fi network.
  fileprivate static var scattered: Environment {
    var environment = Environment(distanceMetres: 3)
    environment.scattering = Scattering(
      kFactorDecibels: 6, decayNanoseconds: 20, tapCount: 12, redraw: .procedure)
    environment.motion = .radial(metresPerSecond: 1e-3)
    environment.interferers = [Interferer(channels: 26...45, duty: 0.3, levelDecibels: 20)]
    return environment
  }
}

/// The arithmetic that a one-path mode-2 step cannot do without: phase and noise of both ends, in one loop.
///
/// The benchmark gives the speed of the real exchange as a ratio to this.
enum BareModel {
  /// Computes `count` steps over `distanceMetres` and returns a number that depends on all of them.
  static func run(count: Int, distanceMetres: Double, seed: UInt64) -> Double {
    var noise = RandomStream(seed: seed)
    let amplitude = 160.0
    let sigma = 1.0
    let metresToTurnsPerMegahertz = distanceMetres / Environment.speedOfLight * 1e6
    var sum = 0.0
    for step in 0..<count {
      let megahertz = Double(2_404 + step % 75)
      let path = -megahertz * metresToTurnsPerMegahertz
      let oscillators = noise.nextUnit() - noise.nextUnit()
      let outward = PortableMath.sinCos(turns: path + oscillators)
      let back = PortableMath.sinCos(turns: path - oscillators)
      let (noise1, noise2) = noise.nextGaussianPair()
      let (noise3, noise4) = noise.nextGaussianPair()
      let i1 = amplitude * outward.cos + sigma * noise1
      let q1 = amplitude * outward.sin + sigma * noise2
      let i2 = amplitude * back.cos + sigma * noise3
      let q2 = amplitude * back.sin + sigma * noise4
      sum += (i1 * i2 - q1 * q2) - (i1 * q2 + q1 * i2)
    }
    return sum
  }
}
