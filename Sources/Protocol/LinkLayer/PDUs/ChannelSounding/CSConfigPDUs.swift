public import ChannelSounding
internal import CoreTypes
public import Wire

/// LL_CS_CONFIG_REQ [Vol 6, Part B, 2.4.2.45]
public struct CSConfigReq: PDU {
  /// 2 bits.
  public var action = CSConfigAction.create
  /// The configuration as the sender holds it, legal or not; 6 bits of its number, 4 of the RTT type, 2 of the role, 4 of
  /// the channel selection and 4 of its shape.
  ///
  /// Interpretation: octet 26, reserved before 6.3, is CS_Enhancements_1, as the last octet of the HCI command; the
  /// alternative is that it stays reserved and inline PCT is asked for elsewhere.
  public var configuration = CSConfiguration()
  /// The 2 reserved bits above Role.
  public var rfuRole: UInt8 = 0

  /// The configuration that it is about.
  public var configID: ConfigID {
    get { configuration.id }
    set { configuration.id = newValue }
  }

  /// Creates configuration 0: mode-2 on all channels with the mandatory times.
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "Action", &action)
    try visitor.channelMap("ChM", &configuration.channelMap)
    try visitor.u8("ChM_Repetition", &configuration.channelMapRepetition)
    try visitor.u8("Main_Mode", &configuration.mainMode)
    try visitor.u8("Sub_Mode", &configuration.subMode.octet)
    try visitor.u8("Main_Mode_Min_Steps", &configuration.minMainModeSteps)
    try visitor.u8("Main_Mode_Max_Steps", &configuration.maxMainModeSteps)
    try visitor.u8("Main_Mode_Repetition", &configuration.mainModeRepetition)
    try visitor.u8("Mode_0_Steps", &configuration.mode0Steps)
    try visitor.u8("CS_SYNC_PHY", &configuration.csSyncPHY)
    try visitor.bits(4, "RTT_Type", &configuration.rttType)
    try visitor.bits(2, "Role", &configuration.role)
    try visitor.bits(2, "RFU", &rfuRole)
    try visitor.bits(4, "ChSel", &configuration.channelSelection)
    try visitor.bits(4, "Ch3cShape", &configuration.ch3cShape)
    try visitor.u8("Ch3cJump", &configuration.ch3cJump)
    try visitor.index("T_IP1", &configuration.tIP1)
    try visitor.index("T_IP2", &configuration.tIP2)
    try visitor.index("T_FCS", &configuration.tFCS)
    try visitor.index("T_PM", &configuration.tPM)
    try visitor.u8("CS_Enhancements_1", &configuration.enhancements)
  }
}

extension FieldVisitor {
  /// The index of a time in its list.
  fileprivate mutating func index<List>(
    _ name: StaticString, _ time: inout CSTime<List>
  ) throws(WireError) {
    var index = time.index
    try u8(name, &index)
    time = CSTime(index: index)
  }
}

extension CSConfigReq {
  /// Makes the PDU that the side holding `configuration` sends to its peer.
  public init(_ configuration: CSConfiguration, action: CSConfigAction, interpretations: Interpretations) {
    self.action = action
    self.configuration = configuration.carried(under: interpretations)
  }

  /// The configuration as the receiver holds it, in the role opposite to the sender's and without reserved bits; nil if
  /// Role is reserved.
  public func received(interpretations: Interpretations) -> CSConfiguration? {
    guard configuration.role.isDefined else { return nil }
    var result = configuration.seenByPeer.carried(under: interpretations)
    result.enhancements.formIntersection(.inlinePCT)
    return result
  }
}

extension CSConfiguration {
  /// What LL_CS_CONFIG_REQ has room for, which is what both sides then hold.
  func carried(under interpretations: Interpretations) -> CSConfiguration {
    var result = self
    if interpretations.enhancementOctet == .absent { result.enhancements = [] }
    return result
  }
}

/// LL_CS_CONFIG_RSP [Vol 6, Part B, 2.4.2.46]
public struct CSConfigRsp: PDU {
  /// The configuration; 6 bits.
  public var configID: ConfigID = 0
  /// The 2 reserved bits above.
  public var rfuConfigID: UInt8 = 0

  public init() {}

  /// Makes a PDU that accepts a configuration.
  public init(configID: ConfigID) { self.configID = configID }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(6, "Config_ID", &configID)
    try visitor.bits(2, "RFU", &rfuConfigID)
  }
}
