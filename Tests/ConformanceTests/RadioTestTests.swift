import ChannelSounding
import CoreTypes
import HCI
import Testing

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
}
