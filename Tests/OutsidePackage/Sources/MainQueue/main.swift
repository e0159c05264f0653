import CoreBluetooth
import Foundation
import VirtualPhone

/// An app on a queue; it ends the process if it is called elsewhere.
final class Watcher: NSObject, CBCentralManagerDelegate {
  private let queue: DispatchQueue
  private var manager: CBCentralManager?
  private(set) var isPoweredOn = false
  /// Whether work that the app left on its queue was done before time went on.
  private(set) var isWorkDone = false

  init(_ queue: DispatchQueue) {
    self.queue = queue
    super.init()
    manager = CBCentralManager(delegate: self, queue: queue)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    dispatchPrecondition(condition: .onQueue(queue))
    isPoweredOn = central.state == .poweredOn
    nonisolated(unsafe) let watcher = self
    queue.async { watcher.isWorkDone = true }
  }
}

// The world runs on the main thread, which serves all of these queues but the last.
let served = DispatchQueue(label: "served", target: .main)
let queues = [
  DispatchQueue.main, served, DispatchQueue(label: "served by a queue", target: served),
  DispatchQueue(label: "concurrent", attributes: .concurrent, target: .main), DispatchQueue(label: "own"),
]
for queue in queues {
  let world = try VirtualWorld()
  let watcher = Watcher(queue)
  world.run(atMost: .seconds(1)) { watcher.isPoweredOn }
  print("\(queue.label): \(watcher.isPoweredOn) \(watcher.isWorkDone)")
}
