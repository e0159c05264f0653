/// Connection-oriented channels of a link in LE credit-based flow control mode. [Vol 3, Part A, 10.1]
extension HostLink {
  /// The open channels, in the order in which they were requested.
  public var channels: [CreditBasedChannel] { channelTable.open }

  /// An open channel by this device's end.
  public func channel(_ localCID: ChannelID) -> CreditBasedChannel? {
    guard case .open(let channel) = channelTable[localCID] else { return nil }
    return channel
  }

  /// Offers channels with a legal SPSM, or with nil ends the offer; channels that are open stay.
  ///
  /// A link that never listened nor requested a channel rejects the commands of the mode.
  public mutating func listen(on spsm: SPSM, _ listener: ChannelListener?) {
    precondition(spsm.isLegal, "an SPSM is 0x0001 to 0x00FF")
    channelTable[spsm] = listener
  }

  /// Requests a channel; the answer is reported as opened or refused.
  ///
  /// - Parameter parameters: what this device receives on it, legal.
  public mutating func openChannel(_ spsm: SPSM, _ parameters: CreditBasedParameters) -> [HostAction] {
    precondition(spsm.isLegal && parameters.isLegal, "SPSM, MTU and MPS are within their limits")
    guard let localCID = channelTable.freeCID else { return [.channelRefused(spsm, .noChannelLeft)] }
    let identifier = nextSignallingIdentifier()
    channelTable[localCID] = .opening(identifier: identifier, spsm, parameters)
    return signal(
      LECreditBasedConnectionRequest(spsm: spsm, sourceCID: localCID, parameters), identifier: identifier)
  }

  /// Sends an SDU of up to the peer's MTU, as credits allow; nothing if the channel is not open.
  public mutating func send(_ sdu: [UInt8], on localCID: ChannelID) -> [HostAction] {
    update(localCID) { $0.send(sdu) }
  }

  /// Gives the credits of the oldest SDUs back to the peer, once the user has taken these; nothing if the channel
  /// is not open.
  ///
  /// - Parameter sduCount: at most the SDUs that came on this channel and are not consumed.
  public mutating func consume(_ sduCount: Int = 1, on localCID: ChannelID) -> [HostAction] {
    update(localCID) { $0.consume(sduCount) }
  }

  /// Grants the peer more credits than it had, 1 or more, and 65535 with all those before; nothing if the channel
  /// is not open.
  public mutating func grant(_ credits: UInt16, on localCID: ChannelID) -> [HostAction] {
    update(localCID) { $0.grant(credits) }
  }

  /// Closes a channel at once, with the SDUs that wait; nothing if it is not open.
  public mutating func closeChannel(_ localCID: ChannelID) -> [HostAction] {
    guard let channel = channel(localCID) else { return [] }
    return close(channel, .local)
  }

  /// The identifiers of requests about channels that the peer has not answered, the oldest first.
  public var awaitedSignallingIdentifiers: [UInt8] {
    channelTable.entries.compactMap(\.state.awaitedIdentifier)
  }

  /// Gives up a request about a channel that awaits its answer; its end is free again. [Vol 3, Part A, 6.2.1]
  public mutating func signallingTimedOut(_ identifier: UInt8) -> [HostAction] {
    end(requestWith: identifier, .timedOut)
  }

  /// Closes all channels and gives up all requests about them, because the link has ended.
  public mutating func linkEnded() -> [HostAction] {
    let reports = channelTable.entries.compactMap { entry -> HostAction? in
      switch entry.state {
      case .opening(_, let spsm, _): .channelRefused(spsm, .linkEnded)
      case .open: .channelClosed(entry.localCID, .linkEnded)
      case .closing: nil
      }
    }
    channelTable.removeAll()
    return reports
  }

  /// Takes a K-frame.
  mutating func receiveOnChannel(_ frame: L2CAPFrame) -> [HostAction] {
    switch channelTable[frame.channel] {
    case .open: update(frame.channel) { $0.receive(frame.payload) }
    case .closing: []
    case .opening, nil: [.discarded(.channel(frame.channel))]
    }
  }

  /// Ends a request that is not answered as it should be.
  mutating func end(requestWith identifier: UInt8, _ refusal: ChannelRefusal) -> [HostAction] {
    guard let entry = channelTable.entry(awaiting: identifier) else { return [] }
    channelTable[entry.localCID] = nil
    guard case .opening(_, let spsm, _) = entry.state else { return [] }
    return [.channelRefused(spsm, refusal)]
  }

  /// Does what a channel wants after a change.
  mutating func update(
    _ localCID: ChannelID, _ change: (inout CreditBasedChannel) -> [CreditBasedChannelAction]
  ) -> [HostAction] {
    guard var channel = channel(localCID) else { return [] }
    let actions = change(&channel)
    channelTable[localCID] = .open(channel)
    return actions.flatMap { perform($0, channel) }
  }

  private mutating func perform(
    _ action: CreditBasedChannelAction, _ channel: CreditBasedChannel
  ) -> [HostAction] {
    switch action {
    case .send(let payload): send(channel.remoteCID, payload)
    case .grant(let credits):
      signal(
        FlowControlCreditIndication(cid: channel.localCID, credits: credits),
        identifier: nextSignallingIdentifier())
    case .received(let sdu): [.channelReceived(channel.localCID, sdu)]
    case .ready: [.channelReady(channel.localCID)]
    case .violated(let violation): close(channel, .violation(violation))
    }
  }

  private mutating func close(_ channel: CreditBasedChannel, _ closure: ChannelClosure) -> [HostAction] {
    requestDisconnection(localCID: channel.localCID, remoteCID: channel.remoteCID)
      + [.channelClosed(channel.localCID, closure)]
  }

  mutating func requestDisconnection(localCID: ChannelID, remoteCID: ChannelID) -> [HostAction] {
    let identifier = nextSignallingIdentifier()
    channelTable[localCID] = .closing(identifier: identifier, remoteCID: remoteCID)
    let request = DisconnectionRequest(destinationCID: remoteCID, sourceCID: localCID)
    return signal(request, identifier: identifier)
  }
}
