public import CoreTypes

/// One Channel Sounding configuration of a connection, as one side holds it. [Vol 6, Part B, 2.4.2.46]
///
/// Values are those of LL_CS_CONFIG_REQ; nothing here says that they are legal.
public struct CSConfiguration: Hashable, Sendable {
  /// The number of the configuration.
  public var id: ConfigID = 0
  /// The channels the configuration allows.
  public var channelMap: CSChannelMap = .allowed
  /// How often the channel array is used in one procedure, 1 to 255.
  public var channelMapRepetition: UInt8 = 1
  /// The mode of most steps, 1 to 3.
  public var mainMode = CSMode.mode2
  /// The mode of the steps between them, 1 to 3; nil for none.
  public var subMode: CSMode?
  /// Least main-mode steps before a sub-mode step.
  public var minMainModeSteps: UInt8 = 0
  /// Most main-mode steps before a sub-mode step.
  public var maxMainModeSteps: UInt8 = 0
  /// Main-mode steps repeated at the start of the next subevent, 0 to 3.
  public var mainModeRepetition: UInt8 = 0
  /// Mode-0 steps at the start of each subevent, 1 to 3.
  public var mode0Steps: UInt8 = 3
  /// The PHY of CS_SYNC packets.
  public var csSyncPHY = SyncPHY.le1M
  /// What CS_SYNC packets of mode-1 and mode-3 carry.
  public var rttType = RTTType.aaOnly
  /// The role of this side.
  public var role: CSRole = .initiator
  /// How channels are shuffled.
  public var channelSelection = ChannelSelectionType.algorithm3b
  /// For #3c.
  public var ch3cShape = Ch3cShape.hat
  /// 2 to 8; for #3c.
  public var ch3cJump: UInt8 = 2
  /// Between the packets of both sides.
  public var tIP1 = TIP.mandatory
  /// Between the tones of both sides.
  public var tIP2 = TIP.mandatory
  /// Before each step.
  public var tFCS = TFCS.mandatory
  /// Of each tone.
  public var tPM = TPM.mandatory
  /// CS_Enhancements_1
  public var enhancements: CSEnhancements = []

  /// Mode-2 on all channels with the mandatory times.
  public init() {}

  /// The configuration as the other side holds it.
  public var seenByPeer: CSConfiguration {
    var peer = self
    peer.role = role.peer
    return peer
  }
  /// Whether the reflector returns the phase it measured.
  public var usesInlinePCT: Bool { enhancements.contains(.inlinePCT) }
}

/// CS_SYNC_Antenna_Selection: with which antennas a device sends and receives CS_SYNC packets. [Vol 4, Part E, 7.8.134]
public struct CSSyncAntennaSelection: FieldValue {
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

/// Action of LL_CS_CONFIG_REQ and of LE CS Config Complete. [Vol 6, Part B, 2.4.2.45]
public struct CSConfigAction: NamedFieldValue {
  /// A configuration is taken away.
  public static let remove = CSConfigAction(rawValue: 0)
  /// A configuration is made or replaced.
  public static let create = CSConfigAction(rawValue: 1)
  public static let defined = [remove, create]

  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
