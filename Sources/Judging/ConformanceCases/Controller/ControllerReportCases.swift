internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The values and the parts of the results that a controller reports.
  static let controllerReportCases = [valuesOfResults, partsOfResults, abortedSubevents]

  private static let valuesOfResults = TestCase(
    id: "HCI/RES/BV-02", title: "Result values and codes for unavailable values", needs: [.hci, .peer],
    procedure: """
      Run two procedures that the peer initiates, with mode-1 steps among those of mode-2 where round trips are \
      claimed. The reflector must report no frequency compensation (0xC000, in which bit 15 does not count), powers of \
      -127 to 20 dBm or 127 for unavailable, antennas that it claims, an attack metric of 0 to 6 or 0xFF for \
      unavailable, permutations 0 to 23 and legal qualities.
      """
  ) { tester throws(TesterStop) in
    let subevents = try tester.reportedSubevents(withRoundTrips: true)
    let values = ResultValues(antennas: try tester.localCapabilities(tester.iut)?.numAntennas ?? 4)
    let problems = subevents.flatMap(values.problems)
    tester.expect(problems.first, .absent("legal"), "values of \(subevents.count) subevents")
  }

  private static let partsOfResults = TestCase(
    id: "HCI/RES/BV-03", title: "Results in several events", needs: [.hci, .peer],
    procedure: """
      Run two procedures whose subevents need more than one event. Every event but the last of a subevent must \
      report that subevent and procedure continue, without an abort reason; all must have the same Config_ID and \
      number of antenna paths, and at most 160 steps each.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    let start = tester.iut.events.count
    try tester.startSecurity(link)
    try tester.startProcedures(link, count: 2)
    tester.idle(.seconds(4))
    let parts = tester.events(after: start, ResultPart.init)
    let continued = parts.indices.filter { parts[$0].isContinuation }
    guard !continued.isEmpty else { throw .inconclusive("every subevent fitted into one event") }
    var problems: [String] = []
    for index in continued {
      guard index > 0 else {
        return try tester.require(
          "LE CS Subevent Result Continue", .inPlaceOf("LE CS Subevent Result"), "first event of a subevent")
      }
      problems += parts[index].problems(after: parts[index - 1])
    }
    problems += parts.filter { $0.stepCount > 160 }.map { "an event with \($0.stepCount) steps" }
    tester.expect(
      problems.first, .absent("continuations of the same subevent"),
      "\(parts.count) result events, \(continued.count) of them continuations")
  }

  private static let abortedSubevents = TestCase(
    id: "HCI/RES/BI-01", title: "Abort reason of a subevent", needs: [.hci, .peer],
    procedure: """
      While procedures run, reset the peer, which then stops transmitting. Until the link is lost, the controller \
      under test must report its subevents as aborted, with a reason. Earlier subevents must be reported as \
      complete, without a reason.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured(.onFewChannels)
    let start = tester.iut.events.count
    try tester.startLongSeries(link)
    try tester.awaitResult(after: start, "results of the running series")
    try tester.prepare("reset of the peer", tester.peer.complete(ResetCommand()))
    let iut = tester.iut
    iut.simulation.run(until: iut.simulation.now + .seconds(10)) { iut.lastDisconnection == nil }
    let subevents = try tester.joinedSubevents(after: start)
    let aborted = subevents.filter { $0.subeventDone == .aborted }
    tester.expect(aborted.count, .atLeast(1, "subevents"), "aborted subevents")
    let problems = subevents.flatMap(ResultValues.abortProblems)
    tester.expect(
      problems.first, .absent("a reason if aborted, none if complete"),
      "abort reasons of \(subevents.count) subevents")
  }
}

/// LE CS Subevent Result or LE CS Subevent Result Continue.
private struct ResultPart {
  let isContinuation: Bool
  let configID: ConfigID
  let numAntennaPaths: UInt8
  let stepCount: UInt8
  /// Procedure_Done_Status, Subevent_Done_Status and both reasons.
  let status: [UInt8]

  init?(_ value: HCIEventValue) {
    let reported: ReportedSteps
    switch value {
    case .leCSSubeventResult(let event):
      (isContinuation, configID, reported) = (false, event.configID, event.reported)
    case .leCSSubeventResultContinue(let event):
      (isContinuation, configID, reported) = (true, event.configID, event.reported)
    default: return nil
    }
    (numAntennaPaths, stepCount) = (reported.numAntennaPaths, reported.numStepsReported)
    status = [
      reported.procedureDoneStatus.rawValue, reported.subeventDoneStatus.rawValue,
      reported.procedureAbortReason.rawValue, reported.subeventAbortReason.rawValue,
    ]
  }

  /// What is wrong with this event as the continuation of `other`.
  func problems(after other: ResultPart) -> [String] {
    var problems: [String] = []
    if other.status != [1, 1, 0, 0] {
      problems.append("an event before the last of its subevent has the statuses and reasons \(other.status)")
    }
    if configID != other.configID { problems.append("configuration \(configID) after \(other.configID)") }
    if numAntennaPaths != other.numAntennaPaths, numAntennaPaths != 0, other.numAntennaPaths != 0 {
      problems.append("\(numAntennaPaths) antenna paths after \(other.numAntennaPaths)")
    }
    return problems
  }
}

