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
