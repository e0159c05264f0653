internal import CoreTypes
internal import Faults

/// What the procedures that change the connection parameters know.
struct ConnectionUpdateState: Hashable, Sendable {
  /// connPeripheralLatency in events.
  var latency: UInt16
  /// connSupervisionTimeout.
  var timeout: SupervisionTimeout
  /// The parameters that come.
  var pending: ConnectionUpdateInd?
  /// What the peer asks for while the host has not answered.
  var asked: ConnectionParameterRange?
}

/// The connection update procedure: only the central may change the parameters. [Vol 6, Part B, 5.1.1]
extension LinkControl {
  /// connPeripheralLatency: how many connection events in a row the peripheral may skip.
  public var latency: UInt16 { connection.latency }

  /// An Instant that leaves the peripheral six events to hear of it.
  var nextSafeInstant: ConnEventCounter { moment.eventCounter + 6 * (1 + min(connection.latency, 499)) }

  func connectionUpdateRefusal(_ range: ConnectionParameterRange) -> ErrorCode? {
    guard range.isLegal else { return .invalidHCICommandParameters }
    if role == .central {
      return cs.hasSeries && !faults.contains(.connectionUpdateInSeries) ? .commandDisallowed : nil
    }
    guard identity.features[.connectionParametersRequest] else { return .unsupportedFeatureOrParameterValue }
    return lacksRemotely(.connectionParametersRequest) ? .unsupportedRemoteFeature : nil
  }

  /// Asks for the parameters where both sides can, else the central dictates them.
  mutating func beginConnectionUpdate(_ request: LinkRequest) {
    guard case .updateConnection(let range) = request else { return }
    let bothMayAsk =
      identity.features[.connectionParametersRequest]
      && featureExchange.remote?[.connectionParametersRequest] ?? false
    if role == .peripheral || bothMayAsk {
      open(request, as: .connectionParameters, with: .connectionParamReq(ConnectionParamReq(range)))
    } else {
      let pdu = connectionUpdate(range)
      connection.pending = pdu
      open(request, as: .connectionUpdate, with: .connectionUpdateInd(pdu))
      local?.deadline = nil
    }
  }

  private func connectionUpdate(_ range: ConnectionParameterRange) -> ConnectionUpdateInd {
    var pdu = ConnectionUpdateInd()
    pdu.parameters = ConnectionParameters(
      interval: range.intervalMax, latency: range.latency, timeout: range.timeout)
    pdu.instant = nextSafeInstant
    return pdu
  }

  /// The central sends the parameters that were asked for, by its own host or by the peer.
  mutating func indicateConnectionUpdate(_ range: ConnectionParameterRange) {
    let pdu = connectionUpdate(range)
    connection.pending = pdu
    if isOpen(.connectionParameters) {
      proceed(with: .connectionUpdateInd(pdu), awaitsAnswer: false)
    } else {
      send(.connectionUpdateInd(pdu))
    }
  }

  mutating func receiveConnectionUpdateInd(_ pdu: ConnectionUpdateInd) {
    let wanted = pdu.parameters
    let range = ConnectionParameterRange(
      interval: wanted.interval, latency: wanted.latency, timeout: wanted.timeout)
    guard range.isLegal else { return refuseAsUnknown(.connectionUpdateInd) }
    if comesTooLate(pdu.instant) { return end(.instantPassed) }
    closePeer(.connectionParameters)
    if isOpen(.connectionParameters) { local?.deadline = nil }
    connection.pending = pdu
    if pdu.instant == moment.eventCounter { applyConnectionUpdate() }
  }

  mutating func applyConnectionUpdate() {
    guard let pdu = connection.pending, !moment.eventCounter.isPassed(at: pdu.instant) else { return }
    connection.pending = nil
    connection.latency = pdu.parameters.latency
    connection.timeout = pdu.parameters.timeout
    moment.interval = pdu.parameters.interval
    actions.append(.useConnectionParameters(pdu))
    _ = closeLocal(.connectionUpdate)
    _ = closeLocal(.connectionParameters)
    notifyConnection(.success)
  }

  mutating func notifyConnection(_ code: ErrorCode) {
    notify(
      .connectionUpdated(
        code,
        ConnectionParameters(
          interval: moment.interval, latency: connection.latency, timeout: connection.timeout)))
  }
}

/// A data channel map that waits for its Instant.
struct PendingChannelMap: Hashable, Sendable {
  var map: DataChannelMap
  var instant: ConnEventCounter
}

/// The channel map update procedure: the central dictates the map. [Vol 6, Part B, 5.1.2]
extension LinkControl {
  mutating func beginChannelMapUpdate(_ map: DataChannelMap) {
    var pdu = ChannelMapInd()
    pdu.channelMap = DataChannelMap(rawValue: map.rawValue & DataChannelMap.all.rawValue)
    pdu.instant = nextSafeInstant
    channelMapUpdate = PendingChannelMap(map: pdu.channelMap, instant: pdu.instant)
    open(.setChannelMap(map), as: .channelMap, with: .channelMapInd(pdu))
    local?.deadline = nil
  }

  mutating func receiveChannelMapInd(_ pdu: ChannelMapInd) {
    let map = pdu.channelMap
    guard map.usedChannels.count >= 2 else { return refuseAsUnknown(.channelMapInd) }
    if comesTooLate(pdu.instant) { return end(.instantPassed) }
    channelMapUpdate = PendingChannelMap(map: map, instant: pdu.instant)
    if pdu.instant == moment.eventCounter || faults.contains(.channelMapUsedAtOnce) { applyChannelMap() }
  }

  mutating func applyChannelMap() {
    guard let update = channelMapUpdate,
      !moment.eventCounter.isPassed(at: update.instant) || faults.contains(.channelMapUsedAtOnce)
    else { return }
    channelMapUpdate = nil
    actions.append(.useChannelMap(update.map))
    _ = closeLocal(.channelMap)
  }
}
