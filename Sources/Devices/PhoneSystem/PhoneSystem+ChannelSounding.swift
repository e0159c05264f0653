internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
internal import ProcedureRanging
internal import Profiles
internal import Session
internal import VirtualHost

/// Channel Sounding sessions: one accessory at a time, in the foreground, with accessories that were set up.
extension PhoneSystem {
  func startSounding(_ client: CentralClient, _ identifier: AccessoryIdentifier) {
    let accessory = accessory(identifier)
    if let reason = refusal(client, accessory) {
      log("no Channel Sounding with \(accessory?.name ?? "the accessory"): \(reason)")
      let isAnotherStart = accessory.map { isSounding(client, $0) } ?? false
      return client.report(
        isAnotherStart ? .soundingStartRefused(identifier) : .soundingEnded(identifier, .configuration))
    }
    guard let accessory, let link = accessory.readyLink else { return }
    let session = SoundingSession(client, accessory, link)
    sounding = session
    advance(session)
  }

  /// Why a client gets no session; nil if nothing speaks against it.
  private func refusal(_ client: CentralClient, _ accessory: KnownAccessory?) -> String? {
    guard state == .poweredOn else { return "Bluetooth is \(state)" }
    guard supportsChannelSounding else { return "this phone has none" }
    guard let accessory, accessory.readyLink != nil, accessory.hold(of: client)?.stage == .connected
    else { return "it is not connected" }
    if profile.apps.needsSetupForSounding, accessory.setup?.isBonded != true {
      return "it was not set up with the accessory picker"
    }
    return sounding == nil ? nil : "a session runs already"
  }

  func cancelSounding(_ client: CentralClient, _ identifier: AccessoryIdentifier) {
    guard let session = sounding, session.client === client, session.accessory.identifier == identifier else {
      return log("cancelChannelSoundingSession has no effect: no session runs")
    }
    session.cancel()
    advance(session)
  }

  /// Whether the session that runs is that of a client with an accessory.
  func isSounding(_ client: CentralClient, _ accessory: KnownAccessory) -> Bool {
    sounding?.client === client && sounding?.accessory === accessory
  }

  /// Ends the session of a client whose part in a link is over. A series stops on a link that others keep.
  func abandonSounding(of client: CentralClient, with accessory: KnownAccessory) {
    guard let session = sounding, isSounding(client, accessory) else { return }
    session.abandon()
    if !accessory.isEnding { advance(session) }
  }

  /// Whether the app is in the foreground; in the background no session ranges.
  package func setForeground(_ isForeground: Bool) {
    self.isForeground = isForeground
    if let sounding { advance(sounding) }
  }

  /// How many times longer than usual the phone makes the interval of procedures, since its radio has other work.
  package func setLoad(_ load: Int) {
    precondition((1...100).contains(load), "a load is 1 to 100")
    self.load = load
    if let sounding { advance(sounding) }
  }

  // MARK: The state of a session

  /// Asks for what lies between what runs and what is wanted.
  private func advance(_ session: SoundingSession) {
    guard session === sounding, !session.isChanging else { return }
    let isPaused = !isForeground && profile.apps.pausesInBackground
    let wanted = session.isCancelled || isPaused ? nil : load
    guard let agreement = session.agreement else {
      if session.isCancelled { return end(session, nil) }
      let (link, profile) = (session.link, profile)
      let request = protection(of: session.accessory, link).then { link.prepareProcedures(as: profile) }
      return change(session, request, failure: .configuration) { [self] agreement in
        session.agreement = agreement
        if agreement.configuration.usesInlinePCT || link.readsRangingService { return }
        log(
          "Channel Sounding with \(session.accessory.name ?? "the accessory") gives no distance: there is no inline"
            + " PCT, and the accessory's results are not read")
      }
    }
    let configID = agreement.configuration.id
    switch (session.activeLoad, wanted) {
    case (nil, nil): if session.isCancelled { end(session, nil) }
    case (nil, let wanted?):
      var parameters = agreement.parameters
      parameters.configID = configID
      parameters.lengthenInterval(times: wanted)
      change(session, session.link.startProcedures(parameters), failure: .procedure) { _ in
        session.activeLoad = wanted
      }
    case (let active?, _) where active != wanted:
      change(session, session.link.stopProcedures(configID: configID), failure: .procedure) {
        session.activeLoad = nil
      }
    default: break
    }
  }

  private func change<Value>(
    _ session: SoundingSession, _ request: HostRequest<Value>, failure: SoundingFailure,
    then take: @escaping (Value) -> Void
  ) {
    session.isChanging = true
    phone.run(request, of: session.link) { [self] result in
      guard session === sounding else { return }
      session.isChanging = false
      switch result {
      case .success(let value):
        take(value)
        advance(session)
      case .failure(let error):
        log("Channel Sounding with \(session.accessory.name ?? "the accessory") ended: \(error)")
        end(session, session.isCancelled ? nil : failure)
      }
    }
  }

  private func end(_ session: SoundingSession, _ failure: SoundingFailure?) {
    sounding = nil
    session.client?.report(.soundingEnded(session.accessory.identifier, failure))
  }

  // MARK: Events

  /// Follows the series of the session: an end that the phone did not ask for ends the session.
  func followSounding(_ event: HCIEventValue) {
    guard let session = sounding else { return }
    session.take(event)
    guard let enabled = event.csProcedureEnableComplete, enabled.connectionHandle == session.link.handle,
      session.activeLoad != nil, !session.isChanging, enabled.state == .disabled || enabled.status != .success
    else { return }
    end(session, .procedure)
  }

  /// Reports a finished procedure of the session: under inline PCT by itself, else when the accessory's results are
  /// read, and without a distance where nothing reads them.
  ///
  /// - Parameter reflector: what was read of the accessory; nil before.
  func report(_ own: ProcedureResult, reflector: ProcedureResult?, _ link: PhoneLink) {
    guard let session = sounding, session.link === link, let agreement = session.agreement else { return }
    let isWhole = agreement.configuration.usesInlinePCT == (reflector == nil)
    guard isWhole || reflector == nil && !link.readsRangingService else { return }
    let metres = isWhole ? session.metres(own, reflector: reflector) : nil
    session.client?.report(.sounded(session.accessory.identifier, metres: metres))
  }

  /// The link of a session ended, before its client learns that.
  func endSounding(on link: PhoneLink, _ failure: ConnectionFailure?) {
    if let sounding, sounding.link === link { end(sounding, .connection(failure)) }
  }
}

extension CSProcedureParameters {
  fileprivate mutating func lengthenInterval(times load: Int) {
    minProcedureInterval = UInt16(clamping: Int(minProcedureInterval) * load)
    maxProcedureInterval = UInt16(clamping: Int(maxProcedureInterval) * load)
  }
}
