import ChannelSounding
import CoreTypes
import Faults
import Testing

@testable import LinkLayer

@Suite("Channel Sounding configurations that a host or a defective device gets refused")
struct CSConfigurationRefusalTests {
  static let refusals: [(String, ErrorCode, @Sendable (inout CSConfiguration) -> Void)] = [
    ("main mode", .invalidHCICommandParameters, { $0.mainMode = 0 }),
    ("mode pair", .invalidHCICommandParameters, { ($0.mainMode, $0.subMode) = (1, 2) }),
    ("reserved channel", .invalidHCICommandParameters, { $0.channelMap.low |= 1 }),
    ("14 channels", .invalidHCICommandParameters, { $0.channelMap = CSChannelMap(channels: 2..<16) }),
    ("id", .invalidHCICommandParameters, { $0.id = 4 }),
    ("mode 3 at the peer", .unsupportedFeatureOrParameterValue, { $0.mainMode = 3 }),
    ("#3c at the peer", .unsupportedFeatureOrParameterValue, { $0.channelSelection = 1 }),
  ]

  @Test(
    "LE CS Create Config returns 0x12 for bad values and 0x11 for unsupported ones",
    arguments: refusals.indices)
  func hostRefusals(index: Int) {
    var link = TestLink.at(.capable)
    var configuration = CSConfiguration()
    Self.refusals[index].2(&configuration)
    #expect(
      link.request(CSConfigurationTests.create(configuration), on: .central) == Self.refusals[index].1,
      "\(Self.refusals[index].0)")
    #expect(link.central.sent.isEmpty)
  }

  @Test("a role that the host has not enabled is refused on both sides")
  func roleNotEnabled() {
    var link = TestLink.at(.capable)
    link.request(
      .setCSDefaultSettings(roles: [], antennaSelection: .noRecommendation, maxTXPower: 0), on: .peripheral)
    link.request(
      .setCSDefaultSettings(roles: [.reflector], antennaSelection: .noRecommendation, maxTXPower: 0),
      on: .central)
    #expect(
      link.inject(CSConfigurationTests.configReq(), into: .peripheral)
        == [.reject(.csConfigReq, .unsupportedLLParameterValue)])
    #expect(
      link.request(CSConfigurationTests.create(LinkFixtures.inlinePCT), on: .central)
        == .invalidHCICommandParameters)
  }

  static let defects: [(fault: Fault, change: @Sendable (inout CSConfigReq) -> Void)] = [
    (.inlinePCTConfigRefused, { _ in }),
    (.mode0OneStepRefused, { $0.configuration.mode0Steps = 1 }),
    (.tFCS100Refused, { $0.configuration.tFCS = TFCS(index: 7) }),
  ]

  @Test("a defective device refuses what it declared, and nothing else", arguments: defects.indices)
  func defective(index: Int) {
    let plain = CSConfigurationTests.configReq { $0.configuration.enhancements = [] }
    let affected = CSConfigurationTests.configReq(Self.defects[index].change)
    var identity = LinkFixtures.reflector
    var link = TestLink.at(.capable, peripheral: identity)
    #expect(link.inject(affected, into: .peripheral).map(\.opcode) == [0x31])
    identity.faults.insert(Self.defects[index].fault)
    link = TestLink.at(.capable, peripheral: identity)
    #expect(
      link.inject(affected, into: .peripheral) == [.reject(.csConfigReq, .unsupportedLLParameterValue)])
    #expect(link.inject(plain, into: .peripheral).map(\.opcode) == [0x31])
  }
}
