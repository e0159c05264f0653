import ChannelSounding
import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Channel Sounding procedure parameters")
struct CSProcedureParametersTests {
  static let parameterRefusals: [(String, ErrorCode, @Sendable (inout CSProcedureParameters) -> Void)] = [
    ("configuration", .invalidHCICommandParameters, { $0.configID = 3 }),
    ("Max_Procedure_Len", .invalidHCICommandParameters, { $0.maxProcedureLen = 0 }),
    (
      "intervals", .invalidHCICommandParameters,
      { ($0.minProcedureInterval, $0.maxProcedureInterval) = (3, 2) }
    ),
    ("subevent", .invalidHCICommandParameters, { $0.minSubeventLen = 1249 }),
    ("PHY", .invalidHCICommandParameters, { $0.phy = 5 }),
    ("antennas of the peer", .limitedResources, { $0.toneAntennaConfigSelection = 4 }),
  ]

  @Test("LE CS Set Procedure Parameters is checked", arguments: parameterRefusals.indices)
  func parameters(index: Int) {
    var link = TestLink.at(.configured)
    var parameters = LinkFixtures.procedureParameters
    Self.parameterRefusals[index].2(&parameters)
    #expect(
      link.request(.setCSProcedureParameters(parameters), on: .central) == Self.parameterRefusals[index].1,
      "\(Self.parameterRefusals[index].0)")
  }

  @Test("no preferred antenna becomes the first one")
  func preferredAntenna() {
    var link = TestLink.at(.secured)
    var parameters = LinkFixtures.procedureParameters
    parameters.preferredPeerAntenna = 0
    #expect(link.request(.setCSProcedureParameters(parameters), on: .central) == .success)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run(events: 5)
    #expect(link.central.control.csSchedule(0)?.preferredPeerAntenna == 1)
  }
}
