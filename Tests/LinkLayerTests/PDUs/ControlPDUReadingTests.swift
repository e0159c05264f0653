import ChannelSounding
import Notation
import Testing
import Wire

@testable import LinkLayer

/// Every layout against octets without a pattern, so that a field of the wrong width or place shows.
@Suite("The fields of control PDUs")
struct ControlPDUReadingTests {
  /// Payloads, and their values as Wireshark 4.6.9 shows them.
  static let wireshark = [
    (
      "00112a456281a2c5ea113a65",
      "WinSize 17 WinOffset 17706 Interval 33122 Latency 50594 Timeout 4586 Instant 25914"
    ),
    ("01112a456281a2c5", "ChM 5943667217 RFU 4 Instant 50594"),
    (
      "03112a456281a2c5ea113a6592c1f2255a91ca054281c2",
      """
      Rand 16917106251870317073 EDIV 14865 SKD_C 14596546986317550181 IV_C 3263250949
      """
    ),
    ("04112a456281a2c5ea113a6592", "SKD_P 16917106251870317073 IV_P 2456107537"),
    ("0711", "UnknownType 17"),
    ("0c112a456281", "Version 17 Company_Identifier 17706 Subversion 33122"),
    (
      "0f112a456281a2c5ea113a6592c1f2255a91ca054281c205",
      """
      Interval_Min 10769 Interval_Max 25157 Latency 41601 Timeout 60101 PreferredPeriodicity 17 \
      ReferenceConnEventCount 25914 Offset0 49554 Offset1 9714 Offset2 37210 Offset3 1482 Offset4 33090 \
      Offset5 1474
      """
    ),
    ("11112a", "RejectOpcode 17 ErrorCode 42"),
    ("14112a456281a2c5ea", "MaxRxOctets 10769 MaxRxTime 25157 MaxTxOctets 41601 MaxTxTime 60101"),
    ("16112a", "TX_PHYS 17 RX_PHYS 42"),
    ("18112a4562", "PHY_C_TO_P 17 PHY_P_TO_C 42 Instant 25157"),
    ("19112a", "PHYS 17 MinUsedChannels 42"),
    ("1a11", "MinCTELenReq 17 RFU 0 CTETypeReq 0"),
    (
      "1c112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572c11265ba116a",
      """
      ID 10769 SyncInfo 456281a2c5ea113a6592c1f2255a91ca0542 connEventCount 49793 lastPaEventCounter 18949 \
      SID 1 AType 1 SCA 4 PHY 218 AdvA 2572c11265ba syncConnEventCount 27153
      """
    ),
    (
      """
      1f112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572c11265ba116ac5
      """,
      """
      CIG_ID 17 CIS_ID 42 PHY_C_To_P 69 PHY_P_To_C 98 Max_SDU_C_To_P 641 RFU 2 Framing_Mode 0 Framed 1 \
      Max_SDU_P_To_C 2757 RFU 14 SDU_Interval_C_To_P 342545 RFU 6 SDU_Interval_P_To_C 180626 RFU 15 \
      Max_PDU_C_To_P 23077 Max_PDU_P_To_C 51857 NSE 5 Sub_Interval 12747074 BN_C_To_P 5 BN_P_To_C 0 \
      FT_C_To_P 74 FT_P_To_C 145 ISO_Interval 9690 CIS_Offset_Min 1229170 CIS_Offset_Max 1161829 \
      connEventCount 50538
      """
    ),
    ("20112a456281a2c5ea", "CIS_Offset_Min 4532753 CIS_Offset_Max 10649954 connEventCount 60101"),
    (
      "21112a456281a2c5ea113a6592c1f225",
      """
      AA 1648699921 CIS_Offset 12952193 CIG_Sync_Delay 3805674 CIS_Sync_Delay 12685925 connEventCount 9714
      """
    ),
    ("22112a45", "CIG_ID 17 CIS_ID 42 ErrorCode 69"),
    ("23112a45", "PHY 17 Delta 42 TxPower 69"),
    ("24112a4562", "Min 1 Max 0 RFU 4 Delta 42 TxPower 69 APR 98"),
    ("25112a4562", "PHY 17 Min 0 Max 1 RFU 10 Delta 69 TxPower 98"),
    (
      "26112a456281a2c5ea113a",
      """
      SubrateFactorMin 10769 SubrateFactorMax 25157 Max_Latency 41601 ContinuationNumber 60101 Timeout 14865
      """
    ),
    (
      "27112a456281a2c5ea113a",
      """
      SubrateFactor 10769 SubrateBaseEvent 25157 Latency 41601 ContinuationNumber 60101 Timeout 14865
      """
    ),
    ("28112a45", "Enable 17 Min_Spacing 42 Max_Delay 69"),
    ("29112a456281a2c5ea113a", "Channel_Classification 112a456281a2c5ea113a"),
    (
      """
      2a112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572c11265ba116ac52281e245aa117a
      """,
      """
      ID 10769 SyncInfo 456281a2c5ea113a6592c1f2255a91ca0542 connEventCount 49793 lastPaEventCounter 18949 \
      SID 1 AType 1 SCA 4 PHY 218 AdvA 2572c11265ba syncConnEventCount 27153 RspAA 3800113861 \
      numSubevents 69 subeventInterval 170 responseSlotDelay 17 responseSlotSpacing 122
      """
    ),
    (
      "2e112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91",
      """
      Mode_Types 17 RTT_Capability 42 RTT_AA_Only_N 69 RTT_Sounding_N 98 RTT_Random_Sequence_N 129 \
      NADM_Sounding_Capability 50594 NADM_Random_Capability 4586 CS_SYNC_PHY_Capability 58 Num_Ant 5 \
      Max_Ant_Path 6 Role 2 RFU 0 No_FAE 0 Channel_Selection_3c 1 Sounding_PCT_Estimate 0 IPT 0 RFU 1 \
      Num_Configs 193 Max_Procedures_Supported 9714 T_SW 90 T_IP1_Capability 51857 T_IP2_Capability 16901 \
      T_FCS_Capability 49793 T_PM_Capability 18949 RFU 1 TX_SNR_Capability 72 Tail
      """
    ),
    (
      "30112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da25",
      """
      Config_ID 17 Action 0 ChM 2a456281a2c5ea113a65 ChM_Repetition 146 Main_Mode 193 Sub_Mode 242 \
      Main_Mode_Min_Steps 37 Main_Mode_Max_Steps 90 Main_Mode_Repetition 145 Mode_0_Steps 202 CS_SYNC_PHY 5 \
      RTT_Type 2 Role 0 RFU 1 ChSel 1 Ch3cShape 8 Ch3cJump 194 T_IP1 5 T_IP2 74 T_FCS 145 T_PM 218 \
      CS_Enhancements_1 37
      """
    ),
    ("3111", "Config_ID 17 RFU 0"),
    (
      "32112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572",
      """
      Config_ID 17 RFU 0 connEventCount 17706 Offset_Min 10649954 Offset_Max 1174213 \
      Max_Procedure_Len 25914 Event_Interval 49554 Subevents_Per_Event 242 Subevent_Interval 23077 \
      Subevent_Len 379537 Procedure_Interval 33090 Procedure_Count 1474 ACI 74 Preferred_Peer_Ant 1 RFU 9 \
      PHY 218 Pwr_Delta 37 TX_SNR_I 2 TX_SNR_R 7
      """
    ),
    (
      "33112a456281a2c5ea113a6592c1f2255a91ca054281",
      """
      Config_ID 17 RFU 0 connEventCount 17706 Offset_Min 10649954 Offset_Max 1174213 Event_Interval 25914 \
      Subevents_Per_Event 146 Subevent_Interval 62145 Subevent_Len 9525797 ACI 202 PHY 5 Pwr_Delta 66 RFU 129
      """
    ),
    (
      "34112a456281a2c5ea113a6592c1f2255a91ca",
      """
      Config_ID 17 RFU 0 connEventCount 17706 Offset 10649954 Event_Interval 60101 Subevents_Per_Event 17 \
      Subevent_Interval 25914 Subevent_Len 15909266 ACI 37 PHY 90 Pwr_Delta 145 RFU 202
      """
    ),
    ("35112a4562", "Config_ID 17 RFU 0 ProcCount 17706 ErrorCode 98"),
    ("38112a456281a2c5ea113a6592", "ChM 112a456281a2c5ea113a Instant 37477"),
  ]

