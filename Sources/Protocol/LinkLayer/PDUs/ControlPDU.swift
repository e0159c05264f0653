public import Wire

/// An LL control PDU: the payload of a data channel PDU with LLID 0b11. [Vol 6, Part B, 2.4.2]
///
/// Pairs of PDUs with the same layout share one type; the case tells them apart.
public enum ControlPDU: Hashable, Sendable {
  case connectionUpdateInd(ConnectionUpdateInd)
  case channelMapInd(ChannelMapInd)
  case terminateInd(TerminateInd)
  case encReq(EncReq)
  case encRsp(EncRsp)
  case startEncReq(StartEncReq)
  case startEncRsp(StartEncRsp)
  case unknownRsp(UnknownRsp)
  case featureReq(FeatureReq)
  case featureRsp(FeatureRsp)
  case pauseEncReq(PauseEncReq)
  case pauseEncRsp(PauseEncRsp)
  case versionInd(VersionInd)
  case rejectInd(RejectInd)
  case peripheralFeatureReq(PeripheralFeatureReq)
  case connectionParamReq(ConnectionParamReq)
  case connectionParamRsp(ConnectionParamRsp)
  case rejectExtInd(RejectExtInd)
  case pingReq(PingReq)
  case pingRsp(PingRsp)
  case lengthReq(LengthReq)
  case lengthRsp(LengthRsp)
  case phyReq(PHYReq)
  case phyRsp(PHYRsp)
  case phyUpdateInd(PHYUpdateInd)
  case minUsedChannelsInd(MinUsedChannelsInd)
  case cteReq(CTEReq)
  case cteRsp(CTERsp)
  case periodicSyncInd(PeriodicSyncInd)
  case clockAccuracyReq(ClockAccuracyReq)
  case clockAccuracyRsp(ClockAccuracyRsp)
  case cisReq(CISReq)
  case cisRsp(CISRsp)
  case cisInd(CISInd)
  case cisTerminateInd(CISTerminateInd)
  case powerControlReq(PowerControlReq)
  case powerControlRsp(PowerControlRsp)
  case powerChangeInd(PowerChangeInd)
  case subrateReq(SubrateReq)
  case subrateInd(SubrateInd)
  case channelReportingInd(ChannelReportingInd)
  case channelStatusInd(ChannelStatusInd)
  case periodicSyncWRInd(PeriodicSyncWRInd)
  case featureExtReq(FeatureExtReq)
  case featureExtRsp(FeatureExtRsp)
  case csSecRsp(CSSecRsp)
  case csCapabilitiesReq(CSCapabilitiesReq)
  case csCapabilitiesRsp(CSCapabilitiesRsp)
  case csConfigReq(CSConfigReq)
  case csConfigRsp(CSConfigRsp)
  case csReq(CSReq)
  case csRsp(CSRsp)
  case csInd(CSInd)
  case csTerminateReq(CSTerminateReq)
  case csFAEReq(CSFAEReq)
  case csFAERsp(CSFAERsp)
  case csChannelMapInd(CSChannelMapInd)
  case csSecReq(CSSecReq)
  case csTerminateRsp(CSTerminateRsp)
  case frameSpaceReq(FrameSpaceReq)
  case frameSpaceRsp(FrameSpaceRsp)
  case otaUTPInd(OTAUTPInd)
  case connectionRateReq(ConnectionRateReq)
  case connectionRateInd(ConnectionRateInd)
  /// An opcode that is not known, or a known one with a length it cannot have.
  case unknown(opcode: ControlOpcode, octets: [UInt8])

  /// Reads a payload, opcode first. Octets that fit no known PDU become `.unknown`.
  ///
  /// - Throws: `WireError.truncated` if there is not even an opcode.
  public init(decoding payload: [UInt8]) throws(WireError) {
    guard let first = payload.first else {
      throw .truncated(field: "Opcode", neededBits: 8, availableBits: 0)
    }
    let ctrData = Array(payload.dropFirst())
    let opcode = ControlOpcode(rawValue: first)
    self = opcode.entry?.decode(ctrData) ?? .unknown(opcode: opcode, octets: ctrData)
  }

  /// The payload, opcode first.
  public var encoded: [UInt8] { [opcode.rawValue] + parts.ctrData.encoded() }

  /// The first octet of the payload.
  public var opcode: ControlOpcode { parts.opcode }

  /// The specification's name, as `LL_CS_REQ`; for an unknown opcode its number.
  public var name: String { parts.opcode.name }

  /// The CtrData as one packet, for its fields and their places.
  public var ctrData: any PDU { parts.ctrData }

