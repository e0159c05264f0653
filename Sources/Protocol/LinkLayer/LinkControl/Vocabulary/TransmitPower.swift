public import CoreTypes

/// Several PHYs whose transmit power is negotiated, a bit each. [Vol 6, Part B, 2.4.2.33]
public struct PowerControlPHYs: OptionSet, FieldValue {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PowerControlPHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }

  /// The one PHY that is set; nil where none, several or a reserved bit is.
  var only: PowerControlPHY? { PowerControlPHY.defined.first { PowerControlPHYs($0) == self } }
}

/// What a device knows of its peer's transmit power on one PHY. [Vol 4, Part E, 7.7.65.33]
public struct RemoteTransmitPower: Hashable, Sendable {
  public var level = TransmitPowerLevel.unknown
  public var flags: TransmitPowerFlags = []
  public var delta = PowerChange.unknown
}
