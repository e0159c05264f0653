internal import Foundation

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
