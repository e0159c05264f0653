public import ChannelSounding
internal import CoreTypes
public import Wire

/// LL_CS_CONFIG_REQ [Vol 6, Part B, 2.4.2.45]
public struct CSConfigReq: PDU {
  /// The action that takes a configuration away.
  public static let remove: UInt8 = 0
  /// The action that makes or replaces a configuration.
  public static let create: UInt8 = 1

  /// 0 to 3; 6 bits.
  public var configID: UInt8 = 0
  /// `remove` or `create`; 2 bits.
  public var action: UInt8 = create
  /// ChM, 10 octets, bit n for CS channel n.
  public var channelMap = [UInt8](repeating: 0, count: 10)
  /// How often the channel array is used in one procedure, 1 to 255.
  public var channelMapRepetition: UInt8 = 1
  /// 1 to 3.
  public var mainMode: UInt8 = 0
  /// 1 to 3, or 0xFF for none.
  public var subMode: UInt8 = 0xFF
  /// Least main-mode steps before a sub-mode step.
  public var mainModeMinSteps: UInt8 = 0
  /// Most main-mode steps before a sub-mode step.
  public var mainModeMaxSteps: UInt8 = 0
  /// Main-mode steps repeated at the start of the next subevent, 0 to 3.
  public var mainModeRepetition: UInt8 = 0
  /// Mode-0 steps at the start of each subevent, 1 to 3.
  public var mode0Steps: UInt8 = 0
  /// 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var csSyncPHY: UInt8 = 0
  /// 0 to 6; 4 bits.
  public var rttType: UInt8 = 0
  /// The role of the sender: 0 initiator, 1 reflector; 2 bits.
  public var role: UInt8 = 0
  /// The 2 reserved bits above Role.
  public var rfuRole: UInt8 = 0
  /// 0 for #3b, 1 for #3c; 4 bits.
  public var channelSelection: UInt8 = 0
  /// 0 hat, 1 X, for #3c; 4 bits.
  public var ch3cShape: UInt8 = 0
  /// 2 to 8, for #3c.
  public var ch3cJump: UInt8 = 0
  /// Index into `CSTime.tIP`.
  public var tIP1: UInt8 = 0
  /// Index into `CSTime.tIP`.
  public var tIP2: UInt8 = 0
  /// Index into `CSTime.tFCS`.
  public var tFCS: UInt8 = 0
  /// Index into `CSTime.tPM`.
  public var tPM: UInt8 = 0
  /// Octet 26, reserved before 6.3.
  ///
  /// Interpretation: CS_Enhancements_1, as in the last octet of the HCI command; the alternative is that it
  /// stays reserved and inline PCT is asked for elsewhere.
  public var enhancements: UInt8 = 0

  /// Creates configuration 0, without channels or modes.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "Action", &action)
    try visitor.octets(10, "ChM", &channelMap)
    try visitor.u8("ChM_Repetition", &channelMapRepetition)
    try visitor.u8("Main_Mode", &mainMode)
    try visitor.u8("Sub_Mode", &subMode)
    try visitor.u8("Main_Mode_Min_Steps", &mainModeMinSteps)
    try visitor.u8("Main_Mode_Max_Steps", &mainModeMaxSteps)
    try visitor.u8("Main_Mode_Repetition", &mainModeRepetition)
    try visitor.u8("Mode_0_Steps", &mode0Steps)
    try visitor.u8("CS_SYNC_PHY", &csSyncPHY)
    try visitor.bits(4, "RTT_Type", &rttType)
    try visitor.bits(2, "Role", &role)
    try visitor.bits(2, "RFU", &rfuRole)
    try visitor.bits(4, "ChSel", &channelSelection)
    try visitor.bits(4, "Ch3cShape", &ch3cShape)
    try visitor.u8("Ch3cJump", &ch3cJump)
    try visitor.u8("T_IP1", &tIP1)
    try visitor.u8("T_IP2", &tIP2)
    try visitor.u8("T_FCS", &tFCS)
    try visitor.u8("T_PM", &tPM)
    try visitor.u8("CS_Enhancements_1", &enhancements)
  }
}

extension CSConfigReq {
  /// Makes the PDU that the side holding `configuration` sends to its peer.
  public init(_ configuration: CSConfiguration, action: UInt8, interpretations: Interpretations) {
    configID = configuration.id
    self.action = action
    channelMap = configuration.channelMap.octets
    channelMapRepetition = configuration.channelMapRepetition
    mainMode = configuration.mainMode
    subMode = configuration.subMode
    mainModeMinSteps = configuration.minMainModeSteps
    mainModeMaxSteps = configuration.maxMainModeSteps
    mainModeRepetition = configuration.mainModeRepetition
    mode0Steps = configuration.mode0Steps
    csSyncPHY = configuration.csSyncPHY
    rttType = configuration.rttType
    role = configuration.role.rawValue
    channelSelection = configuration.channelSelection
    ch3cShape = configuration.ch3cShape
    ch3cJump = configuration.ch3cJump
    tIP1 = configuration.tIP1Index
    tIP2 = configuration.tIP2Index
    tFCS = configuration.tFCSIndex
    tPM = configuration.tPMIndex
    enhancements = interpretations.enhancementOctet == .octet26 ? configuration.enhancements : 0
  }

  /// The configuration as the receiver holds it, in the role opposite to the sender's; nil if Role is
  /// reserved.
  public func configuration(interpretations: Interpretations) -> CSConfiguration? {
    guard let sender = CSRole(rawValue: role) else { return nil }
    var result = CSConfiguration()
    result.id = configID
    result.channelMap = CSChannelMap(octets: channelMap)
    result.channelMapRepetition = channelMapRepetition
    result.mainMode = mainMode
    result.subMode = subMode
    result.minMainModeSteps = mainModeMinSteps
    result.maxMainModeSteps = mainModeMaxSteps
    result.mainModeRepetition = mainModeRepetition
    result.mode0Steps = mode0Steps
    result.csSyncPHY = csSyncPHY
    result.rttType = rttType
    result.role = sender.peer
    result.channelSelection = channelSelection
    result.ch3cShape = ch3cShape
    result.ch3cJump = ch3cJump
    result.tIP1Index = tIP1
    result.tIP2Index = tIP2
    result.tFCSIndex = tFCS
    result.tPMIndex = tPM
    result.enhancements = interpretations.enhancementOctet == .octet26 ? enhancements : 0
    return result
  }
}

/// LL_CS_CONFIG_RSP [Vol 6, Part B, 2.4.2.46]
public struct CSConfigRsp: PDU {
  /// 0 to 3; 6 bits.
  public var configID: UInt8 = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0

  public init() {}

  /// Makes a PDU that accepts a configuration.
  public init(configID: UInt8) { self.configID = configID }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
  }
}
