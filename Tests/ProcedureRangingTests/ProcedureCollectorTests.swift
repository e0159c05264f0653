import ChannelSounding
import HCI
import Testing

@testable import ProcedureRanging

@Suite("Joining result events into procedures")
struct ProcedureCollectorTests {
  private static let tones = [CSTone](repeating: CSTone(i: 1, q: 2), count: 2)

  @Test("a procedure ends with the subevent that says so, and knows its first and last event")
  func subevents() throws {
    let many = (0..<60).map { Fixture.step(UInt8($0 + 2), Self.tones) }
    let first = try Fixture.events(Fixture.subevent(many, counter: 7, done: .partial))
    let last = try Fixture.events(Fixture.subevent([], counter: 7))
    try #require(first.count > 1)
    var collector = ProcedureCollector()
    var ended: [ProcedureResult] = []
    for (index, event) in (first + last).enumerated() {
      if let procedure = collector.receive(event, packetIndex: 10 + index) { ended.append(procedure) }
    }
    #expect(ended.count == 1)
    let procedure = try #require(ended.first)
    #expect(procedure.counter == 7 && procedure.done == .complete && procedure.subevents.count == 2)
    #expect(procedure.subevents.first?.stepOffsets.count == 60)
    #expect(procedure.packetIndices == 10...(10 + first.count))
  }

  @Test("a subevent of another procedure drops one that never ended")
  func otherCounter() throws {
    var collector = ProcedureCollector()
    let partial = try #require(Fixture.events(Fixture.subevent([], counter: 1, done: .partial)).first)
    let other = try #require(Fixture.events(Fixture.subevent([], counter: 2, done: .aborted)).first)
    #expect(collector.receive(partial, packetIndex: 0) == nil)
    let result = collector.receive(other, packetIndex: 1)
    let procedure = try #require(result)
    #expect(procedure.counter == 2 && procedure.done == .aborted && procedure.subevents.count == 1)
    #expect(procedure.packetIndices == 1...1)
  }

  @Test("a continuation of nothing shows no procedure, and the next whole one counts again")
  func lostThread() throws {
    var collector = ProcedureCollector()
    let lost = HCIEventValue.leCSSubeventResultContinue(LECSSubeventResultContinueEvent())
    #expect(collector.receive(lost, packetIndex: 0) == nil)
    let whole = try #require(Fixture.events(Fixture.subevent([], counter: 3)).first)
    #expect(collector.receive(whole, packetIndex: 1)?.counter == 3)
  }

  @Test("events about other things are left alone")
  func otherEvents() {
    var collector = ProcedureCollector()
    #expect(collector.receive(.commandStatus(CommandStatusEvent()), packetIndex: 0) == nil)
  }
}
