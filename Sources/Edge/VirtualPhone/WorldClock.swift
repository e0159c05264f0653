internal import CoreTypes
internal import Foundation
internal import SimulationKernel
internal import Synchronization

/// The virtual time of a world as a Swift clock, for code that takes one.
///
/// Use it in code that `VirtualWorld.task` starts: virtual time waits for that code. Other code can sleep too, but
/// virtual time does not wait for it.
public struct WorldClock: Clock {
  /// A virtual time, counted from the start of the world.
  public struct Instant: InstantProtocol {
    /// Since the start of the world.
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  /// A sleep that has not ended.
  private final class Sleeper: Sendable {
    private let end = Mutex<(continuation: CheckedContinuation<Void, any Error>?, isCancelled: Bool)>(
      (nil, false))

    /// Begins to wait, unless the sleep was cancelled before.
    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
      let isCancelled = end.withLock { end in
        if !end.isCancelled { end.continuation = continuation }
        return end.isCancelled
      }
      if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    /// Ends the sleep unless it has ended.
    func resume(_ result: Result<Void, any Error>) {
      let continuation = end.withLock { end in
        defer { end.continuation = nil }
        if case .failure = result { end.isCancelled = true }
        return end.continuation
      }
      continuation?.resume(with: result)
    }
  }

  private let world: VirtualWorld

  init(_ world: VirtualWorld) { self.world = world }

  public var now: Instant { Instant(offset: world.now) }

  /// A picosecond.
  public var minimumResolution: Duration { Duration(Picoseconds(1)) }

  /// Sleeps until a virtual time. A time in the past is now. `tolerance` has no effect.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.wait(continuation)
        world.at(deadline.offset) { sleeper.resume(.success(())) }
      }
    } onCancel: {
      sleeper.resume(.failure(CancellationError()))
    }
  }
}

extension Duration {
  /// A span of the simulation.
  init(_ span: Picoseconds) {
    self.init(
      secondsComponent: span.rawValue / 1_000_000_000_000,
      attosecondsComponent: span.rawValue % 1_000_000_000_000 * 1_000_000)
  }
}

extension Picoseconds {
  /// A span of up to 106 days, to a picosecond.
  init(_ span: Duration) {
    let (seconds, attoseconds) = span.components
    precondition((0..<9_000_000).contains(seconds), "a span is between 0 and 9,000,000 s")
    self.init(seconds * 1_000_000_000_000 + attoseconds / 1_000_000)
  }
}

extension TimeInterval {
  init(_ span: Duration) { self = span / .seconds(1) }
}
