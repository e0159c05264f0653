/// The opcode of an LL control PDU. [Vol 6, Part B, 2.4.2]
public struct ControlOpcode: RawRepresentable, Hashable, Sendable {
  /// The first octet of the payload.
  public var rawValue: UInt8

  /// Wraps any octet; unknown opcodes are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// LL_CONNECTION_UPDATE_IND
  public static let connectionUpdateInd = ControlOpcode(rawValue: 0x00)
  /// LL_CHANNEL_MAP_IND
  public static let channelMapInd = ControlOpcode(rawValue: 0x01)
  /// LL_TERMINATE_IND
  public static let terminateInd = ControlOpcode(rawValue: 0x02)
  /// LL_ENC_REQ
  public static let encReq = ControlOpcode(rawValue: 0x03)
  /// LL_ENC_RSP
  public static let encRsp = ControlOpcode(rawValue: 0x04)
  /// LL_START_ENC_REQ
  public static let startEncReq = ControlOpcode(rawValue: 0x05)
  /// LL_START_ENC_RSP
  public static let startEncRsp = ControlOpcode(rawValue: 0x06)
  /// LL_UNKNOWN_RSP
  public static let unknownRsp = ControlOpcode(rawValue: 0x07)
  /// LL_FEATURE_REQ
  public static let featureReq = ControlOpcode(rawValue: 0x08)
  /// LL_FEATURE_RSP
  public static let featureRsp = ControlOpcode(rawValue: 0x09)
  /// LL_PAUSE_ENC_REQ
  public static let pauseEncReq = ControlOpcode(rawValue: 0x0A)
  /// LL_PAUSE_ENC_RSP
  public static let pauseEncRsp = ControlOpcode(rawValue: 0x0B)
  /// LL_VERSION_IND
  public static let versionInd = ControlOpcode(rawValue: 0x0C)
  /// LL_REJECT_IND
  public static let rejectInd = ControlOpcode(rawValue: 0x0D)
  /// LL_PERIPHERAL_FEATURE_REQ
  public static let peripheralFeatureReq = ControlOpcode(rawValue: 0x0E)
  /// LL_CONNECTION_PARAM_REQ
  public static let connectionParamReq = ControlOpcode(rawValue: 0x0F)
  /// LL_CONNECTION_PARAM_RSP
  public static let connectionParamRsp = ControlOpcode(rawValue: 0x10)
  /// LL_REJECT_EXT_IND
  public static let rejectExtInd = ControlOpcode(rawValue: 0x11)
  /// LL_PING_REQ
  public static let pingReq = ControlOpcode(rawValue: 0x12)
  /// LL_PING_RSP
  public static let pingRsp = ControlOpcode(rawValue: 0x13)
  /// LL_LENGTH_REQ
  public static let lengthReq = ControlOpcode(rawValue: 0x14)
  /// LL_LENGTH_RSP
  public static let lengthRsp = ControlOpcode(rawValue: 0x15)
  /// LL_PHY_REQ
  public static let phyReq = ControlOpcode(rawValue: 0x16)
  /// LL_PHY_RSP
  public static let phyRsp = ControlOpcode(rawValue: 0x17)
  /// LL_PHY_UPDATE_IND
  public static let phyUpdateInd = ControlOpcode(rawValue: 0x18)
  /// LL_MIN_USED_CHANNELS_IND
  public static let minUsedChannelsInd = ControlOpcode(rawValue: 0x19)
  /// LL_CTE_REQ
  public static let cteReq = ControlOpcode(rawValue: 0x1A)
  /// LL_CTE_RSP
  public static let cteRsp = ControlOpcode(rawValue: 0x1B)
  /// LL_PERIODIC_SYNC_IND
  public static let periodicSyncInd = ControlOpcode(rawValue: 0x1C)
  /// LL_CLOCK_ACCURACY_REQ
  public static let clockAccuracyReq = ControlOpcode(rawValue: 0x1D)
  /// LL_CLOCK_ACCURACY_RSP
  public static let clockAccuracyRsp = ControlOpcode(rawValue: 0x1E)
  /// LL_CIS_REQ
  public static let cisReq = ControlOpcode(rawValue: 0x1F)
  /// LL_CIS_RSP
  public static let cisRsp = ControlOpcode(rawValue: 0x20)
  /// LL_CIS_IND
  public static let cisInd = ControlOpcode(rawValue: 0x21)
  /// LL_CIS_TERMINATE_IND
  public static let cisTerminateInd = ControlOpcode(rawValue: 0x22)
  /// LL_POWER_CONTROL_REQ
  public static let powerControlReq = ControlOpcode(rawValue: 0x23)
  /// LL_POWER_CONTROL_RSP
  public static let powerControlRsp = ControlOpcode(rawValue: 0x24)
  /// LL_POWER_CHANGE_IND
  public static let powerChangeInd = ControlOpcode(rawValue: 0x25)
  /// LL_SUBRATE_REQ
  public static let subrateReq = ControlOpcode(rawValue: 0x26)
  /// LL_SUBRATE_IND
  public static let subrateInd = ControlOpcode(rawValue: 0x27)
  /// LL_CHANNEL_REPORTING_IND
  public static let channelReportingInd = ControlOpcode(rawValue: 0x28)
  /// LL_CHANNEL_STATUS_IND
  public static let channelStatusInd = ControlOpcode(rawValue: 0x29)
  /// LL_PERIODIC_SYNC_WR_IND
  public static let periodicSyncWRInd = ControlOpcode(rawValue: 0x2A)
  /// LL_FEATURE_EXT_REQ
  public static let featureExtReq = ControlOpcode(rawValue: 0x2B)
  /// LL_FEATURE_EXT_RSP
  public static let featureExtRsp = ControlOpcode(rawValue: 0x2C)
  /// LL_CS_SEC_RSP; the request is 0x39.
  public static let csSecRsp = ControlOpcode(rawValue: 0x2D)
  /// LL_CS_CAPABILITIES_REQ
  public static let csCapabilitiesReq = ControlOpcode(rawValue: 0x2E)
  /// LL_CS_CAPABILITIES_RSP
  public static let csCapabilitiesRsp = ControlOpcode(rawValue: 0x2F)
  /// LL_CS_CONFIG_REQ
  public static let csConfigReq = ControlOpcode(rawValue: 0x30)
  /// LL_CS_CONFIG_RSP
  public static let csConfigRsp = ControlOpcode(rawValue: 0x31)
  /// LL_CS_REQ
  public static let csReq = ControlOpcode(rawValue: 0x32)
  /// LL_CS_RSP
  public static let csRsp = ControlOpcode(rawValue: 0x33)
  /// LL_CS_IND
  public static let csInd = ControlOpcode(rawValue: 0x34)
  /// LL_CS_TERMINATE_REQ; the response is 0x3A.
  public static let csTerminateReq = ControlOpcode(rawValue: 0x35)
  /// LL_CS_FAE_REQ
  public static let csFAEReq = ControlOpcode(rawValue: 0x36)
  /// LL_CS_FAE_RSP
  public static let csFAERsp = ControlOpcode(rawValue: 0x37)
  /// LL_CS_CHANNEL_MAP_IND
  public static let csChannelMapInd = ControlOpcode(rawValue: 0x38)
  /// LL_CS_SEC_REQ; the response is 0x2D.
  public static let csSecReq = ControlOpcode(rawValue: 0x39)
  /// LL_CS_TERMINATE_RSP; the request is 0x35.
  public static let csTerminateRsp = ControlOpcode(rawValue: 0x3A)
  /// LL_FRAME_SPACE_REQ
  public static let frameSpaceReq = ControlOpcode(rawValue: 0x3B)
  /// LL_FRAME_SPACE_RSP
  public static let frameSpaceRsp = ControlOpcode(rawValue: 0x3C)
  /// LL_OTA_UTP_IND (6.2)
  public static let otaUTPInd = ControlOpcode(rawValue: 0x3D)
  /// LL_CONNECTION_RATE_REQ (6.2)
  public static let connectionRateReq = ControlOpcode(rawValue: 0x3E)
  /// LL_CONNECTION_RATE_IND (6.2)
  public static let connectionRateInd = ControlOpcode(rawValue: 0x3F)

  /// Whether it is of Channel Sounding.
  public var isChannelSounding: Bool {
    (Self.csSecRsp.rawValue...Self.csTerminateRsp.rawValue).contains(rawValue)
  }
}
