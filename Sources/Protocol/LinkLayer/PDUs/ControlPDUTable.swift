public import CoreTypes
internal import Notation
internal import Wire

/// The opcode of an LL control PDU. [Vol 6, Part B, 2.4.2]
public struct ControlOpcode: FieldValue {
  /// The first octet of the payload.
  public var rawValue: UInt8

  /// Wraps any octet; unknown opcodes are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let connectionUpdateInd = ControlOpcode(rawValue: 0x00)
  public static let channelMapInd = ControlOpcode(rawValue: 0x01)
  public static let terminateInd = ControlOpcode(rawValue: 0x02)
  public static let encReq = ControlOpcode(rawValue: 0x03)
  public static let encRsp = ControlOpcode(rawValue: 0x04)
  public static let startEncReq = ControlOpcode(rawValue: 0x05)
  public static let startEncRsp = ControlOpcode(rawValue: 0x06)
  public static let unknownRsp = ControlOpcode(rawValue: 0x07)
  public static let featureReq = ControlOpcode(rawValue: 0x08)
  public static let featureRsp = ControlOpcode(rawValue: 0x09)
  public static let pauseEncReq = ControlOpcode(rawValue: 0x0A)
  public static let pauseEncRsp = ControlOpcode(rawValue: 0x0B)
  public static let versionInd = ControlOpcode(rawValue: 0x0C)
  public static let rejectInd = ControlOpcode(rawValue: 0x0D)
  public static let peripheralFeatureReq = ControlOpcode(rawValue: 0x0E)
  public static let connectionParamReq = ControlOpcode(rawValue: 0x0F)
  public static let connectionParamRsp = ControlOpcode(rawValue: 0x10)
  public static let rejectExtInd = ControlOpcode(rawValue: 0x11)
  public static let pingReq = ControlOpcode(rawValue: 0x12)
  public static let pingRsp = ControlOpcode(rawValue: 0x13)
  public static let lengthReq = ControlOpcode(rawValue: 0x14)
  public static let lengthRsp = ControlOpcode(rawValue: 0x15)
  public static let phyReq = ControlOpcode(rawValue: 0x16)
  public static let phyRsp = ControlOpcode(rawValue: 0x17)
  public static let phyUpdateInd = ControlOpcode(rawValue: 0x18)
  public static let minUsedChannelsInd = ControlOpcode(rawValue: 0x19)
  public static let cteReq = ControlOpcode(rawValue: 0x1A)
  public static let cteRsp = ControlOpcode(rawValue: 0x1B)
  public static let periodicSyncInd = ControlOpcode(rawValue: 0x1C)
  public static let clockAccuracyReq = ControlOpcode(rawValue: 0x1D)
  public static let clockAccuracyRsp = ControlOpcode(rawValue: 0x1E)
  public static let cisReq = ControlOpcode(rawValue: 0x1F)
  public static let cisRsp = ControlOpcode(rawValue: 0x20)
  public static let cisInd = ControlOpcode(rawValue: 0x21)
  public static let cisTerminateInd = ControlOpcode(rawValue: 0x22)
  public static let powerControlReq = ControlOpcode(rawValue: 0x23)
  public static let powerControlRsp = ControlOpcode(rawValue: 0x24)
  public static let powerChangeInd = ControlOpcode(rawValue: 0x25)
  public static let subrateReq = ControlOpcode(rawValue: 0x26)
  public static let subrateInd = ControlOpcode(rawValue: 0x27)
  public static let channelReportingInd = ControlOpcode(rawValue: 0x28)
  public static let channelStatusInd = ControlOpcode(rawValue: 0x29)
  public static let periodicSyncWRInd = ControlOpcode(rawValue: 0x2A)
  public static let featureExtReq = ControlOpcode(rawValue: 0x2B)
  public static let featureExtRsp = ControlOpcode(rawValue: 0x2C)
  /// LL_CS_SEC_RSP; the request is 0x39.
  public static let csSecRsp = ControlOpcode(rawValue: 0x2D)
  public static let csCapabilitiesReq = ControlOpcode(rawValue: 0x2E)
  public static let csCapabilitiesRsp = ControlOpcode(rawValue: 0x2F)
  public static let csConfigReq = ControlOpcode(rawValue: 0x30)
  public static let csConfigRsp = ControlOpcode(rawValue: 0x31)
  public static let csReq = ControlOpcode(rawValue: 0x32)
  public static let csRsp = ControlOpcode(rawValue: 0x33)
  public static let csInd = ControlOpcode(rawValue: 0x34)
  /// LL_CS_TERMINATE_REQ; the response is 0x3A.
  public static let csTerminateReq = ControlOpcode(rawValue: 0x35)
  public static let csFAEReq = ControlOpcode(rawValue: 0x36)
  public static let csFAERsp = ControlOpcode(rawValue: 0x37)
  public static let csChannelMapInd = ControlOpcode(rawValue: 0x38)
  /// LL_CS_SEC_REQ; the response is 0x2D.
  public static let csSecReq = ControlOpcode(rawValue: 0x39)
  /// LL_CS_TERMINATE_RSP; the request is 0x35.
  public static let csTerminateRsp = ControlOpcode(rawValue: 0x3A)
  public static let frameSpaceReq = ControlOpcode(rawValue: 0x3B)
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
  /// The PDUs that it answers.
  var answers: [ControlOpcode]
  /// What it is for, in a sentence. [Vol 6, Part B, 5.1]
  var purpose: String
  private var read: @Sendable ([UInt8]) throws(WireError) -> ControlPDU

