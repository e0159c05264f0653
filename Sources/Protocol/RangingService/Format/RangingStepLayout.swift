public import ChannelSounding
public import CoreTypes

/// Where the fields of a step are: those of the HCI report, without channel and length. [RAS 1.0, 3.2.1.4]
///
/// The one table that fills, cuts and reads steps.
public struct RangingStepLayout: Hashable, Sendable {
  /// A field of a step.
  struct Field: Hashable, Sendable {
    /// Its bit in the filter of the mode; nil for what no bit takes away.
    var bit: Int?
    /// The octets it takes.
    var octets: Int
    /// The tone slot it is of, counted from 0; nil for what is not of a tone.
    var slot: Int?
  }

  /// The role of the side that reports.
  public var role: CSRole
  /// Whether modes 1 and 3 have the phases of two sounding tones.
  public var hasPacketPCT: Bool
  /// The antenna paths, 1 to 4.
  public var pathCount: Int

  public init(role: CSRole, hasPacketPCT: Bool, pathCount: Int) {
    self.role = role
    self.hasPacketPCT = hasPacketPCT
    self.pathCount = pathCount
  }

  /// The layout of what the side of `configuration` reports over `pathCount` antenna paths.
  public init(_ configuration: CSConfiguration, pathCount: Int) {
    self.init(
      role: configuration.role, hasPacketPCT: configuration.rttType == 1 || configuration.rttType == 2,
      pathCount: pathCount)
  }

  /// The fields of a mode, 0 to 3, in their order.
  func fields(mode: UInt8) -> [Field] {
    switch mode {
    case 0:
      let packet = (0...2).map { Field(bit: $0, octets: 1) }
      return role == .initiator ? packet + [Field(bit: 3, octets: 2)] : packet
    case 1: return packetFields
    case 2: return toneFields(from: 0)
    default: return packetFields + toneFields(from: 7)
    }
  }

  /// Quality, NADM, RSSI, the time difference, the antenna and the two PCTs.
  private var packetFields: [Field] {
    let lengths = hasPacketPCT ? [1, 1, 1, 2, 1, 4, 4] : [1, 1, 1, 2, 1]
    return lengths.enumerated().map { Field(bit: $0.offset, octets: $0.element) }
  }

  /// The permutation index, then PCT and quality of each slot, the extension slot last.
  private func toneFields(from bit: Int) -> [Field] {
    [Field(bit: bit, octets: 1)]
      + (0...pathCount).flatMap {
        [Field(bit: bit + 1, octets: 3, slot: $0), Field(bit: bit + 2, octets: 1, slot: $0)]
      }
  }

  /// The octets of an unfiltered step of a mode.
  func length(mode: UInt8) -> Int { fields(mode: mode).reduce(0) { $0 + $1.octets } }

  /// The octets that `filter` leaves of a step of a mode, 0 to 3.
  public func length(mode: UInt8, _ filter: RangingFilter) -> Int {
    filteredLength(
      mode: mode, filter, pathsReported: filter.antennaPaths(of: pathCount).nonzeroBitCount)
  }

  /// What `filter` leaves of a whole step.
  ///
  /// Interpretation: the extension slot has no bit of its own and stays as long as tones are reported.
  func filtered(_ data: ArraySlice<UInt8>, mode: UInt8, _ filter: RangingFilter) -> [UInt8] {
    let paths = filter.antennaPaths(of: pathCount)
    let permutation = permutationIndex(data, mode: mode)
    var kept: [UInt8] = []
    var position = data.startIndex
    for field in fields(mode: mode) {
      let end = position + field.octets
      let isWanted = field.bit.map { filter[mode] >> UInt16($0) & 1 == 1 } ?? true
      if isWanted, isReported(field.slot, permutation, paths) { kept += data[position..<end] }
      position = end
    }
    return kept
  }

  /// The octets that `filter` leaves of a step of a mode.
  func filteredLength(mode: UInt8, _ filter: RangingFilter, pathsReported: Int) -> Int {
    fields(mode: mode).reduce(0) { sum, field in
      let isWanted = field.bit.map { filter[mode] >> UInt16($0) & 1 == 1 } ?? true
      // Which slots are left depends on the permutation, how many does not.
      let isThere = field.slot.map { $0 < pathsReported || $0 == pathCount } ?? true
      return isWanted && isThere ? sum + field.octets : sum
    }
  }

  private func permutationIndex(_ data: ArraySlice<UInt8>, mode: UInt8) -> UInt8 {
    guard mode >= 2 else { return 0 }
    let position = mode == 3 ? packetFields.reduce(0) { $0 + $1.octets } : 0
    return data[data.startIndex + position]
  }

  private func isReported(_ slot: Int?, _ permutation: UInt8, _ paths: UInt8) -> Bool {
    guard let slot, slot < pathCount else { return true }
    guard Int(permutation) < AntennaPermutation.count(paths: pathCount) else {
      return paths >> UInt8(slot) & 1 == 1
    }
    let path = AntennaPermutation.path(slot: slot, index: permutation, paths: pathCount)
    return paths >> UInt8(path) & 1 == 1
  }
}

/// Which fields of a step the client wants, for each mode. A server starts with all of them. [RAS 1.0, 3.3.2.4]
public struct RangingFilter: Hashable, Sendable {
  /// Every field.
  public static let everything = RangingFilter()

  /// Fourteen bits for each mode, 0 to 3; a field is reported if its bit is set.
  private(set) var masks: [UInt16] = [0x3FFF, 0x3FFF, 0x3FFF, 0x3FFF]

  public init() {}

  /// Takes the parameter of Set Filter: two bits of mode, then fourteen bits of fields.
  public mutating func set(_ configuration: UInt16) {
    masks[Int(configuration & 3)] = configuration >> 2
  }

  /// The fourteen bits of a mode, 0 to 3.
  public subscript(mode: UInt8) -> UInt16 { masks[Int(mode & 3)] }

  /// The antenna paths whose tones are reported, bit 0 the first, out of the first `count`.
  ///
  /// Interpretation: mode-2 and mode-3 each have bits for the paths and the header has one mask for both, which
  /// is taken to be that of mode-2 where mode-3 wants all paths, else that of mode-3.
  public func antennaPaths(of count: Int) -> UInt8 {
    let mode2 = UInt8(truncatingIfNeeded: masks[2] >> 3 & 0xF)
    let mode3 = UInt8(truncatingIfNeeded: masks[3] >> 10 & 0xF)
    return (mode3 == 0xF ? mode2 : mode3) & UInt8((1 << count) - 1)
  }
}

/// What a server of the Ranging Service can do beyond what is mandatory. [RAS 1.0, 3.1]
public struct RASFeatures: OptionSet, Hashable, Sendable {
  /// The value of the characteristic.
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Ranging data is sent as soon as it is there.
  public static let realTime = RASFeatures(rawValue: 1)
  /// Segments that got lost are sent again.
  public static let lostSegments = RASFeatures(rawValue: 2)
  /// A transfer can be stopped.
  public static let abort = RASFeatures(rawValue: 4)
  /// The client chooses the fields of a step.
  public static let filter = RASFeatures(rawValue: 8)
}
