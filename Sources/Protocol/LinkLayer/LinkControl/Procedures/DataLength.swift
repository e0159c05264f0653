internal import CoreTypes
internal import Faults

/// The lengths of data PDUs that both sides support. [Vol 6, Part B, 4.5.10]
struct DataLength: Hashable, Sendable {
  /// A time, in microseconds, that a packet of `octets` payload takes on LE 1M with MIC.
  static func time(octets: UInt16) -> UInt16 { (octets + 14) * 8 }

  /// What this side receives at most, in octets.
  let maxRxOctets: UInt16
  /// What this side wants to send at most, in octets.
  var maxTxOctets: UInt16
  /// How long this side wants to send at most, in microseconds.
  var maxTxTime: UInt16
  /// What is in use.
  var effective = LengthReq()

  /// Starts at the lengths every device supports; it can do `maxOctets`, 27 to 251.
  init(maxOctets: UInt16) {
    maxRxOctets = maxOctets
    maxTxOctets = maxRxOctets
    maxTxTime = Self.time(octets: maxTxOctets)
  }

  /// What this side declares.
  var declared: LengthReq {
    var pdu = LengthReq()
    pdu.maxRxOctets = maxRxOctets
    pdu.maxRxTime = Self.time(octets: maxRxOctets)
    pdu.maxTxOctets = maxTxOctets
    pdu.maxTxTime = maxTxTime
    return pdu
  }

  /// Takes what the peer declares; true if that changes what is in use.
  mutating func take(_ peer: LengthReq) -> Bool {
    let own = declared
    var next = LengthReq()
    next.maxTxOctets = max(27, min(own.maxTxOctets, peer.maxRxOctets))
    next.maxTxTime = max(328, min(own.maxTxTime, peer.maxRxTime))
    next.maxRxOctets = max(27, min(own.maxRxOctets, peer.maxTxOctets))
    next.maxRxTime = max(328, min(own.maxRxTime, peer.maxTxTime))
    defer { effective = next }
    return next != effective
  }

  /// The payload, in octets, that fits both the effective length and time.
  var transmitOctets: Int { min(Int(effective.maxTxOctets), Int(effective.maxTxTime) / 8 - 14) }
}

/// The data length update procedure. [Vol 6, Part B, 5.1.9]
extension LinkControl {
  func dataLengthRefusal(octets: UInt16, time: UInt16) -> ErrorCode? {
    guard (27...251).contains(octets), (328...17040).contains(time) else {
      return .invalidHCICommandParameters
    }
    guard identity.features[.dataPacketLengthExtension] else { return .unsupportedFeatureOrParameterValue }
    return lacksRemotely(.dataPacketLengthExtension) ? .unsupportedRemoteFeature : nil
  }

  /// Whether the peer is known not to have `feature`.
  func lacksRemotely(_ feature: FeatureSet.Feature) -> Bool {
    featureExchange.remote.map { !$0[feature] } ?? false
  }

  mutating func beginDataLengthUpdate(octets: UInt16, time: UInt16) {
    dataLength.maxTxOctets = min(octets, dataLength.maxRxOctets)
    dataLength.maxTxTime = min(time, DataLength.time(octets: dataLength.maxRxOctets))
    open(
      .setDataLength(txOctets: octets, txTime: time), as: .dataLength, with: .lengthReq(dataLength.declared))
  }

  mutating func receiveLengthReq(_ pdu: LengthReq) {
    send(.lengthRsp(dataLength.declared))
    useLengths(pdu)
  }

  mutating func receiveLengthRsp(_ pdu: LengthRsp) {
    guard closeLocal(.dataLength) != nil else { return }
    useLengths(pdu)
  }

  private mutating func useLengths(_ pdu: LengthReq) {
    guard dataLength.take(pdu) else { return }
    actions.append(.useTransmitLength(octets: dataLength.transmitOctets))
    let effective = dataLength.effective
    notify(
      .dataLengthChanged(
        maxTxOctets: effective.maxTxOctets, maxTxTime: effective.maxTxTime,
        maxRxOctets: faults.contains(.receiveLengthNotReported) ? 27 : effective.maxRxOctets,
        maxRxTime: effective.maxRxTime))
  }
}
