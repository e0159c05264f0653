internal import CoreTypes
internal import Faults

/// The lengths of data PDUs on a link. [Vol 6, Part B, 4.5.10]
struct DataLengthState: Hashable, Sendable {
  /// What this side declares: what it wants to send at most, and what it receives at most.
  var declared: DataLengths
  /// What is in use.
  var effective = DataLengths()

  /// Starts at the lengths every device supports; it can do `length`.
  init(_ length: DataLength) { declared = DataLengths(tx: length, rx: length) }

  /// Takes what the peer declares; true if that changes what is in use.
  mutating func take(_ peer: DataLengths) -> Bool {
    let next = declared.effective(with: peer)
    defer { effective = next }
    return next != effective
  }
}

/// The data length update procedure. [Vol 6, Part B, 5.1.9]
extension LinkControl {
  func dataLengthRefusal(_ length: DataLength) -> ErrorCode? {
    guard length.isLegal else { return .invalidHCICommandParameters }
    guard identity.features[.dataPacketLengthExtension] else { return .unsupportedFeatureOrParameterValue }
    return lacksRemotely(.dataPacketLengthExtension) ? .unsupportedRemoteFeature : nil
  }

  /// Whether the peer is known not to have `feature`.
  func lacksRemotely(_ feature: FeatureSet.Feature) -> Bool {
    featureExchange.remote.map { !$0[feature] } ?? false
  }

  mutating func beginDataLengthUpdate(_ length: DataLength) {
    dataLength.declared.tx = length.lesser(dataLength.declared.rx)
    open(.setDataLength(length), as: .dataLength, with: .lengthReq(LengthReq(dataLength.declared)))
  }

  mutating func receiveLengthReq(_ pdu: LengthReq) {
    send(.lengthRsp(LengthRsp(dataLength.declared)))
    useLengths(pdu.lengths)
  }

  mutating func receiveLengthRsp(_ pdu: LengthRsp) {
    guard closeLocal(.dataLength) != nil else { return }
    useLengths(pdu.lengths)
  }

  private mutating func useLengths(_ peer: DataLengths) {
    guard dataLength.take(peer) else { return }
    var reported = dataLength.effective
    actions.append(.useTransmitLength(octets: reported.tx.usableOctets))
    if faults.contains(.receiveLengthNotReported) { reported.rx.octets = 27 }
    notify(.dataLengthChanged(reported))
  }
}
