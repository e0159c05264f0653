import Foundation
import Synchronization
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("The clock of a world")
struct ClockTests {
  /// What the code of an app has done.
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test("lets tasks sleep in virtual time, one after another")
  func sleeps() async throws {
    let world = try VirtualWorld()
    let notes = Notes()
    for (name, period) in [("a", 7), ("b", 10)] {
      world.task { [clock = world.clock] in
        while true {
          try await clock.sleep(for: .seconds(period))
          notes.add("\(name) \(clock.now.offset.components.seconds)")
        }
      }
    }
    world.run(for: .seconds(30))
    #expect(notes.all == ["a 7", "b 10", "a 14", "b 20", "a 21", "a 28", "b 30"])
  }

  /// Code that is bound to the main actor, as that of views is.
  @MainActor
  private final class Model {
    private(set) var times: [Int64] = []

    nonisolated init() {}

    func poll(_ clock: some Clock<Duration>, _ now: @Sendable () -> Duration) async throws {
      while true {
        try await clock.sleep(for: .seconds(7))
        times.append(now().components.seconds)
      }
    }
  }

  @Test("lets code of the main actor sleep, which runs before time goes on")
  func mainActor() async throws {
    let world = try VirtualWorld()
    let model = Model()
    world.task { try await model.poll(world.clock) { world.now } }
    await Self.run(world, .seconds(30))
    #expect(await model.times == [7, 14, 21, 28])
  }

  @Test("ends a sleep when its task is cancelled, before or in it")
  func cancelled() async throws {
    let world = try VirtualWorld()
    let clock = world.clock
    let early = world.task { try await clock.sleep(for: .seconds(5)) }
    early.cancel()
    let late = world.task { try await clock.sleep(for: .seconds(5)) }
    world.run(for: .seconds(1))
    late.cancel()
    world.run(for: .seconds(1))
    for task in [early, late] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("takes a time that is past for now, and tells virtual time")
  func past() async throws {
    let world = try VirtualWorld()
    let clock = world.clock
    world.run(for: .milliseconds(2500))
    #expect(clock.now.offset == .milliseconds(2500))
    #expect(clock.now.duration(to: clock.now.advanced(by: .seconds(1))) == .seconds(1))
    let sleep = world.task { try await clock.sleep(until: clock.now.advanced(by: .seconds(-1))) }
    world.run(for: .zero)
    try await sleep.value
    #expect(world.now == .milliseconds(2500))
  }

  @Test("is that of managers too: code that waits for a callback goes on at its time")
  func callbacks() async throws {
    let world = try VirtualWorld()
    let notes = Notes()
    world.task { [clock = world.clock] in
      let (states, continuation) = AsyncStream.makeStream(of: CBManagerState.self)
      let waiter = Waiter { continuation.yield($0) }
      for await state in states where state == .poweredOn {
        notes.add("on \(clock.now.offset < .seconds(1))")
        try await clock.sleep(for: .seconds(2))
        notes.add("slept \(clock.now.offset < .seconds(3))")
        break
      }
      withExtendedLifetime(waiter) {}
    }
    world.run(for: .seconds(5))
    #expect(notes.all == ["on true", "slept true"])
  }

  private final class Waiter: NSObject, CBCentralManagerDelegate {
    private let receiver: (CBManagerState) -> Void
    private var manager: CBCentralManager?

    init(_ receiver: @escaping (CBManagerState) -> Void) {
      self.receiver = receiver
      super.init()
      manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { receiver(central.state) }
  }

  /// Time passes on a thread of its own, so that the main one is free.
  private static func run(_ world: VirtualWorld, _ span: Duration) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        world.run(for: span)
        continuation.resume()
      }
    }
  }
}
