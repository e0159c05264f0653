public import ChannelSounding
internal import CoreTypes

/// What the CS_SYNC packets of modes 1 and 3 are made of. [Vol 6, Part H, 2]
public struct PacketFormat: Hashable, Sendable {
  /// CS_SYNC_PHY: 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var phy: UInt8
  /// What follows the access address.
  public var rttType: RTTType

  /// LE 1M and the access address alone, unless told otherwise.
  public init(phy: UInt8 = 1, rttType: RTTType = .aaOnly) {
    self.phy = phy
    self.rttType = rttType
  }

  /// The format that a configuration agrees on; a reserved RTT_Type stands for the access address alone.
  public init(_ configuration: CSConfiguration) {
    self.init(phy: configuration.csSyncPHY, rttType: RTTType(rawValue: configuration.rttType) ?? .aaOnly)
  }

  /// Symbols in a microsecond.
  var symbolRate: Double { phy == 1 ? 1 : 2 }

  /// The bits whose transitions a receiver can time: access address, trailer and sequence.
  var timedBits: Double { Double(32 + 4 + rttType.sequenceBits) }

  /// Standard deviation of a time of arrival in ns, the Cramér-Rao bound of a packet whose bits have an SNR of
  /// `bitSNR`; the root mean square bandwidth of minimum shift keying is a quarter of the symbol rate.
  func arrivalDeviation(bitSNR: Double) -> Double {
    let bandwidth = 0.25e-3 * symbolRate
    return 1 / (2 * .pi * bandwidth * (2 * timedBits * bitSNR).squareRoot())
  }
}
