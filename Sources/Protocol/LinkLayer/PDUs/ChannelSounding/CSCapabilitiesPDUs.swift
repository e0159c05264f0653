public import ChannelSounding
public import Wire

/// LL_CS_CAPABILITIES_REQ [Vol 6, Part B, 2.4.2.44]
public struct CSCapabilitiesReq: PDU {
  /// Bit 0: mode-3.
  public var modeTypes: UInt8 = 0
  /// Bits 0 to 2: AA-only, sounding, random reach the 10 ns class.
  public var rttCapability: UInt8 = 0
  /// CS_SYNC exchanges that AA-only RTT needs; 0 not supported.
  public var rttAAOnlyN: UInt8 = 0
  /// CS_SYNC exchanges that sounding RTT needs; 0 not supported.
  public var rttSoundingN: UInt8 = 0
  /// CS_SYNC exchanges that random RTT needs; 0 not supported.
  public var rttRandomSequenceN: UInt8 = 0
  /// Bit 0: phase-based NADM on sounding sequences.
  public var nadmSoundingCapability: UInt16 = 0
  /// Bit 0: phase-based NADM on random sequences.
  public var nadmRandomCapability: UInt16 = 0
  /// Bit 1 LE 2M, bit 2 LE 2M 2BT.
  public var csSyncPHYCapability: UInt8 = 0
  /// Antennas, 1 to 4; 4 bits.
  public var numAnt: UInt8 = 0
  /// Antenna paths, 1 to 4; 4 bits.
  public var maxAntPath: UInt8 = 0
  /// Bit 0 initiator, bit 1 reflector.
  public var role: UInt8 = 0
  /// The reserved bit between Role and No_FAE.
  public var rfuRole: UInt8 = 0
  /// 1 if the reflector has no frequency actuation error.
  public var noFAE: UInt8 = 0
  /// 1 if channel selection #3c is supported.
  public var channelSelection3c: UInt8 = 0
  /// 1 if phase is estimated from sounding sequences.
  public var soundingPCTEstimate: UInt8 = 0
  /// 1 if the reflector supports inline PCT (6.3); reserved before.
  ///
  /// Interpretation: octet 11 bit 6, where the bit of HCI's Subfeatures_Supported would fall; no public
  /// source gives the layout of version [v2]. The alternative is a PDU with an opcode of its own.
  public var inlinePCT: UInt8 = 0
  /// The reserved bit above `inlinePCT`.
  public var rfuSubfeatures: UInt8 = 0
  /// Configurations per connection, 1 to 4.
  public var numConfigs: UInt8 = 0
  /// Procedures in a row; 0 for any number and without end.
  public var maxProceduresSupported: UInt16 = 0
  /// Antenna switching time in microseconds: 0, 1, 2, 4 or 10.
  public var tSW: UInt8 = 0
  /// Bits 0 to 6 of `CSTime.tIP`.
  public var tIP1Capability: UInt16 = 0
  /// Bits 0 to 6 of `CSTime.tIP`.
  public var tIP2Capability: UInt16 = 0
  /// Bits 0 to 8 of `CSTime.tFCS`.
  public var tFCSCapability: UInt16 = 0
  /// Bits 0 and 1 of `CSTime.tPM`.
  public var tPMCapability: UInt16 = 0
  /// The reserved bit below TX_SNR_Capability.
  public var rfuTXSNR: UInt8 = 0
  /// Bits 0 to 4: 18, 21, 24, 27, 30 dB; 7 bits.
  public var txSNRCapability: UInt8 = 0
  /// What follows the 25 octets of Core 6.0.
  public var tail: [UInt8] = []

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Mode_Types", &modeTypes)
    try visitor.u8("RTT_Capability", &rttCapability)
    try visitor.u8("RTT_AA_Only_N", &rttAAOnlyN)
    try visitor.u8("RTT_Sounding_N", &rttSoundingN)
    try visitor.u8("RTT_Random_Sequence_N", &rttRandomSequenceN)
    try visitor.u16("NADM_Sounding_Capability", &nadmSoundingCapability)
    try visitor.u16("NADM_Random_Capability", &nadmRandomCapability)
    try visitor.u8("CS_SYNC_PHY_Capability", &csSyncPHYCapability)
    try visitor.bits(4, "Num_Ant", &numAnt)
    try visitor.bits(4, "Max_Ant_Path", &maxAntPath)
    try visitor.bits(2, "Role", &role)
    try visitor.bits(1, "RFU", &rfuRole)
    try visitor.bits(1, "No_FAE", &noFAE)
    try visitor.bits(1, "Channel_Selection_3c", &channelSelection3c)
    try visitor.bits(1, "Sounding_PCT_Estimate", &soundingPCTEstimate)
    try visitor.bits(1, "IPT", &inlinePCT)
    try visitor.bits(1, "RFU", &rfuSubfeatures)
    try visitor.u8("Num_Configs", &numConfigs)
    try visitor.u16("Max_Procedures_Supported", &maxProceduresSupported)
    try visitor.u8("T_SW", &tSW)
    try visitor.u16("T_IP1_Capability", &tIP1Capability)
    try visitor.u16("T_IP2_Capability", &tIP2Capability)
    try visitor.u16("T_FCS_Capability", &tFCSCapability)
    try visitor.u16("T_PM_Capability", &tPMCapability)
    try visitor.bits(1, "RFU", &rfuTXSNR)
    try visitor.bits(7, "TX_SNR_Capability", &txSNRCapability)
    try visitor.rest("Tail", &tail)
  }
}

