package import ChannelSounding
package import CoreTypes
package import HCI
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

  /// Resets the controller under test and lets it report everything.
  package func bringUp() throws(TesterStop) {
    try prepare("bringing the controller up") { () throws(HostError) in try HCIBench.bringUp(iut) }
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
    try attempt("answer to \(type(of: command).opcode)", required: "an answer", frames: { lastFrame }) {
      () throws(HostError) in try iut.answer(to: command, within: .seconds(2))
    }
  }

  /// Sends a command that the controller under test has to refuse in one way.
  package func expectRefusal(
    of command: some HCICommand, _ circumstance: String, with code: ErrorCode
  ) throws(TesterStop) {
    let name = "\(type(of: command).opcode) \(circumstance)"
    let answer = try answer(to: command)
    expect(
      answer, .refused(with: [code]), name, frames: lastFrame)
  }

  /// What a controller declares of itself; nil if it does not say.
  package func localCapabilities(_ driver: HCIDriver) throws(TesterStop) -> CSCapabilities? {
    try prepare("local capabilities") { () throws(HostError) in
      if let v2 = try driver.completeIfKnown(LECSReadLocalSupportedCapabilitiesV2Command()) {
        return v2.capabilities
      }
      return try driver.completeIfKnown(LECSReadLocalSupportedCapabilitiesCommand())?.capabilities
    }
  }

  /// Tells each controller what the other can do, and lets both take their roles. What a controller leaves
  /// unanswered here is the business of other cases.
  package func exchangeCapabilities(_ link: HCILink) throws(TesterStop) {
    _ = try remoteCapabilities(iut, link.iutHandle)
    _ = try remoteCapabilities(peer, link.peerHandle)
    for (driver, handle) in [(iut, link.iutHandle), (peer, link.peerHandle)] {
      let roles = try localCapabilities(driver)?.roles ?? [.initiator, .reflector]
      _ = try prepare("enabling roles") { () throws(HostError) in
        try driver.completeIfKnown(
          LECSSetDefaultSettingsCommand {
            $0.connectionHandle = handle
            $0.roleEnable = roles.rawValue
            $0.maxTXPower = 20
          })
      }
    }
  }

  /// What a controller learns of its peer.
  package func remoteCapabilities(
    _ driver: HCIDriver, _ handle: UInt16
  ) throws(TesterStop) -> Result<CSCapabilities, HostError> {
    do throws(HostError) {
      let start = try driver.begin(
        LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle }, within: .seconds(2))
      let (status, capabilities): (ErrorCode, CSCapabilities) = try driver.event(
        "remote capabilities", after: start, within: .seconds(5)
      ) {
        switch $0 {
        case .leCSReadRemoteSupportedCapabilitiesComplete(let event): (event.status, event.capabilities)
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
          (event.status, event.capabilities)
        default: nil
        }
      }
      return status == .success ? .success(capabilities) : .failure(.failed("capabilities exchange", status))
    } catch {
      if case .controllerGone(let reason) = error { throw .inconclusive("the controller is gone: \(reason)") }
      return .failure(error)
    }
  }

  /// Has the peer create a configuration on both sides.
  ///
  /// - Returns: what each side reports.
  package func createConfiguration(
    _ configuration: CSConfiguration, _ link: HCILink
  ) throws(TesterStop) -> (iut: LECSConfigCompleteEvent, peer: LECSConfigCompleteEvent) {
    let role = configuration.role.peer
    guard try localCapabilities(iut)?.roles.contains(role.capability) ?? true else {
      throw .notApplicable("not claimed: \(Claim.role(role).words) (\(Claim.role(role).key))")
    }
    let iutStart = iut.events.count
    let start = try prepare("configuration") { () throws(HostError) in
      try peer.begin(
        LECSCreateConfigCommand(connectionHandle: link.peerHandle, configuration: configuration))
    }
    let own = try prepare("configuration") { () throws(HostError) in
      try Self.configComplete(peer, after: start)
    }
    let seen = try attempt(
      "configuration reported to the reflector's host", required: "a report", frames: { lastFrame }
    ) {
      () throws(HostError) in try Self.configComplete(iut, after: iutStart)
    }
    return (seen, own)
  }

  /// The next report of a configuration.
  package static func configComplete(
    _ driver: HCIDriver, after start: Int
  ) throws(HostError) -> LECSConfigCompleteEvent {
    try driver.event("configuration", after: start, within: .seconds(5)) {
      if case .leCSConfigComplete(let event) = $0 { return event }
      return nil
    }
  }
}
