import ChannelSounding
import CoreTypes
import Testing
import Wire

@testable import LinkLayer

@Suite("LL_CS_CONFIG_REQ and the configuration it carries")
struct CSConfigPDUTests {
  /// A value of its own in every field.
  static let configuration: CSConfiguration = {
    var configuration = CSConfiguration()
    configuration.id = 3
    configuration.channelMap = CSChannelMap(channels: 2...22)
    configuration.channelMapRepetition = 5
    configuration.mainMode = 3
    configuration.subMode = 2
    configuration.minMainModeSteps = 6
    configuration.maxMainModeSteps = 7
    configuration.mainModeRepetition = 1
    configuration.mode0Steps = 2
    configuration.csSyncPHY = 3
    configuration.rttType = 4
    configuration.role = .reflector
    configuration.channelSelection = 1
    configuration.ch3cShape = 1
    configuration.ch3cJump = 8
    configuration.tIP1 = TIP(index: 4)
    configuration.tIP2 = TIP(index: 5)
    configuration.tFCS = TFCS(index: 6)
    configuration.tPM = TPM(index: 0)
    configuration.enhancements = .inlinePCT
    return configuration
  }()

  @Test("the receiver holds the sender's configuration in the opposite role", arguments: CSRole.allCases)
  func oppositeRole(role: CSRole) throws {
    var sent = Self.configuration
    sent.role = role
    let pdu = CSConfigReq(sent, action: .create, interpretations: Interpretations())
    #expect(pdu.configuration.role == role)
    var expected = sent
    expected.role = role.peer
    let read = try CSConfigReq(decoding: pdu.encoded())
    #expect(read.received(interpretations: Interpretations()) == expected)
    #expect(read.action == .create)
  }

  @Test("octet 26 carries CS_Enhancements_1 only under that reading")
  func enhancementOctet() {
    var absent = Interpretations()
    absent.enhancementOctet = .absent
    let with = CSConfigReq(Self.configuration, action: .create, interpretations: Interpretations())
    let without = CSConfigReq(Self.configuration, action: .create, interpretations: absent)
    #expect(with.encoded()[26] == 1)
    #expect(without.encoded()[26] == 0)
    #expect(with.received(interpretations: absent)?.usesInlinePCT == false)
  }

  @Test("a reserved role gives no configuration", arguments: [2, 3] as [CSRole])
  func reservedRole(role: CSRole) {
    var pdu = CSConfigReq(Self.configuration, action: .remove, interpretations: Interpretations())
    #expect(pdu.encoded()[0] == 3)
    pdu.configuration.role = role
    #expect(pdu.received(interpretations: Interpretations()) == nil)
  }
}
