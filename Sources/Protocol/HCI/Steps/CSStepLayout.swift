public import ChannelSounding
public import CoreTypes

/// What decides how the steps of a subevent result are laid out. [Vol 4, Part E, 7.7.65.44]
public struct CSStepLayout: Hashable, Sendable {
  /// The role of the device that reports.
  public var role: CSRole
  /// RTT_Type; sounding sequences, 1 and 2, add two PCTs to modes 1 and 3.
  public var rttType: UInt8
  /// N_AP, 1 to 4; 0 lets the length of a step tell.
  public var numAntennaPaths: UInt8

  public init(role: CSRole, rttType: UInt8 = 0, numAntennaPaths: UInt8) {
    self.role = role
    self.rttType = rttType
    self.numAntennaPaths = numAntennaPaths
  }

  /// The layout of the results of `configuration` over `numAntennaPaths` antenna paths.
  public init(_ configuration: CSConfiguration, numAntennaPaths: UInt8) {
    self.init(role: configuration.role, rttType: configuration.rttType, numAntennaPaths: numAntennaPaths)
  }

  /// Whether modes 1 and 3 carry Packet_PCT1 and Packet_PCT2.
  public var hasPacketPCT: Bool { rttType == 1 || rttType == 2 }

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
