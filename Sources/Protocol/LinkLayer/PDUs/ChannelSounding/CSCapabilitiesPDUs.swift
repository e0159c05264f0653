public import ChannelSounding
internal import CoreTypes
public import Wire

/// LL_CS_CAPABILITIES_REQ [Vol 6, Part B, 2.4.2.44]
public struct CSCapabilitiesReq: PDU {
  /// What the sender declares, but for what the tail holds: 4 bits of the antennas and of the antenna paths, 2 of the
  /// roles, 7 of the output SNRs.
  ///
  /// Interpretation: inline PCT (6.3) is octet 11 bit 6, where the bit of HCI's Subfeatures_Supported would fall; no
  /// public source gives the layout of version [v2]. The alternative is a PDU with an opcode of its own.
  public var declared = CSCapabilities()
  /// The reserved bit between Role and No_FAE.
  public var rfuRole: UInt8 = 0
  /// The reserved bit above that of inline PCT.
  public var rfuSubfeatures: UInt8 = 0
  /// The reserved bit below TX_SNR_Capability.
  public var rfuTXSNR: UInt8 = 0
  /// What follows the 25 octets of Core 6.0.
  public var tail: [UInt8] = []

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Mode_Types", &declared.modes)
    try visitor.u8("RTT_Capability", &declared.rttCapability)
    try visitor.u8("RTT_AA_Only_N", &declared.rttAAOnlyN)
    try visitor.u8("RTT_Sounding_N", &declared.rttSoundingN)
    try visitor.u8("RTT_Random_Sequence_N", &declared.rttRandomSequenceN)
    try visitor.u16("NADM_Sounding_Capability", &declared.nadmSounding)
    try visitor.u16("NADM_Random_Capability", &declared.nadmRandom)
    try visitor.u8("CS_SYNC_PHY_Capability", &declared.csSyncPHYs)
    try visitor.bits(4, "Num_Ant", &declared.numAntennas)
    try visitor.bits(4, "Max_Ant_Path", &declared.maxAntennaPaths)
    try visitor.bits(2, "Role", &declared.roles)
    try visitor.bits(1, "RFU", &rfuRole)
    try visitor.flag("No_FAE", &declared.subfeatures[.noFAE])
    try visitor.flag("Channel_Selection_3c", &declared.subfeatures[.channelSelection3c])
    try visitor.flag("Sounding_PCT_Estimate", &declared.subfeatures[.soundingPCTEstimate])
    try visitor.flag("IPT", &declared.subfeatures[.inlinePCT])
    try visitor.bits(1, "RFU", &rfuSubfeatures)
    try visitor.u8("Num_Configs", &declared.numConfigs)
    try visitor.u16("Max_Procedures_Supported", &declared.maxConsecutiveProcedures)
    try visitor.u8("T_SW", &declared.tSW)
    try visitor.u16("T_IP1_Capability", &declared.tIP1)
    try visitor.u16("T_IP2_Capability", &declared.tIP2)
    try visitor.u16("T_FCS_Capability", &declared.tFCS)
    try visitor.u16("T_PM_Capability", &declared.tPM)
    try visitor.bits(1, "RFU", &rfuTXSNR)
    try visitor.bits(7, "TX_SNR_Capability", &declared.txSNR)
    try visitor.rest("Tail", &tail)
  }
}

/// LL_CS_CAPABILITIES_RSP [Vol 6, Part B, 2.4.2.44]
public typealias CSCapabilitiesRsp = CSCapabilitiesReq

extension CSCapabilities.Subfeatures {
  /// The features that have a bit in the PDU.
  fileprivate static let ofPDU: Self = [.noFAE, .channelSelection3c, .soundingPCTEstimate, .inlinePCT]

  /// Whether a feature is among them.
  fileprivate subscript(feature: Self) -> Bool {
    get { contains(feature) }
    set { if newValue { insert(feature) } else { remove(feature) } }
  }
}

extension CSCapabilitiesReq {
  /// Makes the PDU that declares `capabilities`; what the layout has no place for is left out.
  public init(_ capabilities: CSCapabilities, layout: Interpretations.CapabilityLayout) {
    declared = capabilities
    declared.subfeatures.formIntersection(.ofPDU)
    declared.tail = CSCapabilities.Tail()
    if layout == .candidateA {
      tail = capabilities.tail.encoded()
    } else {
      declared.subfeatures.remove(.inlinePCT)
    }
  }

  /// What the PDU declares; reserved bits are ignored, and so is a tail that is too short.
  public func capabilities(layout: Interpretations.CapabilityLayout) -> CSCapabilities {
    var result = declared
    if layout == .candidateA {
      result.tail = declaredTail
    } else {
      result.subfeatures.remove(.inlinePCT)
    }
    return result
  }

  private var declaredTail: CSCapabilities.Tail {
    do {
      return try CSCapabilities.Tail(decoding: Array(tail.prefix(CSCapabilities.Tail().encodedCount)))
    } catch {
      return CSCapabilities.Tail()
    }
  }
}
