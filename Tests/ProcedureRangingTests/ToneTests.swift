import ChannelSounding
import HCI
import ProcedureRanging
import Testing

@Suite("The tones of a procedure")
struct ToneTests {
  private static let configuration = CSConfiguration()
  private static let extensionSlot = CSTone(i: 9, q: 9)

  @Test("tones of antenna paths are counted by quality and axis; the extension slot is none of them")
  func count() {
    let tones = [
      CSTone(i: 5, q: 0), CSTone(i: -5, q: 0, quality: .medium), CSTone(i: -3, q: -1, quality: .low),
      CSTone(i: 1, q: 1), Self.extensionSlot,
    ]
    let procedure = Fixture.procedure([Fixture.subevent([Fixture.step(2, tones)], paths: 4)])
    let count = procedure.countTones(Self.configuration)
    #expect(count.count == 4 && count.usableCount == 3)
    #expect(count.offAxisCount == 3)
  }

  @Test("a subevent whose steps cannot be read has none")
  func unreadable() {
    var subevent = Fixture.subevent([])
    subevent.stepOctets = [2, 5, 200, 1]
    subevent.stepOffsets = [0]
    #expect(subevent.readableSteps(Self.configuration).isEmpty)
  }
}
