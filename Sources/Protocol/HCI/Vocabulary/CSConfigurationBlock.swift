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

extension CSCapabilities {
  /// The 28 octets that every form of the capability block starts with. [Vol 4, Part E, 7.8.130]
  mutating func blockFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Num_Config_Supported", &numConfigs)
    try visitor.u16("Max_Consecutive_Procedures_Supported", &maxConsecutiveProcedures)
    try visitor.u8("Num_Antennas_Supported", &numAntennas)
    try visitor.u8("Max_Antenna_Paths_Supported", &maxAntennaPaths)
    var roleBits = roles.rawValue
    try visitor.u8("Roles_Supported", &roleBits)
    roles = Roles(rawValue: roleBits)
    try visitor.u8("Modes_Supported", &modes)
    try visitor.u8("RTT_Capability", &rttCapability)
    try visitor.u8("RTT_AA_Only_N", &rttAAOnlyN)
    try visitor.u8("RTT_Sounding_N", &rttSoundingN)
    try visitor.u8("RTT_Random_Sequence_N", &rttRandomSequenceN)
    try visitor.u16("NADM_Sounding_Capability", &nadmSounding)
    try visitor.u16("NADM_Random_Capability", &nadmRandom)
    try visitor.u8("CS_SYNC_PHYs_Supported", &csSyncPHYs)
    var subfeatureBits = subfeatures.rawValue
    try visitor.u16("Subfeatures_Supported", &subfeatureBits)
    subfeatures = Subfeatures(rawValue: subfeatureBits)
    try visitor.u16("T_IP1_Times_Supported", &tIP1)
    try visitor.u16("T_IP2_Times_Supported", &tIP2)
    try visitor.u16("T_FCS_Times_Supported", &tFCS)
    try visitor.u16("T_PM_Times_Supported", &tPM)
    try visitor.u8("T_SW_Time_Supported", &tSW)
    try visitor.u8("TX_SNR_Capability", &txSNR)
  }

  /// The 6 octets that version [v2] appends. [Vol 4, Part E, 7.8.130]
  mutating func tailFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("T_IP2_IPT_Times_Supported", &tIP2IPT)
    try visitor.u8("T_SW_IPT_Time_Supported", &tSWIPT)
    try visitor.u8("RTT_2M_AA_Only_N", &rtt2MAAOnlyN)
    try visitor.u8("RTT_2M_Sounding_N", &rtt2MSoundingN)
    try visitor.u8("RTT_2M_Random_Sequence_N", &rtt2MRandomSequenceN)
  }
}

extension CSProcedureParameters {
  /// The parameters of HCI_LE_CS_Set_Procedure_Parameters after the connection. [Vol 4, Part E, 7.8.140]
  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Config_ID", &configID)
    try visitor.u16("Max_Procedure_Len", &maxProcedureLen)
    try visitor.u16("Min_Procedure_Interval", &minProcedureInterval)
    try visitor.u16("Max_Procedure_Interval", &maxProcedureInterval)
    try visitor.u16("Max_Procedure_Count", &maxProcedureCount)
    try visitor.u24("Min_Subevent_Len", &minSubeventLen)
    try visitor.u24("Max_Subevent_Len", &maxSubeventLen)
    try visitor.u8("Tone_Antenna_Config_Selection", &toneAntennaConfigSelection)
    try visitor.u8("PHY", &phy)
    try visitor.i8("Tx_Power_Delta", &txPowerDelta)
    try visitor.u8("Preferred_Peer_Antenna", &preferredPeerAntenna)
    try visitor.u8("SNR_Control_Initiator", &snrControlInitiator)
    try visitor.u8("SNR_Control_Reflector", &snrControlReflector)
  }
}

extension FieldVisitor {
  mutating func errorCode(_ name: StaticString, _ value: inout ErrorCode) throws(WireError) {
    var raw = value.rawValue
    try u8(name, &raw)
    value = ErrorCode(rawValue: raw)
  }

  mutating func status(_ value: inout ErrorCode) throws(WireError) {
    try errorCode("Status", &value)
  }

  mutating func handle(_ value: inout UInt16) throws(WireError) {
    try u16("Connection_Handle", &value)
  }

  mutating func opcode(_ name: StaticString, _ value: inout Opcode) throws(WireError) {
    var raw = value.rawValue
    try u16(name, &raw)
    value = Opcode(rawValue: raw)
  }

  mutating func channelMap(_ name: StaticString, _ value: inout CSChannelMap) throws(WireError) {
    var octets = value.octets
    try self.octets(10, name, &octets)
    value = CSChannelMap(octets: octets)
  }

  /// One octet for each of the 72 channels of `CSChannelMap.allowed`, in ascending order.
  mutating func faeTable(_ value: inout [Int8]) throws(WireError) {
    var octets = value.map(UInt8.init(bitPattern:))
    try self.octets(72, "Remote_FAE_Table", &octets)
    value = octets.map(Int8.init(bitPattern:))
  }

  /// An octet that counts elements, then the elements one after the other.
  mutating func counted<Element: PDU>(
    _ name: StaticString, _ elements: inout [Element]
  ) throws(WireError) {
    var count = UInt8(elements.count)
    try u8(name, &count)
    try each(Int(count), &elements)
  }

  /// Exactly `count` elements, one after the other; a writer has that many already.
  mutating func each<Element: PDU>(_ count: Int, _ elements: inout [Element]) throws(WireError) {
    while elements.count < count { elements.append(Element()) }
    precondition(elements.count == count, "\(elements.count) elements stand where \(count) are counted")
    for index in elements.indices { try elements[index].fields(&self) }
  }

  /// A length of `width` bits, then that many octets.
  mutating func lengthPrefixed(
    _ lengthName: StaticString, _ name: StaticString, _ value: inout [UInt8], width: Int = 8
  ) throws(WireError) {
    var length = UInt16(value.count)
    try bits(width, lengthName, &length)
    try octets(Int(length), name, &value)
  }
}
