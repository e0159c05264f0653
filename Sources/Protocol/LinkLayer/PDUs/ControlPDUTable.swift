internal import Notation
internal import Wire

/// How many octets a control PDU may have, opcode included and MIC not. [Vol 6, Part B, 2.4.2]
public enum ControlPDULength: Hashable, Sendable {
  /// One length only.
  case exactly(Int)
  /// A layout that later versions extend.
  case atLeast(Int)

  /// Whether a PDU of `count` octets, opcode included, has a length it may have.
  public func allows(_ count: Int) -> Bool {
    switch self {
    case .exactly(let length): count == length
    case .atLeast(let least): count >= least
    }
  }
}

/// A row of the table of control PDUs.
struct ControlPDUEntry: Sendable {
  var opcode: ControlOpcode
  var name: String
  var length: ControlPDULength
  private var read: @Sendable ([UInt8]) throws(WireError) -> ControlPDU

  private init<CtrData: PDU>(
    _ opcode: ControlOpcode, _ name: String, _ length: ControlPDULength,
    _ wrap: @escaping @Sendable (CtrData) -> ControlPDU
  ) {
    self.opcode = opcode
    self.name = name
    self.length = length
    read = { octets throws(WireError) in wrap(try CtrData(decoding: octets)) }
  }

  private init<CtrData: PDU>(
    _ opcode: ControlOpcode, _ name: String, _ length: Int,
    _ wrap: @escaping @Sendable (CtrData) -> ControlPDU
  ) {
    self.init(opcode, name, .exactly(length), wrap)
  }

  /// The PDU of `ctrData`, the octets after the opcode; nil if their number is not allowed.
  func decode(_ ctrData: [UInt8]) -> ControlPDU? {
    guard length.allows(ctrData.count + 1) else { return nil }
    do { return try read(ctrData) } catch { return nil }
  }