  /// Payloads that Wireshark 4.6.9 names but does not take apart; the values follow from the layouts of Core.
  static let derived = [
    ("0211", "ErrorCode 17"),
    ("08112a456281a2c5ea", "FeatureSet 16917106251870317073"),
    ("0d11", "ErrorCode 17"),
    ("1d11", "SCA 17"),
    (
      "2b112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da",
      "MaxPage 17 PageNumber 42 FeaturePage 456281a2c5ea113a6592c1f2255a91ca054281c2054a91da"
    ),
    (
      "2d112a456281a2c5ea113a6592c1f2255a91ca0542",
      "CS_IV 112a456281a2c5ea CS_IN 113a6592 CS_PV c1f2255a91ca0542"
    ),
    ("3b112a456281a2c5", "FS_Min 10769 FS_Max 25157 PHYS 129 Spacing_Types 50594"),
    ("3c112a456281", "FS 10769 PHYS 69 Spacing_Types 33122"),
    ("3d112a", "CtrData 112a"),
    ("12", ""),
  ]

  @Test("each value stands where Wireshark reads it", arguments: wireshark)
  func agreesWithWireshark(payload: String, values: String) throws {
    try check(payload, values)
  }

  @Test("each value stands where the layout says", arguments: derived)
  func agreesWithLayout(payload: String, values: String) throws {
    try check(payload, values)
  }

  private func check(_ payload: String, _ values: String) throws {
    let pdu = try ControlPDU(decoding: try #require([UInt8](hex: payload)))
    #expect(reading(of: pdu.ctrData) == values, "\(pdu.name)")
  }

  @Test("an FAE entry is a signed octet")
  func faeSign() throws {
    let pdu = make(CSFAERsp.self) {
      $0.channelFAE = FAETable([-128] + [Int8](repeating: 0, count: 70) + [127])
    }
    let octets = ControlPDU.csFAERsp(pdu).encoded
    #expect(octets.prefix(3) == [0x37, 0x80, 0x00])
    #expect(octets.last == 0x7F)
    #expect(try ControlPDU(decoding: octets) == .csFAERsp(pdu))
  }
}
