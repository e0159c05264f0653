import CoreTypes
import Foundation
import HCI
import SimulationKernel
import TestSupport
import Testing

@testable import HCITransport

@Suite struct PacedLoopTests {
  static let reset = ResetCommand().packet
  static let hour = Picoseconds.seconds(3_600)

  @Test("events run in their order up to the limit, where the clock then stands")
  func runToLimit() {
    let (simulation, loop) = (Simulation(seed: 1), PacedLoop())
    defer { loop.close() }
    simulation.driver = loop
    var order: [Int] = []
    for number in [3, 1, 2, 9] {
      simulation.schedule(after: .milliseconds(number)) { order.append(number) }
    }
    simulation.schedule(after: .milliseconds(2)) { simulation.schedule(after: .zero) { order.append(20) } }
    simulation.run(until: .start + .milliseconds(4))
    #expect(order == [1, 2, 20, 3])
    #expect(simulation.now == .start + .milliseconds(4))
    simulation.run(until: .start + .milliseconds(9))
    #expect(order == [1, 2, 20, 3, 9])
  }

  @Test("a run ends when its condition fails, and what is due waits for the next", arguments: [true, false])
  func conditionFails(isPaced: Bool) {
    let (simulation, loop) = (Simulation(seed: 1), PacedLoop())
    defer { loop.close() }
    loop.isPaced = isPaced
    simulation.driver = loop
    var count = 0
    for _ in 0..<10 { simulation.schedule(after: .microseconds(1)) { count += 1 } }
    simulation.run(until: .distantFuture) { count < 4 }
    #expect(count == 4)
    #expect(simulation.now == .start + .microseconds(1))
    simulation.run(until: .distantFuture) { count < 4 }
    #expect(count == 4)
    simulation.run(until: .distantFuture) { count < 10 }
    #expect(simulation.now == .start + .microseconds(1))
  }

