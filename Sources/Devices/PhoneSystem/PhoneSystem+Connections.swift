internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Profiles
internal import Session
internal import SimulationKernel
internal import VirtualHost

/// The links that clients share.
extension PhoneSystem {
  /// Whether another link fits.
  private var hasRoomForLink: Bool { phone.links.count < Int(profile.apps.maximumLinks) }

  func connect(
    _ accessory: KnownAccessory, _ client: CentralClient, reconnects: Bool, after delay: Picoseconds
  ) {
    if let former = accessory.hold(of: client) {
      if former.stage == .connected, accessory.readyLink != nil {
        return client.report(.connected(accessory.identifier))
      }
      guard former.stage == .leaving else { return }
      leave(accessory, former)
    }
    if accessory.link == nil, !hasRoomForLink {
      return client.report(.connectionFailed(accessory.identifier, .limitReached))
    }
    if accessory.readyLink != nil {
      accessory.holds.append(ConnectionHold(client, .connected, reconnects: reconnects))
      return client.report(.connected(accessory.identifier))
    }
    let isBeginning = accessory.link != nil && !accessory.isEnding
    let hold = ConnectionHold(client, isBeginning ? .beginning : .sought, reconnects: reconnects)
    accessory.holds.append(hold)
    if delay > .zero {
      hold.isDelayed = true
      phone.simulation.schedule(after: delay) { [weak self] in
        hold.isDelayed = false
        self?.seekWanted()
      }
    }
    seekWanted()
  }

  /// Ends a client's part. The link itself ends with the last part.
  func cancelConnection(_ accessory: KnownAccessory, _ client: CentralClient) {
    guard let hold = accessory.hold(of: client), hold.stage != .leaving else { return }
    let isLast = accessory.holds.allSatisfy { $0.client === client || $0.stage == .leaving }
    guard isLast, accessory.link != nil else {
      leave(accessory, hold)
      return seekWanted()
    }
    hold.stage = .leaving
    end(accessory, nil)
  }

  /// A client that no longer exists, or no longer keeps the accessory, gives its part up. No event follows.
  func release(_ accessory: KnownAccessory, _ client: CentralClient) {
    guard let hold = accessory.hold(of: client) else { return }
    remove(hold, from: accessory)
    if accessory.link != nil, !accessory.isWanted { end(accessory, nil) }
    abandonSounding(of: client, with: accessory)
    seekWanted()
  }

  /// Ends a client's part on a link that others keep, or that is still ending, and reports that to the client.
  private func leave(_ accessory: KnownAccessory, _ hold: ConnectionHold) {
    remove(hold, from: accessory)
    if isSounding(hold.client, accessory) {
      hold.client.report(.soundingEnded(accessory.identifier, .connection(nil)))
      abandonSounding(of: hold.client, with: accessory)
    }
    hold.client.report(.disconnected(accessory.identifier, nil, reconnects: false))
  }

  /// Takes a client's part away, with all that it had on the link.
  private func remove(_ hold: ConnectionHold, from accessory: KnownAccessory) {
    accessory.holds.removeAll { $0 === hold }
    accessory.waitingRequests.removeAll { $0.hold === hold }
    closeChannels(of: hold.client, to: accessory)
    for handle in accessory.subscribers.keys {
      accessory.subscribers[handle]?.removeAll { $0 === hold.client }
    }
  }

  /// Ends the link, whoever wants it.
  func end(_ accessory: KnownAccessory, _ cause: ConnectionFailure?) {
    guard let link = accessory.link, !accessory.isEnding else { return }
    (accessory.isEnding, accessory.cause) = (true, cause)
    phone.run(link.disconnect(), of: link) { _ in }
  }

  /// Has the phone look for those accessories that clients wait for, as far as there is room for links.
  func seekWanted() {
    let sought = phone.soughtPeers
    for accessory in accessories {
      let isWanted =
        accessory.link == nil && hasRoomForLink
        && accessory.holds.contains { $0.stage == .sought && !$0.isDelayed }
      let isSought = sought.contains(accessory.address)
      if isWanted, !isSought {
        phone.seek(accessory.address, maximumMTU: Int(profile.connection.mtuOctets), bond: accessory.bond)
      } else if !isWanted, isSought {
        phone.abandon(accessory.address)
      }
    }
  }

  // MARK: What becomes of a link

  func established(_ link: PhoneLink) {
    guard let accessory = accessory(at: link.host.peerAddress) else { return }
    accessory.link = link
    for hold in accessory.holds { hold.stage = .beginning }
    seekWanted()
    guard accessory.isWanted else { return end(accessory, nil) }
    let secured = accessory.bond == nil ? link.establishment() : link.encrypt()
    phone.run(secured, of: link) { [self] result in
      switch result {
      case .success: begin(accessory, link)
      case .failure(let error):
        if link.isUp { end(accessory, ConnectionFailure(securing: error)) }
      }
    }
  }

  /// Tells the clients of a link, and goes on with what the system itself wants of it.
  private func begin(_ accessory: KnownAccessory, _ link: PhoneLink) {
    for hold in accessory.holds where hold.stage == .beginning {
      hold.stage = .connected
      hold.client.report(.connected(accessory.identifier))
    }
    guard accessory.readyLink != nil else { return }
    phone.run(link.speedUp(as: profile), of: link) { _ in }
    let octets = Int(profile.connection.mtuOctets)
    perform(on: accessory, for: nil, { $0.exchangeMTU(octets) }) { _ in }
  }

  func lost(_ link: PhoneLink, _ reason: ErrorCode) {
    guard let accessory = accessory(of: link) else { return seekWanted() }
    let failure = accessory.cause ?? ConnectionFailure(reason)
    endSounding(on: link, failure)
    accessory.forgetLink()
    let identifier = accessory.identifier
    let holds = accessory.holds
    accessory.holds = holds.filter { $0.stage == .sought }
    for hold in holds {
      switch hold.stage {
      case .sought: break
      case .beginning where failure == .notEstablished && profile.apps.repeatsLostAttempts:
        hold.stage = .sought
        accessory.holds.append(hold)
      case .beginning: hold.client.report(.connectionFailed(identifier, failure ?? .notEstablished))
      case .leaving: hold.client.report(.disconnected(identifier, nil, reconnects: false))
      case .connected:
        let reconnects = hold.reconnects && failure != nil
        if reconnects {
          hold.stage = .sought
          accessory.holds.append(hold)
        }
        hold.client.report(.disconnected(identifier, failure, reconnects: reconnects))
      }
    }
    seekWanted()
  }
}

extension PhoneLink {
  /// Waits until the accessory has answered on the link, be it with a refusal. Until then the link is begun and not
  /// established. [Vol 6, Part B, 4.5.2]
  fileprivate func establishment() -> HostRequest<Void> {
    readRemoteVersion().map { _ in }.recover { [self] error in isUp ? .value(()) : .failure(error) }
  }
}
