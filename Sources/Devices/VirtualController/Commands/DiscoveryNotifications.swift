internal import CoreTypes
internal import HCI
internal import LinkLayer

/// What the host hears of advertisers, and of links that begin or do not.
extension VirtualController {
  func report(_ advertisement: Advertisement, isExtended: Bool) {
    guard isExtended else {
      return send(LEAdvertisingReportEvent { $0.reports = [advertisement.legacyReport] })
    }
    for report in advertisement.extendedReports {
      send(LEExtendedAdvertisingReportEvent { $0.reports = [report] })
    }
  }

  func reportScanTimeout() { send(LEScanTimeoutEvent()) }

  func reportConnection(_ connection: Connection) {
    let origin = connection.origin
    sendConnectionComplete(
      LEEnhancedConnectionCompleteEvent {
        $0.connectionHandle = origin.handle
        $0.role = origin.role.rawValue
        $0.peerAddressType = origin.peer.addressType
        $0.peerAddress = origin.peer.identity.octets
        if let address = origin.localResolvable { $0.localResolvablePrivateAddress = address.octets }
        if let address = origin.peer.resolvable { $0.peerResolvablePrivateAddress = address.octets }
        $0.connectionInterval = origin.parameters.interval
        $0.peripheralLatency = origin.parameters.latency
        $0.supervisionTimeout = origin.parameters.timeout
        $0.centralClockAccuracy = origin.role == .central ? 0 : origin.parameters.sca
      })
    if lapses(.hidesChannelSelection) { return }
    send(
      LEChannelSelectionAlgorithmEvent {
        $0.connectionHandle = origin.handle
        $0.channelSelectionAlgorithm = origin.usesAlgorithm2 ? 1 : 0
      })
  }

  /// No link came of directed advertising or of initiating.
  func reportConnection(failure: ErrorCode, role: LinkRole, peer: DeviceAddress? = nil) {
    sendConnectionComplete(
      LEEnhancedConnectionCompleteEvent {
        $0.status = failure
        $0.role = role.rawValue
        $0.peerAddressType = peer?.kind.rawValue ?? 0
        $0.peerAddress = peer?.octets ?? $0.peerAddress
      })
  }

  /// The enhanced event where the controller has it and the host takes it, else the first one.
  /// [Vol 4, Part E, 7.7.65.10]
  private func sendConnectionComplete(_ event: LEEnhancedConnectionCompleteEvent) {
    let hasEnhanced = features[.extendedAdvertising] || features[.llPrivacy]
    guard !hasEnhanced || !hostState.eventMasks.admits(.leEnhancedConnectionComplete) else {
      return send(event)
    }
    var first = LEConnectionCompleteEvent(event)
    first.peerAddressType &= 1
    send(first)
  }
}
