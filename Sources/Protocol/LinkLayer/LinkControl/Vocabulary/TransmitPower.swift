public import CoreTypes

/// A PHY whose transmit power is negotiated by itself, by its number in HCI. [Vol 4, Part E, 7.8.117]
public enum PowerControlPHY: UInt8, Hashable, Sendable, CaseIterable {
  case le1M = 1
  case le2M = 2
  case codedS8 = 3
  case codedS2 = 4

  /// The PHY with the coding that a device takes where none is named.
  init(_ phy: PHY) {
    switch phy {
    case .le1M: self = .le1M
    case .le2M: self = .le2M
    case .leCoded: self = .codedS8
    }
  }

  /// The PHY of the one bit of a link layer PDU that is set; nil unless it is one of bits 0 to 3.
  init?(bit: UInt8) {
    guard let phy = Self.allCases.first(where: { $0.bit == bit }) else { return nil }
    self = phy
  }

  /// Its bit in the PHY field of link layer PDUs. [Vol 6, Part B, 2.4.2.33]
  var bit: UInt8 { 1 << (rawValue - 1) }

  /// The PHY, whatever its coding.
  public var phy: PHY {
    switch self {
    case .le1M: .le1M
    case .le2M: .le2M
    case .codedS8, .codedS2: .leCoded
    }
  }
}

/// What a device knows of its peer's transmit power on one PHY. [Vol 4, Part E, 7.7.65.33]
public struct RemoteTransmitPower: Hashable, Sendable {
  /// In dBm, -127 to 20; 126 not managed, 127 not known.
  public var level: Int8 = 127
  /// Bit 0 it is the peer's minimum, bit 1 it is the peer's maximum.
  public var flags: UInt8 = 0
  /// The change, in dB; 127 not known.
  public var delta: Int8 = 127
}