  private var parts: (opcode: ControlOpcode, ctrData: any PDU) {
    switch self {
    case .connectionUpdateInd(let pdu): (.connectionUpdateInd, pdu)
    case .channelMapInd(let pdu): (.channelMapInd, pdu)
    case .terminateInd(let pdu): (.terminateInd, pdu)
    case .encReq(let pdu): (.encReq, pdu)
    case .encRsp(let pdu): (.encRsp, pdu)
    case .startEncReq(let pdu): (.startEncReq, pdu)
    case .startEncRsp(let pdu): (.startEncRsp, pdu)
    case .unknownRsp(let pdu): (.unknownRsp, pdu)
    case .featureReq(let pdu): (.featureReq, pdu)
    case .featureRsp(let pdu): (.featureRsp, pdu)
    case .pauseEncReq(let pdu): (.pauseEncReq, pdu)
    case .pauseEncRsp(let pdu): (.pauseEncRsp, pdu)
    case .versionInd(let pdu): (.versionInd, pdu)
    case .rejectInd(let pdu): (.rejectInd, pdu)
    case .peripheralFeatureReq(let pdu): (.peripheralFeatureReq, pdu)
    case .connectionParamReq(let pdu): (.connectionParamReq, pdu)
    case .connectionParamRsp(let pdu): (.connectionParamRsp, pdu)
    case .rejectExtInd(let pdu): (.rejectExtInd, pdu)
    case .pingReq(let pdu): (.pingReq, pdu)
    case .pingRsp(let pdu): (.pingRsp, pdu)
    case .lengthReq(let pdu): (.lengthReq, pdu)
    case .lengthRsp(let pdu): (.lengthRsp, pdu)
    case .phyReq(let pdu): (.phyReq, pdu)
    case .phyRsp(let pdu): (.phyRsp, pdu)
    case .phyUpdateInd(let pdu): (.phyUpdateInd, pdu)
    case .minUsedChannelsInd(let pdu): (.minUsedChannelsInd, pdu)
    case .cteReq(let pdu): (.cteReq, pdu)
    case .cteRsp(let pdu): (.cteRsp, pdu)
    case .periodicSyncInd(let pdu): (.periodicSyncInd, pdu)
    case .clockAccuracyReq(let pdu): (.clockAccuracyReq, pdu)
    case .clockAccuracyRsp(let pdu): (.clockAccuracyRsp, pdu)
    case .cisReq(let pdu): (.cisReq, pdu)
    case .cisRsp(let pdu): (.cisRsp, pdu)
    case .cisInd(let pdu): (.cisInd, pdu)
    case .cisTerminateInd(let pdu): (.cisTerminateInd, pdu)
    case .powerControlReq(let pdu): (.powerControlReq, pdu)
    case .powerControlRsp(let pdu): (.powerControlRsp, pdu)
    case .powerChangeInd(let pdu): (.powerChangeInd, pdu)
    case .subrateReq(let pdu): (.subrateReq, pdu)
    case .subrateInd(let pdu): (.subrateInd, pdu)
    case .channelReportingInd(let pdu): (.channelReportingInd, pdu)
    case .channelStatusInd(let pdu): (.channelStatusInd, pdu)
    case .periodicSyncWRInd(let pdu): (.periodicSyncWRInd, pdu)
    case .featureExtReq(let pdu): (.featureExtReq, pdu)
    case .featureExtRsp(let pdu): (.featureExtRsp, pdu)
    case .csSecRsp(let pdu): (.csSecRsp, pdu)
    case .csCapabilitiesReq(let pdu): (.csCapabilitiesReq, pdu)
    case .csCapabilitiesRsp(let pdu): (.csCapabilitiesRsp, pdu)
    case .csConfigReq(let pdu): (.csConfigReq, pdu)
    case .csConfigRsp(let pdu): (.csConfigRsp, pdu)
    case .csReq(let pdu): (.csReq, pdu)
    case .csRsp(let pdu): (.csRsp, pdu)
    case .csInd(let pdu): (.csInd, pdu)
    case .csTerminateReq(let pdu): (.csTerminateReq, pdu)
    case .csFAEReq(let pdu): (.csFAEReq, pdu)
    case .csFAERsp(let pdu): (.csFAERsp, pdu)
    case .csChannelMapInd(let pdu): (.csChannelMapInd, pdu)
    case .csSecReq(let pdu): (.csSecReq, pdu)
    case .csTerminateRsp(let pdu): (.csTerminateRsp, pdu)
    case .frameSpaceReq(let pdu): (.frameSpaceReq, pdu)
    case .frameSpaceRsp(let pdu): (.frameSpaceRsp, pdu)
    case .otaUTPInd(let pdu): (.otaUTPInd, pdu)
    case .connectionRateReq(let pdu): (.connectionRateReq, pdu)
    case .connectionRateInd(let pdu): (.connectionRateInd, pdu)
    case .unknown(let opcode, let octets): (opcode, OpaqueCtrData(octets: octets))
    }
  }
}
