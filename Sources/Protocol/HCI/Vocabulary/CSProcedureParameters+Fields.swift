internal import ChannelSounding
internal import Wire

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
