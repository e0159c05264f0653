package import ChannelSounding
internal import CoreTypes
internal import HCI
package import ProcedureRanging
internal import Profiles
internal import Verdicts
package import VirtualController
internal import VirtualHost

/// The results of one run of LE CS Test.
package struct RadioSubevent {
  /// The signals on the cable.
  package let timeline: ExchangeTimeline
  /// What the accessory's controller reported: a procedure of one subevent.
  package let iutProcedure: ProcedureResult
  /// What the lower tester reported: a procedure of one subevent.
  package let testerProcedure: ProcedureResult

  /// What the accessory's controller reported.
  package var iut: SubeventResult { iutProcedure.subevents[0] }
  /// What the lower tester reported.
  package var tester: SubeventResult { testerProcedure.subevents[0] }
  /// Whether the accessory found no packet of mode-0.
  fileprivate var isUnheard: Bool { iut.subeventAbortReason == .noSyncReceived }
}

/// Running LE CS Test in the accessory's controller and in a lower tester.
extension Tester {
  /// Brings both controllers up on a cable and reads the claims of the accessory; a case that needs more is not
  /// applicable.
  ///
  /// - Parameter test: gets an RTT type that the accessory claims, unless it has one.
  package func claimed(_ test: inout RadioTest) throws(TesterStop) -> CSCapabilities {
    try bringUp()
    try prepare("bringing the lower tester up", HCIBench.bringUp(peer))
    guard let claimed = try localCapabilities(iut) else {
      throw notReached("capabilities", "LE CS Read Local Supported Capabilities is an unknown command")
    }
    let on2M = test.phy != .le1M
    test.rttType = test.rttType ?? RTTType.allCases.first { claimed.rttClaim($0, on2M: on2M) != nil }
    if let reason = obstacle(to: test, claimed) { throw .notApplicable(reason) }
    return claimed
  }

  /// Takes both controllers to another cable.
  package func rewire(_ cable: Cable) throws(TesterStop) {
    bench.wire(cable)
    try bringUp()
    try prepare("bringing the lower tester up", HCIBench.bringUp(peer))
  }

  /// Why a device with these claims cannot take part in a test; nil if it can.
  private func obstacle(to test: RadioTest, _ claimed: CSCapabilities) -> String? {
    let role: CSCapabilities.Roles = test.iutRole == .initiator ? .initiator : .reflector
    if !claimed.roles.contains(role) { return "the \(test.iutRole) role is not claimed" }
    if !test.phy.isClaimed(claimed) { return "\(test.phy.name) is not claimed" }
    if test.mainMode == 3, !claimed.supportsMode3 { return "mode-3 is not claimed" }
    if test.measuresRoundTrips, test.rttType.flatMap({ claimed.rttClaim($0, on2M: test.phy != .le1M) }) == nil
    {
      return
        "\(test.rttType.map { Exercise.rtt($0).words } ?? "an RTT type") on \(test.phy.name) is not claimed"
    }
    if test.usesInlinePCT, !claimed.subfeatures.contains(.inlinePCT) { return "inline PCT is not claimed" }
    if test.ownAntennas > claimed.numAntennas {
      return "\(test.ownAntennas) antennas are needed, \(claimed.numAntennas) claimed"
    }
    if test.antennas.pathCount > claimed.maxAntennaPaths {
      return "\(test.antennas.pathCount) antenna paths are needed, \(claimed.maxAntennaPaths) claimed"
    }
    return nil
  }

  /// Runs a test `count` times.
  ///
  /// - Parameter prepare: changes the test before each run; gets the number of earlier runs.
  package func run(
    _ test: RadioTest, _ claimed: CSCapabilities, times count: Int,
    _ change: (inout RadioTest, Int) -> Void = { _, _ in }
  ) throws(TesterStop) -> [RadioSubevent] {
    var subevents: [RadioSubevent] = []
    for number in 0..<count {
      var next = test
      change(&next, number)
      subevents.append(try run(next, claimed))
    }
    return subevents
  }

  /// Runs a test `count` times at a level that the accessory may be unable to receive. Returns nil if it found no
  /// packet of mode-0 in one of the runs.
  package func runIfReceived(
    _ test: RadioTest, _ claimed: CSCapabilities, times count: Int
  ) throws(TesterStop) -> [RadioSubevent]? {
    var subevents: [RadioSubevent] = []
    for _ in 0..<count {
      let subevent = try run(test, claimed, mayBeUnheard: true)
      if subevent.isUnheard { return nil }
      subevents.append(subevent)
    }
    return subevents
  }

  private func run(
    _ test: RadioTest, _ claimed: CSCapabilities, mayBeUnheard: Bool = false
  ) throws(TesterStop) -> RadioSubevent {
    iutRole = test.iutRole
    recorder.forgetProcedures()
    for driver in [iut, peer] { driver.forgetEvents() }
    let testerRole: CSRole = test.iutRole == .initiator ? .reflector : .initiator
    let interpretations = request.profile.interpretations
    let command = test.command(test.iutRole, claimed: claimed, interpretations: interpretations)
    let counterpart = test.command(testerRole, claimed: claimed, interpretations: interpretations)
    // The reflector waits for the initiator as long as it takes.
    if test.iutRole == .reflector { try begin(command) }
    try prepare("test in the lower tester", peer.complete(counterpart))
    if test.iutRole == .initiator { try begin(command) }
    let own = try attempt("results of LE CS Test", Self.result(of: iut), required: "complete")
    let seen = try prepare("results of the lower tester", Self.result(of: peer))
    guard let observed = recorder.subevents.last else {
      throw notReached("subevent", "the lower tester recorded no subevent")
    }
    let subevent = RadioSubevent(timeline: observed.timeline, iutProcedure: own, testerProcedure: seen)
    if own.done != .complete, !(mayBeUnheard && subevent.isUnheard) {
      try require("aborted", .inPlaceOf("complete"), "subevent of LE CS Test")
    }
    try prepare("end of the test") { () throws(HostError) in
      for driver in [iut, peer] { try Self.end(driver) }
    }
    return subevent
  }

  private func begin(_ command: LECSTestCommand) throws(TesterStop) {
    try expectAcceptance(of: command, "as \(command.configuration.role == 0 ? "initiator" : "reflector")")
  }

  private static func result(of driver: HCIDriver) throws(HostError) -> ProcedureResult {
    var collector = ProcedureCollector()
    return try driver.event("results", after: 0, within: .seconds(10)) {
      collector.receive($0, packetIndex: 0)
    }
  }

  private static func end(_ driver: HCIDriver) throws(HostError) {
    let start = try driver.begin(LECSTestEndCommand())
    try driver.event("end of the test", after: start, within: .seconds(5)) {
      if case .leCSTestEndComplete = $0 { return () }
      return nil
    }
  }

  /// The last event of the accessory's controller.
  package var lastResultFrame: [Int] { recorder.accessoryEvents.last.map { [$0] } ?? lastFrame }
}
