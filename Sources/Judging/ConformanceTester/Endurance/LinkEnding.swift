internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

/// How a link ends.
package enum LinkEnding: CaseIterable {
  /// The lower tester sends LL_TERMINATE_IND.
  case byPeer
  /// The controller under test sends LL_TERMINATE_IND for its host.
  case byIUT
  /// The lower tester falls silent, and the supervision timeout passes.
  case silence
}

extension LinkTrial {
  /// Ends the link and waits until the controller under test has reported that.
  package func end(_ ending: LinkEnding, _ step: String) throws(TesterStop) {
    let (own, peer) = (link.iutHandle, link.peerHandle)
    switch ending {
    case .byPeer:
      lowerTester.send(
        DisconnectCommand { ($0.connectionHandle, $0.reason) = (peer, .remoteUserTerminatedConnection) })
    case .byIUT:
      iut.send(
        DisconnectCommand { ($0.connectionHandle, $0.reason) = (own, .remoteUserTerminatedConnection) })
    case .silence: controller.vanish(from: peer)
    }
    simulation.run(until: simulation.now + .seconds(6)) {
      iut.lastDisconnection == nil || (ending != .silence && lowerTester.lastDisconnection == nil)
    }
    guard iut.lastDisconnection == nil else { return }
    // The steps of the link explain nothing about how it ended.
    tester.recorder.forgetProcedures()
    try tester.require(
      "not reported", .inPlaceOf("reported to the host"), step, frames: tester.lastFrame)
  }

  /// Starts CS security; a refusal is a step not met.
  package func secure(onTrial step: String) throws(TesterStop) {
    let handle = link.peerHandle
    let status: ErrorCode = try tester.attempt(step, required: "started", frames: { tester.lastFrame }) {
      () throws(HostError) in
      let start = try lowerTester.begin(LECSSecurityEnableCommand { $0.connectionHandle = handle })
      return try lowerTester.event(step, after: start, within: .seconds(5)) {
        if case .leCSSecurityEnableComplete(let event) = $0 { return event.status }
        return nil
      }
    }
    try tester.require(status, .equals(.success), step, frames: tester.lastFrame)
  }

  /// Encrypts the link; a refusal is a step not met.
  package func encrypt(onTrial step: String) throws(TesterStop) {
    try tester.attempt(step, required: "on", frames: { tester.lastFrame }) { () throws(HostError) in
      try HCIBench.encrypt(central: lowerTester, peripheral: iut, (link.peerHandle, link.iutHandle))
    }
  }
}

extension Tester {
  /// Connects the same two controllers again, which have kept their power. The link is in the clear.
  ///
  /// - Parameter supervisionTimeout: in units of 10 ms.
  package func openNextLink(
    after trial: LinkTrial, supervisionTimeout: UInt16, _ step: String
  ) throws(TesterStop) -> LinkTrial {
    for driver in [iut, peer] {
      driver.forgetDisconnection()
      driver.forgetEvents()
    }
    let handles = try attempt(step, required: "made", frames: { lastFrame }) { () throws(HostError) in
      try HCIBench.join(central: peer, peripheral: iut, supervisionTimeout: supervisionTimeout)
    }
    let link = HCILink(iutHandle: handles.peripheral, peerHandle: handles.central)
    bench.link = link
    return LinkTrial(self, side: trial.side, link: link, probe: trial.probe, declared: trial.declared)
  }
}
