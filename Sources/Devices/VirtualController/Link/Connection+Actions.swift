internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel

extension Connection {
  /// Carries out one thing that the control procedures ask.
  func carryOut(_ action: LinkAction) {
    switch action {
    case .send(let pdu):
      guard let probe = controller.linkProbe else { return inject(pdu) }
      for pdu in probe.outgoing(pdu) { inject(pdu) }
    case .notify(let notification): controller.notify(notification, on: self)
    case .useConnectionParameters(let update):
      rhythm.anchor = controller.instant(update.winOffset.time, after: rhythm.anchor)
      rhythm.window = update.winSize.time
      interval = update.parameters.interval
      supervisionTimeout = update.parameters.timeout
    case .useChannelMap(let map): channelMap = map
    case .usePHY(let centralToPeripheral, let peripheralToCentral):
      transmitPHY = role == .central ? centralToPeripheral : peripheralToCentral
      receivePHY = role == .central ? peripheralToCentral : centralToPeripheral
      if faults.contains(.seriesLostOnPHYUpdate) { procedures.hold() }
    case .expectFrameSpaces(let spaces): awaitedSpaces = awaitedSpaces.longer(spaces)
    case .useFrameSpaces(let spaces): frameSpaces = spaces
    case .useTransmitLength(let octets): transmitLength = octets
    case .pauseData(let isPaused): queue.isDataPaused = isPaused
    case .requestLongTermKey(let name): controller.requestLongTermKey(name, on: self)
    case .startReceivingEncrypted(let keys): encryption.startReceiving(keys, role: role)
    case .startTransmittingEncrypted(let keys):
      encryption.startTransmitting(keys, role: role)
      guard role == .central else { return }
      controller.air.announce(
        EncryptionStart(time: simulation.now, accessAddress: origin.llData.accessAddress, keys: keys))
    case .stopReceivingEncrypted: encryption.receive = nil
    case .stopTransmittingEncrypted: encryption.transmit = nil
    case .useCSSecurity(let central, let peripheral):
      procedures.useSecurity(central: central, peripheral: peripheral)
    case .startCSProcedures(let configuration, let schedule):
      procedures.start(configuration, schedule)
    case .stopCSProcedures(let configID): procedures.stop(configID: configID)
    case .skipCSProcedures(let count): procedures.skip(to: count)
    case .abortCSProcedure(let configID, let reason):
      procedures.abort(configID: configID, reason: reason)
    case .disconnect(let reason): controller.lose(self, reason)
    }
  }
}

extension Connection {
  /// What CONNECT_IND or AUX_CONNECT_REQ settled, and the connection handle this controller gave.
  struct Origin {
    let role: LinkRole
    var handle: ConnectionHandle
    let peer: VirtualController.Seen
    let llData: LLData
    let usesAlgorithm2: Bool
    /// The end of the CONNECT_IND, as this end heard it.
    let connectEnd: Instant
    /// The PHY of the CONNECT_IND, with which the link begins.
    var phy = PHY.le1M
    /// Whether it was an AUX_CONNECT_REQ.
    var isAuxiliary = false
    /// The private address that this controller made for the link; nil if it used one that its host knows.
    var localResolvable: DeviceAddress?

    /// transmitWindowDelay. [Vol 6, Part B, 4.5.3]
    var windowDelay: Picoseconds {
      .microseconds(isAuxiliary ? (phy == .leCoded ? 3750 : 2500) : 1250)
    }
  }

  /// Whether a link can run on what a CONNECT_IND says. [Vol 6, Part B, 2.3.3.1]
  static func isLegal(_ data: LLData) -> Bool {
    let parameters = data.parameters
    return parameters.interval.isLegal && parameters.timeout.isLegal
      && parameters.latency < 500 && data.winSize.isLegal
      && data.winOffset.rawValue <= parameters.interval.rawValue
      && data.channelMap.usedChannels.count >= 2
      && data.accessAddress.isLegal()
  }
}

/// The spaces between packets.
///
/// Interpretation: the PHY of the packet before a space decides on its length; the alternative is that of the packet
/// after it.
extension Connection {
  /// The space that this side leaves after a packet of the peer.
  var ownSpace: Picoseconds {
    frameSpaces[role == .central ? .peripheralToCentral : .centralToPeripheral, receivePHY].time
  }

  /// The longest space that the peer may leave after a packet of this side.
  var peerSpace: Picoseconds {
    awaitedSpaces[role == .central ? .centralToPeripheral : .peripheralToCentral, transmitPHY].time
  }

  /// How much longer the pause between connection events is than by default.
  private var additionalPause: Picoseconds {
    awaitedSpaces[.betweenEvents, transmitPHY].time - FrameSpace.usual.time
  }
}

/// What still fits a connection event.
extension Connection {
  /// The most octets whose exchange, with an answer as long, ends before a CS subevent of this event begins.
  var longestPayload: Int {
    guard let start = procedures.nextSubeventStart, start > simulation.now else { return 255 }
    let half = Picoseconds((start - simulation.now).rawValue / 2) - max(ownSpace, peerSpace)
    let overhead = AirFrame.duration(of: 2 + 4, on: transmitPHY)
    let octet = AirFrame.duration(of: 1, on: transmitPHY) - AirFrame.duration(of: 0, on: transmitPHY)
    return max(0, Int((half - overhead).rawValue / octet.rawValue))
  }

  /// Whether another exchange would end before the next thing this link must do.
  func canContinue(after octetCount: Int) -> Bool {
    let exchange =
      AirFrame.duration(of: octetCount + 2, on: transmitPHY) + AirFrame.duration(of: 2 + 255, on: .le1M)
      + max(ownSpace, peerSpace) * 4
    let end = nextAnchor - rhythm.widening - additionalPause
    let limit = min(end, procedures.nextSubeventStart ?? nextAnchor)
    return simulation.now + exchange + exchange < limit
  }
}
