/// What a pcapng file holds. Times and comments are kept; name resolution and custom blocks are not.
public struct PcapngFile: Hashable, Sendable {
  /// What a section header says.
  public struct Section: Hashable, Sendable {
    /// The program that made the section.
    public var application: String?
    /// Remarks on the section.
    public var comments: [String] = []
  }

  /// An interface that packets were seen on.
  public struct Interface: Hashable, Sendable {
    /// The link type, which says how a packet is laid out.
    public var linkType: UInt16
    /// The name, as `ll`.
    public var name: String?
    /// The longer name.
    public var text: String?
    /// The units of a time stamp in a second.
    public var ticksPerSecond: UInt64 = 1_000_000
  }

  /// Which way a packet went.
  public enum Direction: UInt32, Sendable { case unknown = 0, inbound, outbound, reserved }

  /// A packet.
  public struct Packet: Hashable, Sendable {
    /// The index of the interface in `interfaces`.
    public var interface: Int
    /// Units of the interface since 1970.
    public var timestamp: UInt64
    /// The octets in the file.
    public var octets: ArraySlice<UInt8>
    /// The octets that the packet had before it was cut.
    public var originalCount: Int
    /// Which way the packet went.
    public var direction: Direction = .unknown
    /// Remarks, in the order of the file.
    public var comments: [String] = []
  }

  /// The sections in order.
  public internal(set) var sections: [Section] = []
  /// The interfaces of all sections in order.
  public internal(set) var interfaces: [Interface] = []
  /// The packets in order.
  public internal(set) var packets: [Packet] = []
  /// The types of the blocks that were passed over, in order.
  public internal(set) var skippedBlockTypes: [UInt32] = []

  /// Nanoseconds since 1970 of `packet`; nil if 64 bits do not hold them.
  public func nanoseconds(of packet: Packet) -> UInt64? {
    let unit = interfaces[packet.interface].ticksPerSecond
    let product = packet.timestamp.multipliedFullWidth(by: 1_000_000_000)
    return product.high < unit ? unit.dividingFullWidth(product).quotient : nil
  }
}