/// LL_CS_CAPABILITIES_RSP [Vol 6, Part B, 2.4.2.44]
public typealias CSCapabilitiesRsp = CSCapabilitiesReq

extension CSCapabilitiesReq {
  /// Makes the PDU that declares `capabilities`; what the layout has no place for is left out.
  public init(_ capabilities: CSCapabilities, layout: Interpretations.CapabilityLayout) {
    modeTypes = capabilities.modes
    rttCapability = capabilities.rttCapability
    rttAAOnlyN = capabilities.rttAAOnlyN
    rttSoundingN = capabilities.rttSoundingN
    rttRandomSequenceN = capabilities.rttRandomSequenceN
    nadmSoundingCapability = capabilities.nadmSounding
    nadmRandomCapability = capabilities.nadmRandom
    csSyncPHYCapability = capabilities.csSyncPHYs
    numAnt = capabilities.numAntennas
    maxAntPath = capabilities.maxAntennaPaths
    role = capabilities.roles.rawValue
    noFAE = capabilities.subfeatures.contains(.noFAE) ? 1 : 0
    channelSelection3c = capabilities.subfeatures.contains(.channelSelection3c) ? 1 : 0
    soundingPCTEstimate = capabilities.subfeatures.contains(.soundingPCTEstimate) ? 1 : 0
    numConfigs = capabilities.numConfigs
    maxProceduresSupported = capabilities.maxConsecutiveProcedures
    tSW = capabilities.tSW
    tIP1Capability = capabilities.tIP1
    tIP2Capability = capabilities.tIP2
    tFCSCapability = capabilities.tFCS
    tPMCapability = capabilities.tPM
    txSNRCapability = capabilities.txSNR
    if layout == .candidateA {
      inlinePCT = capabilities.subfeatures.contains(.inlinePCT) ? 1 : 0
      tail = CSCapabilitiesTail(capabilities).encoded()
    }
  }

  /// What the PDU declares; reserved bits are ignored, and so is a tail that is too short.
  public func capabilities(layout: Interpretations.CapabilityLayout) -> CSCapabilities {
    var result = CSCapabilities()
    result.modes = modeTypes
    result.rttCapability = rttCapability
    result.rttAAOnlyN = rttAAOnlyN
    result.rttSoundingN = rttSoundingN
    result.rttRandomSequenceN = rttRandomSequenceN
    result.nadmSounding = nadmSoundingCapability
    result.nadmRandom = nadmRandomCapability
    result.csSyncPHYs = csSyncPHYCapability
    result.numAntennas = numAnt
    result.maxAntennaPaths = maxAntPath
    result.roles = CSCapabilities.Roles(rawValue: role)
    if noFAE == 1 { result.subfeatures.insert(.noFAE) }
    if channelSelection3c == 1 { result.subfeatures.insert(.channelSelection3c) }
    if soundingPCTEstimate == 1 { result.subfeatures.insert(.soundingPCTEstimate) }
    result.numConfigs = numConfigs
    result.maxConsecutiveProcedures = maxProceduresSupported
    result.tSW = tSW
    result.tIP1 = tIP1Capability
    result.tIP2 = tIP2Capability
    result.tFCS = tFCSCapability
    result.tPM = tPMCapability
    result.txSNR = txSNRCapability
    if layout == .candidateA {
      if inlinePCT == 1 { result.subfeatures.insert(.inlinePCT) }
      CSCapabilitiesTail(ofOctets: tail)?.declare(in: &result)
    }
    return result
  }
}

/// What version [v2] of LL_CS_CAPABILITIES adds after octet 24, in the order of HCI's version [v2].
private struct CSCapabilitiesTail: PDU {
  var tIP2IPT: UInt16 = 0
  var tSWIPT: UInt8 = 0
  var rtt2MAAOnlyN: UInt8 = 0
  var rtt2MSoundingN: UInt8 = 0
  var rtt2MRandomSequenceN: UInt8 = 0
  var further: [UInt8] = []

  init() {}

  init(_ capabilities: CSCapabilities) {
    tIP2IPT = capabilities.tIP2IPT
    tSWIPT = capabilities.tSWIPT
    rtt2MAAOnlyN = capabilities.rtt2MAAOnlyN
    rtt2MSoundingN = capabilities.rtt2MSoundingN
    rtt2MRandomSequenceN = capabilities.rtt2MRandomSequenceN
  }

  init?(ofOctets octets: [UInt8]) {
    do { try self.init(decoding: octets) } catch { return nil }
  }

  mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("T_IP2_IPT_Capability", &tIP2IPT)
    try visitor.u8("T_SW_IPT", &tSWIPT)
    try visitor.u8("RTT_2M_AA_Only_N", &rtt2MAAOnlyN)
    try visitor.u8("RTT_2M_Sounding_N", &rtt2MSoundingN)
    try visitor.u8("RTT_2M_Random_Sequence_N", &rtt2MRandomSequenceN)
    try visitor.rest("Further", &further)
  }

  func declare(in capabilities: inout CSCapabilities) {
    capabilities.tIP2IPT = tIP2IPT
    capabilities.tSWIPT = tSWIPT
    capabilities.rtt2MAAOnlyN = rtt2MAAOnlyN
    capabilities.rtt2MSoundingN = rtt2MSoundingN
    capabilities.rtt2MRandomSequenceN = rtt2MRandomSequenceN
  }
}
