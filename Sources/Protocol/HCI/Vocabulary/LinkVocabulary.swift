public import CoreTypes

/// Channel_Selection_Algorithm: how a connection hops. [Vol 4, Part E, 7.7.65.20]
public struct ChannelSelectionAlgorithm: NamedFieldValue {
  @inlinable public static var algorithm1: ChannelSelectionAlgorithm {
    ChannelSelectionAlgorithm(rawValue: 0)
  }
  @inlinable public static var algorithm2: ChannelSelectionAlgorithm {
    ChannelSelectionAlgorithm(rawValue: 1)
  }
  public static let defined: [ChannelSelectionAlgorithm] = [algorithm1, algorithm2]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The number in its name: 1 for #1.
  public var number: Int { Int(rawValue) + 1 }
}

/// Initiator: who asked for other frame spaces. [Vol 4, Part E, 7.7.65.48]
public struct FrameSpaceInitiator: NamedFieldValue {
  @inlinable public static var localHost: FrameSpaceInitiator { FrameSpaceInitiator(rawValue: 0) }
  @inlinable public static var localController: FrameSpaceInitiator { FrameSpaceInitiator(rawValue: 1) }
  @inlinable public static var peer: FrameSpaceInitiator { FrameSpaceInitiator(rawValue: 2) }
  public static let defined: [FrameSpaceInitiator] = [localHost, localController, peer]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Reason: why a transmit power is reported. [Vol 4, Part E, 7.7.65.33]
public struct TransmitPowerReason: NamedFieldValue {
  @inlinable public static var localChanged: TransmitPowerReason { TransmitPowerReason(rawValue: 0) }
  @inlinable public static var remoteChanged: TransmitPowerReason { TransmitPowerReason(rawValue: 1) }
  /// The host asked for the power of the peer.
  @inlinable public static var remoteRead: TransmitPowerReason { TransmitPowerReason(rawValue: 2) }
  public static let defined: [TransmitPowerReason] = [localChanged, remoteChanged, remoteRead]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// PB_Flag: which part of an L2CAP PDU a packet of data is, 2 bits. [Vol 4, Part E, 5.4.2]
public struct PacketBoundary: NamedFieldValue {
  /// The first, as hosts send it.
  @inlinable public static var firstNonFlushable: PacketBoundary { PacketBoundary(rawValue: 0) }
  @inlinable public static var continuing: PacketBoundary { PacketBoundary(rawValue: 1) }
  /// The first, as controllers send it.
  @inlinable public static var firstFlushable: PacketBoundary { PacketBoundary(rawValue: 2) }
  /// All of a PDU, which LE has not.
  @inlinable public static var complete: PacketBoundary { PacketBoundary(rawValue: 3) }
  public static let defined: [PacketBoundary] = [firstNonFlushable, continuing, firstFlushable, complete]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a PDU starts with it.
  public var isStart: Bool { self != .continuing }
}

/// All_PHYs: the directions for which a host prefers no PHY; the other bits are reserved. [Vol 4, Part E, 7.8.48]
public struct UnpreferredPHYs: OptionSet, FieldValue {
  /// Any PHY to send on.
  public static let anyTX = UnpreferredPHYs(rawValue: 1 << 0)
  /// Any PHY to receive on.
  public static let anyRX = UnpreferredPHYs(rawValue: 1 << 1)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
