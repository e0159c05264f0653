internal import CoreTypes

/// The frequency actuation error of a reflector's mode-0 packets. [Vol 6, Part B, 2.4.2.52]
public struct FAETable: Hashable, Sendable {
  /// The allowed channels, of which each has an entry.
  public static let entryCount = 72

  /// One for each allowed channel in ascending order, in units of 1/32 ppm.
  public let entries: [Int8]

  /// Takes 72 entries of 1/32 ppm.
  public init(_ entries: [Int8]) {
    precondition(entries.count == Self.entryCount, "a FAE table has 72 entries")
    self.entries = entries
  }

  /// The error in ppm by channel index, 0 to 79; 0 where a channel is not allowed.
  public var ppmByChannel: [Double] {
    var ppm = [Double](repeating: 0, count: 80)
    for (channel, entry) in zip(CSChannelMap.allowed.channels, entries) {
      ppm[Int(channel)] = Double(entry) / 32
    }
    return ppm
  }
}
