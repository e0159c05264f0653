internal import ChannelSounding
internal import CoreTypes
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
      rhythm.anchor = controller.instant(.microseconds(1250 * Int(update.winOffset)), after: rhythm.anchor)
      rhythm.window = .microseconds(1250 * Int(update.winSize))
      interval = update.interval
      supervisionTimeout = update.timeout
    case .useChannelMap(let map): channelMap = map
    case .usePHY(let centralToPeripheral, let peripheralToCentral):
      transmitPHY = role == .central ? centralToPeripheral : peripheralToCentral
      receivePHY = role == .central ? peripheralToCentral : centralToPeripheral
      if controller.description.deviations.losesSeriesOnPHYUpdate { procedures.hold() }
    case .useTransmitLength(let octets): transmitLength = octets
    case .pauseData(let isPaused): queue.isDataPaused = isPaused
    case .requestLongTermKey(let rand, let ediv):
      controller.requestLongTermKey(rand: rand, ediv: ediv, on: self)
    case .startReceivingEncrypted(let keys): encryption.startReceiving(keys, role: role)
    case .startTransmittingEncrypted(let keys):
      encryption.startTransmitting(keys, role: role)
      guard role == .central else { return }
      controller.air.announce(
        EncryptionStart(
          time: simulation.now, accessAddress: origin.parameters.accessAddress, keys: keys))
    case .stopReceivingEncrypted: encryption.receive = nil
    case .stopTransmittingEncrypted: encryption.transmit = nil
    case .useCSSecurity(let vectors):
      procedures.use(vectors)
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
