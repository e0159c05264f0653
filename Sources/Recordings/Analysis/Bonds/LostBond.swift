public import CoreTypes

/// A bond whose creation is in the recording, and whose key the peripheral has lost.
public struct LostBond: Hashable, Sendable {
  /// The frame of the Pairing Response with which the bond began.
  public var bondFrame: Int
  /// Whether the central used the same address as before. With another address, the peripheral may still have the key
  /// but not recognise the central.
  public var isSameAddress: Bool
  /// Why the last link encrypted with the key ended; nil if not recorded.
  public var endReason: ErrorCode?
  /// Whether the peripheral's controller was reset in between; nil if its HCI is not recorded.
  public var isAfterReset: Bool?

  /// Whether the key was lost with a link that timed out, without a reset of the peripheral.
  public var isByLostLink: Bool { endReason == .connectionTimeout && isAfterReset == false }
}
