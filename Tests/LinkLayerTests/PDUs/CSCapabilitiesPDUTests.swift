import ChannelSounding
import CoreTypes
import Testing
import Wire

@testable import LinkLayer

@Suite("LL_CS_CAPABILITIES and the capabilities it declares")
struct CSCapabilitiesPDUTests {
  /// A value other than the default in every field.
  static let full: CSCapabilities = {
    var capabilities = CSCapabilities()
    capabilities.numConfigs = 4
    capabilities.maxConsecutiveProcedures = 0x0102
    capabilities.numAntennas = 2
    capabilities.maxAntennaPaths = 4
    capabilities.roles = [.initiator, .reflector]
    capabilities.modes = 1
    capabilities.rttCapability = 5
    capabilities.rttAAOnlyN = 11
    capabilities.rttSoundingN = 12
    capabilities.rttRandomSequenceN = 13
    capabilities.nadmSounding = 1
    capabilities.nadmRandom = 3
    capabilities.csSyncPHYs = 6
    capabilities.subfeatures = [.noFAE, .channelSelection3c, .soundingPCTEstimate, .inlinePCT]
    capabilities.tIP1 = 0x7F
    capabilities.tIP2 = 0x41
    capabilities.tFCS = 0x1FF
    capabilities.tPM = 3
    capabilities.tSW = 10
    capabilities.txSNR = 0x1F
    capabilities.tail.tIP2IPT = 0x60
    capabilities.tail.tSWIPT = 4
    capabilities.tail.rtt2MAAOnlyN = 21
    capabilities.tail.rtt2MSoundingN = 22
    capabilities.tail.rtt2MRandomSequenceN = 23
    return capabilities
  }()

  @Test("with the tail nothing is lost")
  func candidateA() throws {
    let pdu = CSCapabilitiesReq(Self.full, layout: .candidateA)
    let octets = ControlPDU.csCapabilitiesRsp(pdu).encoded
    #expect(octets.count == 26 + 6)
    #expect(octets[12] == 0b0111_1011)
    #expect(octets.suffix(6) == [0x60, 0x00, 4, 21, 22, 23])
    #expect(try CSCapabilitiesRsp(decoding: Array(octets.dropFirst())) == pdu)
    #expect(pdu.capabilities(layout: .candidateA) == Self.full)
  }

  @Test("each optional feature has its own bit in octet 11")
  func subfeatureBits() {
    let bits: [(CSCapabilities.Subfeatures, UInt8)] = [
      (.noFAE, 0x08), (.channelSelection3c, 0x10), (.soundingPCTEstimate, 0x20), (.inlinePCT, 0x40),
    ]
    for (subfeature, bit) in bits {
      var capabilities = CSCapabilities()
      capabilities.roles = []
      capabilities.subfeatures = subfeature
      let pdu = CSCapabilitiesReq(capabilities, layout: .candidateA)
      #expect(pdu.encoded()[11] == bit)
      #expect(pdu.capabilities(layout: .candidateA).subfeatures == subfeature)
    }
  }

  @Test("without the tail the PDU is that of Core 6.0 and says nothing of inline PCT")
  func withoutTail() {
    let pdu = CSCapabilitiesReq(Self.full, layout: .withoutTail)
    #expect(pdu.encodedCount == 25)
    var expected = Self.full
    expected.subfeatures.remove(.inlinePCT)
    expected.tail.tIP2IPT = 0
    expected.tail.tSWIPT = 0
    expected.tail.rtt2MAAOnlyN = 0
    expected.tail.rtt2MSoundingN = 0
    expected.tail.rtt2MRandomSequenceN = 0
    #expect(pdu.capabilities(layout: .withoutTail) == expected)
    #expect(pdu.capabilities(layout: .candidateA) == expected)
    #expect(CSCapabilitiesReq(Self.full, layout: .candidateA).capabilities(layout: .withoutTail) == expected)
  }

  @Test("reserved bits and octets are ignored, and so is a tail that is too short")
  func tolerance() {
    var pdu = CSCapabilitiesReq(Self.full, layout: .candidateA)
    pdu.rfuRole = 1
    pdu.rfuSubfeatures = 1
    pdu.rfuTXSNR = 1
    pdu.tail += [0xEE, 0xEE]
    #expect(pdu.capabilities(layout: .candidateA) == Self.full)
    pdu.tail = [0x60, 0, 4, 21, 22]
    #expect(pdu.capabilities(layout: .candidateA).tail.tIP2IPT == 0)
    #expect(pdu.capabilities(layout: .candidateA).subfeatures.contains(.inlinePCT))
  }
}
