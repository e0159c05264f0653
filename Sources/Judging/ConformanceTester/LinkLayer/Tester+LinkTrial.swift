package import ChannelSounding
package import CoreTypes
internal import VirtualController
internal import VirtualHost

/// How a link of a link layer case begins.
package struct LinkOpening {
  /// Whether it is encrypted.
  package var isEncrypted = true
  /// Whether the host under test supports Channel Sounding.
  package var hasHostSupport = true
  package var supervisionTimeout: SupervisionTimeout = 500
  /// How many connection events in a row the peripheral may skip.
  package var latency: UInt16 = 0
  /// How much faster than true time the clock of the lower tester runs.
  package var testerOffsetPpm = 0.0
  /// Changes the capabilities of the lower tester, which has all by default.
  package var capabilities: (inout CSCapabilities) -> Void = { _ in }
}

/// How far both sides of a link are when a case begins.
package enum LinkStage: Comparable {
  /// Connected, and encrypted unless the opening says otherwise.
  case connected
  /// Both have exchanged capabilities and taken their roles, too.
  case prepared
  /// CS security was started, too.
  case secured
  /// The lower tester's host has created configuration 0 of mode-2, too.
  case configured
}

extension Tester {
  /// Brings up the controller under test and a lower tester, and connects them, with the controller under test in a role.
  /// Without that role the case is not applicable.
  ///
  /// - Parameters:
  ///   - stage: how far both are then.
  ///   - change: changes the opening of an encrypted link to a lower tester with all capabilities.
  package func openLink(
    _ side: LinkSide, to stage: LinkStage = .connected, _ change: (inout LinkOpening) -> Void = { _ in }
  ) throws(TesterStop) -> LinkTrial {
    var opening = LinkOpening()
    change(&opening)
    var cable = Cable.forLinkLayer
    cable.testerOffsetPpm = opening.testerOffsetPpm
    bench.wire(cable)
    iutRole = side.role
    let controller = bench.lowerTester
    let probe = LinkProbe()
    controller.linkProbe = probe
    controller.offer { capabilities in
      capabilities.numConfigs = 4
      capabilities.rttSoundingN = 1
      capabilities.rttRandomSequenceN = 1
      capabilities.subfeatures.insert(.channelSelection3c)
      opening.capabilities(&capabilities)
    }
    let link = try prepare("link with the lower tester", bench.connectLowerTester(side.link, opening))
    guard let declared = try localCapabilities(iut) else {
      throw .notApplicable("the controller does not claim Channel Sounding")
    }
    guard declared.roles.contains(side.role.capability) else {
      throw .notApplicable("the role \(side.role == .initiator ? "initiator" : "reflector") is not claimed")
    }
    let trial = LinkTrial(self, side: side, link: link, probe: probe, declared: declared)
    if stage >= .prepared { try trial.prepareConfigurations() }
    if stage >= .secured { try trial.secure() }
    if stage == .configured { try trial.configure(trial.configuration()) }
    return trial
  }
}

extension HCIBench {
  /// Brings both controllers up and connects them, with the one under test in `role`.
  fileprivate func connectLowerTester(_ role: LinkRole, _ opening: LinkOpening) throws(HostError) -> HCILink {
    guard let peer else { preconditionFailure("a link layer case says that it needs a peer") }
    try bringUp(with: peer, hasHostSupport: opening.hasHostSupport)
    let isCentral = role == .central
    let (central, peripheral) = isCentral ? (iut, peer) : (peer, iut)
    let handles = try Self.join(
      central: central, peripheral: peripheral, supervisionTimeout: opening.supervisionTimeout,
      latency: opening.latency)
    let link = HCILink(
      iutHandle: isCentral ? handles.central : handles.peripheral,
      peerHandle: isCentral ? handles.peripheral : handles.central)
    self.link = link
    if opening.isEncrypted { try Self.encrypt(central: central, peripheral: peripheral, handles) }
    return link
  }
}
