internal import Foundation

/// Something that an app's queue is to do before time goes on.
struct Callback {
  /// As often the queue is found empty, or waited for, before time goes on: what a callback leaves there may leave more.
  private static let turns = 16
  private static let identity = DispatchSpecificKey<ObjectIdentifier>()

  let queue: DispatchQueue
  /// The phone of the app.
  let phone: WorldPhone
  let body: () -> Void

  /// Runs the body on the queue and waits until the queue is empty.
  func perform(in world: VirtualWorld) {
    let call = { CurrentPhone.with(world, phone, body) }
    if MainThread.isCurrent, MainThread.isMain(queue) {
      call()
      return MainThread.drain(turns: Self.turns)
    }
    let identity = ObjectIdentifier(queue)
    queue.setSpecific(key: Self.identity, value: identity)
    // A test that runs its world on the queue of its own callbacks waits for nothing.
    if DispatchQueue.getSpecific(key: Self.identity) == identity { return call() }
    if MainThread.isCurrent, MainThread.serves(queue) {
      MainThread.run(call, on: queue)
      return MainThread.drain(turns: Self.turns)
    }
    queue.sync(flags: .barrier, execute: call)
    for _ in 0..<Self.turns { queue.sync(flags: .barrier) {} }
  }
}

/// Runs the jobs of a task of an app between the events of a world.
final class WorldExecutor: TaskExecutor, @unchecked Sendable {
  private let queue = DispatchQueue(label: "reflector.tasks")
  private weak var world: VirtualWorld?
  private weak var phone: WorldPhone?

  init(_ world: VirtualWorld, _ phone: WorldPhone) { (self.world, self.phone) = (world, phone) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let world, let phone else {
      // A job that outlives its world has no events to run between.
      return queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
    world.post(on: queue, as: phone) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    // Jobs of the main actor that this job starts run before the next event, too.
    world.post(on: nil, as: phone) {}
  }
}
