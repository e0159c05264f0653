import ChannelSounding
import CoreTypes
import HCI
import Initiator
import Ranging
import Testing

@Suite("The tones of a procedure")
struct ToneTests {
  private static let configuration = CSConfiguration()
  private static let extensionSlot = CSTone(i: 9, q: 9)

  @Test("tones of antenna paths are counted by quality and sign; the extension slot is none of them")
  func count() {
    let tones = [
      CSTone(i: 5, q: 0), CSTone(i: -5, q: 1, quality: .medium), CSTone(i: 0, q: -1, quality: .low),
      CSTone(i: 1, q: 1), Self.extensionSlot,
    ]
    let procedure = Fixture.procedure([Fixture.subevent([Fixture.step(2, tones)], paths: 4)])
    let count = procedure.countTones(Self.configuration)
    #expect(count.count == 4 && count.usableCount == 3)
    #expect(count.quadratureCount == 3 && count.negativeCount == 1)
  }

  @Test("a subevent whose steps cannot be read has none")
  func unreadable() {
    var subevent = Fixture.subevent([])
    subevent.stepOctets = [2, 5, 200, 1]
    subevent.stepOffsets = [0]
    #expect(subevent.readableSteps(Self.configuration).isEmpty)
  }

  @Test("the responses are the products of both sides' tones, by antenna path")
  func product() {
    let own = [CSTone(i: 1, q: 2), CSTone(i: 3, q: 4), Self.extensionSlot]
    let peer = [CSTone(i: 5, q: -6), CSTone(i: 7, q: 8), Self.extensionSlot]
    // Index 1 swaps the two paths.
    let initiator = Fixture.procedure([Fixture.subevent([Fixture.step(9, own, permutation: 1)], paths: 2)])
    let reflector = Fixture.procedure([
      Fixture.subevent([Fixture.step(9, peer, permutation: 1)], role: .reflector, paths: 2)
    ])
    let responses = initiator.responses(Self.configuration, reflector: reflector)
    #expect(responses.map(\.channel) == [[9], [9]])
    #expect(responses.map(\.re) == [[-11], [17]])
    #expect(responses.map(\.im) == [[52], [4]])
  }

  @Test("under inline PCT the initiator's tones stand alone")
  func inline() {
    let steps = [Fixture.step(2, [CSTone(i: 3, q: -4), Self.extensionSlot])]
    let responses = Fixture.procedure([Fixture.subevent(steps)]).responses(Self.configuration, reflector: nil)
    #expect(responses.map(\.re) == [[3]] && responses.map(\.im) == [[-4]])
  }

  @Test("tones of low quality on either side, and steps on other channels, are left out")
  func leftOut() {
    let good = [CSTone(i: 1, q: 1), Self.extensionSlot]
    let bad = [CSTone(i: 1, q: 1, quality: .low), Self.extensionSlot]
    let initiator = Fixture.procedure([
      Fixture.subevent([
        Fixture.step(2, good), Fixture.step(3, bad), Fixture.step(4, good), Fixture.step(5, good),
      ])
    ])
    let reflector = Fixture.procedure([
      Fixture.subevent(
        [Fixture.step(2, good), Fixture.step(3, good), Fixture.step(4, bad), Fixture.step(6, good)],
        role: .reflector)
    ])
    let responses = initiator.responses(Self.configuration, reflector: reflector)
    #expect(responses.map(\.channel) == [[2]])
  }
}