  /// Every control PDU in the order of its opcode, which starts at 0 and has no gaps.
  static let all: [ControlPDUEntry] = [
    ControlPDUEntry(.connectionUpdateInd, "LL_CONNECTION_UPDATE_IND", 12, ControlPDU.connectionUpdateInd),
    ControlPDUEntry(.channelMapInd, "LL_CHANNEL_MAP_IND", 8, ControlPDU.channelMapInd),
    ControlPDUEntry(.terminateInd, "LL_TERMINATE_IND", 2, ControlPDU.terminateInd),
    ControlPDUEntry(.encReq, "LL_ENC_REQ", 23, ControlPDU.encReq),
    ControlPDUEntry(.encRsp, "LL_ENC_RSP", 13, ControlPDU.encRsp),
    ControlPDUEntry(.startEncReq, "LL_START_ENC_REQ", 1, ControlPDU.startEncReq),
    ControlPDUEntry(.startEncRsp, "LL_START_ENC_RSP", 1, ControlPDU.startEncRsp),
    ControlPDUEntry(.unknownRsp, "LL_UNKNOWN_RSP", 2, ControlPDU.unknownRsp),
    ControlPDUEntry(.featureReq, "LL_FEATURE_REQ", 9, ControlPDU.featureReq),
    ControlPDUEntry(.featureRsp, "LL_FEATURE_RSP", 9, ControlPDU.featureRsp),
    ControlPDUEntry(.pauseEncReq, "LL_PAUSE_ENC_REQ", 1, ControlPDU.pauseEncReq),
    ControlPDUEntry(.pauseEncRsp, "LL_PAUSE_ENC_RSP", 1, ControlPDU.pauseEncRsp),
    ControlPDUEntry(.versionInd, "LL_VERSION_IND", 6, ControlPDU.versionInd),
    ControlPDUEntry(.rejectInd, "LL_REJECT_IND", 2, ControlPDU.rejectInd),
    ControlPDUEntry(.peripheralFeatureReq, "LL_PERIPHERAL_FEATURE_REQ", 9, ControlPDU.peripheralFeatureReq),
    ControlPDUEntry(.connectionParamReq, "LL_CONNECTION_PARAM_REQ", 24, ControlPDU.connectionParamReq),
    ControlPDUEntry(.connectionParamRsp, "LL_CONNECTION_PARAM_RSP", 24, ControlPDU.connectionParamRsp),
    ControlPDUEntry(.rejectExtInd, "LL_REJECT_EXT_IND", 3, ControlPDU.rejectExtInd),
    ControlPDUEntry(.pingReq, "LL_PING_REQ", 1, ControlPDU.pingReq),
    ControlPDUEntry(.pingRsp, "LL_PING_RSP", 1, ControlPDU.pingRsp),
    ControlPDUEntry(.lengthReq, "LL_LENGTH_REQ", 9, ControlPDU.lengthReq),
    ControlPDUEntry(.lengthRsp, "LL_LENGTH_RSP", 9, ControlPDU.lengthRsp),
    ControlPDUEntry(.phyReq, "LL_PHY_REQ", 3, ControlPDU.phyReq),
    ControlPDUEntry(.phyRsp, "LL_PHY_RSP", 3, ControlPDU.phyRsp),
    ControlPDUEntry(.phyUpdateInd, "LL_PHY_UPDATE_IND", 5, ControlPDU.phyUpdateInd),
    ControlPDUEntry(.minUsedChannelsInd, "LL_MIN_USED_CHANNELS_IND", 3, ControlPDU.minUsedChannelsInd),
    ControlPDUEntry(.cteReq, "LL_CTE_REQ", 2, ControlPDU.cteReq),
    ControlPDUEntry(.cteRsp, "LL_CTE_RSP", 1, ControlPDU.cteRsp),
    ControlPDUEntry(.periodicSyncInd, "LL_PERIODIC_SYNC_IND", 35, ControlPDU.periodicSyncInd),
    ControlPDUEntry(.clockAccuracyReq, "LL_CLOCK_ACCURACY_REQ", 2, ControlPDU.clockAccuracyReq),
    ControlPDUEntry(.clockAccuracyRsp, "LL_CLOCK_ACCURACY_RSP", 2, ControlPDU.clockAccuracyRsp),
    ControlPDUEntry(.cisReq, "LL_CIS_REQ", 36, ControlPDU.cisReq),
    ControlPDUEntry(.cisRsp, "LL_CIS_RSP", 9, ControlPDU.cisRsp),
    ControlPDUEntry(.cisInd, "LL_CIS_IND", 16, ControlPDU.cisInd),
    ControlPDUEntry(.cisTerminateInd, "LL_CIS_TERMINATE_IND", 4, ControlPDU.cisTerminateInd),
    ControlPDUEntry(.powerControlReq, "LL_POWER_CONTROL_REQ", 4, ControlPDU.powerControlReq),
    ControlPDUEntry(.powerControlRsp, "LL_POWER_CONTROL_RSP", 5, ControlPDU.powerControlRsp),
    ControlPDUEntry(.powerChangeInd, "LL_POWER_CHANGE_IND", 5, ControlPDU.powerChangeInd),
    ControlPDUEntry(.subrateReq, "LL_SUBRATE_REQ", 11, ControlPDU.subrateReq),
    ControlPDUEntry(.subrateInd, "LL_SUBRATE_IND", 11, ControlPDU.subrateInd),
    ControlPDUEntry(.channelReportingInd, "LL_CHANNEL_REPORTING_IND", 4, ControlPDU.channelReportingInd),
    ControlPDUEntry(.channelStatusInd, "LL_CHANNEL_STATUS_IND", 11, ControlPDU.channelStatusInd),
    ControlPDUEntry(.periodicSyncWRInd, "LL_PERIODIC_SYNC_WR_IND", 43, ControlPDU.periodicSyncWRInd),
    ControlPDUEntry(.featureExtReq, "LL_FEATURE_EXT_REQ", 27, ControlPDU.featureExtReq),
    ControlPDUEntry(.featureExtRsp, "LL_FEATURE_EXT_RSP", 27, ControlPDU.featureExtRsp),
    ControlPDUEntry(.csSecRsp, "LL_CS_SEC_RSP", 21, ControlPDU.csSecRsp),
    ControlPDUEntry(
      .csCapabilitiesReq, "LL_CS_CAPABILITIES_REQ", .atLeast(26), ControlPDU.csCapabilitiesReq),
    ControlPDUEntry(
      .csCapabilitiesRsp, "LL_CS_CAPABILITIES_RSP", .atLeast(26), ControlPDU.csCapabilitiesRsp),
    ControlPDUEntry(.csConfigReq, "LL_CS_CONFIG_REQ", 28, ControlPDU.csConfigReq),
    ControlPDUEntry(.csConfigRsp, "LL_CS_CONFIG_RSP", 2, ControlPDU.csConfigRsp),
    ControlPDUEntry(.csReq, "LL_CS_REQ", 29, ControlPDU.csReq),
    ControlPDUEntry(.csRsp, "LL_CS_RSP", 22, ControlPDU.csRsp),
    ControlPDUEntry(.csInd, "LL_CS_IND", 19, ControlPDU.csInd),
    ControlPDUEntry(.csTerminateReq, "LL_CS_TERMINATE_REQ", 5, ControlPDU.csTerminateReq),
    ControlPDUEntry(.csFAEReq, "LL_CS_FAE_REQ", 1, ControlPDU.csFAEReq),
    ControlPDUEntry(.csFAERsp, "LL_CS_FAE_RSP", 73, ControlPDU.csFAERsp),
    ControlPDUEntry(.csChannelMapInd, "LL_CS_CHANNEL_MAP_IND", 13, ControlPDU.csChannelMapInd),
    ControlPDUEntry(.csSecReq, "LL_CS_SEC_REQ", 21, ControlPDU.csSecReq),
    ControlPDUEntry(.csTerminateRsp, "LL_CS_TERMINATE_RSP", 5, ControlPDU.csTerminateRsp),
    ControlPDUEntry(.frameSpaceReq, "LL_FRAME_SPACE_REQ", 8, ControlPDU.frameSpaceReq),
    ControlPDUEntry(.frameSpaceRsp, "LL_FRAME_SPACE_RSP", 6, ControlPDU.frameSpaceRsp),
    ControlPDUEntry(.otaUTPInd, "LL_OTA_UTP_IND", .atLeast(1), ControlPDU.otaUTPInd),
    ControlPDUEntry(.connectionRateReq, "LL_CONNECTION_RATE_REQ", .atLeast(1), ControlPDU.connectionRateReq),
    ControlPDUEntry(.connectionRateInd, "LL_CONNECTION_RATE_IND", .atLeast(1), ControlPDU.connectionRateInd),
  ]
}

extension ControlOpcode: CustomStringConvertible {
  /// Every opcode that is known, in ascending order.
  public static var known: [ControlOpcode] { ControlPDUEntry.all.map(\.opcode) }

  /// The specification's name, as `LL_CS_REQ`; for an unknown opcode its number.
  public var name: String {
    entry?.name ?? "LL opcode " + rawValue.hex()
  }

  /// The lengths a PDU of this opcode may have; nil where the opcode is not known.
  public var length: ControlPDULength? { entry?.length }

  public var description: String { name }

  var entry: ControlPDUEntry? {
    ControlPDUEntry.all.indices.contains(Int(rawValue)) ? ControlPDUEntry.all[Int(rawValue)] : nil
  }
}
