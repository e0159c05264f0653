/// CS_SYNC_Antenna_Selection: with which antennas a device sends and receives CS_SYNC packets. [Vol 4, Part E, 7.8.134]
public struct CSSyncAntennaSelection: RawRepresentable, Hashable, Sendable {
  /// The antennas take turns, step by step.
  public static let repetitive = Self(rawValue: 0xFE)
  /// The controller chooses; the controllers here take the first antenna.
  public static let noRecommendation = Self(rawValue: 0xFF)
  /// The antenna identifiers of HCI.
  public static let identifiers = UInt8(1)...4

  /// 1 to 4 for one antenna, or the orders from 0xFD on.
  public var rawValue: UInt8

  /// Makes a selection, legal or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the value is one that Core has.
  ///
  /// Interpretation: 0xFD is an order of the antennas as 0xFE is, as in one public source; another has only 0xFE.
  public var isDefined: Bool { Self.identifiers.contains(rawValue) || rawValue >= 0xFD }

  /// Whether a device with so many antennas has those selected.
  public func isSupported(byAntennas count: UInt8) -> Bool { rawValue <= max(count, 1) || rawValue >= 0xFD }

  /// The antennas of a device with `count` of them, counted from 0, in the order in which CS_SYNC packets use them.
  ///
  /// Interpretation: the order begins anew with each subevent, and a step of mode-0, mode-1 or mode-3 is one place in it,
  /// for the packet sent and the packet received.
  public func antennas(of count: Int) -> [Int] {
    switch self {
    case .noRecommendation: [0]
    case _ where rawValue >= 0xFD: Array(0..<max(count, 1))
    default: [Int(rawValue) - 1]
    }
  }
}
