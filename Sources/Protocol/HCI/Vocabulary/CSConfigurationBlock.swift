public import ChannelSounding
public import CoreTypes
public import Wire

/// The parameters that creating a configuration and reporting it share, from Main_Mode_Type to
/// CS_Enhancements_1. [Vol 4, Part E, 7.8.137]
public struct CSConfigurationBlock: HCIParameters {
  /// 1 to 3.
  public var mainModeType: UInt8 = 2
  /// 1 to 3, or 0xFF for none.
  public var subModeType: UInt8 = CSConfiguration.noSubMode
  /// Least main-mode steps before a sub-mode step.
  public var minMainModeSteps: UInt8 = 0
  /// Most main-mode steps before a sub-mode step.
  public var maxMainModeSteps: UInt8 = 0
  /// Main-mode steps repeated at the start of the next subevent, 0 to 3.
  public var mainModeRepetition: UInt8 = 0
  /// Mode-0 steps at the start of each subevent, 1 to 3.
  public var mode0Steps: UInt8 = 3
  /// The role of the device whose host sends or receives this: 0 initiator, 1 reflector.
  public var role: UInt8 = 0
  /// 0 AA only, 1 and 2 sounding of 32 and 96 bits, 3 to 6 random of 32, 64, 96 and 128 bits.
  public var rttType: UInt8 = 0
  /// 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var csSyncPHY: UInt8 = 1
  /// The channels the configuration allows.
  public var channelMap = CSChannelMap.allowed
  /// How often the channel array is used in one procedure, 1 to 255.
  public var channelMapRepetition: UInt8 = 1
  /// 0 for #3b, 1 for #3c.
  public var channelSelectionType: UInt8 = 0
  /// 0 hat, 1 X; for #3c.
  public var ch3cShape: UInt8 = 0
  /// 2 to 8; for #3c.
  public var ch3cJump: UInt8 = 2
  /// Bit 0 asks the reflector for inline PCT (6.3); reserved before.
  public var csEnhancements: UInt8 = 0

  public init() {}

  /// Takes what HCI says of a configuration; its times are not part of the block.
  public init(_ configuration: CSConfiguration) {
    mainModeType = configuration.mainMode
    subModeType = configuration.subMode
    minMainModeSteps = configuration.minMainModeSteps
    maxMainModeSteps = configuration.maxMainModeSteps
    mainModeRepetition = configuration.mainModeRepetition
    mode0Steps = configuration.mode0Steps
    role = configuration.role.rawValue
    rttType = configuration.rttType
    csSyncPHY = configuration.csSyncPHY
    channelMap = configuration.channelMap
    channelMapRepetition = configuration.channelMapRepetition
    channelSelectionType = configuration.channelSelection
    ch3cShape = configuration.ch3cShape
    ch3cJump = configuration.ch3cJump
    csEnhancements = configuration.enhancements
  }

  /// The configuration with the mandatory times; `WireError.invalid` if the role has no meaning.
  func configuration(id: UInt8) throws(WireError) -> CSConfiguration {
    guard let csRole = CSRole(rawValue: role) else { throw .invalid(field: "Role", value: UInt64(role)) }
    var configuration = CSConfiguration()
    configuration.id = id
    configuration.mainMode = mainModeType
    configuration.subMode = subModeType
    configuration.minMainModeSteps = minMainModeSteps
    configuration.maxMainModeSteps = maxMainModeSteps
    configuration.mainModeRepetition = mainModeRepetition
    configuration.mode0Steps = mode0Steps
    configuration.role = csRole
    configuration.rttType = rttType
    configuration.csSyncPHY = csSyncPHY
    configuration.channelMap = channelMap
    configuration.channelMapRepetition = channelMapRepetition
    configuration.channelSelection = channelSelectionType
    configuration.ch3cShape = ch3cShape
    configuration.ch3cJump = ch3cJump
    configuration.enhancements = csEnhancements
    return configuration
  }

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Main_Mode_Type", &mainModeType)
    try visitor.u8("Sub_Mode_Type", &subModeType)
    try visitor.u8("Min_Main_Mode_Steps", &minMainModeSteps)
    try visitor.u8("Max_Main_Mode_Steps", &maxMainModeSteps)
    try visitor.u8("Main_Mode_Repetition", &mainModeRepetition)
    try visitor.u8("Mode_0_Steps", &mode0Steps)
    try visitor.u8("Role", &role)
    try visitor.u8("RTT_Type", &rttType)
    try visitor.u8("CS_SYNC_PHY", &csSyncPHY)
    try visitor.channelMap("Channel_Map", &channelMap)
    try visitor.u8("Channel_Map_Repetition", &channelMapRepetition)
    try visitor.u8("Channel_Selection_Type", &channelSelectionType)
    try visitor.u8("Ch3c_Shape", &ch3cShape)
    try visitor.u8("Ch3c_Jump", &ch3cJump)
    try visitor.u8("CS_Enhancements_1", &csEnhancements)
  }
}
