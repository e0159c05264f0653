/// The role of a device in an LE connection. [Vol 6, Part B, 1.1]
public enum LinkRole: UInt8, Sendable, CaseIterable {
  case central = 0
  case peripheral = 1

  /// The role of the other device.
  public var peer: LinkRole { self == .central ? .peripheral : .central }
}

/// The role of a device in a Channel Sounding procedure. [Vol 6, Part H, 1]
public enum CSRole: UInt8, Sendable, CaseIterable {
  case initiator = 0
  case reflector = 1

  /// The role of the other device.
  public var peer: CSRole { self == .initiator ? .reflector : .initiator }
}

/// The modulation of a packet on the air. [Vol 6, Part A, 3]
public enum PHY: UInt8, Sendable, CaseIterable {
  case le1M = 1
  case le2M = 2
  case leCoded = 3

  /// The bit of this PHY in LL_PHY_REQ and LE Set PHY.
  public var bit: UInt8 { 1 << (rawValue - 1) }
}
