package import ChannelSounding
package import CoreTypes
package import HCI
internal import SimulationKernel
internal import Verdicts
package import VirtualHost

/// What the cases of the HCI have in common.
extension Tester {
  /// The host above the controller under test.
  package var iut: HCIDriver { bench.iut }

  /// The host above the controller that it meets.
  package var peer: HCIDriver {
    guard let peer = bench.peer else { preconditionFailure("this case did not say that it needs a peer") }
    return peer
  }

  /// Resets the controller under test and lets it report the usual events.
  package func bringUp() throws(TesterStop) {
    try prepare("bringing the controller up", HCIBench.bringUp(iut))
  }

  /// Brings both controllers up, connects and encrypts.
  package func connectControllers() throws(TesterStop) -> HCILink {
    try prepare("link between the controllers") { () throws(HostError) in
      let link = try bench.connect(peer)
      try bench.encrypt(link, peer)
      return link
    }
  }

  /// Sends a command to the controller under test, which has to answer it.
  package func answer(to command: some HCICommand) throws(TesterStop) -> HCIDriver.Answer {
    try attempt(
      "answer to \(type(of: command).opcode)", iut.answer(to: command, within: .seconds(2)),
      required: "an answer")
  }

  /// Sends a command that the controller under test has to refuse in one way.
  package func expectRefusal(
    of command: some HCICommand, _ circumstance: String, with code: ErrorCode
  ) throws(TesterStop) {
    try expectRefusal(of: command, circumstance, withOneOf: [code])
  }

  /// The supported commands of the controller under test, a bit each.
  package func supportedCommands() throws(TesterStop) -> [UInt8] {
    try prepare("supported commands", iut.complete(ReadLocalSupportedCommandsCommand()).supportedCommands)
  }

  /// Page 0 of the features of the controller under test.
  package func localFeatures() throws(TesterStop) -> FeaturePage0 {
    try prepare("local features", iut.complete(LEReadLocalSupportedFeaturesCommand()).leFeatures)
  }

  /// LE_States of the controller under test.
  package func supportedStates() throws(TesterStop) -> UInt64 {
    try prepare("supported states", iut.complete(LEReadSupportedStatesCommand()).leStates)
  }

  /// The capabilities that a controller reports; nil if it reports none.
  package func localCapabilities(_ driver: HCIDriver) throws(TesterStop) -> CSCapabilities? {
    try prepare("local capabilities") { () throws(HostError) in
      if let v2 = try driver.completeIfKnown(LECSReadLocalSupportedCapabilitiesV2Command()) {
        return v2.capabilities
      }
      return try driver.completeIfKnown(LECSReadLocalSupportedCapabilitiesCommand())?.capabilities
    }
  }

  /// Gives each controller the capabilities of the other, and enables the roles. Other cases judge commands that a
  /// controller leaves unanswered here.
  package func exchangeCapabilities(_ link: HCILink) throws(TesterStop) {
    _ = try remoteCapabilities(iut, link.iutHandle)
    _ = try remoteCapabilities(peer, link.peerHandle)
    for (driver, handle) in [(iut, link.iutHandle), (peer, link.peerHandle)] {
      let roles = try localCapabilities(driver)?.roles ?? [.initiator, .reflector]
      try prepare(
        "enabling roles",
        driver.completeIfKnown(LECSSetDefaultSettingsCommand(connectionHandle: handle, roles: roles)))
    }
  }

  /// Reads the peer's capabilities through a controller.
  package func remoteCapabilities(
    _ driver: HCIDriver, _ handle: ConnectionHandle
  ) throws(TesterStop) -> Result<CSCapabilities, HostError> {
    do throws(HostError) {
      return .success(try driver.run(SoundingLink(handle).exchangeCapabilities(answeredWithin: .seconds(2))))
    } catch {
      if case .controllerGone(let reason) = error {
        throw .inconclusive("the controller disconnected: \(reason)")
      }
      return .failure(error)
    }
  }

  /// Has the peer create a configuration on both sides. Returns what each side reports.
  package func createConfiguration(
    _ configuration: CSConfiguration, _ link: HCILink
  ) throws(TesterStop) -> (iut: LECSConfigCompleteEvent, peer: LECSConfigCompleteEvent) {
    let role = configuration.role.peer
    guard try localCapabilities(iut)?.roles.contains(role.capability) ?? true else {
      throw .notApplicable("not claimed: \(Claim.role(role).words) (\(Claim.role(role).key))")
    }
    let iutStart = iut.events.count
    let start = try prepare(
      "configuration",
      peer.begin(LECSCreateConfigCommand(connectionHandle: link.peerHandle, configuration: configuration)))
    let own = try prepare("configuration", Self.configComplete(peer, after: start))
    let seen = try attempt(
      "configuration reported to the reflector's host", Self.configComplete(iut, after: iutStart),
      required: "a report")
    return (seen, own)
  }

