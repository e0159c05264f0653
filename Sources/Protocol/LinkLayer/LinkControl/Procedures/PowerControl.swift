internal import CoreTypes

/// What the power control procedures of a link have brought so far.
struct PowerControl: Hashable, Sendable {
  /// The host wants to know when the peer's power changes.
  var reportsRemote = false
  /// This side has sent LL_POWER_CONTROL_REQ, after which the peer reports its changes.
  var isRequested = false
}

/// The power control request procedure. [Vol 6, Part B, 5.1.17]
///
/// The device has one power, so it transmits at its minimum and at its maximum, and makes no change that is asked for.
extension LinkControl {
  /// Only what concerns the peer's power needs the peer.
  func powerRefusal(concernsPeer: Bool) -> ErrorCode? {
    guard identity.features[.lePowerControlRequest] else { return .unsupportedFeatureOrParameterValue }
    return concernsPeer && lacksRemotely(.lePowerControlRequest) ? .unsupportedRemoteFeature : nil
  }

  /// Asks the peer for its power and for no change. Reports of the peer need one such request on a link.
  /// [Vol 4, Part E, 7.8.118, 7.8.121]
  mutating func beginPowerControl(_ request: LinkRequest, on phy: PowerControlPHY) {
    if case .setTransmitPowerReporting = request, power.isRequested { return }
    power.isRequested = true
    var pdu = PowerControlReq()
    (pdu.phy, pdu.txPower) = (PowerControlPHYs(phy), identity.transmitPower)
    open(request, as: .powerControl, with: .powerControlReq(pdu))
  }

  mutating func receivePowerControlRsp(_ pdu: PowerControlRsp) {
    guard case .readRemoteTransmitPower(let phy)? = closeLocal(.powerControl) else { return }
    let flags = TransmitPowerFlags(isMinimum: pdu.isMinimum, isMaximum: pdu.isMaximum)
    let remote = RemoteTransmitPower(level: pdu.txPower, flags: flags, delta: pdu.delta)
    notify(.remoteTransmitPower(.success, phy, remote, isRead: true))
  }

  /// The peer changed its power without a request. [Vol 6, Part B, 5.1.18]
  mutating func receivePowerChangeInd(_ pdu: PowerChangeInd) {
    guard power.reportsRemote else { return }
    let flags = TransmitPowerFlags(isMinimum: pdu.isMinimum, isMaximum: pdu.isMaximum)
    let remote = RemoteTransmitPower(level: pdu.txPower, flags: flags, delta: pdu.delta)
    for phy in PowerControlPHY.defined where pdu.phy.contains(PowerControlPHYs(phy)) {
      notify(.remoteTransmitPower(.success, phy, remote, isRead: false))
    }
  }

  mutating func receivePowerControlReq(_ pdu: PowerControlReq) {
    guard let phy = pdu.phy.only?.phy else {
      return reject(.powerControlReq, .unsupportedLLParameterValue)
    }
    guard pdu.txPower != .unmanaged else {
      return reject(.powerControlReq, .invalidLLParameters)
    }
    var answer = PowerControlRsp()
    answer.apr = PowerControlRsp.unknownReduction
    if self.phy.supported.supports(phy) {
      (answer.isMinimum, answer.isMaximum, answer.txPower) = (true, true, identity.transmitPower)
    } else {
      answer.txPower = .unknown
    }
    send(.powerControlRsp(answer))
  }
}

extension TransmitPowerFlags {
  fileprivate init(isMinimum: Bool, isMaximum: Bool) {
    self = []
    if isMinimum { insert(.minimum) }
    if isMaximum { insert(.maximum) }
  }
}

extension PowerControlRsp {
  /// APR of a device that cannot tell how much less power of the peer it could do with.
  fileprivate static let unknownReduction: UInt8 = 0xFF
}
