internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import RadioModel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Variations of a session: reduced channel map, missed procedures, several subevents, antenna paths, reports.
  static let sessionCases = [fewerChannels, missedProcedures, severalSubevents, antennaPaths, reports]

  private static let fewerChannels = TestCase(
    id: "CS/SES/BV-01", title: "Reduced channel map",
    procedure: """
      Range as the phone does, but configure only every second channel of the phone's map. Then configure all of them again, \
      start a series, and in the middle of it have the phone classify the other half as bad, so that it sends \
      LL_CS_CHANNEL_MAP_IND. Every procedure must complete, and from the Instant on the accessory must use only \
      the remaining channels.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let channels = session.asked.channelMap.channels
    let halves = (0...1).map { first in
      CSChannelMap(channels: stride(from: first, to: channels.count, by: 2).map { channels[$0] })
    }
    guard halves[1].count >= CSChannelMap.minimumChannelCount else {
      throw .inconclusive("half of the phone's \(channels.count) channels are too few for ranging")
    }
    let map = halves[0]
    _ = try tester.configure(session, "configuration with \(map.count) channels") { $0.channelMap = map }
    let procedures = try tester.run(procedures: 2)
    try tester.requireTones(in: procedures, session.agreed)
    tester.judgeChannels(of: map, "channels of the configuration", procedures)
    let most = session.capabilities.maxConsecutiveProcedures
    if let limit = most.limit, limit < Tester.longestMapChange { return }
    _ = try tester.configure(session, "configuration with all channels") { _ in }
    try tester.judgeMapInSeries(halves[1], count: most)
  }

  private static let missedProcedures = TestCase(
    id: "CS/SES/BV-02", title: "Procedures missed by the phone",
    procedure: """
      Range as the phone does in a series in which the phone misses two consecutive procedures and a third one \
      later, as a radio with another task does. All others must complete.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let (count, most) = (10, session.capabilities.maxConsecutiveProcedures)
    try tester.requireProcedures(ProcedureCount(count), claimed: most)
    tester.bed.forgetProcedures()
    let agreed = try tester.start(
      tester.procedureParameters(count: most.isEndless ? .endless : ProcedureCount(count)))
    try tester.awaitCompletion(of: 2, agreed)
    guard let last = tester.phone.procedures.last else { throw .inconclusive("no procedure was reported") }
    let missed = Set([2, 3, 6].map { last.counter &+ $0 })
    let probe = LinkProbe()
    probe.takesPart = { !missed.contains($0) }
    tester.bed.phoneController.linkProbe = probe
    defer { tester.bed.phoneController.linkProbe = nil }
    try tester.awaitCompletion(of: count, agreed, mustComplete: false)
    let procedures = Array(tester.phone.procedures.prefix(count))
    let others = procedures.filter { !missed.contains($0.counter) }
    let lost = others.first { $0.done != .complete }
    let frames = (lost ?? procedures.last).map { tester.frames(of: $0) } ?? tester.lastFrame
    tester.expect(
      lost.map { "procedure \($0.counter): \(tester.meaning(ofAbort: $0))" },
      .absent("completed", met: "\(others.count) completed"), "procedures that the phone did not miss",
      frames: frames)
    if most.isEndless { try tester.endSeries() }
  }

  private static let severalSubevents = TestCase(
    id: "CS/SES/BV-03", title: "Procedures in several subevents", needs: [.air, .controller],
    limits: [LimitRule("subevent_us", .whole(SubeventLen.legalMicroseconds))],
    procedure: """
      Range as the phone does, with subevents no longer than the limit, so that a procedure takes several, and \
      with a procedure interval that has room for them. Every procedure and each of its subevents must complete, \
      and the accessory must report as many subevents as the phone.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.openSession()
    let length = SubeventLen(microseconds: tester.wholeLimit("subevent_us"))
    let interval = tester.roomyInterval
    let procedures = try tester.run(procedures: 2, under: " with subevents of \(length) us") {
      ($0.minSubeventLen, $0.maxSubeventLen) = (min($0.minSubeventLen, length), length)
      $0.minProcedureInterval = max($0.minProcedureInterval, interval)
      $0.maxProcedureInterval = max($0.maxProcedureInterval, interval)
      $0.maxProcedureLen = .longest
    }
    let frames = procedures.last.map { tester.frames(of: $0) } ?? tester.lastFrame
    let counts = procedures.map(\.subevents.count)
    guard counts.allSatisfy({ $0 > 1 }) else {
      throw .inconclusive("the phone's procedures fit into one subevent of \(length) us")
    }
    let subevents = procedures.flatMap(\.subevents)
    tester.expect(
      Proportion(subevents.count { $0.subeventDone == .complete }, of: subevents.count), .all("completed"),
      "subevents of at most \(length) us", frames: frames, isHeadline: true)
    tester.settleReports()
    tester.expect(
      tester.recorder.accessoryProcedures.map(\.subevents.count), .equals(counts) { "\($0)" },
      "subevents that the accessory reports", frames: tester.lastAccessoryFrame)
  }

  private static let antennaPaths = TestCase(
    id: "CS/SES/BV-04", title: "Every claimed antenna path", needs: [.air, .controller],
    appliesTo: [.antennas(2), .antennaPaths(2)],
    limits: [LimitRule("usable_tone_fraction", .number(0...1)), .phaseResidual],
    procedure: """
      Range as the phone does, with all claimed antennas of the accessory and one antenna of the phone. If more \
      paths are claimed, use two antennas of the phone as well. Both devices must rate nearly all tones of each path \
      usable, and with inline PCT the phases of each path must lie on a line of its own.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let configurations = tester.antennaConfigurations(session.capabilities)
    if configurations.isEmpty {
      throw .notApplicable("the controller claims one antenna or one antenna path")
    }
    let interval = tester.roomyInterval
    for antennas in configurations {
      let procedures = try tester.run(procedures: 3, under: " with \(antennas.pathCount) antenna paths") {
        $0.use(antennas)
        $0.minProcedureInterval = max($0.minProcedureInterval, interval)
        $0.maxProcedureInterval = max($0.maxProcedureInterval, interval)
      }
      try tester.requireTones(in: procedures, session.agreed)
      tester.settleReports()
      tester.judgePaths(of: antennas, procedures, session.agreed)
    }
  }

  private static let reports = TestCase(
    id: "CS/SES/BV-05", title: "Consistent reports of accessory and phone", needs: [.air, .controller],
    procedure: """
      Range as the phone does for four procedures. The accessory's controller must report to its own host the \
      same procedures, connection events, subevents and steps as the phone's controller, each step on the same \
      channel and in the same mode, and report the procedures and subevents as complete.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let procedures = try tester.run(procedures: 4)
    tester.settleReports()
    tester.judgeReports(procedures, session.agreed)
  }
}

extension Tester {
  /// The greatest number of procedures before the phone announces a change of the channel map.
  fileprivate static let longestMapChange = 40

  /// The last event of the accessory's controller.
  fileprivate var lastAccessoryFrame: [Int] {
    recorder.accessoryEvents.last { $0 > 0 }.map { [$0] } ?? lastFrame
  }

  /// A procedure interval in connection events that has room for a long procedure: a second, and a subevent in each of
  /// 32 connection events.
  fileprivate var roomyInterval: UInt16 {
    let second = Picoseconds.seconds(1).rawValue / max(1, phone.connectionInterval.rawValue)
    return UInt16(max(32, second))
  }

  /// Waits until the accessory's controller has reported the procedures that the phone's controller has reported.
  fileprivate func settleReports() { phone.idle(.milliseconds(50)) }

  /// Judges whether the accessory sent only on channels of `map`.
  fileprivate func judgeChannels(of map: CSChannelMap, _ step: String, _ procedures: [ProcedureResult]) {
    let counters = Set(procedures.map(\.counter))
    let sent = recorder.subevents.filter { counters.contains($0.initiator.procedureCounter) }
      .flatMap(\.timeline.reflector.channel)
    let frames = procedures.last.map { self.frames(of: $0) } ?? lastFrame
    expect(
      Proportion(sent.count(where: map.contains), of: sent.count),
      .all("on the \(map.count) channels of the map"), step, frames: frames)
  }

  /// Takes channels away in the middle of a series.
  ///
  /// - Parameter count: how many procedures a series may have.
  fileprivate func judgeMapInSeries(_ map: CSChannelMap, count: ProcedureCount) throws(TesterStop) {
    bed.forgetProcedures()
    let agreed = try start(procedureParameters(count: count))
    try awaitCompletion(of: 2, agreed)
    let seen = recorder.controlPDUs.count
    try prepare(
      "channel classification",
      phone.driver.complete(LECSSetChannelClassificationCommand { $0.channelClassification = map }))
    var number = 2
    repeat {
      number += 1
      try awaitCompletion(of: number, agreed)
    } while mapInstant(after: seen) == nil && number < Self.longestMapChange
    guard let instant = mapInstant(after: seen), let last = phone.procedures.last?.startEvent else {
      throw .inconclusive("the phone's controller sent no LL_CS_CHANNEL_MAP_IND")
    }
    // Where the accessory has a latency, the Instant is many procedures ahead.
    let events = max(0, Int(instant.distance(from: last)))
    number = phone.procedures.count + events / max(1, Int(agreed.procedureInterval)) + 4
    if let limit = count.limit, number > limit { return }
    try awaitCompletion(of: number, agreed)
    // A procedure that has begun before the Instant keeps its channels.
    let concerned = phone.procedures.prefix(number).filter { procedure in
      procedure.startEvent.map { $0.distance(from: instant) >= 0 } ?? false
    }
    guard !concerned.isEmpty else { throw .inconclusive("no procedure began after the Instant") }
    judgeChannels(of: map, "channels from the Instant of LL_CS_CHANNEL_MAP_IND on", concerned)
    if count.isEndless { try endSeries() }
  }

  /// The Instant of the LL_CS_CHANNEL_MAP_IND that the phone sent after so many control PDUs.
  private func mapInstant(after count: Int) -> ConnEventCounter? {
    for seen in recorder.controlPDUs[count...] where seen.isFromCentral {
      if case .csChannelMapInd(let pdu) = seen.pdu { return pdu.instant }
    }
    return nil
  }

  /// The antenna configurations that use every claimed path: all antennas of the accessory with one of the phone, and
  /// those with more paths, which need more antennas of the phone. None if there are no two paths.
  fileprivate func antennaConfigurations(_ claimed: CSCapabilities) -> [AntennaConfiguration] {
    let plain = AntennaConfiguration.ofReflector(
      min(4, Int(claimed.numAntennas), Int(claimed.maxAntennaPaths)))
    guard plain.pathCount > 1 else { return [] }
    let own = bed.phoneController.description.identity.csCapabilities
    let further = claimed.reflectorAntennaConfigurations.filter {
      $0.reflectorAntennas > 1 && $0.pathCount > plain.pathCount
        && $0.initiatorAntennas <= own.numAntennas && $0.pathCount <= own.maxAntennaPaths
    }
    return [plain] + further
  }

  /// Judges each antenna path separately.
  fileprivate func judgePaths(
    of antennas: AntennaConfiguration, _ procedures: [ProcedureResult], _ configuration: CSConfiguration
  ) {
    let count = antennas.pathCount
    let condition =
      antennas.initiatorAntennas > 1 ? " with \(antennas.initiatorAntennas) antennas of the phone" : ""
    let frames = procedures.last.map { self.frames(of: $0) } ?? lastFrame
    let sides = [
      ("of the accessory", procedures, configuration),
      ("at the accessory", recorder.accessoryProcedures, configuration.seenByPeer),
    ]
    for (side, seen, layout) in sides {
      for path in 0..<count {
        let tones = seen.map { $0.countTones(layout, path: path, of: count) }
        expect(
          Proportion(tones.reduce(0) { $0 + $1.usableCount }, of: tones.reduce(0) { $0 + $1.count }),
          .atLeast(part: limit("usable_tone_fraction")),
          "usable tones \(side), antenna path \(path + 1)\(condition)", frames: frames)
      }
    }
    guard configuration.usesInlinePCT, bed.environment.isFixed else { return }
    for procedure in procedures {
      let residuals = (0..<count).map {
        comparison(of: procedure, configuration, path: $0)?.residualRadians ?? .infinity
      }
      expect(
        Samples(residuals, of: "antenna paths"), .atMost(limit("phase_residual_rad"), "rad"),
        "phase residual of \(count) antenna paths in procedure \(procedure.counter)\(condition)",
        frames: self.frames(of: procedure))
    }
  }

  /// Compares the accessory's reports with the phone's.
  fileprivate func judgeReports(_ procedures: [ProcedureResult], _ configuration: CSConfiguration) {
    let seen = recorder.accessoryProcedures
    func compare<Value: Equatable>(
      _ step: String, _ value: (SubeventResult, CSConfiguration) -> Value,
      _ words: (Value, _ other: Value) -> String
    ) {
      let due = procedures.flatMap { $0.subevents.map { value($0, configuration) } }
      let reported = seen.flatMap { $0.subevents.map { value($0, configuration.seenByPeer) } }
      var difference = zip(due, reported).first { $0 != $1 }.map {
        "\(words($1, $0)), the phone reports \(words($0, $1))"
      }
      if difference == nil, due.count != reported.count {
        difference = "\(reported.count) subevents, the phone reports \(due.count)"
      }
      expect(
        difference, .absent("the same as the phone reports", met: "the same in \(seen.count) procedures"),
        "\(step) in the accessory's report", frames: lastAccessoryFrame)
    }
    func plain<Value>(_ value: Value, _ other: Value) -> String { "\(value)" }
    compare("Procedure_Counter", { result, _ in result.procedureCounter }, plain)
    compare("Config_ID", { result, _ in result.configID }, plain)
    compare("Start_ACL_Conn_Event_Counter", { result, _ in result.startACLConnEventCounter }, plain)
    compare("Num_Antenna_Paths", { result, _ in result.numAntennaPaths }, plain)
    compare("Procedure_Done_Status", { result, _ in result.procedureDone.rawValue }, plain)
    compare("Subevent_Done_Status", { result, _ in result.subeventDone.rawValue }, plain)
    compare(
      "Step_Channel and Step_Mode",
      { $0.readableSteps($1).map { "mode-\($0.mode) on channel \($0.channel)" } }
    ) { steps, other in
      let index = zip(steps, other).prefix { $0 == $1 }.count
      return index < steps.count
        ? "step \(index + 1) of \(steps.count): \(steps[index])" : "\(steps.count) steps"
    }
  }
}

extension ProcedureResult {
  /// The connection event in which it began.
  fileprivate var startEvent: ConnEventCounter? { subevents.first?.startACLConnEventCounter }
}
