internal import CoreTypes

/// A data channel map that waits for its Instant.
struct PendingChannelMap: Hashable, Sendable {
  var map: DataChannelMap
  var instant: UInt16
}

/// The channel map update procedure: the central dictates the map. [Vol 6, Part B, 5.1.2]
extension LinkControl {
  mutating func beginChannelMapUpdate(_ map: DataChannelMap) {
    var pdu = ChannelMapInd()
    pdu.channelMap = map.bits & DataChannelMap.all.bits
    pdu.instant = nextSafeInstant
    channelMapUpdate = PendingChannelMap(map: DataChannelMap(bits: pdu.channelMap), instant: pdu.instant)
    open(.setChannelMap(map), as: .channelMap, with: .channelMapInd(pdu))
    local?.deadline = nil
  }

  mutating func receiveChannelMapInd(_ pdu: ChannelMapInd) {
    let map = DataChannelMap(bits: pdu.channelMap)
    guard map.usedChannels.count >= 2 else { return refuseAsUnknown(.channelMapInd) }
    if comesTooLate(pdu.instant) { return end(.instantPassed) }
    channelMapUpdate = PendingChannelMap(map: map, instant: pdu.instant)
    if pdu.instant == moment.eventCounter || lapses(.usesChannelMapAtOnce) { applyChannelMap() }
  }

  mutating func applyChannelMap() {
    guard let update = channelMapUpdate,
      !moment.eventCounter.isPassed(at: update.instant) || lapses(.usesChannelMapAtOnce)
    else { return }
    channelMapUpdate = nil
    actions.append(.useChannelMap(update.map))
    _ = closeLocal(.channelMap)
  }
}
