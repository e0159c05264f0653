package import CoreTypes
internal import HCI
package import LinkLayer
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
    // The steps of the link are no cause of how it ended.
    tester.recorder.forgetProcedures()
    try tester.require("not reported", .inPlaceOf("reported to the host"), step)
  }

  /// Starts CS security; a refusal is a step not met.
  package func secure(onTrial step: String) throws(TesterStop) {
    let status = try tester.attempt(
      step, run(byIUT: false) { $0.startSecurity(awaiting: step) }, required: "started")
    try tester.require(status, .equals(.success), step)
  }

  /// Encrypts the link; a refusal is a step not met.
  package func encrypt(onTrial step: String) throws(TesterStop) {
    try tester.attempt(
      step, HCIBench.encrypt(central: lowerTester, peripheral: iut, (link.peerHandle, link.iutHandle)),
      required: "on")
  }
}

extension Tester {
  /// Connects the same two controllers again without a power cycle. The link is unencrypted.
  package func openNextLink(
    after trial: LinkTrial, supervisionTimeout: SupervisionTimeout, _ step: String
  ) throws(TesterStop) -> LinkTrial {
    for driver in [iut, peer] {
      driver.forgetDisconnection()
      driver.forgetEvents()
    }
    let handles = try attempt(
      step, HCIBench.join(central: peer, peripheral: iut, supervisionTimeout: supervisionTimeout),
      required: "made")
    let link = HCILink(iutHandle: handles.peripheral, peerHandle: handles.central)
    bench.link = link
    return LinkTrial(self, side: trial.side, link: link, probe: trial.probe, declared: trial.declared)
  }
}

/// The declarations and random values of the controller under test on one link.
package struct LinkImpression {
  /// LL_VERSION_IND.
  package var version: ControlPDU?
  /// LL_FEATURE_RSP.
  package var features: ControlPDU?
  /// LL_CS_CAPABILITIES_RSP.
  package var capabilities: ControlPDU?
  /// SKD_P and IV_P of LL_ENC_RSP, and CS_IV, CS_IN and CS_PV of LL_CS_SEC_RSP, by their names.
  package var drawn: [String: [UInt128]] = [:]

  /// Reads the PDUs of the peripheral.
  package init(_ pdus: some Sequence<FrameRecorder.ObservedPDU>) {
    for seen in pdus where !seen.isFromCentral {
      switch seen.pdu {
      case .versionInd: version = seen.pdu
      case .featureRsp: features = seen.pdu
      case .csCapabilitiesRsp: capabilities = seen.pdu
      case .encRsp(let pdu):
        drawn["SKD_P and IV_P", default: []].append(UInt128(pdu.skdP) << 32 | UInt128(pdu.ivP))
      case .csSecRsp(let pdu):
        drawn["CS_IV", default: []].append(UInt128(pdu.vectors.initializationVector))
        drawn["CS_IN", default: []].append(UInt128(pdu.vectors.instantiationNonce))
        drawn["CS_PV", default: []].append(UInt128(pdu.vectors.personalizationVector))
      default: break
      }
    }
  }
}

extension Tester {
  /// Judges whether all links have the same declarations and different random values.
  package func note(_ links: [LinkImpression]) {
    let declarations: [(String, KeyPath<LinkImpression, ControlPDU?>)] = [
      ("LL_VERSION_IND", \.version), ("LL_FEATURE_RSP", \.features),
      ("LL_CS_CAPABILITIES_RSP", \.capabilities),
    ]
    for (name, path) in declarations {
      let odd = links.indices.first {
        links[$0][keyPath: path] == nil || links[$0][keyPath: path] != links[0][keyPath: path]
      }
      let measured = odd.map {
        links[$0][keyPath: path] == nil ? "none on link \($0 + 1)" : "different on link \($0 + 1)"
      }
      expect(measured, .absent("the same on \(links.count) links"), name)
    }
    for name in ["SKD_P and IV_P", "CS_IV", "CS_IN", "CS_PV"] {
      let values = links.flatMap { $0.drawn[name] ?? [] }
      expect(
        Proportion(Set(values).count, of: max(values.count, links.count)),
        .all("different on each of \(links.count) links"), name)
    }
  }
}
