import ChannelSounding
import CoreTypes
import HCI
import Testing

@testable import ConformanceCases
@testable import ConformanceTester

@Suite("The parameters of LE CS Test")
struct RadioTestTests {
  @Test(
    "inline PCT has the switching time that is claimed for it, with one antenna too",
    arguments: [
      (0, true, .applies, 10), (0, true, .zero, 0), (4, true, .zero, 10), (0, false, .applies, 0),
      (4, false, .applies, 2), (1, false, .applies, 0),
    ] as [(AntennaConfiguration, Bool, Interpretations.SinglePathSwitching, TSW)])
  func switchingTime(
    antennas: AntennaConfiguration, usesInlinePCT: Bool, reading: Interpretations.SinglePathSwitching,
    tSW: TSW
  ) {
    var claimed = CSCapabilities()
    (claimed.tSW, claimed.tail.tSWIPT) = (2, 10)
    var interpretations = Interpretations()
    interpretations.singlePathSwitching = reading
    var test = RadioTest(usesInlinePCT: usesInlinePCT)
    test.antennas = antennas
    for role in [CSRole.initiator, .reflector] {
      let command = test.command(role, claimed: claimed, interpretations: interpretations)
      #expect(command.tSWTime == tSW)
    }
  }

  @Test(
    "the main-mode frequency is measured over the most antenna paths",
    arguments: [(1, 1, 0), (1, 4, 3), (2, 2, 4), (2, 4, 7), (3, 3, 5), (4, 4, 6)]
      as [(UInt8, UInt8, AntennaConfiguration)])
  func mostPaths(antennas: UInt8, paths: UInt8, configuration: AntennaConfiguration) {
    var claimed = CSCapabilities()
    (claimed.numAntennas, claimed.maxAntennaPaths) = (antennas, paths)
    #expect(AntennaConfiguration.ofMostPaths(claimed) == configuration)
  }

  @Test(
    "a number of antennas or paths that is not legal counts as the nearest that is",
    arguments: [(0, 0, 0, 0), (1, 1, 0, 0), (2, 4, 4, 1), (4, 4, 6, 3), (255, 9, 6, 3), (9, 255, 6, 3)]
      as [(UInt8, UInt8, AntennaConfiguration, AntennaConfiguration)])
  func illegalClaims(
    antennas: UInt8, paths: UInt8, reflectors: AntennaConfiguration, initiators: AntennaConfiguration
  ) {
    var claimed = CSCapabilities()
    (claimed.numAntennas, claimed.maxAntennaPaths) = (antennas, paths)
    #expect(AntennaConfiguration.all(of: claimed) == reflectors)
    #expect(AntennaConfiguration.ofInitiator(Int(min(antennas, paths))) == initiators)
  }
}
