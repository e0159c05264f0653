internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import ProcedureRanging
internal import Profiles
internal import RadioModel
internal import RangingService
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Requirements of Android.
  static let androidCases = [
    rangingServiceRequired, largeMTU, androidConfigurations, androidRetries, distanceOverRangingService,
  ]

  private static let rangingServiceRequired = TestCase(
    id: "CS/AND/BV-01", title: "Ranging Service present",
    procedure: """
      Pair and discover the Ranging Service with the parts that the phone needs: RAS Features and either \
      Real-time Ranging Data or On-demand Ranging Data with the control point and Ranging Data Ready.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let handles = try tester.prepare("discovery of the Ranging Service", tester.phone.findRangingService())
    let onDemand: [RangingCharacteristic] = [.onDemandData, .controlPoint, .ready]
    let isUsable =
      handles.map { found in
        found.features != nil && (found[.realTimeData] != nil || onDemand.allSatisfy { found[$0] != nil })
      } ?? false
    tester.expect(
      handles == nil ? "absent" : isUsable ? "present, with ranging data" : "present, incomplete",
      .equals("present, with ranging data"), "Ranging Service")
  }

  private static let largeMTU = TestCase(
    id: "CS/AND/BV-02", title: "ATT_MTU for ranging data",
    limits: [LimitRule("mtu_octets", .whole(23...517))],
    procedure: """
      Offer the ATT_MTU of the limit. The accessory must accept it.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let wanted = tester.wholeLimit("mtu_octets")
    let agreed = try tester.prepare("agreement on ATT_MTU", tester.phone.exchangeMTU(wanted))
    tester.expect(agreed, .atLeast(wanted, "octets"), "ATT_MTU")
  }

  private static let androidConfigurations = TestCase(
    id: "CS/AND/BV-03", title: "Configurations requested by Android",
    limits: [LimitRule("security_time_s", .number(0.1...600))],
    procedure: """
      Exchange capabilities, read the FAE table where it is not zero, and create mode-2 with AA-only, three \
      mode-0 steps, LE 1M and #3b, first with all 72 channels, then with every second. Start CS security, which \
      must succeed in time, and start procedures with subevents of 1250 us to 2 s and procedures of 6.25 s at \
      most. Two procedures must complete with each configuration.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    let all = CSChannelMap.allowed
    let maps = [
      ("all channels", all),
      ("every second channel", CSChannelMap(channels: all.channels.filter { $0 % 2 == 0 })),
    ]
    for (name, map) in maps {
      try tester.configureAsAndroid(map, name)
      try tester.judgeSecurityTime()
      try tester.runAsAndroid(name)
    }
  }

  private static let androidRetries = TestCase(
    id: "CS/AND/BV-04", title: "Retries by Android",
    limits: [LimitRule("retries", .whole(1...20))],
    procedure: """
      Create the configuration, start procedures, and stop them after two. Repeat that as often as the limit \
      says. Each attempt must be accepted, and its procedures must complete.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    for attempt in 0...tester.wholeLimit("retries") {
      try tester.configureAsAndroid(.allowed, "attempt \(attempt + 1)")
      try tester.judgeSecurityTime(limit: nil)
      try tester.runAsAndroid(isStopped: true, "attempt \(attempt + 1)")
    }
  }

  private static let distanceOverRangingService = TestCase(
    id: "CS/AND/BV-05", title: "Distance over the Ranging Service",
    limits: [LimitRule("distance_error_m", .number(0...1000))],
    procedure: """
      Read the reflector's results from the Ranging Service, in real time if the accessory supports that. Run \
      four procedures without inline PCT, at the shortest T_FCS of both devices, each after the results of the \
      previous one, since a server may keep only one. Combine the results of both sides: each procedure must give \
      the true distance.
      """
  ) { tester throws(TesterStop) in
    try tester.judgeDistanceOverRangingService()
  }
}

extension Tester {
  fileprivate func configureAsAndroid(_ map: CSChannelMap, _ name: String) throws(TesterStop) {
    var asked = CSConfiguration()
    asked.channelMap = map
    let wanted = request.phone.configuration
    (asked.tIP1, asked.tIP2) = (wanted.tIP1, wanted.tIP2)
    (asked.tFCS, asked.tPM) = (wanted.tFCS, wanted.tPM)
    try attempt(
      "configuration with \(name)", phone.configure(asked), required: "accepted", frames: configurationFrames)
  }

  /// Starts CS security within the limit of the case, unless it was started.
  fileprivate func judgeSecurityTime(limit name: String? = "security_time_s") throws(TesterStop) {
    guard !hasCSSecurity else { return }
    let start = phone.driver.simulation.now
    try attempt("CS security", phone.startCSSecurity(), required: "started")
    hasCSSecurity = true
    guard let name else { return }
    let seconds = (phone.driver.simulation.now - start).inSeconds
    expect(seconds, .atMost(limit(name), "s"), "start of CS security")
  }

  /// Runs two procedures, which end by themselves or are stopped.
  fileprivate func runAsAndroid(isStopped: Bool = false, _ name: String) throws(TesterStop) {
    bed.forgetProcedures()
    let most = declared?.maxConsecutiveProcedures ?? .endless
    try requireProcedures(2, claimed: most)
    var parameters = procedureParameters(count: isStopped ? most : 2)
    parameters.maxProcedureLen = 0x2710
    parameters.minSubeventLen = .shortest
    parameters.maxSubeventLen = 2_000_000
    try requireAntennas()
    try attempt(
      "start of procedures, \(name)", phone.startProcedures(parameters), required: "accepted",
      frames: startFrames)
    try attempt(
      "two procedures, \(name)",
      phone.waitForProcedures(2, within: phone.timeout(atLeast: .seconds(60), exchanges: 60)),
      required: "completed")
    let done = phone.procedures.count { $0.done == .complete }
    expect(
      Proportion(done, of: phone.procedures.count), .all("completed"), "procedures, \(name)",
      frames: frames(ofLast: phone.procedures))
    // A series of as many as are claimed may be over by now.
    guard isStopped, most.limit.map({ phone.procedures.count < $0 }) ?? true else { return }
    try prepare("end of procedures", phone.stopProcedures(configID: 0))
  }

  fileprivate func judgeDistanceOverRangingService() throws(TesterStop) {
    _ = try connectForRanging()
    let isServed = try prepare(
      "reading from the Ranging Service", phone.run { $0.readRangingService(mtu: Self.rangingMTU) },
      on: .rangingService)
    guard isServed else { throw .inconclusive("there is no Ranging Service", on: .rangingService) }
    let agreed = try prepareRanging(plainConfiguration, tFCS: request.phone.tFCS)
    var pairs: [(own: ProcedureResult, reflector: ProcedureResult)] = []
    phone.rangedSink = { pairs.append(($0, $1)) }
    defer { phone.rangedSink = nil }
    var procedures: [ProcedureResult] = []
    for number in 1...4 {
      let ended = try range(1) { pairs.count >= number }
      procedures += ended
    }
    try requireTones(in: procedures, agreed)
    try requireFixedPlace()
    expect(pairs.count, .equals(procedures.count), "procedures with both sides")
    let errors = pairs.map { pair in
      PhaseComparison(pair.own.measurement(agreed, reflector: pair.reflector), environment: bed.environment)?
        .errorMetres ?? .infinity
    }
    expect(
      Samples(errors, of: "procedures"), .within(0, limit("distance_error_m"), "m"),
      "distance error of both devices", isHeadline: true)
  }
}
