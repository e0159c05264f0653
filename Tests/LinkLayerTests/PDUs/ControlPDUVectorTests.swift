import ChannelSounding
import CoreTypes
import Notation
import Testing
import Wire

@testable import LinkLayer

/// Some of them are Core sample data, the others are packed from values that the
/// entry's source gives.
@Suite("The control PDUs of vectors-ll.json")
struct ControlPDUVectorTests {
  @Test("reading an octet string gives the values its entry names, and writing them gives the octets")
  func values() throws {
    let expected = Self.linkPDUs.merging(Self.csPDUs) { first, _ in first }
    let vectors = try ControlPDUVector.all()
    #expect(vectors.count == expected.count)
    for vector in vectors {
      let octets = try #require([UInt8](hex: vector.ctrlPduHex))
      let pdu = try #require(expected[vector.name], "nothing is expected of \(vector.name)")
      #expect(try ControlPDU(decoding: octets) == pdu, "\(vector.name)")
      #expect(pdu.encoded.hex() == vector.ctrlPduHex, "\(vector.name)")
    }
  }

  private static let linkPDUs: [String: ControlPDU] = [
    "LL_ENC_REQ": .encReq(
      make(EncReq.self) {
        $0.keyName.random = 0xABCD_EF12_3456_7890
        $0.keyName.encryptedDiversifier = 0x2474
        $0.skdC = 0xACBD_CEDF_E0F1_0213
        $0.ivC = 0xBADC_AB24
      }),
    "LL_ENC_RSP": .encRsp(
      make(EncRsp.self) {
        $0.skdP = 0x0213_2435_4657_6879
        $0.ivP = 0xDEAF_BABE
      }),
    "LL_ENC_REQ_pattern": .encReq(
      make(EncReq.self) {
        $0.keyName.random = 0x0706_0504_0302_0100
        $0.keyName.encryptedDiversifier = 0x0908
        $0.skdC = 0x1110_0F0E_0D0C_0B0A
        $0.ivC = 0x1514_1312
      }),
    "LL_VERSION_IND_pattern": .versionInd(
      make(VersionInd.self) {
        $0.version = .v5_4
        $0.companyIdentifier = 0x1234
        $0.subversion = 0x5678
      }),
    "LL_LENGTH_REQ": .lengthReq(
      make(LengthReq.self) {
        $0.lengths.rx = DataLength(octets: 251, microseconds: 2120)
        $0.lengths.tx = DataLength(octets: 27, microseconds: 2120)
      }),
    "LL_REJECT_EXT_IND_cs_config_0x20": .rejectExtInd(RejectExtInd(rejectOpcode: 0x30, errorCode: 0x20)),
  ]

  private static let csPDUs: [String: ControlPDU] = [
    "LL_CS_CONFIG_REQ_rootcanal_BV_01": .csConfigReq(rootcanalConfigReq),
    "LL_CS_CONFIG_REQ_ipt_candidate": .csConfigReq(
      configReq {
        ($0.configuration.tIP1, $0.configuration.tIP2) = (TIP(index: 2), TIP(index: 1))
        ($0.configuration.tFCS, $0.configuration.tPM) = (TFCS(index: 5), TPM(index: 0))
      }),
    "LL_CS_CONFIG_REQ_tfcs100_ipt_candidate": .csConfigReq(
      configReq {
        $0.configuration.csSyncPHY = .le2M
        ($0.configuration.tIP1, $0.configuration.tIP2) = (TIP(index: 7), TIP(index: 7))
        ($0.configuration.tFCS, $0.configuration.tPM) = (TFCS(index: 7), TPM(index: 2))
      }),
    "LL_CS_CONFIG_RSP": .csConfigRsp(CSConfigRsp(configID: 2)),
    "LL_CS_REQ": .csReq(csReq),
    "LL_CS_RSP": .csRsp(csRsp),
    "LL_CS_IND": .csInd(csInd),
    "LL_CS_CAPABILITIES_RSP_nordic_reflector": .csCapabilitiesRsp(nordicCapabilities),
    "LL_CS_CAPABILITIES_REQ_rootcanal": .csCapabilitiesReq(rootcanalCapabilities),
    "LL_CS_SEC_REQ_spec_drbg_sample": .csSecReq(
      make(CSSecReq.self) {
        $0.vectors.initializationVector = 0x3E7F_5186_E0CA_0B3B
        $0.vectors.instantiationNonce = 0x8673_840D
        $0.vectors.personalizationVector = 0x64A6_7496_7868_F143
      }),
    "LL_CS_SEC_RSP_spec_drbg_sample": .csSecRsp(
      make(CSSecRsp.self) {
        $0.vectors.initializationVector = 0xE10B_C28A_0BFD_DFE9
        $0.vectors.instantiationNonce = 0x9FF4_77C1
        $0.vectors.personalizationVector = 0xC980_DEDF_9882_ED44
      }),
    "LL_CS_TERMINATE_REQ": .csTerminateReq(terminate),
    "LL_CS_TERMINATE_RSP": .csTerminateRsp(terminate),
    "LL_CS_FAE_REQ": .csFAEReq(CSFAEReq()),
    "LL_CS_FAE_RSP_zero": .csFAERsp(CSFAERsp()),
    "LL_CS_CHANNEL_MAP_IND": .csChannelMapInd(
      make(CSChannelMapInd.self) {
        $0.channelMap = CSChannelMap.allowed.octets
        $0.instant = 0x1234
      }),
  ]

