internal import CoreTypes
internal import HeapModule

/// The events of a run by time, then by order of scheduling.
struct EventQueue {
  private struct Entry: Comparable {
    let time: Instant
    let order: UInt64
    let slot: Int

    static func < (a: Entry, b: Entry) -> Bool { a.time == b.time ? a.order < b.order : a.time < b.time }
  }

  /// What an event does, and which of those that had the slot it is.
  private struct Slot {
    var order: UInt64
    /// Nil once it was cancelled.
    var action: (() -> Void)?
  }

  private var entries = Heap<Entry>()
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var nextOrder: UInt64 = 0
  /// The number of events that wait.
  private(set) var count = 0

  mutating func insert(at time: Instant, _ action: @escaping () -> Void) -> Simulation.Token {
    let order = nextOrder
    nextOrder += 1
    count += 1
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count {
      slots.append(Slot(order: order, action: action))
    } else {
      slots[slot] = Slot(order: order, action: action)
    }
    entries.insert(Entry(time: time, order: order, slot: slot))
    return Simulation.Token(order: order, slot: slot)
  }

  mutating func cancel(_ token: Simulation.Token) {
    guard token.slot < slots.count, slots[token.slot].order == token.order, slots[token.slot].action != nil
    else { return }
    slots[token.slot].action = nil
    count -= 1
  }

  /// Takes every event out.
  mutating func removeAll() {
    entries = Heap()
    slots.removeAll()
    freeSlots.removeAll()
    count = 0
  }

  /// The time of the next event; nil if none waits.
  mutating func nextTime() -> Instant? {
    dropCancelled()
    return entries.min?.time
  }

  /// The time of the next event but that of `token`; nil if no other waits.
  mutating func nextTime(besides token: Simulation.Token) -> Instant? {
    dropCancelled()
    guard let next = entries.min, next.order == token.order else { return entries.min?.time }
    entries.removeMin()
    dropCancelled()
    let time = entries.min?.time
    entries.insert(next)
    return time
  }

  /// Takes out the next event, if there is one no later than `limit`.
  mutating func pop(until limit: Instant) -> (time: Instant, action: () -> Void)? {
    while let next = entries.min, next.time <= limit {
      entries.removeMin()
      freeSlots.append(next.slot)
      guard let action = slots[next.slot].action.take() else { continue }
      count -= 1
      return (next.time, action)
    }
    return nil
  }

  private mutating func dropCancelled() {
    while let next = entries.min, slots[next.slot].action == nil {
      entries.removeMin()
      freeSlots.append(next.slot)
    }
  }
}
