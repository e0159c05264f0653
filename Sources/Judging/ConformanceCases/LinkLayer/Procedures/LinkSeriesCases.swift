internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Procedures on the air: how many, how long, on which channels, with which steps.
  static let linkSeriesCases =
    [
      channelsOfSecurity, channelsOf3c, securityRestarted, counts, longSeries, counters, severalSubevents,
      intervals,
    ]
    + [
      mode("CS/LLAIR/BV-09", 1), mode("CS/LLAIR/BV-10", 2), mode("CS/LLAIR/BV-11", 3),
      subMode("CS/LLAIR/BV-12", 2, 1), subMode("CS/LLAIR/BV-13", 2, 3), subMode("CS/LLAIR/BV-14", 3, 2),
      mode0Steps, mainModeRepetition, mapRepetition,
    ]
    + [
      sequences("LL/CS/CEN/INI/BV-12-C", .cenIni, 3...6, .rttRandom),
      sequences("LL/CS/CEN/INI/BV-13-C", .cenIni, 1...2, .rttSounding),
      sequences("CS/LLAIR/BV-18", .perRef, 1...6, .rttSequence), syncPHYs, antennas,
    ]

  private static let channelsOfSecurity = link(
    "CS/LLAIR/BV-01", .perRef, "Steps follow the security vectors, #3b", from: .configured,
    procedure: """
      Start CS security and run four procedures of mode-2. The lower tester derives its steps from the vectors of \
      both sides; the accessory must use the same channel and mode in every step, and the channel orders must \
      differ.
      """
  ) { trial, tester throws(TesterStop) in
    let run = try trial.run(trial.parameters(count: 4))
    trial.note(run, "4 procedures under #3b", procedures: 4)
    let orders = run.subevents.map(\.timeline.reflector.channel)
    tester.expect(
      Proportion(Set(orders).count, of: orders.count), .all("different in each subevent"), "channel orders",
      frames: trial.frames(of: run))
  }

  private static let channelsOf3c = link(
    "CS/LLAIR/BV-02", .perRef, "Steps follow the security vectors, #3c", from: .secured,
    claims: [.channelSelection3c],
    procedure: """
      As CS/LLAIR/BV-01 with channel selection #3c, where it is claimed, in both shapes and with jumps of 2 to 8.
      """
  ) { trial, _ throws(TesterStop) in
    for shape in Ch3cShape.defined {
      for jump in 2...8 as ClosedRange<UInt8> {
        var asked = trial.configuration()
        (asked.channelSelection, asked.ch3cShape, asked.ch3cJump) = (.algorithm3c, shape, jump)
        try trial.range(asked, "shape \(shape), jump \(jump)")
      }
    }
  }

  private static let securityRestarted = link(
    "CS/LLAIR/BV-03", .perRef, "CS security restart between series", from: .configured,
    procedure: """
      Run two procedures, start CS security again, and run two more. Steps must follow the new vectors, and the \
      procedure counter must restart; CS/LLAIR/BV-06 judges that it counts from 0.
      """
  ) { trial, tester throws(TesterStop) in
    var counters: [UInt16]?
    for round in 1...3 {
      let run = try trial.run(trial.parameters(count: 2))
      trial.note(run, "series \(round)", procedures: 2)
      let seen = run.iut.map(\.counter)
      if let counters {
        tester.expect(
          seen, .equals(counters), "Procedure_Counter in series \(round)", frames: trial.frames(of: run))
      }
      counters = counters ?? seen
      try trial.secure()
    }
  }

  private static let counts = link(
    "CS/LLAIR/BV-04", .perRef, "Negotiated procedure count", from: .secured,
    procedure: """
      Run series of 1, 2, 3, 7 and 300 procedures on 15 channels. Each must have exactly that many on both sides, all of them complete.
      """
  ) { trial, tester throws(TesterStop) in
    var asked = trial.configuration()
    asked.channelMap = CSChannelMap(channels: 2..<17)
    try trial.configure(asked)
    for count in [1, 2, 3, 7, 300] {
      let asked = ProcedureCount(count)
      guard trial.declared.maxConsecutiveProcedures.allows(asked) else { continue }
      let run = try trial.run(trial.parameters(count: asked))
      tester.expect(
        [run.iut.count, run.completeCount],
        .equals([count, count], required: "\(count) procedures, complete on both sides") {
          "\($0[0]) procedures, \($0[1]) complete on both sides"
        }, "series of \(count) procedures", frames: trial.frames(of: run))
    }
  }

  private static let longSeries = link(
    "CS/LLAIR/BV-05", .perRef, "Long series", from: .secured,
    limits: [LimitRule("procedures", .whole(1...1000))],
    procedure: """
      Run an endless series for as many procedures as the limit says, or as many consecutive procedures as are \
      claimed, and end it. Every procedure must complete, with every step on the same channel on both sides.
      """
  ) { trial, tester throws(TesterStop) in
    let most = trial.declared.maxConsecutiveProcedures.limit
    let count = tester.wholeLimit("procedures")
    var asked = trial.configuration()
    asked.channelMap = CSChannelMap(channels: 2..<18)
    try trial.configure(asked)
    let inRow = most.map { min(count, $0) } ?? count
    let run = try trial.run(
      trial.parameters(count: most == nil ? .endless : ProcedureCount(inRow)), count: inRow)
    trial.note(run, "\(inRow) procedures in a row", procedures: inRow)
  }

  private static let counters = link(
    "CS/LLAIR/BV-06", .perRef, "Procedure counter of both devices", from: .configured,
    procedure: """
      Run two series of three procedures. Both sides must report the same procedure counters, from 0 and without \
      a gap.
      """
  ) { trial, tester throws(TesterStop) in
    for (series, first) in [(1, 0), (2, 3)] as [(Int, UInt16)] {
      let run = try trial.run(trial.parameters(count: 3))
      let due = [first, first + 1, first + 2]
      tester.expect(
        run.iut.map(\.counter), .equals(due), "Procedure_Counter in series \(series)",
        frames: trial.frames(of: run))
    }
  }

  private static let severalSubevents = link(
    "CS/LLAIR/BV-07", .perRef, "Procedures in several subevents", from: .configured,
    procedure: """
      Run procedures whose subevents are at most 25, 8 and 4 ms long, so that each takes several subevents, in one \
      connection event and in several. Both sides must report the same subevents, all of them complete.
      """
  ) { trial, tester throws(TesterStop) in
    for length in [25_000, 8_000, 4_000] as [SubeventLen] {
      let run = try trial.run(trial.parameters(count: 2) { $0.maxSubeventLen = length })
      trial.note(run, "subevents of at most \(length) us", procedures: 2)
      tester.expect(
        run.iut.map(\.subevents.count),
        .equals(run.lowerTester.map(\.subevents.count), required: "as many as the peer reports"),
        "subevents reported at \(length) us", frames: trial.frames(of: run))
    }
  }

  private static let intervals = link(
    "CS/LLAIR/BV-08", .perRef, "Negotiated procedure interval", from: .configured,
    procedure: """
      Run three procedures each at intervals of 4, 9 and 20 connection events. They must begin in the negotiated \
      connection events.
      """
  ) { trial, tester throws(TesterStop) in
    for interval in [4, 9, 20] as [UInt16] {
      let run = try trial.run(
        trial.parameters(count: 3) {
          ($0.minProcedureInterval, $0.maxProcedureInterval) = (interval, interval)
        })
      let events = run.iut.compactMap(\.subevents.first?.startACLConnEventCounter)
      let spans = zip(events.dropFirst(), events).map { $0.events(since: $1) }
      let due = run.schedule.procedureInterval
      tester.expect(
        Samples(spans, of: "gaps"), .exactly(due, "events"),
        "procedure interval of \(interval) connection events", frames: trial.frames(of: run))
    }
  }

  private static func mode(_ id: String, _ mode: CSMode) -> TestCase {
    link(
      id, .perRef, "Main mode \(mode)", from: .secured, claims: mode == .mode3 ? [.mode3] : [],
      procedure: """
        \(mode == .mode3 ? "Where mode-3 is claimed, configure it" : "Configure main mode \(mode)"), and run two procedures. \
        Every step after those of mode-0 must be of that mode.
        """
    ) { trial, _ throws(TesterStop) in
      try trial.range(trial.configuration(mode: mode), "main mode \(mode)")
    }
  }

  private static func subMode(_ id: String, _ main: CSMode, _ sub: CSMode) -> TestCase {
    link(
      id, .perRef, "Main mode \(main) with sub mode \(sub)", from: .secured,
      claims: main == .mode3 || sub == .mode3 ? [.mode3] : [],
      procedure: """
        \(main == .mode3 || sub == .mode3 ? "Where mode-3 is claimed, configure" : "Configure") main mode \(main) with sub mode \
        \(sub) after 2 to 5 steps, and run two procedures. Both sides must insert the sub mode at the same steps.
        """
    ) { trial, _ throws(TesterStop) in
      var asked = trial.configuration(mode: main)
      (asked.subMode, asked.minMainModeSteps, asked.maxMainModeSteps) = (sub, 2, 5)
      try trial.range(asked, "main mode \(main), sub mode \(sub)")
    }
  }

  private static let mode0Steps = link(
    "CS/LLAIR/BV-15", .perRef, "One to three steps of mode-0", from: .secured,
    procedure: """
      Configure mode-2 with 1, 2 and 3 steps of mode-0, and run two procedures with each. Each must be accepted, and every \
      step of mode-0 answered.
      """
  ) { trial, _ throws(TesterStop) in
    for count in 1...3 as ClosedRange<UInt8> {
      var asked = trial.configuration()
      asked.mode0Steps = count
      try trial.range(asked, "\(count) steps of mode-0")
    }
  }

  private static let mainModeRepetition = link(
    "CS/LLAIR/BV-16", .perRef, "Repeated main-mode steps", from: .secured,
    procedure: """
      Configure mode-2 with a Main_Mode_Repetition of 0 to 3, and run two procedures with each in several subevents.
      """
  ) { trial, _ throws(TesterStop) in
    for count in 0...3 as ClosedRange<UInt8> {
      var asked = trial.configuration()
      asked.mainModeRepetition = count
      try trial.range(asked, "Main_Mode_Repetition \(count)") { $0.maxSubeventLen = 8_000 }
    }
  }

  private static let mapRepetition = link(
    "CS/LLAIR/BV-17", .perRef, "Channel map repetition", from: .secured,
    procedure: """
      Configure mode-2 on 20 channels with a Channel_Map_Repetition of 1, 2 and 5, and run two procedures with each.
      """
  ) { trial, _ throws(TesterStop) in
    for count in [1, 2, 5] as [UInt8] {
      var asked = trial.configuration()
      asked.channelMap = CSChannelMap(channels: 30..<50)
      asked.channelMapRepetition = count
      try trial.range(asked, "Channel_Map_Repetition \(count)")
    }
  }

  private static func sequences(
    _ id: String, _ side: LinkSide, _ types: ClosedRange<UInt8>, _ claim: Claim
  ) -> TestCase {
    link(
      id, side, "RTT sequences, \(side.id), types \(types.lowerBound) to \(types.upperBound)", from: .secured,
      claims: [claim],
      procedure: """
        For each RTT_Type of \(types.lowerBound) to \(types.upperBound) that is claimed, configure mode-1 with it \
        and run two procedures. Every CS_SYNC must have the length of that type.
        """
    ) { trial, tester throws(TesterStop) in
      let claimed = types.filter {
        $0 <= 2 ? trial.declared.rttSoundingN > 0 : trial.declared.rttRandomSequenceN > 0
      }
      for type in claimed {
        var asked = trial.configuration(mode: .mode1)
        asked.rttType = RTTType(rawValue: type)
        try trial.range(asked, "RTT_Type \(type)", byIUT: side.link == .central)
        tester.judge(
          tester.timeline, [.packetLength], under: " with RTT_Type \(type)", within: TimelineBlame.tolerance)
      }
    }
  }

  private static let syncPHYs = link(
    "CS/LLAIR/BV-19", .perRef, "Every PHY of CS_SYNC", from: .secured,
    procedure: """
      Configure mode-1 with each CS_SYNC_PHY that is claimed, LE 1M always, and run two procedures with each.
      """
  ) { trial, _ throws(TesterStop) in
    for phy in SyncPHY.defined where trial.declared.csSyncPHYs.supports(phy) {
      var asked = trial.configuration(mode: .mode1)
      asked.csSyncPHY = phy
      try trial.range(asked, phy.name)
    }
  }

  private static let antennas = link(
    "CS/LLAIR/BV-20", .perRef, "Every claimed antenna configuration", from: .configured,
    procedure: """
      Run two procedures of mode-2 with each antenna configuration whose antennas and paths are claimed. Both sides must \
      report the paths of that configuration.
      """
  ) { trial, tester throws(TesterStop) in
    for antennas in trial.declared.reflectorAntennaConfigurations {
      let run = try trial.run(
        trial.parameters(count: 2) {
          $0.use(antennas)
        })
      trial.note(run, "antenna configuration \(antennas)", procedures: 2)
      let paths = Set(run.iut.flatMap(\.subevents).map { Int($0.numAntennaPaths) })
      tester.expect(
        paths.sorted(), .equals([antennas.pathCount]) { $0.map(String.init).joined(separator: ", ") },
        "paths of antenna configuration \(antennas)", frames: trial.frames(of: run))
    }
  }
}

extension LinkTrial {
  /// Creates a configuration and runs two procedures with it; both are under test.
  fileprivate func range(
    _ asked: CSConfiguration, _ step: String, byIUT: Bool = false,
    _ change: (inout CSProcedureParameters) -> Void = { _ in }
  ) throws(TesterStop) {
    try configure(asked, onTrial: "configuration: \(step)")
    let run = try run(parameters(count: 2, change), byIUT: byIUT)
    note(run, "procedures: \(step)", procedures: 2)
    let modes = Set(run.subevents.flatMap(\.timeline.reflector.mode)).subtracting([0])
    let due = Set([asked.mainMode, asked.subMode].compactMap { $0?.rawValue })
    tester.expect(
      modes.sorted(), .equals(due.sorted()) { $0.map(String.init).joined(separator: ", ") },
      "modes of the accessory's steps: \(step)", frames: frames(of: run))
  }
}
