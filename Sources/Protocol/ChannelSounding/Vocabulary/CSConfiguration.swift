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
