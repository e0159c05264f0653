import AccessoryProfile
import ConformanceCases
import ConformanceTester
import Testing

@Suite("The set of the link layer")
struct LinkLayerSetTests {
  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for requirement in try RequirementMatrix.linkLayer.requirements where requirement.level == .must {
      for id in requirement.cases {
        #expect(TestCase.named(id)?.needs == [.air, .hci, .peer], "\(id)")
      }
    }
  }
}