  private init<CtrData: PDU>(
    _ opcode: ControlOpcode, _ name: String, _ length: ControlPDULength,
    _ wrap: @escaping @Sendable (CtrData) -> ControlPDU, answers: [ControlOpcode] = [], _ purpose: String
  ) {
    self.opcode = opcode
    self.name = name
    self.length = length
    self.answers = answers
    self.purpose = purpose
    read = { octets throws(WireError) in wrap(try CtrData(decoding: octets)) }
  }

  private init<CtrData: PDU>(
    _ opcode: ControlOpcode, _ name: String, _ length: Int,
    _ wrap: @escaping @Sendable (CtrData) -> ControlPDU, answers: [ControlOpcode] = [], _ purpose: String
  ) {
    self.init(opcode, name, .exactly(length), wrap, answers: answers, purpose)
  }

  /// The PDU of `ctrData`, the octets after the opcode; nil if their number is not allowed.
  func decode(_ ctrData: [UInt8]) -> ControlPDU? {
    guard length.allows(ctrData.count + 1) else { return nil }
    do { return try read(ctrData) } catch { return nil }
  }

  /// Every control PDU in the order of its opcode, which starts at 0 and has no gaps.
  static let all: [ControlPDUEntry] = [
    ControlPDUEntry(
      .connectionUpdateInd, "LL_CONNECTION_UPDATE_IND", 12, ControlPDU.connectionUpdateInd,
      answers: [.connectionParamRsp, .connectionParamReq],
      "The central changes the interval, latency and timeout of the connection at an Instant."),
    ControlPDUEntry(
      .channelMapInd, "LL_CHANNEL_MAP_IND", 8, ControlPDU.channelMapInd,
      "The central changes the data channel map of the connection at an Instant."),
    ControlPDUEntry(
      .terminateInd, "LL_TERMINATE_IND", 2, ControlPDU.terminateInd,
      "The device ends the connection."),
    ControlPDUEntry(
      .encReq, "LL_ENC_REQ", 23, ControlPDU.encReq,
      "The central requests encryption, and sends its half of the session key diversifier and of the IV."),
    ControlPDUEntry(
      .encRsp, "LL_ENC_RSP", 13, ControlPDU.encRsp, answers: [.encReq],
      "The peripheral sends its half of the session key diversifier and of the IV."),
    ControlPDUEntry(
      .startEncReq, "LL_START_ENC_REQ", 1, ControlPDU.startEncReq, answers: [.encReq],
      "The peripheral has the key: encryption starts. This is the last unencrypted packet."),
    ControlPDUEntry(
      .startEncRsp, "LL_START_ENC_RSP", 1, ControlPDU.startEncRsp, answers: [.startEncReq],
      "Encryption has started in this direction."),
    ControlPDUEntry(
      .unknownRsp, "LL_UNKNOWN_RSP", 2, ControlPDU.unknownRsp,
      "The device does not support the received PDU."),
    ControlPDUEntry(
      .featureReq, "LL_FEATURE_REQ", 9, ControlPDU.featureReq,
      "The central sends its features, and requests the features of the peripheral."),
    ControlPDUEntry(
      .featureRsp, "LL_FEATURE_RSP", 9, ControlPDU.featureRsp, answers: [.featureReq, .peripheralFeatureReq],
      "The device sends its features, without those that the peer does not have."),
    ControlPDUEntry(
      .pauseEncReq, "LL_PAUSE_ENC_REQ", 1, ControlPDU.pauseEncReq,
      "The central requests a pause of encryption, to change the key."),
    ControlPDUEntry(
      .pauseEncRsp, "LL_PAUSE_ENC_RSP", 1, ControlPDU.pauseEncRsp, answers: [.pauseEncReq],
      "Encryption pauses in this direction."),
    ControlPDUEntry(
      .versionInd, "LL_VERSION_IND", 6, ControlPDU.versionInd,
      "The device sends its Bluetooth version and the company of its controller. Each device sends this PDU once."
    ),
    ControlPDUEntry(
      .rejectInd, "LL_REJECT_IND", 2, ControlPDU.rejectInd,
      "The device refuses a request."),
    ControlPDUEntry(
      .peripheralFeatureReq, "LL_PERIPHERAL_FEATURE_REQ", 9, ControlPDU.peripheralFeatureReq,
      "The peripheral sends its features, and requests the features of the central."),
    ControlPDUEntry(
      .connectionParamReq, "LL_CONNECTION_PARAM_REQ", 24, ControlPDU.connectionParamReq,
      "The device requests another interval, latency and timeout."),
    ControlPDUEntry(
      .connectionParamRsp, "LL_CONNECTION_PARAM_RSP", 24, ControlPDU.connectionParamRsp,
      answers: [.connectionParamReq],
      "The peripheral accepts, with the values that it supports."),
    ControlPDUEntry(
      .rejectExtInd, "LL_REJECT_EXT_IND", 3, ControlPDU.rejectExtInd,
      "The device refuses a request, and names the refused PDU."),
    ControlPDUEntry(
      .pingReq, "LL_PING_REQ", 1, ControlPDU.pingReq,
      "The device requests a packet with a valid MIC from the peer."),
    ControlPDUEntry(
      .pingRsp, "LL_PING_RSP", 1, ControlPDU.pingRsp, answers: [.pingReq],
      "The device answers the ping."),
    ControlPDUEntry(
      .lengthReq, "LL_LENGTH_REQ", 9, ControlPDU.lengthReq,
      "The device sends its maximum packet lengths, and requests those of the peer."),
    ControlPDUEntry(
      .lengthRsp, "LL_LENGTH_RSP", 9, ControlPDU.lengthRsp, answers: [.lengthReq],
      "The device sends its maximum packet lengths."),
    ControlPDUEntry(
      .phyReq, "LL_PHY_REQ", 3, ControlPDU.phyReq,
      "The device sends its preferred PHYs."),
    ControlPDUEntry(
      .phyRsp, "LL_PHY_RSP", 3, ControlPDU.phyRsp, answers: [.phyReq],
      "The peripheral sends its preferred PHYs."),
    ControlPDUEntry(
      .phyUpdateInd, "LL_PHY_UPDATE_IND", 5, ControlPDU.phyUpdateInd, answers: [.phyRsp, .phyReq],
      "The central selects the PHYs from an Instant on; 0 keeps the current PHY."),
    ControlPDUEntry(
      .minUsedChannelsInd, "LL_MIN_USED_CHANNELS_IND", 3, ControlPDU.minUsedChannelsInd,
      "The peripheral requests a minimum number of used channels on some PHYs."),
    ControlPDUEntry(
      .cteReq, "LL_CTE_REQ", 2, ControlPDU.cteReq,
      "The device requests a packet with a constant tone extension."),
    ControlPDUEntry(
      .cteRsp, "LL_CTE_RSP", 1, ControlPDU.cteRsp, answers: [.cteReq],
      "The device sends a packet with a constant tone extension."),
    ControlPDUEntry(
      .periodicSyncInd, "LL_PERIODIC_SYNC_IND", 35, ControlPDU.periodicSyncInd,
      "The device transfers the synchronisation to a periodic advertising train."),
    ControlPDUEntry(
      .clockAccuracyReq, "LL_CLOCK_ACCURACY_REQ", 2, ControlPDU.clockAccuracyReq,
      "The device sends its sleep clock accuracy, and requests that of the peer."),
    ControlPDUEntry(
      .clockAccuracyRsp, "LL_CLOCK_ACCURACY_RSP", 2, ControlPDU.clockAccuracyRsp,
      answers: [.clockAccuracyReq],
      "The device sends its sleep clock accuracy."),
    ControlPDUEntry(
      .cisReq, "LL_CIS_REQ", 36, ControlPDU.cisReq,
      "The central requests a connected isochronous stream."),
    ControlPDUEntry(
      .cisRsp, "LL_CIS_RSP", 9, ControlPDU.cisRsp, answers: [.cisReq],
      "The peripheral accepts the stream, with the offsets that it supports."),
    ControlPDUEntry(
      .cisInd, "LL_CIS_IND", 16, ControlPDU.cisInd, answers: [.cisRsp],
      "The central sends the start of the stream."),
    ControlPDUEntry(
      .cisTerminateInd, "LL_CIS_TERMINATE_IND", 4, ControlPDU.cisTerminateInd,
      "A connected isochronous stream ends."),
    ControlPDUEntry(
      .powerControlReq, "LL_POWER_CONTROL_REQ", 4, ControlPDU.powerControlReq,
      "The device requests a change of the peer's transmit power."),
    ControlPDUEntry(
      .powerControlRsp, "LL_POWER_CONTROL_RSP", 5, ControlPDU.powerControlRsp, answers: [.powerControlReq],
      "The device reports the change of its transmit power."),
    ControlPDUEntry(
      .powerChangeInd, "LL_POWER_CHANGE_IND", 5, ControlPDU.powerChangeInd,
      "The device reports a change of its transmit power without a request."),
    ControlPDUEntry(
      .subrateReq, "LL_SUBRATE_REQ", 11, ControlPDU.subrateReq,
      "The peripheral requests a subrate of the connection events."),
    ControlPDUEntry(
      .subrateInd, "LL_SUBRATE_IND", 11, ControlPDU.subrateInd, answers: [.subrateReq],
      "The central sets the subrate of the connection events."),
    ControlPDUEntry(
      .channelReportingInd, "LL_CHANNEL_REPORTING_IND", 4, ControlPDU.channelReportingInd,
      "The central switches reports of channel quality on or off."),
    ControlPDUEntry(
      .channelStatusInd, "LL_CHANNEL_STATUS_IND", 11, ControlPDU.channelStatusInd,
      "The peripheral reports the quality of each channel."),
    ControlPDUEntry(
      .periodicSyncWRInd, "LL_PERIODIC_SYNC_WR_IND", 43, ControlPDU.periodicSyncWRInd,
      "The device transfers the synchronisation to a periodic advertising train with responses."),
    ControlPDUEntry(
      .featureExtReq, "LL_FEATURE_EXT_REQ", 27, ControlPDU.featureExtReq,
      "The device sends its features beyond page 0, and requests those of the peer."),
    ControlPDUEntry(
      .featureExtRsp, "LL_FEATURE_EXT_RSP", 27, ControlPDU.featureExtRsp, answers: [.featureExtReq],
      "The device sends its features beyond page 0."),
    ControlPDUEntry(
      .csSecRsp, "LL_CS_SEC_RSP", 21, ControlPDU.csSecRsp, answers: [.csSecReq],
      "The peripheral sends its part of the DRBG seed; both devices now have the same seed."),
    ControlPDUEntry(
      .csCapabilitiesReq, "LL_CS_CAPABILITIES_REQ", .atLeast(26), ControlPDU.csCapabilitiesReq,
      "The device sends its Channel Sounding capabilities, and requests those of the peer."),
    ControlPDUEntry(
      .csCapabilitiesRsp, "LL_CS_CAPABILITIES_RSP", .atLeast(26), ControlPDU.csCapabilitiesRsp,
      answers: [.csCapabilitiesReq],
      "The device sends its Channel Sounding capabilities."),
    ControlPDUEntry(
      .csConfigReq, "LL_CS_CONFIG_REQ", 28, ControlPDU.csConfigReq,
      "The device creates, changes or removes a CS configuration."),
    ControlPDUEntry(
      .csConfigRsp, "LL_CS_CONFIG_RSP", 2, ControlPDU.csConfigRsp, answers: [.csConfigReq],
      "The device accepts the CS configuration."),
    ControlPDUEntry(
      .csReq, "LL_CS_REQ", 29, ControlPDU.csReq,
      "The device requests CS procedures, and proposes their start."),
    ControlPDUEntry(
      .csRsp, "LL_CS_RSP", 22, ControlPDU.csRsp, answers: [.csReq],
      "The device accepts the CS procedures, with the values that it supports."),
    ControlPDUEntry(
      .csInd, "LL_CS_IND", 19, ControlPDU.csInd, answers: [.csRsp, .csReq],
      "The central sets the start of the CS procedures."),
    ControlPDUEntry(
      .csTerminateReq, "LL_CS_TERMINATE_REQ", 5, ControlPDU.csTerminateReq,
      "The device ends the CS procedures of a configuration."),
    ControlPDUEntry(
      .csFAEReq, "LL_CS_FAE_REQ", 1, ControlPDU.csFAEReq,
      "The device requests the FAE table of the reflector."),
    ControlPDUEntry(
      .csFAERsp, "LL_CS_FAE_RSP", 73, ControlPDU.csFAERsp, answers: [.csFAEReq],
      "The reflector sends its frequency actuation error (FAE) on each channel."),
    ControlPDUEntry(
      .csChannelMapInd, "LL_CS_CHANNEL_MAP_IND", 13, ControlPDU.csChannelMapInd,
      "The device sets a new channel map for Channel Sounding at an Instant."),
    ControlPDUEntry(
      .csSecReq, "LL_CS_SEC_REQ", 21, ControlPDU.csSecReq,
      "The central starts CS security, and sends its part of the DRBG seed."),
    ControlPDUEntry(
      .csTerminateRsp, "LL_CS_TERMINATE_RSP", 5, ControlPDU.csTerminateRsp, answers: [.csTerminateReq],
      "The device accepts the end of the CS procedures."),
    ControlPDUEntry(
      .frameSpaceReq, "LL_FRAME_SPACE_REQ", 8, ControlPDU.frameSpaceReq,
      "The device requests another frame space."),
    ControlPDUEntry(
      .frameSpaceRsp, "LL_FRAME_SPACE_RSP", 6, ControlPDU.frameSpaceRsp, answers: [.frameSpaceReq],
      "The device sends the selected frame space."),
    ControlPDUEntry(
      .otaUTPInd, "LL_OTA_UTP_IND", .atLeast(1), ControlPDU.otaUTPInd,
      "A message of an over-the-air test."),
    ControlPDUEntry(
      .connectionRateReq, "LL_CONNECTION_RATE_REQ", .atLeast(1), ControlPDU.connectionRateReq,
      "The peripheral requests another rate of connection events."),
    ControlPDUEntry(
      .connectionRateInd, "LL_CONNECTION_RATE_IND", .atLeast(1), ControlPDU.connectionRateInd,
      answers: [.connectionRateReq],
      "The central changes the rate of connection events."),
  ]
}

extension ControlOpcode {
  /// Every opcode that is known, in ascending order.
  public static var known: [ControlOpcode] { ControlPDUEntry.all.map(\.opcode) }

  /// The specification's name, as `LL_CS_REQ`; for an unknown opcode its number.
  public var name: String {
    entry?.name ?? "LL opcode " + rawValue.hex()
  }

  /// The lengths a PDU of this opcode may have; nil where the opcode is not known.
  public var length: ControlPDULength? { entry?.length }

  /// What a PDU of this opcode is for, in a sentence; nil where the opcode is not known.
  public var purpose: String? { entry?.purpose }

  /// The PDUs that one of this opcode answers.
  public var answers: [ControlOpcode] { entry?.answers ?? [] }

  public var description: String { name }

  var entry: ControlPDUEntry? {
    ControlPDUEntry.all.indices.contains(Int(rawValue)) ? ControlPDUEntry.all[Int(rawValue)] : nil
  }
}