  /// The next report of a configuration.
  package static func configComplete(
    _ driver: HCIDriver, after start: Int
  ) throws(HostError) -> LECSConfigCompleteEvent {
    try driver.event("configuration", after: start, within: .seconds(5), \.csConfigComplete)
  }
}

/// The preconditions of HCI cases, and commands that must be accepted or refused.
extension Tester {
  /// Sends a command that the controller under test has to refuse with one of several codes.
  package func expectRefusal(
    of command: some HCICommand, _ circumstance: String, withOneOf codes: [ErrorCode]
  ) throws(TesterStop) {
    let name = "\(type(of: command).opcode) \(circumstance)"
    let answer = try answer(to: command)
    expect(answer, .refused(with: codes), name)
  }

  /// Sends a command that the controller under test has to accept. Returns the number of events kept before the
  /// command was sent.
  @discardableResult
  package func expectAcceptance(of command: some HCICommand, _ circumstance: String) throws(TesterStop) -> Int
  {
    let start = iut.events.count
    let answer = try answer(to: command)
    try require(
      answer.status == .success, .holds("accepted", else: "refused: \(answer.status)"),
      "\(type(of: command).opcode) \(circumstance)")
    return start
  }

  /// Waits for an event at the host under test; its absence is a step that was not met.
  package func expectEvent<Value>(
    _ name: String, required: String = "an event", after start: Int, within limit: Picoseconds = .seconds(5),
    _ select: (HCIEventValue) -> Value?
  ) throws(TesterStop) -> Value {
    try attempt(name, iut.event(name, after: start, within: limit, select), required: required)
  }

  /// Lets time pass.
  package func idle(_ span: Picoseconds) { iut.simulation.run(until: iut.simulation.now + span) }

  /// The events that the controller under test has sent since, as far as `select` takes them.
  package func events<Value>(after start: Int, _ select: (HCIEventValue) -> Value?) -> [Value] {
    iut.events[start...].compactMap { select($0.value) }
  }

  /// An encrypted link with a configuration that the peer made, in which it initiates.
  package func connectConfigured(
    _ configuration: CSConfiguration = CSConfiguration()
  ) throws(TesterStop) -> HCILink {
    let link = try connectControllers()
    try exchangeCapabilities(link)
    let reports = try createConfiguration(configuration, link)
    guard reports.iut.status == .success, reports.peer.status == .success else {
      throw .inconclusive("the configuration was not created: \(reports.iut.status), \(reports.peer.status)")
    }
    return link
  }

  /// Has the peer, which is the central, start CS security.
  package func startSecurity(_ link: HCILink) throws(TesterStop) {
    try prepare("CS security") { () throws(HostError) in
      let security = try peer.run(SoundingLink(link.peerHandle).startSecurity())
      if security != .success { throw .failed("CS security start", security) }
    }
  }

  /// Has the peer start procedures of configuration 0, 4 to 8 connection events apart. Returns the event that the
  /// peer's host receives.
  @discardableResult
  package func startProcedures(
    _ link: HCILink, count: ProcedureCount
  ) throws(TesterStop) -> LECSProcedureEnableCompleteEvent {
    try requireProcedures(count, claimed: try localCapabilities(iut)?.maxConsecutiveProcedures ?? .endless)
    return try prepare(
      "start of procedures",
      peer.run(SoundingLink(link.peerHandle).startProcedures(Self.parameters(count: count))))
  }

  /// Legal parameters of procedures that leave room between them.
  package static func parameters(count: ProcedureCount) -> CSProcedureParameters {
    var parameters = CSProcedureParameters()
    parameters.maxProcedureCount = count
    parameters.maxSubeventLen = 30_000
    (parameters.minProcedureInterval, parameters.maxProcedureInterval) = (4, 8)
    return parameters
  }

  /// Starts a series that lasts as long as a case needs.
  @discardableResult
  package func startLongSeries(_ link: HCILink) throws(TesterStop) -> LECSProcedureEnableCompleteEvent {
    try startSecurity(link)
    return try startProcedures(link, count: 60)
  }
}

extension CSConfiguration {
  /// Mode-2 on as few channels as are legal, for series whose results matter less than their course.
  package static var onFewChannels: CSConfiguration {
    var configuration = CSConfiguration()
    configuration.channelMap = CSChannelMap(channels: 2..<17)
    return configuration
  }
}
