internal import ChannelSounding
internal import CoreTypes
internal import CryptoToolbox
internal import HCI
internal import Wire

/// Override_Parameters_Data of LE CS Test, laid out by the bits of Override_Config. [Vol 4, Part E, 7.8.142]
struct CSTestOverrideData {
  /// The bits of Override_Config that have a meaning.
  private enum Bit {
    static let channelList: UInt16 = 1 << 0
    static let mainModeSteps: UInt16 = 1 << 2
    static let toneExtension: UInt16 = 1 << 3
    static let permutation: UInt16 = 1 << 4
    static let accessAddresses: UInt16 = 1 << 5
    static let markerPositions: UInt16 = 1 << 6
    static let markerSignal: UInt16 = 1 << 7
    static let payload: UInt16 = 1 << 8
    static let stablePhase: UInt16 = 1 << 10
    static let all =
      channelList | mainModeSteps | toneExtension | permutation | accessAddresses | markerPositions
      | markerSignal | payload | stablePhase
  }

  private static let userPayload: UInt8 = 0x80
  private static let noMarker: UInt8 = 0xFF

  private(set) var overrides = CSTestOverrides()
  private(set) var channelMap = CSChannelMap.allowed
  private(set) var channelSelection = ChannelSelectionType.algorithm3b
  private(set) var ch3cShape = Ch3cShape.hat
  private(set) var ch3cJump: UInt8 = 2
  private(set) var mainModeSteps: UInt8?
  /// Whether the initiator sends one long tone in place of main-mode steps.
  private(set) var isStablePhase = false

  /// Interpretation: bit 10, the stable phase test, has no octets of its own.
  init(_ command: LECSTestCommand) throws(CSTestRefusal) {
    let bits = command.overrideConfig
    guard bits & ~Bit.all == 0 else { throw CSTestRefusal(status: .invalidHCICommandParameters) }
    isStablePhase = bits & Bit.stablePhase != 0
    var reader = Reader(command.overrideParametersData)
    let isLegal: Bool
    do {
      isLegal = try read(bits, from: &reader)
    } catch {
      isLegal = false
    }
    guard isLegal, reader.remaining.isEmpty else {
      throw CSTestRefusal(status: .invalidHCICommandParameters)
    }
  }

  /// Whether what is fixed fits a step of so many antenna paths and its sequence.
  func check(paths: Int, rttType: RTTType) throws(CSTestRefusal) {
    let permutation = overrides.permutation ?? 0
    let isPermutation =
      permutation == CSTestOverrides.everyPermutation
      || Int(permutation) < AntennaPermutation.count(paths: paths)
    let limit: UInt8 = rttType == .sounding32 ? 28 : 63
    guard isPermutation, overrides.markers?.first ?? 0 <= limit else {
      throw CSTestRefusal(status: .invalidHCICommandParameters)
    }
  }

  /// Reads what the bits say; false where a value has no meaning.
  private mutating func read(_ bits: UInt16, from reader: inout Reader) throws(WireError) -> Bool {
    var isLegal = try readChannels(isList: bits & Bit.channelList != 0, from: &reader)
    if bits & Bit.mainModeSteps != 0 {
      let steps = try Self.octet("Main_Mode_Steps", &reader)
      mainModeSteps = steps
      isLegal = isLegal && steps > 0
    }
    if bits & Bit.toneExtension != 0 {
      let value = try Self.octet("T_PM_Tone_Ext", &reader)
      overrides.toneExtension = value
      isLegal = isLegal && value <= CSTestOverrides.everyExtension
    }
    if bits & Bit.permutation != 0 {
      overrides.permutation = try Self.octet("Tone_Antenna_Permutation", &reader)
    }
    if bits & Bit.accessAddresses != 0 { try readAccessAddresses(from: &reader) }
    if bits & Bit.markerPositions != 0 {
      let first = try Self.octet("SS_Marker1_Position", &reader)
      let second = try Self.octet("SS_Marker2_Position", &reader)
      overrides.markers = second == Self.noMarker ? [first] : [first, second]
      isLegal = isLegal && (second == Self.noMarker || (67...92).contains(second))
    }
    if bits & Bit.markerSignal != 0 {
      let value = try Self.octet("SS_Marker_Value", &reader)
      overrides.markerSignal = CSTestOverrides.MarkerSignal(rawValue: value)
      isLegal = isLegal && overrides.markerSignal != nil
    }
    if bits & Bit.payload != 0 { isLegal = try readPayload(from: &reader) && isLegal }
    return isLegal
  }

  private static func octet(_ name: StaticString, _ reader: inout Reader) throws(WireError) -> UInt8 {
    var value: UInt8 = 0
    try reader.u8(name, &value)
    return value
  }

  /// Interpretation: the listed channels go to the mode-0 steps in turn, and to the others in order as often as
  /// Channel_Map_Repetition says, both from the first one on.
  private mutating func readChannels(isList: Bool, from reader: inout Reader) throws(WireError) -> Bool {
    guard isList else {
      try reader.channelMap("Channel_Map", &channelMap)
      try reader.u8("Channel_Selection_Type", &channelSelection)
      try reader.u8("Ch3c_Shape", &ch3cShape)
      try reader.u8("Ch3c_Jump", &ch3cJump)
      return true
    }
    var channels: [UInt8] = []
    let count = try Self.octet("Channel_Length", &reader)
    try reader.octets(Int(count), "Channel", &channels)
    overrides.channels = channels
    return (1...72).contains(count) && channels.allSatisfy(CSChannelMap.allowed.contains)
  }

  private mutating func readAccessAddresses(from reader: inout Reader) throws(WireError) {
    var (initiator, reflector): (UInt32, UInt32) = (0, 0)
    try reader.u32("CS_SYNC_AA_Initiator", &initiator)
    try reader.u32("CS_SYNC_AA_Reflector", &reflector)
    overrides.initiatorAccessAddress = initiator
    overrides.reflectorAccessAddress = reflector
  }

  /// The 16 octets of a payload of the user's own may also follow another pattern, which has no use for them.
  private mutating func readPayload(from reader: inout Reader) throws(WireError) -> Bool {
    let pattern = try Self.octet("CS_SYNC_Payload_Pattern", &reader)
    var octets = [UInt8](repeating: 0, count: 16)
    if pattern == Self.userPayload || reader.remaining.count == 16 {
      try reader.octets(16, "CS_SYNC_User_Payload", &octets)
    }
    let repeated: [UInt8: UInt8] = [
      1: 0b1111_0000, 2: 0b1010_1010, 4: 0b1111_1111, 5: 0, 6: 0b0000_1111, 7: 0b0101_0101,
    ]
    switch pattern {
    case 0: overrides.payload = .prbs(degree: 9)
    case 3: overrides.payload = .prbs(degree: 15)
    case Self.userPayload: overrides.payload = .user(UInt128(leastSignificantFirst: octets))
    default: overrides.payload = repeated[pattern].map { .repeated($0) }
    }
    return overrides.payload != nil
  }
}
