public import CoreTypes
public import Wire

/// What a controller can do in Channel Sounding: the capability block of HCI, field for field, with the tail
/// that version [v2] appends. [Vol 4, Part E, 7.8.130]
public struct CSCapabilities: Hashable, Sendable {
  /// The 6 octets that version [v2] appends, in HCI and at the end of LL_CS_CAPABILITIES_REQ and its response.
  public struct Tail: PDU {
    /// T_IP2 under inline PCT beyond 145 us.
    public var tIP2IPT: TIP.Set = []
    /// The antenna switching time under inline PCT.
    public var tSWIPT: TSW = 0
    /// As `rttAAOnlyN`, on the 2M PHYs.
    public var rtt2MAAOnlyN: UInt8 = 0
    /// As `rttSoundingN`, on the 2M PHYs.
    public var rtt2MSoundingN: UInt8 = 0
    /// As `rttRandomSequenceN`, on the 2M PHYs.
    public var rtt2MRandomSequenceN: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u16("T_IP2_IPT_Times_Supported", &tIP2IPT)
      try visitor.u8("T_SW_IPT_Time_Supported", &tSWIPT)
      try visitor.u8("RTT_2M_AA_Only_N", &rtt2MAAOnlyN)
      try visitor.u8("RTT_2M_Sounding_N", &rtt2MSoundingN)
      try visitor.u8("RTT_2M_Random_Sequence_N", &rtt2MRandomSequenceN)
    }
  }

  /// The CS roles a device can take.
  public struct Roles: OptionSet, FieldValue {
    /// Bit 0 initiator, bit 1 reflector.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0
    public static let initiator = Roles(rawValue: 1)
    /// Bit 1
    public static let reflector = Roles(rawValue: 2)
  }

  /// Optional features of the procedures.
  public struct Subfeatures: OptionSet, FieldValue {
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

  /// Modes that are not mandatory, as modes 0 to 2 are.
  public struct Modes: OptionSet, FieldValue {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0
    public static let mode3 = Modes(rawValue: 1)
  }

  /// The kinds of round-trip times that reach the 10 ns class rather than the 150 ns class.
  public struct RTTAccuracies: OptionSet, FieldValue {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0: of the access address alone.
    public static let aaOnly = RTTAccuracies(rawValue: 1)
    /// Bit 1: with sounding sequences.
    public static let sounding = RTTAccuracies(rawValue: 1 << 1)
    /// Bit 2: with random sequences.
    public static let random = RTTAccuracies(rawValue: 1 << 2)

    /// Bits 3 to 5: as bits 0 to 2, on the 2M PHYs.
    public var on2M: RTTAccuracies { RTTAccuracies(rawValue: rawValue << 3) }
  }

  /// How a device finds attacks on packets of one kind.
  public struct NADMKinds: OptionSet, FieldValue {
    /// The bits of NADM_Sounding_Capability or NADM_Random_Capability.
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Bit 0
    public static let phaseBased = NADMKinds(rawValue: 1)
  }

  /// Configurations per connection, 1 to 4.
  public var numConfigs: UInt8 = 1
  /// The most procedures in a row.
  public var maxConsecutiveProcedures = ProcedureCount.endless
  /// Antennas, 1 to 4.
  public var numAntennas: UInt8 = 1
  /// Antenna paths, 1 to 4.
  public var maxAntennaPaths: UInt8 = 1
  public var roles: Roles = [.reflector]
  public var modes: Modes = []
  /// The kinds of round-trip times of the 10 ns class.
  public var rttCapability: RTTAccuracies = []
  /// CS_SYNC exchanges that AA-only RTT needs; 0 means not supported.
  public var rttAAOnlyN: UInt8 = 0
  /// CS_SYNC exchanges that sounding RTT needs; 0 means not supported.
  public var rttSoundingN: UInt8 = 0
  /// CS_SYNC exchanges that random RTT needs; 0 means not supported.
  public var rttRandomSequenceN: UInt8 = 0
  /// NADM with sounding sequences.
  public var nadmSounding: NADMKinds = []
  /// NADM with random sequences.
  public var nadmRandom: NADMKinds = []
  /// PHYs of CS_SYNC packets beyond LE 1M.
  public var csSyncPHYs: SyncPHYs = []
  public var subfeatures: Subfeatures = []
  /// T_IP1 beyond 145 us.
  public var tIP1: TIP.Set = []
  /// T_IP2 beyond 145 us.
  public var tIP2: TIP.Set = []
  /// T_FCS beyond 150 us.
  public var tFCS: TFCS.Set = []
  /// T_PM beyond 40 us.
  public var tPM: TPM.Set = []
  /// The antenna switching time.
  public var tSW: TSW = 0
  /// The output SNRs that it can leave in its packets.
  public var txSNR: OutputSNRs = []
  /// What version [v2] appends.
  public var tail = Tail()

  /// The least a controller may claim.
  public init() {}

  /// Whether mode-3 is supported.
  public var supportsMode3: Bool { modes.contains(.mode3) }

  /// Whether the attack metric of packets is claimed for a type; there is none of the access address alone.
  public func claimsNADM(_ type: RTTType) -> Bool {
    type.isSounding && nadmSounding.contains(.phaseBased) || type.isRandom && nadmRandom.contains(.phaseBased)
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
    guard type.isDefined else { return nil }
    let (count, countOn2M, kind): (UInt8, UInt8, RTTAccuracies) =
      if type.isSounding {
        (rttSoundingN, tail.rtt2MSoundingN, .sounding)
      } else if type.isRandom {
        (rttRandomSequenceN, tail.rtt2MRandomSequenceN, .random)
      } else {
        (rttAAOnlyN, tail.rtt2MAAOnlyN, .aaOnly)
      }
    let hasOwn = on2M && countOn2M > 0
    let needed = hasOwn ? countOn2M : count
    guard needed > 0 else { return nil }
    let isFine = rttCapability.contains(hasOwn ? kind.on2M : kind)
    return RTTClaim(count: Int(needed), nanoseconds: isFine ? 10 : 150)
  }

  /// Everything that is claimed of round-trip times.
  public var rttClaims: [RTTClaim] {
    [false, true].flatMap { on2M in RTTType.allCases.compactMap { rttClaim($0, on2M: on2M) } }
  }

  /// The antenna configuration with the most antenna paths that both ends have the antennas and the paths for. Of those
  /// with as many paths it is the one with two antennas on each side, or else several antennas of the initiator.
  public func mostAntennaPaths(towards reflector: CSCapabilities) -> AntennaConfiguration {
    let ascending: [AntennaConfiguration] = [0, 4, 1, 5, 2, 6, 3, 7]
    let possible = reflector.reflectorAntennaConfigurations
    let best = ascending.last {
      possible.contains($0) && $0.initiatorAntennas <= numAntennas && $0.pathCount <= maxAntennaPaths
    }
    return best ?? 0
  }

  /// The antenna configurations for which a reflector has the antennas and the antenna paths, by index.
  public var reflectorAntennaConfigurations: [AntennaConfiguration] {
    AntennaConfiguration.defined.filter {
      $0.reflectorAntennas <= Int(numAntennas) && $0.pathCount <= Int(maxAntennaPaths)
    }
  }
}

