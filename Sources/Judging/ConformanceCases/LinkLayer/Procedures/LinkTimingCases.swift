internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import LinkLayer
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// The times of steps, measured on the air.
  static let linkTimingCases = [
    times("CS/LLTIM/BV-01", .interlude1), times("CS/LLTIM/BV-02", .interlude2),
    times("CS/LLTIM/BV-03", .spacing),
    times("CS/LLTIM/BV-04", .tone), switching,
  ]

  private static func times(_ id: String, _ time: StepTime) -> TestCase {
    link(
      id, .perRef, "Every claimed \(time.name) kept", from: .secured, limits: [.timeError],
      procedure: """
        For each \(time.name) that is claimed, and the mandatory one, configure mode-\(time.mode) with that value and run a \
        procedure. \(time.measurement) must be that long on the air in every step.
        """
    ) { trial, _ throws(TesterStop) in
      let before = trial.controller.description.identity.csCapabilities
      for microseconds in time.claimed(trial.declared) {
        trial.offer {
          $0 = before
          time.offer(&$0, microseconds)
        }
        let agreed = try trial.configure(
          trial.configuration(mode: time.mode), onTrial: "configuration with \(time.name) \(microseconds) us")
        let run = try trial.run(trial.parameters(count: 1))
        trial.note(run, "procedure with \(time.name) \(microseconds) us", procedures: 1)
        trial.judge(time, microseconds, run, agreed)
      }
    }
  }

  private static let switching = link(
    "CS/LLTIM/BV-05", .perRef, "T_SW as claimed", from: .secured, claims: [.antennas(2), .antennaPaths(2)],
    limits: [.timeError],
    procedure: """
      Where more than one antenna is claimed, run a procedure of mode-2 in which the accessory's antennas take \
      turns. Between the accessory's steps there must be room before each tone for the T_SW that the capabilities \
      claim.
      """
  ) { trial, _ throws(TesterStop) in
    let agreed = try trial.configure(trial.configuration())
    let run = try trial.run(trial.parameters(count: 1) { $0.use(4) })
    trial.note(run, "procedure with two antennas", procedures: 1)
    trial.judge(.spacing, agreed.tFCS.microseconds, run, agreed, aci: 4)
  }
}

/// One negotiated time and its measurement on the air.
private struct StepTime: Sendable {
  let name: String
  /// The times in microseconds that a device claims.
  let claimed: @Sendable (CSCapabilities) -> [Int]
  /// Lets a device claim one time, in microseconds, and the mandatory one.
  let offer: @Sendable (inout CSCapabilities, Int) -> Void
  /// The main mode in which it is measured.
  let mode: CSMode
  /// What is measured, for people.
  let measurement: String

  init<List>(
    name: String, _ times: any WritableKeyPath<CSCapabilities, CSTimes<List>> & Sendable, mode: CSMode,
    measurement: String
  ) {
    self.name = name
    claimed = { $0[keyPath: times].times.map(\.microseconds) }
    offer = { $0[keyPath: times] = CSTimes(microseconds: [$1]) }
    self.mode = mode
    self.measurement = measurement
  }

  static let interlude1 = StepTime(
    name: "T_IP1", \.tIP1, mode: .mode1,
    measurement: "From the end of the peer's CS_SYNC, after the ramp, to the accessory's")
  static let interlude2 = StepTime(
    name: "T_IP2", \.tIP2, mode: .mode2,
    measurement: "From the end of the peer's tone slots, after the ramp, to the accessory's")
  static let spacing = StepTime(name: "T_FCS", \.tFCS, mode: .mode2, measurement: "The gap between two steps")
  static let tone = StepTime(
    name: "T_PM", \.tPM, mode: .mode2, measurement: "The tone of the accessory in each slot")
}

extension LinkTrial {
  /// Compares a time on the air with the negotiated time.
  fileprivate func judge(
    _ time: StepTime, _ microseconds: Int, _ run: SeriesRun, _ agreed: CSConfiguration,
    aci: AntennaConfiguration = 0
  ) {
    let timing = StepTiming(
      configuration: agreed, aci: aci, initiator: controller.description.identity.csCapabilities,
      reflector: declared, interpretations: interpretations)
    let paths = aci.pathCount > 1 ? " with \(aci.pathCount) antenna paths" : ""
    let values = run.subevents.flatMap { Self.values(of: time, in: $0.timeline, timing) }
    tester.expect(
      Samples(values, of: "steps"), .within(microseconds, tester.limit("time_error_us"), "us"),
      "\(time.name) \(microseconds) us on the air\(paths)", frames: frames(of: run))
  }

  /// The measured time in each step, in microseconds.
  private static func values(
    of time: StepTime, in timeline: ExchangeTimeline, _ timing: StepTiming
  ) -> [Double] {
    let (one, other) = (timeline.initiator, timeline.reflector)
    var values: [Double] = []
    for i in other.step.indices where other.mode[i] == time.mode.rawValue {
      switch time.name {
      case "T_IP1":
        guard let j = one.step.firstIndex(of: other.step[i]), one.syncEnd[j] >= 0, other.syncStart[i] >= 0
        else {
          continue
        }
        values.append(Double(other.syncStart[i] - one.syncEnd[j]) / 1e6 - Double(StepTiming.tRDMicroseconds))
      case "T_IP2":
        guard let j = one.step.firstIndex(of: other.step[i]), one.toneStart[j] >= 0, other.toneStart[i] >= 0
        else { continue }
        let span = Double(other.toneStart[i] - one.toneStart[j]) / 1e6
        values.append(span - Double(timing.toneDuration + StepTiming.tRDMicroseconds))
      case "T_PM":
        guard other.toneStart[i] >= 0 else { continue }
        let span = Double(other.toneEnd[i] - other.toneStart[i]) / 1e6
        // With a tone in the extension slot there are two slots.
        values.append(span > 1.5 * Double(timing.tPMMicroseconds) ? span / 2 : span)
      default:
        guard i > 0, other.mode[i - 1] == time.mode.rawValue, other.step[i - 1] + 1 == other.step[i],
          other.toneStart[i] >= 0, other.toneStart[i - 1] >= 0
        else { continue }
        let span = Double(other.toneStart[i] - other.toneStart[i - 1]) / 1e6
        values.append(span - Double(timing.duration(of: time.mode) - timing.tFCSMicroseconds))
      }
    }
    return values
  }
}