  private static let rootcanalConfigReq = make(CSConfigReq.self) {
    $0.configID = 2
    $0.action = .create
    ($0.configuration.tIP1, $0.configuration.tIP2) = (TIP(index: 0), TIP(index: 0))
    ($0.configuration.tFCS, $0.configuration.tPM) = (TFCS(index: 0), TPM(index: 0))
    $0.configuration.channelMap = .allowed
    $0.configuration.channelMapRepetition = 1
    $0.configuration.mainMode = 1
    $0.configuration.subMode = nil
    $0.configuration.mode0Steps = 3
    $0.configuration.csSyncPHY = 1
    $0.configuration.rttType = 0
    $0.configuration.role = 0
    $0.configuration.channelSelection = 1
    $0.configuration.ch3cShape = 0
    $0.configuration.ch3cJump = 2
  }

  /// Mode-2 on all channels with inline PCT.
  private static func configReq(_ fill: (inout CSConfigReq) -> Void) -> CSConfigReq {
    make(CSConfigReq.self) {
      $0.configuration.channelMap = .allowed
      $0.configuration.mainMode = 2
      $0.configuration.subMode = nil
      $0.configuration.mode0Steps = 3
      $0.configuration.csSyncPHY = 1
      $0.configuration.ch3cJump = 2
      $0.configuration.enhancements = .inlinePCT
      fill(&$0)
    }
  }

  private static let csReq = make(CSReq.self) {
    $0.offer.schedule.configID = 2
    $0.offer.schedule.connEventCount = 0x1234
    $0.offer.offsetMin = 500
    $0.offer.offsetMax = 4000
    $0.offer.schedule.maxProcedureLen = 2000
    $0.offer.schedule.eventInterval = 1
    $0.offer.schedule.subeventsPerEvent = 1
    $0.offer.schedule.subeventInterval = 0
    $0.offer.schedule.subeventLen = 2500
    $0.offer.schedule.procedureInterval = 50
    $0.offer.schedule.procedureCount = 2
    $0.offer.schedule.aci = 0
    $0.offer.schedule.preferredPeerAntenna = 1
    $0.offer.schedule.phy = 1
    $0.offer.schedule.powerDelta = 0
    $0.offer.schedule.txSNRInitiator = .uncontrolled
    $0.offer.schedule.txSNRReflector = .uncontrolled
  }

  private static let csRsp = make(CSRsp.self) {
    $0.offer.schedule.configID = 2
    $0.offer.schedule.connEventCount = 0x1234
    $0.offer.offsetMin = 500
    $0.offer.offsetMax = 4000
    $0.offer.schedule.eventInterval = 1
    $0.offer.schedule.subeventsPerEvent = 1
    $0.offer.schedule.subeventLen = 2500
    $0.offer.schedule.phy = 1
  }

  private static let csInd = make(CSInd.self) {
    $0.schedule.configID = 2
    $0.schedule.connEventCount = 0x1234
    $0.schedule.offset = 500
    $0.schedule.eventInterval = 1
    $0.schedule.subeventsPerEvent = 1
    $0.schedule.subeventLen = 2500
    $0.schedule.phy = 1
  }

  private static let nordicCapabilities = make(CSCapabilitiesRsp.self) {
    $0.declared.rttAAOnlyN = 30
    $0.declared.rttRandomSequenceN = 30
    $0.declared.csSyncPHYs = 2
    $0.declared.numAntennas = 1
    $0.declared.maxAntennaPaths = 1
    $0.declared.roles = 2
    $0.declared.subfeatures = .noFAE
    $0.declared.numConfigs = 1
    $0.declared.tIP1 = 0x7C
    $0.declared.tIP2 = 0x7E
    $0.declared.tFCS = 0x1E0
    $0.declared.tPM = 3
  }

  private static let rootcanalCapabilities = make(CSCapabilitiesReq.self) {
    $0.declared.modes = 1
    $0.declared.rttCapability = 7
    $0.declared.rttAAOnlyN = 1
    $0.declared.rttSoundingN = 1
    $0.declared.rttRandomSequenceN = 1
    $0.declared.csSyncPHYs = 1
    $0.declared.numAntennas = 1
    $0.declared.maxAntennaPaths = 1
    $0.declared.roles = 3
    $0.declared.numConfigs = 3
    $0.declared.maxConsecutiveProcedures = 1
    $0.declared.tSW = 10
    $0.declared.tIP1 = 1
    $0.declared.tIP2 = 1
    $0.declared.tFCS = 1
    $0.declared.tPM = 1
    $0.declared.txSNR = 1
  }

  private static let terminate = make(CSTerminateReq.self) {
    $0.configID = 2
    $0.procCount = 0
    $0.errorCode = .connectionTerminatedByLocalHost
  }
}