/// The ranges of what a reflector reports. [Vol 4, Part E, 7.7.65.44]
private struct ResultValues {
  /// Num_Antennas_Supported.
  let antennas: UInt8

  /// Abort reasons without an abort, and aborts without a reason.
  static func abortProblems(_ subevent: SubeventResult) -> [String] {
    var problems: [String] = []
    if (subevent.subeventDone == .aborted) != (subevent.subeventAbortReason != .none) {
      problems.append("subevent \(subevent.subeventDone), abort reason: \(subevent.subeventAbortReason)")
    }
    if (subevent.procedureDone == .aborted) != (subevent.procedureAbortReason != .none) {
      problems.append("procedure \(subevent.procedureDone), abort reason: \(subevent.procedureAbortReason)")
    }
    return problems
  }

  func problems(_ subevent: SubeventResult) -> [String] {
    var problems = Self.abortProblems(subevent)
    if let ppm = subevent.frequencyCompensation.ppm {
      problems.append("a frequency compensation of \(ppm) ppm by a reflector")
    }
    if !subevent.referencePowerLevel.isDefined {
      problems.append("a reference power of \(subevent.referencePowerLevel) dBm")
    }
    guard subevent.subeventDone == .complete else { return problems }
    if !(1...4).contains(subevent.numAntennaPaths) {
      problems.append("\(subevent.numAntennaPaths) antenna paths")
    }
    do {
      let layout = CSStepLayout(role: .reflector, numAntennaPaths: subevent.numAntennaPaths)
      for step in try subevent.steps(layout) { problems += self.problems(step.data) }
    } catch {
      problems.append("steps: \(error)")
    }
    return problems
  }

  private func problems(_ data: CSStep.Data) -> [String] {
    switch data {
    case .mode0(let packet, _): problems(packet)
    case .mode1(let trip): problems(trip)
    case .mode2(let exchange): problems(exchange)
    case .mode3(let trip, let exchange): problems(trip) + problems(exchange)
    case .opaque(let mode, let octets): ["a step of mode \(mode) with \(octets.count) octets"]
    }
  }

  private func problems(_ packet: CSStep.Packet) -> [String] {
    var problems: [String] = []
    if packet.quality.accessAddress == nil { problems.append("a packet quality of \(packet.quality)") }
    if !packet.rssi.isDefined { problems.append("an RSSI of \(packet.rssi) dBm") }
    if !(1...max(1, antennas)).contains(packet.antenna) { problems.append("antenna \(packet.antenna)") }
    return problems
  }

  private func problems(_ trip: CSStep.RoundTrip) -> [String] {
    return problems(trip.packet) + (trip.nadm.isDefined ? [] : ["an attack metric of \(trip.nadm)"])
  }

  private func problems(_ exchange: CSStep.ToneExchange) -> [String] {
    var problems: [String] = []
    if exchange.antennaPermutationIndex > 23 {
      problems.append("antenna permutation \(exchange.antennaPermutationIndex)")
    }
    for (index, tone) in exchange.tones.enumerated() {
      if !tone.quality.isDefined { problems.append("a tone quality of \(tone.quality)") }
      let isExtension = index == exchange.tones.count - 1
      if isExtension ? !(1...2).contains(tone.extensionSlot) : tone.extensionSlot != 0 {
        problems.append("an extension slot of \(tone.extensionSlot) in place \(index)")
      }
    }
    return problems
  }
}

extension Tester {
  /// Runs two procedures and returns their reported subevents.
  fileprivate func reportedSubevents(withRoundTrips: Bool) throws(TesterStop) -> [SubeventResult] {
    var configuration = CSConfiguration()
    let link = try connectControllers()
    try exchangeCapabilities(link)
    let counts = [try localCapabilities(iut), try localCapabilities(peer)].map { $0?.rttAAOnlyN ?? 0 }
    if withRoundTrips, counts.allSatisfy({ $0 > 0 }) {
      configuration.subMode = 1
      (configuration.minMainModeSteps, configuration.maxMainModeSteps) = (3, 5)
    }
    let reports = try createConfiguration(configuration, link)
    guard reports.iut.status == .success, reports.peer.status == .success else {
      throw .inconclusive("the configuration was not created: \(reports.iut.status), \(reports.peer.status)")
    }
    let start = iut.events.count
    try startSecurity(link)
    try startProcedures(link, count: 2)
    idle(.seconds(4))
    let subevents = try joinedSubevents(after: start)
    guard !subevents.isEmpty else { throw .inconclusive("no subevent was reported") }
    return subevents
  }

  /// The subevents reported after event `start`; events that do not form subevents fail a step.
  fileprivate func joinedSubevents(after start: Int) throws(TesterStop) -> [SubeventResult] {
    var accumulator = SubeventAccumulator()
    var subevents: [SubeventResult] = []
    for event in iut.events[start...] {
      do throws(SubeventAccumulator.Failure) {
        switch event.value {
        case .leCSSubeventResult(let part): try accumulator.append(part).map { subevents.append($0) }
        case .leCSSubeventResultContinue(let part): try accumulator.append(part).map { subevents.append($0) }
        default: break
        }
      } catch {
        try require("\(error)", .inPlaceOf("continuations of the same subevent"), "continuation of results")
      }
    }
    return subevents
  }
}
