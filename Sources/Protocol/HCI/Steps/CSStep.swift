public import ChannelSounding
public import CoreTypes

/// One step as a controller reports it. [Vol 4, Part E, 7.7.65.44]
public struct CSStep: Hashable, Sendable {
  /// How a CS_SYNC packet was received.
  public struct Packet: Hashable, Sendable {
    public var quality = PacketQuality.withoutErrors
    public var rssi = ReceivedPowerLevel.unavailable
    /// The antenna used, 1 to 4.
    public var antenna: UInt8 = 1

    public init() {}
  }

  /// What modes 1 and 3 say of the round trip.
  public struct RoundTrip: Hashable, Sendable {
    /// The CS_SYNC packet of the peer.
    public var packet = Packet()
    public var nadm = NADM.unknown
    public var timeDifference = TimeDifference.notAvailable
    /// Of the first sounding tone.
    public var pct1 = PacketPCT.unavailable
    /// Of the second sounding tone.
    public var pct2 = PacketPCT.unavailable

    public init() {}
  }

  /// What modes 2 and 3 say of the tones.
  public struct ToneExchange: Hashable, Sendable {
    /// The order of the antenna paths, 0 to 23.
    public var antennaPermutationIndex: UInt8 = 0
    /// One tone for each antenna path, then the extension slot.
    public var tones = CSTones()

    public init() {}
  }

  /// Step_Data.
  public enum Data: Hashable, Sendable {
    /// Mode 0. A reflector reports no offset.
    case mode0(Packet, measuredFreqOffset: FrequencyOffset)
    /// Mode 1.
    case mode1(RoundTrip)
    /// Mode 2.
    case mode2(ToneExchange)
    /// Mode 3.
    case mode3(RoundTrip, ToneExchange)
    /// A step without data, or of a mode that is not known.
    case opaque(mode: UInt8, [UInt8])
  }

  /// The channel index, 2 to 76.
  public var channel: UInt8
  /// Step_Data by mode.
  public var data: Data

  public init(channel: UInt8, data: Data) {
    self.channel = channel
    self.data = data
  }

  /// Step_Mode.
  public var mode: UInt8 {
    switch data {
    case .mode0: 0
    case .mode1: 1
    case .mode2: 2
    case .mode3: 3
    case .opaque(let mode, _): mode
    }
  }

  /// The frequency offset of the peer that an initiator measured in mode 0.
  public var frequencyOffset: FrequencyOffset {
    guard case .mode0(_, let offset) = data else { return .notAvailable }
    return offset
  }
}

/// What decides how the steps of a subevent result are laid out. [Vol 4, Part E, 7.7.65.44]
public struct CSStepLayout: Hashable, Sendable {
  /// The role of the device that reports.
  public var role: CSRole
  /// Sounding sequences add two PCTs to modes 1 and 3.
  public var rttType: RTTType
  /// N_AP, 1 to 4; 0 lets the length of a step tell.
  public var numAntennaPaths: UInt8

  public init(role: CSRole, rttType: RTTType = .aaOnly, numAntennaPaths: UInt8) {
    self.role = role
    self.rttType = rttType
    self.numAntennaPaths = numAntennaPaths
  }

  /// The layout of the results of `configuration` over `numAntennaPaths` antenna paths.
  public init(_ configuration: CSConfiguration, numAntennaPaths: UInt8) {
    self.init(role: configuration.role, rttType: configuration.rttType, numAntennaPaths: numAntennaPaths)
  }

  /// The layout that lets most of the first steps have their lengths, for results without a configuration. Where more
  /// than one does, it is that of an initiator, and without sounding sequences.
  public init(impliedBy steps: [UInt8], numAntennaPaths: UInt8) {
    var best = CSStepLayout(role: .initiator, numAntennaPaths: numAntennaPaths)
    for (role, rttType) in [(.initiator, .sounding32), (.reflector, .aaOnly), (.reflector, .sounding32)]
      as [(CSRole, RTTType)]
    {
      let other = CSStepLayout(role: role, rttType: rttType, numAntennaPaths: numAntennaPaths)
      if other.fittingCount(steps) > best.fittingCount(steps) { best = other }
    }
    self = best
  }

  /// The number of steps before the first whose length is not of this layout.
  private func fittingCount(_ steps: [UInt8]) -> Int {
    var (at, count) = (0, 0)
    while at + 3 <= steps.count {
      let (mode, length) = (steps[at], Int(steps[at + 2]))
      guard length == 0 || mode > 3 || toneCount(mode: mode, length: length) != nil else { break }
      at += 3 + length
      count += 1
    }
    return count
  }

  /// Whether modes 1 and 3 carry Packet_PCT1 and Packet_PCT2.
  public var hasPacketPCT: Bool { rttType.isSounding }

  /// The octets of Step_Data before the tones; nil if the mode is not known.
  func fixedLength(mode: UInt8) -> Int? {
    switch mode {
    case 0: role == .initiator ? 5 : 3
    case 1: hasPacketPCT ? 14 : 6
    case 2: 1
    case 3: hasPacketPCT ? 15 : 7
    default: nil
    }
  }

  /// The number of tones, extension slot included, that Step_Data of `length` octets holds; nil if such data
  /// of this mode cannot have that length.
  func toneCount(mode: UInt8, length: Int) -> Int? {
    guard let fixed = fixedLength(mode: mode) else { return nil }
    let (tones, rest) = (length - fixed).quotientAndRemainder(dividingBy: 4)
    guard rest == 0 else { return nil }
    guard mode >= 2 else { return tones == 0 ? 0 : nil }
    // A peer may claim more antenna paths than there can be.
    guard (2...CSTones.maximumCount).contains(tones) else { return nil }
    return numAntennaPaths == 0 || tones == Int(numAntennaPaths) + 1 ? tones : nil
  }
}
