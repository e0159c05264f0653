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

  /// The PHY, whatever its coding.
  public var phy: PHY {
    switch self {
    case .le1M: .le1M
    case .le2M: .le2M
    case .codedS8, .codedS2: .leCoded
    }
  }
}

/// Several PHYs whose transmit power is negotiated, a bit each. [Vol 6, Part B, 2.4.2.33]
public struct PowerControlPHYs: OptionSet, FieldValue {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PowerControlPHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }

  /// The one PHY that is set; nil where none, several or a reserved bit is.
  var only: PowerControlPHY? { PowerControlPHY.allCases.first { PowerControlPHYs($0) == self } }
}

/// What a device knows of its peer's transmit power on one PHY. [Vol 4, Part E, 7.7.65.33]
public struct RemoteTransmitPower: Hashable, Sendable {
  public var level = TransmitPowerLevel.unknown
  public var flags: TransmitPowerFlags = []
  /// The change, in dB; 127 not known.
  public var delta: Int8 = 127
}
