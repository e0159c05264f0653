public import CoreTypes

/// One Channel Sounding configuration of a connection, as one side holds it. [Vol 6, Part B, 2.4.2.46]
///
/// Values are those of LL_CS_CONFIG_REQ; nothing here says that they are legal.
public struct CSConfiguration: Hashable, Sendable {
  public static let noSubMode: UInt8 = 0xFF

  /// 0 to 3.
  public var id: UInt8 = 0
  /// The channels the configuration allows.
  public var channelMap: CSChannelMap = .allowed
  /// How often the channel array is used in one procedure, 1 to 255.
  public var channelMapRepetition: UInt8 = 1
  /// 1 to 3.
  public var mainMode: UInt8 = 2
  /// 1 to 3, or `noSubMode`.
  public var subMode: UInt8 = noSubMode
  /// Least main-mode steps before a sub-mode step.
  public var minMainModeSteps: UInt8 = 0
  /// Most main-mode steps before a sub-mode step.
  public var maxMainModeSteps: UInt8 = 0
  /// Main-mode steps repeated at the start of the next subevent, 0 to 3.
  public var mainModeRepetition: UInt8 = 0
  /// Mode-0 steps at the start of each subevent, 1 to 3.
  public var mode0Steps: UInt8 = 3
  /// 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var csSyncPHY: UInt8 = 1
  /// 0 AA only, 1 and 2 sounding of 32 and 96 bits, 3 to 6 random of 32, 64, 96 and 128 bits.
  public var rttType: UInt8 = 0
  /// The role of this side.
  public var role: CSRole = .initiator
  /// 0 for #3b, 1 for #3c.
  public var channelSelection: UInt8 = 0
  /// 0 hat, 1 X; for #3c.
  public var ch3cShape: UInt8 = 0
  /// 2 to 8; for #3c.
  public var ch3cJump: UInt8 = 2
  /// Index into `CSTime.tIP`.
  public var tIP1Index: UInt8 = 7
  /// Index into `CSTime.tIP`.
  public var tIP2Index: UInt8 = 7
  /// Index into `CSTime.tFCS`.
  public var tFCSIndex: UInt8 = 9
  /// Index into `CSTime.tPM`.
  public var tPMIndex: UInt8 = 2
  /// CS_Enhancements_1; bit 0 asks the reflector for inline PCT (6.3).
  public var enhancements: UInt8 = 0

  /// Mode-2 on all channels with the mandatory times.
  public init() {}

  /// T_IP1 in microseconds.
  public var tIP1Microseconds: Int { CSTime.tIP[Int(tIP1Index)] }
  /// T_IP2 in microseconds.
  public var tIP2Microseconds: Int { CSTime.tIP[Int(tIP2Index)] }
  /// T_FCS in microseconds.
  public var tFCSMicroseconds: Int { CSTime.tFCS[Int(tFCSIndex)] }
  /// T_PM in microseconds.
  public var tPMMicroseconds: Int { CSTime.tPM[Int(tPMIndex)] }
  /// The configuration as the other side holds it.
  public var seenByPeer: CSConfiguration {
    var peer = self
    peer.role = role.peer
    return peer
  }
  /// Whether the reflector returns the phase it measured.
  public var usesInlinePCT: Bool { enhancements & 1 == 1 }
}

/// The times a configuration may choose, in microseconds, by the index that LL_CS_CONFIG_REQ carries.
///
/// The last of each list is mandatory and has no capability bit. [Vol 6, Part H, 4.3]
public enum CSTime {
  /// T_IP1 and T_IP2.
  public static let tIP = [10, 20, 30, 40, 50, 60, 80, 145]
  public static let tFCS = [15, 20, 30, 40, 50, 60, 80, 100, 120, 150]
  public static let tPM = [10, 20, 40]
  /// T_SW; no index is ever sent.
  public static let tSW = [0, 1, 2, 4, 10]
  /// Ramp-down.
  public static let tRD = 5
  /// Guard.
  public static let tGD = 10
  /// The tone of mode-0.
  public static let tFM = 80
  /// The least gap between subevents.
  public static let tMES = 150

  /// The tone of the stable phase test, in microseconds. [Vol 6, Part A, 3.4]
  public static let tLongTone = 652

  /// The indices of `times` that a capability bit field declares, with the mandatory last one.
  public static func supportedIndices(_ bits: UInt16, of times: [Int]) -> [UInt8] {
    times.indices.filter { $0 == times.count - 1 || bits >> UInt16($0) & 1 == 1 }.map(UInt8.init)
  }

  /// The capability bits of some of `times`; the mandatory last one has none.
  public static func bits(_ values: [Int], of times: [Int]) -> UInt16 {
    values.reduce(0) { bits, value in
      guard let index = times.firstIndex(of: value), index < times.count - 1 else { return bits }
      return bits | 1 << UInt16(index)
    }
  }
}

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

/// The normalized attack detector metric of a CS_SYNC packet: 0, an attack is extremely unlikely, to 6, extremely
/// likely. [Vol 4, Part E, 7.7.65.44]
public enum NADM {
  /// The highest value that says something.
  public static let mostLikely: UInt8 = 6
  /// The metric is not available.
  public static let unknown: UInt8 = 0xFF
}
