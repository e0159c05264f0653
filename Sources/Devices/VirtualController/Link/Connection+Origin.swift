internal import CoreTypes
internal import LinkLayer

extension Connection {
  /// What CONNECT_IND or AUX_CONNECT_REQ settled, and the connection handle this controller gave.
  struct Origin {
    let role: LinkRole
    var handle: UInt16
    let peer: VirtualController.Seen
    let parameters: LLData
    let usesAlgorithm2: Bool
    /// The end of the CONNECT_IND, as this end heard it.
    let connectEnd: Instant
    /// The PHY of the CONNECT_IND, with which the link begins.
    var phy = PHY.le1M
    /// Whether it was an AUX_CONNECT_REQ.
    var isAuxiliary = false
    /// The private address that this controller made for the link; nil if it used one that its host knows.
    var localResolvable: DeviceAddress?

    /// transmitWindowDelay. [Vol 6, Part B, 4.5.3]
    var windowDelay: Picoseconds {
      .microseconds(isAuxiliary ? (phy == .leCoded ? 3750 : 2500) : 1250)
    }
  }

  /// Whether a link can run on what a CONNECT_IND says. [Vol 6, Part B, 2.3.3.1]
  static func isLegal(_ data: LLData) -> Bool {
    (6...3200).contains(data.interval) && (10...3200).contains(data.timeout) && data.latency < 500
      && (1...8).contains(data.winSize) && data.winOffset <= data.interval
      && DataChannelMap(bits: data.channelMap).usedChannels.count >= 2
      && AccessAddress.isLegal(data.accessAddress)
  }
}