/// The frequency actuation error of a reflector's mode-0 packets. [Vol 6, Part B, 2.4.2.52]
public struct FAETable: Hashable, Sendable {
  /// The allowed channels, of which each has an entry.
  public static let entryCount = 72

  /// One for each allowed channel in ascending order, in units of 1/32 ppm.
  public private(set) var entries: [Int8]

  /// Takes 72 entries of 1/32 ppm.
  public init(_ entries: [Int8] = [Int8](repeating: 0, count: entryCount)) {
    precondition(entries.count == Self.entryCount, "a FAE table has 72 entries")
    self.entries = entries
  }

  /// Whether no channel has an error.
  public var isZero: Bool { entries.allSatisfy { $0 == 0 } }

  /// The error in ppm by channel index, 0 to 79; 0 where a channel is not allowed.
  public var ppmByChannel: [Double] {
    var ppm = [Double](repeating: 0, count: 80)
    for (channel, entry) in zip(CSChannelMap.allowed.channels, entries) {
      ppm[Int(channel)] = Double(entry) / 32
    }
    return ppm
  }

  /// Visits the entries as one field, an octet each.
  public mutating func field(_ name: StaticString, _ visitor: inout some FieldVisitor) throws(WireError) {
    var octets = entries.map(UInt8.init(bitPattern:))
    try visitor.octets(Self.entryCount, name, &octets)
    entries = octets.map(Int8.init(bitPattern:))
  }
}
