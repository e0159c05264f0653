public import CoreTypes

/// A bond of which the recording has the beginning, and whose key the peripheral does not have any more.
public struct LostBond: Hashable, Sendable {
  /// The frame of the Pairing Response with which the bond began.
  public var bondFrame: Int
  /// Whether the central came with the address that it had before; with another one, the peripheral may have the key
  /// and not know whose it is.
  public var isSameAddress: Bool
  /// Why the last link on which the key was in use ended; nil where the recording does not show it.
  public var endReason: ErrorCode?
  /// Whether the peripheral's controller was reset in between; nil where the peripheral's HCI is not recorded.
  public var isAfterReset: Bool?

  /// Whether the key went with a link that was lost, while the peripheral kept its power.
  public var isByLostLink: Bool { endReason == .connectionTimeout && isAfterReset == false }
}
