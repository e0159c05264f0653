import ChannelSounding
import CoreTypes
import Faults
import Testing

@testable import LinkLayer

@Suite("Channel Sounding capabilities and FAE table")
struct CSCapabilitiesExchangeTests {
  /// What survives the air: all fields of the layout.
  @Test(
    "LL/CS/CEN/BV-01-C and BV-03-C: an exchange tells both hosts what the other side declared",
    arguments: LinkRole.allCases)
  func exchange(role: LinkRole) {
    var link = TestLink.at(.encrypted)
    #expect(link.request(.readRemoteCSCapabilities, on: role) == .success)
    link.run()
    #expect(
      link.central.notifications
        == [.remoteCSCapabilities(.success, LinkFixtures.reflectorCapabilities)])
    #expect(
      link.peripheral.notifications
        == [.remoteCSCapabilities(.success, LinkFixtures.initiatorCapabilities)])
    #expect(link.central.control.remoteCSCapabilities == LinkFixtures.reflectorCapabilities)
  }

  @Test("the layout without a tail carries no inline PCT")
  func withoutTail() {
    var identity = LinkFixtures.reflector
    identity.interpretations.capabilityLayout = .withoutTail
    var link = TestLink.at(.encrypted, peripheral: identity)
    link.request(.readRemoteCSCapabilities, on: .central)
    link.run()
    #expect(link.peripheral.sent.first?.encoded.count == 26)
    #expect(link.central.control.remoteCSCapabilities?.subfeatures == [.noFAE])
  }

  @Test("a configuration is refused while the capabilities are not known")
  func configurationTooEarly() {
    var link = TestLink.at(.encrypted)
    let create = LinkRequest.createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: true)
    #expect(link.request(create, on: .central) == .commandDisallowed)
    link.request(.readRemoteCSCapabilities, on: .central)
    #expect(link.request(create, on: .central) == .commandDisallowed)
  }

  static let impossible: [(String, @Sendable (inout CSCapabilitiesRsp) -> Void)] = [
    ("Num_Configs 0", { $0.declared.numConfigs = 0 }), ("Num_Configs 5", { $0.declared.numConfigs = 5 }),
    ("Num_Ant 0", { $0.declared.numAntennas = 0 }), ("Num_Ant 5", { $0.declared.numAntennas = 5 }),
    ("Max_Ant_Path 5", { $0.declared.maxAntennaPaths = 5 }),
    ("Max_Ant_Path below Num_Ant", { ($0.declared.numAntennas, $0.declared.maxAntennaPaths) = (3, 2) }),
    ("no role", { $0.declared.roles = [] }),
  ]

  @Test(
    "LL/CS/CEN/BI-02-C, PER/BI-02-C: impossible capabilities complete with 0x11",
    arguments: impossible.indices)
  func impossibleResponse(index: Int) {
    for role in LinkRole.allCases {
      var link = TestLink.at(.encrypted)
      link.request(.readRemoteCSCapabilities, on: role)
      var pdu = CSCapabilitiesRsp(LinkFixtures.reflectorCapabilities, layout: .candidateA)
      Self.impossible[index].1(&pdu)
      #expect(link.inject(.csCapabilitiesRsp(pdu), into: role).isEmpty)
      #expect(
        link[role].notifications
          == [.remoteCSCapabilities(.unsupportedFeatureOrParameterValue, CSCapabilities())],
        "\(Self.impossible[index].0)")
    }
  }

  @Test(
    "capabilities that the host wrote are read without air traffic, and are written before an exchange only")
  func cache() {
    var link = TestLink.at(.encrypted)
    let written = LinkRequest.writeCachedRemoteCSCapabilities(LinkFixtures.reflectorCapabilities)
    #expect(link.request(written, on: .central) == .success)
    link.request(.readRemoteCSCapabilities, on: .central)
    #expect(link.central.sent.isEmpty)
    #expect(
      link.central.notifications
        == [.remoteCSCapabilities(.success, LinkFixtures.reflectorCapabilities)])
    link.request(.readRemoteCSCapabilities, on: .peripheral)
    link.run()
    #expect(link.request(written, on: .central) == .commandDisallowed)
  }

  @Test("a declaration that deviates is what the peer sees")
  func declared() {
    var identity = LinkFixtures.reflector
    var declared = identity.csCapabilities
    declared.tFCS = 0
    identity.declaredCSCapabilities = declared
    var link = TestLink.at(.encrypted, peripheral: identity)
    link.request(.readRemoteCSCapabilities, on: .central)
    link.run()
    #expect(link.central.control.remoteCSCapabilities?.tFCS == 0)
  }

  @Test(
    "LL/CS/PER/INI/BV-01-C, PER/REF/BV-01-C: the FAE table is requested once and then kept",
    arguments: LinkRole.allCases)
  func faeTable(role: LinkRole) {
    var identity = LinkFixtures.allRounder
    identity.faeTable = FAETable((0..<72).map { $0 - 36 })
    var link = TestLink.at(.encrypted, central: identity, peripheral: identity)
    link.request(.readRemoteCSCapabilities, on: role)
    link.run()
    link.clearRecords()
    #expect(link.request(.readRemoteFAETable, on: role) == .success)
    link.run()
    #expect(link[role].notifications == [.remoteFAETable(.success, identity.faeTable)])
    #expect(link.request(.writeCachedRemoteFAETable(identity.faeTable), on: role) == .commandDisallowed)
    link.request(.readRemoteFAETable, on: role)
    #expect(link[role].sent.count == 1)
    #expect(link[role].notifications.count == 2)
  }

  @Test("a table may be cached before an exchange")
  func cachedTable() {
    var link = TestLink.at(.encrypted, peripheral: LinkFixtures.allRounder)
    let table = FAETable([Int8](repeating: 3, count: 72))
    #expect(link.request(.writeCachedRemoteFAETable(table), on: .central) == .success)
    #expect(link.central.control.remoteFAETable == table)
  }

  @Test("a peer without FAE: 0x11 to the host, and on the air")
  func noFAE() {
    var link = TestLink.at(.capable)
    #expect(link.request(.readRemoteFAETable, on: .central) == .unsupportedFeatureOrParameterValue)
    #expect(
      link.inject(.csFAEReq(CSFAEReq()), into: .peripheral)
        == [.reject(.csFAEReq, .unsupportedFeatureOrParameterValue)])
  }

  static let requests: [ControlPDU] = [
    .csCapabilitiesReq(CSCapabilitiesReq(LinkFixtures.initiatorCapabilities, layout: .candidateA)),
    .csConfigReq(CSConfigReq()), .csReq(CSReq()), .csFAEReq(CSFAEReq()), .csTerminateReq(CSTerminateReq()),
  ]

  @Test(
    "LL/CS/CEN/INI/BI-12-C, PER/INI/BI-12-C: CS requests on an unencrypted link meet 0x2F",
    arguments: requests)
  func unencrypted(pdu: ControlPDU) {
    for role in LinkRole.allCases {
      var link = TestLink()
      #expect(link.inject(pdu, into: role) == [.reject(pdu.opcode, .insufficientSecurity)])
    }
    var link = TestLink()
    #expect(
      link.inject(.csSecReq(CSSecReq()), into: .peripheral) == [.reject(.csSecReq, .insufficientSecurity)])
  }

  @Test("a defective device carries them out all the same")
  func unencryptedDeviation() {
    var identity = LinkFixtures.reflector
    identity.faults.insert(.encryptionNotRequired)
    var link = TestLink(peripheral: identity)
    #expect(link.inject(Self.requests[0], into: .peripheral).map(\.opcode) == [0x2F])
  }

  @Test("without host support they meet 0x1A", arguments: requests)
  func noHostSupport(pdu: ControlPDU) {
    var identity = LinkFixtures.reflector
    identity.features[.channelSoundingHostSupport] = false
    var link = TestLink.at(.encrypted, peripheral: identity)
    #expect(link.inject(pdu, into: .peripheral) == [.reject(pdu.opcode, .unsupportedRemoteFeature)])
    #expect(link.request(.readRemoteCSCapabilities, on: .peripheral) == .commandDisallowed)
  }

  @Test("a device without Channel Sounding does not know them", arguments: requests)
  func noChannelSounding(pdu: ControlPDU) {
    var identity = LinkFixtures.reflector
    identity.features[.channelSounding] = false
    var link = TestLink.at(.encrypted, peripheral: identity)
    #expect(
      link.inject(pdu, into: .peripheral) == [.unknownRsp(UnknownRsp(unknownType: pdu.opcode))])
  }

  @Test("the host's own CS requests need encryption and host support at the peer")
  func hostRefusals() {
    var link = TestLink()
    #expect(link.request(.readRemoteCSCapabilities, on: .central) == .insufficientSecurity)
    var identity = LinkFixtures.reflector
    identity.features[.channelSoundingHostSupport] = false
    link = TestLink.at(.encrypted, peripheral: identity)
    link.request(.readRemoteFeatures, on: .central)
    link.run()
    #expect(link.request(.readRemoteCSCapabilities, on: .central) == .commandDisallowed)
  }

  @Test("default settings take only roles and antennas that the device has")
  func defaultSettings() {
    var link = TestLink.at(.configured)
    func set(_ roles: CSCapabilities.Roles, _ antenna: UInt8, _ power: TransmitPowerLevel) -> ErrorCode {
      link.request(
        .setCSDefaultSettings(
          roles: roles, antennaSelection: CSSyncAntennaSelection(rawValue: antenna), maxTXPower: power),
        on: .peripheral)
    }
    #expect(set([.initiator], 1, 0) == .unsupportedFeatureOrParameterValue)
    #expect(set([.reflector], 2, 0) == .unsupportedFeatureOrParameterValue)
    #expect(set([.reflector], 0xFE, 0) == .success)
    #expect(set([.reflector], 1, 21) == .invalidHCICommandParameters)
    #expect(set([], 1, 0) == .invalidHCICommandParameters)
  }
}
