internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer

/// What LL control PDUs are for. [Vol 6, Part B, 2.4.2 and 5.1]
enum ControlWords {
  private static let purposes: [ControlOpcode: String] = [
    .connectionUpdateInd:
      "The central gives the connection a new interval, latency and timeout at an Instant.",
    .channelMapInd: "The central gives the connection a new map of data channels at an Instant.",
    .terminateInd: "The connection ends.",
    .encReq: "The central asks for encryption, and sends its half of the session key and of the IV.",
    .encRsp: "The peripheral sends its half of the session key and of the IV.",
    .startEncReq: "The peripheral has the key: encryption starts. It is the last packet in the clear.",
    .startEncRsp: "Encryption has started on this side.",
    .unknownRsp: "The device does not know the PDU that it was sent.",
    .featureReq: "The central says which features it has, and asks for those of the peripheral.",
    .featureRsp: "The device says which features it has, those that the other side lacks left out.",
    .pauseEncReq: "The central asks for a pause of encryption, to change the key.",
    .pauseEncRsp: "Encryption pauses on this side.",
    .versionInd:
      "The device says its Bluetooth version and who made its controller. Each side sends it once.",
    .rejectInd: "The device refuses what it was asked.",
    .peripheralFeatureReq: "The peripheral says which features it has, and asks for those of the central.",
    .connectionParamReq: "The device asks for another interval, latency and timeout.",
    .connectionParamRsp: "The peripheral agrees, with the values that it would take.",
    .rejectExtInd: "The device refuses what it was asked, and says which PDU it means.",
    .pingReq: "The device asks whether the other side is there, with a valid MIC.",
    .pingRsp: "The device is there.",
    .lengthReq: "The device says how long packets may be, and asks the other side.",
    .lengthRsp: "The device says how long packets may be.",
    .phyReq: "The device says which PHYs it would like.",
    .phyRsp: "The peripheral says which PHYs it would like.",
    .phyUpdateInd: "The central says which PHYs hold from an Instant on; 0 keeps what there is.",
    .minUsedChannelsInd: "The peripheral asks for a least number of channels on some PHYs.",
    .cteReq: "The device asks for packets with a constant tone extension.",
    .cteRsp: "Here is a packet with a constant tone extension.",
    .periodicSyncInd: "The device hands a periodic advertising train over.",
    .clockAccuracyReq: "The device says how accurate its sleep clock is, and asks the other side.",
    .clockAccuracyRsp: "The device says how accurate its sleep clock is.",
    .cisReq: "The central asks for a connected isochronous stream.",
    .cisRsp: "The peripheral takes the stream, with the offsets that it would take.",
    .cisInd: "The central says where the stream begins.",
    .cisTerminateInd: "A connected isochronous stream ends.",
    .powerControlReq: "The device asks the other side for more or less transmit power.",
    .powerControlRsp: "The device says how its transmit power changed.",
    .powerChangeInd: "The device tells unasked how its transmit power changed.",
    .subrateReq: "The peripheral asks for a subrate of the connection events.",
    .subrateInd: "The central gives the connection a subrate.",
    .channelReportingInd: "The central switches reports of channel quality on or off.",
    .channelStatusInd: "The peripheral says how good each channel is.",
    .periodicSyncWRInd: "The device hands a periodic advertising train with responses over.",
    .featureExtReq:
      "The device says which features it has on the pages behind the first, and asks the other side.",
    .featureExtRsp: "The device says which features it has on the pages behind the first.",
    .csSecReq: "The central starts CS security, and sends its part of the DRBG's seed.",
    .csSecRsp: "The peripheral sends its part of the DRBG's seed; both sides have the same from now on.",
    .csCapabilitiesReq: "The device says what it can do in Channel Sounding, and asks the other side.",
    .csCapabilitiesRsp: "The device says what it can do in Channel Sounding.",
    .csConfigReq: "The device makes, changes or removes a CS configuration.",
    .csConfigRsp: "The device takes the CS configuration.",
    .csReq: "The device asks for CS procedures, and says when they would begin.",
    .csRsp: "The device agrees to the CS procedures, with the values that it would take.",
    .csInd: "The central says when the CS procedures begin.",
    .csTerminateReq: "The device ends the CS procedures of a configuration.",
    .csTerminateRsp: "The device agrees that the CS procedures end.",
    .csFAEReq: "The device asks the reflector for its table of frequency actuation errors.",
    .csFAERsp: "The reflector gives its frequency actuation error on each channel.",
    .csChannelMapInd: "The device gives Channel Sounding a new channel map at an Instant.",
    .frameSpaceReq: "The device asks for another frame space.",
    .frameSpaceRsp: "The device says which frame space holds.",
    .otaUTPInd: "A message of a test that runs over the air.",
    .connectionRateReq: "The peripheral asks for another rate of connection events.",
    .connectionRateInd: "The central gives the connection another rate of connection events.",
  ]

  /// What a PDU is for, then what it says.
  static func sentences(_ pdu: ControlPDU) -> [String] {
    let opcode = ControlOpcode(rawValue: pdu.opcode)
    let purpose =
      purposes[opcode] ?? "No PDU of this opcode is known, or its length is not one that it may have."
    return [purpose] + details(pdu)
  }

  /// The opcodes without words, which a test holds to be none.
  static var unexplained: [ControlOpcode] { ControlOpcode.known.filter { purposes[$0] == nil } }

  private static func details(_ pdu: ControlPDU) -> [String] {
    switch pdu {
    case .terminateInd(let pdu): ["The reason is \(ErrorCode(rawValue: pdu.errorCode))."]
    case .unknownRsp(let pdu): ["It does not know \(ControlOpcode(rawValue: pdu.unknownType))."]
    case .rejectInd(let pdu): ["The reason is \(ErrorCode(rawValue: pdu.errorCode))."]
    case .rejectExtInd(let pdu):
      ["It refuses \(ControlOpcode(rawValue: pdu.rejectOpcode)): \(ErrorCode(rawValue: pdu.errorCode))."]
    case .csCapabilitiesReq(let pdu):
      [
        ChannelSoundingWords.sentence(pdu.capabilities(layout: Interpretations().capabilityLayout))
      ]
    case .csCapabilitiesRsp(let pdu):
      [
        ChannelSoundingWords.sentence(pdu.capabilities(layout: Interpretations().capabilityLayout))
      ]
    case .csConfigReq(let pdu): ChannelSoundingWords.sentences(pdu)
    default: []
    }
  }
}
