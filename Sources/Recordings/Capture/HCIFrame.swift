public import CoreTypes

/// A packet between a host and its controller as a capture shows it. [Vol 4, Part A, 2]
public struct HCIFrame: Hashable, Sendable {
  /// Which end sent the packet; the number is that of link type 201.
  public enum Direction: UInt8, Sendable, CaseIterable {
    /// Commands, and data to be sent.
    case hostToController = 0
    /// Events, and data received.
    case controllerToHost = 1
  }

  /// When the packet crossed the interface.
  public var time: Instant
  /// The device whose interface it is.
  public var role: CSRole
  /// Which end sent it.
  public var direction: Direction
  /// The packet with its H4 packet indicator first.
  public var packet: [UInt8]

  public init(time: Instant, role: CSRole, direction: Direction, packet: [UInt8]) {
    self.time = time
    self.role = role
    self.direction = direction
    self.packet = packet
  }
}
