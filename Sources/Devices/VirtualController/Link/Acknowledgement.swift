/// The one-bit sequence numbers of a link. [Vol 6, Part B, 4.5.9]
struct Acknowledgement {
  /// transmitSeqNum
  private(set) var transmitSequence: UInt8 = 0
  /// nextExpectedSeqNum
  private(set) var nextExpected: UInt8 = 0

  /// Takes the bits of a received header; without room for the PDU it is left for the peer to send again.
  ///
  /// - Returns: whether the last PDU sent is acknowledged, and whether the received one is new.
  mutating func receive(sn: UInt8, nesn: UInt8, hasRoom: Bool = true) -> (isAcknowledged: Bool, isNew: Bool) {
    let isAcknowledged = nesn != transmitSequence
    if isAcknowledged { transmitSequence ^= 1 }
    let isNew = hasRoom && sn == nextExpected
    if isNew { nextExpected ^= 1 }
    return (isAcknowledged, isNew)
  }
}
