internal import ChannelSounding
internal import Wire

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
