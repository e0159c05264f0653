internal import Wire

/// A peer's commands about connection-oriented channels. [Vol 3, Part A, 4]
extension HostLink {
  /// Takes a command about a channel; nil if the code has another meaning, or this link does not use the mode.
  mutating func receiveAboutChannel(_ command: SignallingCommand) throws(WireError) -> [HostAction]? {
    guard channelTable.isInUse else { return nil }
    switch command.code {
    case LECreditBasedConnectionRequest.code:
      return answer(try LECreditBasedConnectionRequest(decoding: command.data), command.identifier)
    case LECreditBasedConnectionResponse.code:
      return take(try LECreditBasedConnectionResponse(decoding: command.data), command.identifier)
    case FlowControlCreditIndication.code:
      return take(try FlowControlCreditIndication(decoding: command.data), command.identifier)
    case DisconnectionRequest.code:
      return answer(try DisconnectionRequest(decoding: command.data), command.identifier)
    case DisconnectionResponse.code:
      return take(try DisconnectionResponse(decoding: command.data), command.identifier)
    default: return nil
    }
  }

  private mutating func answer(
    _ request: LECreditBasedConnectionRequest, _ identifier: UInt8
  ) -> [HostAction] {
    if let result = refusal(of: request) {
      return signal(LECreditBasedConnectionResponse(refusal: result), identifier: identifier)
    }
    guard let listener = channelTable[request.spsm], let localCID = channelTable.freeCID else {
      return signal(LECreditBasedConnectionResponse(refusal: .noResources), identifier: identifier)
    }
    let channel = CreditBasedChannel(
      spsm: request.spsm, isByPeer: true, localCID: localCID, remoteCID: request.sourceCID,
      local: listener.parameters, remote: request.parameters)
    channelTable[localCID] = .open(channel)
    let response = LECreditBasedConnectionResponse(destinationCID: localCID, listener.parameters)
    return signal(response, identifier: identifier) + [.channelOpened(channel)]
  }

  private func refusal(of request: LECreditBasedConnectionRequest) -> CreditBasedResult? {
    guard let listener = channelTable[request.spsm] else { return .spsmNotSupported }
    if let result = listener.refusal(security, keySize: bond?.keySize) { return result }
    guard request.sourceCID.isDynamic else { return .invalidSourceCID }
    guard channelTable.entry(remoteCID: request.sourceCID) == nil else { return .sourceCIDAlreadyAllocated }
    guard request.parameters.isLegal else { return .unacceptableParameters }
    let openCount = channels.count { $0.spsm == request.spsm && $0.isByPeer }
    return openCount < listener.maximumChannelCount ? nil : .noResources
  }

  private mutating func take(
    _ response: LECreditBasedConnectionResponse, _ identifier: UInt8
  ) -> [HostAction] {
    guard let entry = channelTable.entry(awaiting: identifier),
      case .opening(_, let spsm, let parameters) = entry.state
    else { return [] }
    guard response.result == .success else { return end(requestWith: identifier, .result(response.result)) }
    let isFree = channelTable.entry(remoteCID: response.destinationCID) == nil
    guard response.destinationCID.isDynamic, isFree, response.parameters.isLegal else {
      return requestDisconnection(localCID: entry.localCID, remoteCID: response.destinationCID)
        + [.channelRefused(spsm, .invalidResponse(response))]
    }
    let channel = CreditBasedChannel(
      spsm: spsm, isByPeer: false, localCID: entry.localCID, remoteCID: response.destinationCID,
      local: parameters, remote: response.parameters)
    channelTable[entry.localCID] = .open(channel)
    return [.channelOpened(channel)]
  }

  private mutating func take(
    _ indication: FlowControlCreditIndication, _ identifier: UInt8
  ) -> [HostAction] {
    guard let entry = channelTable.entry(remoteCID: indication.cid) else {
      // Interpretation: like each command about an invalid channel, the indication is rejected.
      return signal(
        CommandReject(invalidChannelAtSender: ChannelID(rawValue: 0), atReceiver: indication.cid),
        identifier: identifier)
    }
    return update(entry.localCID) { $0.receive(credits: indication.credits) }
  }

  private mutating func answer(_ request: DisconnectionRequest, _ identifier: UInt8) -> [HostAction] {
    guard let state = channelTable[request.destinationCID], let remoteCID = state.remoteCID else {
      let reject = CommandReject(
        invalidChannelAtSender: request.destinationCID, atReceiver: request.sourceCID)
      return signal(reject, identifier: identifier)
    }
    guard remoteCID == request.sourceCID else { return [] }
    channelTable[request.destinationCID] = nil
    let response = DisconnectionResponse(
      destinationCID: request.destinationCID, sourceCID: request.sourceCID)
    let sent = signal(response, identifier: identifier)
    guard case .open = state else { return sent }
    return sent + [.channelClosed(request.destinationCID, .remote)]
  }

  private mutating func take(_ response: DisconnectionResponse, _ identifier: UInt8) -> [HostAction] {
    guard let entry = channelTable.entry(awaiting: identifier),
      case .closing(_, let remoteCID) = entry.state,
      (response.destinationCID, response.sourceCID) == (remoteCID, entry.localCID)
    else { return [] }
    channelTable[entry.localCID] = nil
    return []
  }
}
