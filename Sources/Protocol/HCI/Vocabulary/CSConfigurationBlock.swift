internal import ChannelSounding
internal import CoreTypes
internal import Wire

extension CSConfiguration {
  /// The parameters that creating a configuration and reporting it share, from Main_Mode_Type to CS_Enhancements_1.
  /// The role is that of the device whose host sends or receives them. [Vol 4, Part E, 7.8.137]
  mutating func blockFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try modeFields(&visitor)
    try visitor.u8("Min_Main_Mode_Steps", &minMainModeSteps)
    try visitor.u8("Max_Main_Mode_Steps", &maxMainModeSteps)
    try stepFields(&visitor)
    try visitor.channelMap("Channel_Map", &channelMap)
    try visitor.u8("Channel_Map_Repetition", &channelMapRepetition)
    try visitor.u8("Channel_Selection_Type", &channelSelection)
    try visitor.u8("Ch3c_Shape", &ch3cShape)
    try visitor.u8("Ch3c_Jump", &ch3cJump)
    try visitor.u8("CS_Enhancements_1", &enhancements)
  }

  /// Main_Mode_Type and Sub_Mode_Type.
  mutating func modeFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Main_Mode_Type", &mainMode)
    try visitor.u8("Sub_Mode_Type", &subMode.octet)
  }

  /// From Main_Mode_Repetition to CS_SYNC_PHY.
  mutating func stepFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Main_Mode_Repetition", &mainModeRepetition)
    try visitor.u8("Mode_0_Steps", &mode0Steps)
    try visitor.u8("Role", &role)
    try visitor.u8("RTT_Type", &rttType)
    try visitor.u8("CS_SYNC_PHY", &csSyncPHY)
  }

  /// From T_IP1_Time to T_PM_Time.
  mutating func timeFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.microseconds("T_IP1_Time", &tIP1)
    try visitor.microseconds("T_IP2_Time", &tIP2)
    try visitor.microseconds("T_FCS_Time", &tFCS)
    try visitor.microseconds("T_PM_Time", &tPM)
  }

  /// Throws `WireError.invalid` if the role has no meaning.
  func checkRole() throws(WireError) {
    guard role.isDefined else { throw .invalid(field: "Role", value: UInt64(role.rawValue)) }
  }
}

extension CSCapabilities {
  /// The 28 octets that every form of the capability block starts with. [Vol 4, Part E, 7.8.130]
  mutating func blockFields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Num_Config_Supported", &numConfigs)
    try visitor.u16("Max_Consecutive_Procedures_Supported", &maxConsecutiveProcedures)
    try visitor.u8("Num_Antennas_Supported", &numAntennas)
    try visitor.u8("Max_Antenna_Paths_Supported", &maxAntennaPaths)
    try visitor.u8("Roles_Supported", &roles)
    try visitor.u8("Modes_Supported", &modes)
    try visitor.u8("RTT_Capability", &rttCapability)
    try visitor.u8("RTT_AA_Only_N", &rttAAOnlyN)
    try visitor.u8("RTT_Sounding_N", &rttSoundingN)
    try visitor.u8("RTT_Random_Sequence_N", &rttRandomSequenceN)
    try visitor.u16("NADM_Sounding_Capability", &nadmSounding)
    try visitor.u16("NADM_Random_Capability", &nadmRandom)
    try visitor.u8("CS_SYNC_PHYs_Supported", &csSyncPHYs)
    try visitor.u16("Subfeatures_Supported", &subfeatures)
    try visitor.u16("T_IP1_Times_Supported", &tIP1)
    try visitor.u16("T_IP2_Times_Supported", &tIP2)
    try visitor.u16("T_FCS_Times_Supported", &tFCS)
    try visitor.u16("T_PM_Times_Supported", &tPM)
    try visitor.u8("T_SW_Time_Supported", &tSW)
    try visitor.u8("TX_SNR_Capability", &txSNR)
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
  mutating func status(_ value: inout ErrorCode) throws(WireError) {
    try u8("Status", &value)
  }

  mutating func handle(_ value: inout ConnectionHandle) throws(WireError) {
    try u16("Connection_Handle", &value)
  }

  /// A time in microseconds.
  fileprivate mutating func microseconds<List>(_ name: StaticString, _ value: inout CSTime<List>)
    throws(WireError)
  {
    var octet = UInt8(value.microseconds)
    try u8(name, &octet)
    value = CSTime(microseconds: Int(octet))
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
