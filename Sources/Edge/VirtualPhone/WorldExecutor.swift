internal import Foundation

/// Runs asynchronous code of apps between the events of a world, one part after another.
final class WorldExecutor: TaskExecutor, @unchecked Sendable {
  private let queue = DispatchQueue(label: "reflector.tasks")
  private weak var world: VirtualWorld?
  private weak var phone: WorldPhone?

  init(_ world: VirtualWorld, _ phone: WorldPhone) { (self.world, self.phone) = (world, phone) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let world, let phone else {
      // Code that outlives its world ends where it likes.
      return queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
    world.post(on: queue, as: phone) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    // What it leaves to the main actor is done before time goes on, too.
    world.post(on: nil, as: phone) {}
  }
}