  @Test("a packet comes before an event that is not due yet")
  func packetBeforeEvent() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    encounter.simulation.schedule(after: Self.hour) {}
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset)
    encounter.run(untilEvents: 2)
    #expect(encounter.simulation.pendingCount == 1)
    #expect(encounter.simulation.now < .start + Self.hour)
  }

  @Test("a run that is not paced does not wait for the clock")
  func notPaced() {
    let (simulation, loop) = (Simulation(seed: 1), PacedLoop())
    defer { loop.close() }
    loop.isPaced = false
    simulation.driver = loop
    var hasRun = false
    simulation.schedule(after: Self.hour * 24) { hasRun = true }
    simulation.run(until: .start + Self.hour * 48)
    #expect(hasRun)
    #expect(simulation.now == .start + Self.hour * 48)
  }

  @Test("events without end do not keep a run from its sockets", arguments: [true, false])
  func endlessEvents(isPaced: Bool) throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    encounter.loop.isPaced = isPaced
    func repeatForEver() { encounter.simulation.schedule(after: .microseconds(1)) { repeatForEver() } }
    repeatForEver()
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset)
    encounter.run(untilEvents: 2)
    #expect(encounter.packets == [Self.reset])
    encounter.simulation.cancelAll()
  }

  @Test("a run becomes paced when a host comes")
  func becomesPaced() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    encounter.loop.isPaced = false
    func repeatForEver() { encounter.simulation.schedule(after: .microseconds(1)) { repeatForEver() } }
    repeatForEver()
    encounter.reaction = { [unowned encounter] event in
      guard case .attached = event else { return }
      encounter.loop.isPaced = true
      encounter.simulation.cancelAll()
      encounter.simulation.schedule(after: Self.hour) {}
    }
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset)
    encounter.run(untilEvents: 2)
    #expect(encounter.simulation.pendingCount == 1)
  }

  @Test("a host that floods does not keep another from being heard")
  func hostFloods() throws {
    let folder = try Folder()
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let quiet = try TransportPort(TransportAddress("unix:\(folder.path(of: "quiet"))"), on: encounter.loop)
    var order: [Bool] = []
    encounter.reaction = { if case .packet = $0 { order.append(true) } }
    quiet.receiver = { if case .packet = $0 { order.append(false) } }
    let flooder = try PlainSocket.connect(to: encounter.port)
    try flooder.write((0..<4_000).flatMap { _ in Self.reset.h4Encoded })
    let other = try PlainSocket.connect(to: quiet)
    try other.write(Self.reset)
    encounter.run { order.count == 4_001 }
    let heard = try #require(order.firstIndex(of: false))
    #expect(heard < 1_000)
    quiet.close()
  }

  @Test("an event may turn pacing on")
  func turnsPacingOn() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let host = try PlainSocket.connect(to: encounter.port)
    encounter.run(untilEvents: 1)
    encounter.loop.isPaced = false
    encounter.simulation.schedule(after: .milliseconds(1)) {
      encounter.loop.isPaced = true
      do { try host.write(Self.reset) } catch { Issue.record(error) }
    }
    encounter.simulation.schedule(after: Self.hour) {}
    encounter.run(untilEvents: 2)
    #expect(encounter.simulation.pendingCount == 1)
  }

  @Test("what fell due while a packet was acted on runs before the next packet")
  func dueDuringPacket() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    var order: [String] = []
    encounter.reaction = { [simulation = encounter.simulation] event in
      guard case .packet = event else { return }
      order.append("packet")
      simulation.schedule(after: .milliseconds(1)) { order.append("event") }
      let start = ContinuousClock().now
      while ContinuousClock().now - start < .milliseconds(2) {}
    }
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset.h4Encoded + Self.reset.h4Encoded)
    encounter.run { order.count == 4 }
    #expect(order == ["packet", "event", "packet", "event"])
  }

  @Test("what falls due by a packet runs before the next packet")
  func dueBeforePacket() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    var order: [String] = []
    encounter.reaction = { [simulation = encounter.simulation] event in
      guard case .packet = event else { return }
      order.append("packet")
      simulation.schedule(after: .zero) { simulation.schedule(after: .zero) { order.append("answer") } }
    }
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset.h4Encoded + Self.reset.h4Encoded)
    encounter.run { order.count == 4 }
    #expect(order == ["packet", "answer", "packet", "answer"])
  }

  @Test("a packet that arrives after the run has ended is delivered in the next")
  func packetAfterRun() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let host = try PlainSocket.connect(to: encounter.port)
    try host.write(Self.reset.h4Encoded + Self.reset.h4Encoded + Self.reset.h4Encoded)
    encounter.run(untilEvents: 2)
    #expect(encounter.events.count == 2)
    encounter.run(untilEvents: 3)
    #expect(encounter.events.count == 3)
    host.close()
    encounter.run(untilEvents: 5)
    #expect(encounter.packets.count == 3)
    #expect(encounter.reasons.count == 1)
  }

  @Test("octets that come between runs are held back, not gathered, and none is lost")
  func octetsBetweenRuns() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let host = try PlainSocket.connect(to: encounter.port)
    host.limitUnsent(to: 65_536)
    let packet = HCIPacket.acl(
      ACLPacket(handle: 1, packetBoundary: .firstNonFlushable, data: [UInt8](repeating: 3, count: 995)))
    let most = 16_000
    var sent: [UInt8] = []
    // A host that cannot write on gives the loop turns enough to take more, if it would.
    var vainTurns = 0
    while sent.count < most * 1_000, vainTurns < 1_000 {
      let taken = try host.writeWithoutWaiting(packet.h4Encoded.suffix(1_000 - sent.count % 1_000))
      sent += packet.h4Encoded.suffix(1_000 - sent.count % 1_000).prefix(taken)
      if taken == 0 {
        vainTurns += 1
        encounter.loop.onLoop {}
      }
    }
    #expect(sent.count < 4_000_000)
    let whole = sent.count / 1_000
    encounter.run { encounter.packets.count == whole }
    #expect(encounter.packets.allSatisfy { $0 == packet })
  }

  @Test("a run that is stopped ends at once, and so does every later one")
  func runStopped() throws {
    let encounter = try Encounter("tcp:127.0.0.1:0")
    let loop = encounter.loop
    encounter.simulation.schedule(after: .milliseconds(1)) { Thread { loop.stop() }.start() }
    encounter.run { false }
    #expect(loop.isStopped)
    encounter.run { false }
    #expect(encounter.simulation.now < .distantFuture)
  }
}
