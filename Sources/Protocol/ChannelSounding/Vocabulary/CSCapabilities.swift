internal import CoreTypes

/// What a controller can do in Channel Sounding: the capability block of HCI, field for field, with the tail
/// that version [v2] appends. [Vol 4, Part E, 7.8.130]
public struct CSCapabilities: Hashable, Sendable {
  /// The CS roles a device can take.
  public struct Roles: OptionSet, Hashable, Sendable {
    /// Bit 0 initiator, bit 1 reflector.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0
    public static let initiator = Roles(rawValue: 1)
    /// Bit 1
    public static let reflector = Roles(rawValue: 2)
  }

  /// Optional features of the procedures.
  public struct Subfeatures: OptionSet, Hashable, Sendable {
    /// The bits of Subfeatures_Supported.
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Bit 1: the reflector has no frequency actuation error.
    public static let noFAE = Subfeatures(rawValue: 1 << 1)
    /// Bit 2: channel selection #3c.
    public static let channelSelection3c = Subfeatures(rawValue: 1 << 2)
    /// Bit 3: phase-based ranging from the RTT sounding sequence.
    public static let soundingPCTEstimate = Subfeatures(rawValue: 1 << 3)
    /// Bit 4: inline PCT in the reflector (6.3).
    public static let inlinePCT = Subfeatures(rawValue: 1 << 4)
  }

  /// Configurations per connection, 1 to 4.
  public var numConfigs: UInt8 = 1
  /// Procedures in a row; 0 means any number and without end.
  public var maxConsecutiveProcedures: UInt16 = 0
  /// Antennas, 1 to 4.
  public var numAntennas: UInt8 = 1
  /// Antenna paths, 1 to 4.
  public var maxAntennaPaths: UInt8 = 1
  /// Roles supported.
  public var roles: Roles = [.reflector]
  /// Bit 0: mode-3. Modes 0 to 2 are mandatory and have no bit.
  public var modes: UInt8 = 0
  /// Bits 0 to 2: AA-only, sounding, random reach the 10 ns class rather than the 150 ns class.
  public var rttCapability: UInt8 = 0
  /// CS_SYNC exchanges that AA-only RTT needs; 0 means not supported.
  public var rttAAOnlyN: UInt8 = 0
  /// CS_SYNC exchanges that sounding RTT needs; 0 means not supported.
  public var rttSoundingN: UInt8 = 0
  /// CS_SYNC exchanges that random RTT needs; 0 means not supported.
  public var rttRandomSequenceN: UInt8 = 0
  /// NADM with sounding sequences: bit 0 phase-based.
  public var nadmSounding: UInt16 = 0
  /// NADM with random sequences: bit 0 phase-based.
  public var nadmRandom: UInt16 = 0
  /// Bit 1 LE 2M, bit 2 LE 2M 2BT; LE 1M is mandatory.
  public var csSyncPHYs: UInt8 = 0
  /// Optional features.
  public var subfeatures: Subfeatures = []
  /// Bits 0 to 6 of `CSTime.tIP`; 145 us is mandatory.
  public var tIP1: UInt16 = 0
  /// Bits 0 to 6 of `CSTime.tIP`; 145 us is mandatory.
  public var tIP2: UInt16 = 0
  /// Bits 0 to 8 of `CSTime.tFCS`; 150 us is mandatory.
  public var tFCS: UInt16 = 0
  /// Bits 0 and 1 of `CSTime.tPM`; 40 us is mandatory.
  public var tPM: UInt16 = 0
  /// Antenna switching time in microseconds: 0, 1, 2, 4 or 10.
  public var tSW: UInt8 = 0
  /// Bits 0 to 4: 18, 21, 24, 27, 30 dB.
  public var txSNR: UInt8 = 0
  /// [v2] Bits 0 to 6 of `CSTime.tIP` under inline PCT; 145 us is mandatory.
  public var tIP2IPT: UInt16 = 0
  /// [v2] Antenna switching time under inline PCT in microseconds: 0, 1, 2, 4 or 10.
  public var tSWIPT: UInt8 = 0
  /// [v2] As `rttAAOnlyN`, on the 2M PHYs.
  public var rtt2MAAOnlyN: UInt8 = 0
  /// [v2] As `rttSoundingN`, on the 2M PHYs.
  public var rtt2MSoundingN: UInt8 = 0
  /// [v2] As `rttRandomSequenceN`, on the 2M PHYs.
  public var rtt2MRandomSequenceN: UInt8 = 0

  /// The least a controller may claim.
  public init() {}

  /// Whether mode-3 is supported.
  public var supportsMode3: Bool { modes & 1 == 1 }

  /// Whether the attack metric of packets is claimed for a type; there is none of the access address alone.
  public func claimsNADM(_ type: RTTType) -> Bool {
    switch type {
    case .aaOnly: false
    case .sounding32, .sounding96: nadmSounding & 1 == 1
    case .random32, .random64, .random96, .random128: nadmRandom & 1 == 1
    }
  }
}

/// How right a device claims round-trip times of one type to be. [Vol 4, Part E, 7.8.130]
public struct RTTClaim: Hashable, Sendable {
  /// How many steps are needed, above 0.
  public let count: Int
  /// How right the mean time of flight of so many steps is, in nanoseconds: 10 or 150.
  public let nanoseconds: Double
}

extension CSCapabilities {
  /// What is claimed of a type; nil where it is not supported.
  ///
  /// Interpretation: a count for the 2M PHYs stands in place of the other one there; where its class is not declared, the
  /// worse of the two is taken.
  public func rttClaim(_ type: RTTType, on2M: Bool = false) -> RTTClaim? {
    let (count, countOn2M, bit): (UInt8, UInt8, UInt8) =
      switch type {
      case .aaOnly: (rttAAOnlyN, rtt2MAAOnlyN, 0)
      case .sounding32, .sounding96: (rttSoundingN, rtt2MSoundingN, 1)
      case .random32, .random64, .random96, .random128: (rttRandomSequenceN, rtt2MRandomSequenceN, 2)
      }
    let hasOwn = on2M && countOn2M > 0
    let needed = hasOwn ? countOn2M : count
    guard needed > 0 else { return nil }
    let isFine = rttCapability >> (hasOwn ? bit + 3 : bit) & 1 == 1
    return RTTClaim(count: Int(needed), nanoseconds: isFine ? 10 : 150)
  }

  /// Everything that is claimed of round-trip times.
  public var rttClaims: [RTTClaim] {
    [false, true].flatMap { on2M in RTTType.allCases.compactMap { rttClaim($0, on2M: on2M) } }
  }
}

/// What a CS_SYNC packet of mode-1 or mode-3 carries after its access address. [Vol 6, Part H, 4.3.2]
public enum RTTType: UInt8, Sendable, CaseIterable {
  case aaOnly = 0
  case sounding32 = 1
  case sounding96 = 2
  case random32 = 3
  case random64 = 4
  case random96 = 5
  case random128 = 6

  /// The bits of the sequence, 0 to 128.
  public var sequenceBits: Int {
    switch self {
    case .aaOnly: 0
    case .sounding32, .random32: 32
    case .random64: 64
    case .sounding96, .random96: 96
    case .random128: 128
    }
  }

  /// Whether the sequence is a sounding sequence with markers.
  public var isSounding: Bool { self == .sounding32 || self == .sounding96 }
}

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
