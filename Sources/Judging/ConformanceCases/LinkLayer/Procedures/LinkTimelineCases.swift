internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Profiles
internal import Verdicts
internal import VirtualController

extension TestCase {
  /// Compares every step of a series with the plan and the negotiated times.
  static let linkTimelineCases = [hops, answers, draws]

  private static let hops = timeline(
    "CS/LLTL/BV-01", "T_FCS of each hop", [.hopInMode0, .hopAfterMode0, .hopBetweenSteps],
    """
    From each step to the next T_FCS must pass by the accessory's own clock: between steps of mode-0, after the last of \
    them, between main-mode steps, and before the last step of a subevent.
    """)

  private static let answers = timeline(
    "CS/LLTL/BV-02", "Each time within a step",
    [.interlude1, .interlude2, .packetLength, .mode0Tone, .toneLength, .switching],
    """
    T_IP1 in mode-0 as in mode-1, T_IP2, T_PM of each slot, T_SW between slots, the length of each CS_SYNC and of the \
    tone of mode-0 must be those agreed, by the accessory's own clock.
    """)

  private static func timeline(
    _ id: String, _ title: String, _ quantities: [StepQuantity], _ rule: String
  ) -> TestCase {
    link(
      id, .perRef, title, from: .secured, limits: [.timeError],
      procedure: """
        Run two procedures in several subevents each in mode-2, in mode-2 with sub mode 1, in mode-1, and, where they are \
        claimed, in mode-3, with inline PCT and with all antenna paths. \(rule)
        """
    ) { trial, tester throws(TesterStop) in
      for setting in trial.timelineSettings {
        try trial.judge(setting, quantities, within: tester.limit(LimitRule.timeError.name))
      }
      if trial.declared.subfeatures.contains(.inlinePCT),
        let obstacle = trial.interpretations.inlinePCTObstacle
      {
        tester.expect(
          "not run: \(obstacle)", .reported("run where the link can negotiate it"), "series with inline PCT")
      }
    }
  }

  private static let draws = link(
    "CS/LLTL/BV-03", .perRef, "Content of each step", from: .secured,
    procedure: """
      Run two procedures in mode-2, and, where they are claimed, with all antenna paths. The lower tester derives \
      the steps from the security vectors of both. The accessory must take part in each subevent with the planned \
      number of steps, use the drawn channel, mode, access addresses and order of antenna paths, answer each step \
      that it received, send a tone in the extension slot only where one was drawn, and end within the subevent \
      by a clock of 50 ppm.
      """
  ) { trial, _ throws(TesterStop) in
    for setting in trial.plainSettings {
      try trial.judge(
        setting,
        [.attendance, .mode, .channel, .accessAddress, .silence, .antennaPaths, .extensionSlot, .stepCount],
        within: TimelineBlame.tolerance, subeventLen: 25_000)
    }
  }
}

/// One kind of series whose timeline is judged.
private struct TimelineSetting {
  /// As ` in mode-2`.
  let name: String
  let configuration: CSConfiguration
  /// The antennas of both sides.
  var aci: AntennaConfiguration = 0
}

extension LinkTrial {
  /// The allowed error of the active clock. [Vol 6, Part B, 4.2.1]
  private static let activeClockError = 50e-6

  /// Runs two procedures and judges each quantity separately.
  fileprivate func judge(
    _ setting: TimelineSetting, _ quantities: [StepQuantity], within allowed: Double,
    subeventLen: SubeventLen = 8_000
  ) throws(TesterStop) {
    try configure(setting.configuration)
    let antennas = setting.aci
    let run = try run(
      parameters(count: 2) {
        $0.maxSubeventLen = subeventLen
        $0.use(antennas)
      }, onTrial: nil)
    let timeline = tester.timeline
    guard !timeline.findings.isEmpty else { throw .inconclusive("no subevent began\(setting.name)") }
    tester.judge(timeline, quantities, under: setting.name, within: allowed)
    guard quantities.contains(.stepCount), let longest = run.subevents.map(\.lastSentMicroseconds).max()
    else { return }
    let most = Double(run.schedule.subeventLen.microseconds) * (1 + Self.activeClockError)
    tester.expect(longest, .atMost(most, "us"), "end of the accessory's last step\(setting.name)")
  }

  /// The settings that every reflector supports, and all claimed antenna paths.
  fileprivate var plainSettings: [TimelineSetting] {
    var settings = [TimelineSetting(name: " in mode-2", configuration: configuration())]
    if let aci = mostPaths {
      settings.append(
        TimelineSetting(
          name: " with \(aci.pathCount) antenna paths", configuration: configuration(), aci: aci))
    }
    return settings
  }

  fileprivate var timelineSettings: [TimelineSetting] {
    var settings = plainSettings
    var mixed = configuration()
    (mixed.subMode, mixed.minMainModeSteps, mixed.maxMainModeSteps) = (1, 2, 5)
    settings.append(TimelineSetting(name: " in mode-2 with sub mode 1", configuration: mixed))
    settings.append(TimelineSetting(name: " in mode-1", configuration: configuration(mode: 1)))
    if declared.supportsMode3 {
      settings.append(TimelineSetting(name: " in mode-3", configuration: configuration(mode: 3)))
    }
    if interpretations.allowInlinePCT(of: declared) {
      var inline = configuration()
      inline.enhancements = .inlinePCT
      settings.append(TimelineSetting(name: " with inline PCT", configuration: inline))
    }
    return settings
  }

  /// The claimed antenna configuration with most antennas of the accessory, and most paths; nil for one path.
  var mostPaths: AntennaConfiguration? {
    declared.reflectorAntennaConfigurations.filter { $0.pathCount > 1 }.max {
      ($0.reflectorAntennas, $0.pathCount) < ($1.reflectorAntennas, $1.pathCount)
    }
  }
}

extension ObservedSubevent {
  /// From the start of the subevent to the end of what the reflector sends last, in microseconds.
  fileprivate var lastSentMicroseconds: Double {
    let sent = timeline.reflector
    let end = (sent.syncEnd + sent.toneEnd).max() ?? timeline.start.picoseconds
    return Double(max(0, end - timeline.start.picoseconds)) / 1e6
  }
}

extension LimitRule {
  /// The allowed error of a time on the air, in microseconds.
  static let timeError = LimitRule("time_error_us", .number(0...1000))
}
