internal import CoreTypes
internal import HostStack
internal import Profiles
internal import SimulationKernel

/// The accessory's own services on one link: it changes values as time goes on, and acts on what a client writes.
///
/// Its timers begin and end with it.
final class ServiceResponder {
  /// A characteristic whose value the accessory changes or reacts to.
  private struct Live {
    let description: CharacteristicDescription
    let handle: UInt16
    /// What a counter, a ramp or a sink shows.
    var number: Int
    var timer: Simulation.Token?
    /// Whether a value was indicated that the client has not confirmed yet.
    var isIndicating = false
  }

  private var live: [Live]
  private let simulation: Simulation
  /// Whether the link has room for a value that could also be left out.
  private let hasRoom: () -> Bool
  /// Changes the attributes of the link, or sends them.
  private let update: ((inout HostLink) -> [HostAction]) -> Void

  /// Begins with a link; nil if no value of `services` changes or reacts.
  ///
  /// - Parameters:
  ///   - database: that of the link, of which `services` are the last.
  ///   - hasRoom: whether the link is fast enough for a value that changes by itself; without room it is not sent.
  ///   - update: does with the link what it is given.
  init?(
    _ services: [ServiceDescription], database: GATTDatabase, simulation: Simulation,
    hasRoom: @escaping () -> Bool, update: @escaping ((inout HostLink) -> [HostAction]) -> Void
  ) {
    let characteristics = services.flatMap(\.characteristics)
    let declarations = database.attributes.filter { $0.type == .characteristic }.suffix(characteristics.count)
    live = zip(characteristics, declarations).filter { $0.0.behaviour != .constant }.map {
      Live(description: $0, handle: $1.handle + 1, number: $0.firstNumber)
    }
    if live.isEmpty { return nil }
    self.simulation = simulation
    self.hasRoom = hasRoom
    self.update = update
    for index in live.indices where [.counter, .ramp].contains(live[index].description.behaviour) {
      scheduleChange(of: index)
    }
  }

  deinit {
    for timer in live.compactMap(\.timer) { simulation.cancel(timer) }
  }

  /// Takes what the host's half of the link reports.
  func take(_ action: HostAction) {
    switch action {
    case .attributeWritten(let handle, let value):
      if let index = live.firstIndex(where: { $0.handle == handle }) { written(value, to: index) }
    case .indicationConfirmed(let handle):
      if let index = live.firstIndex(where: { $0.handle == handle }) { live[index].isIndicating = false }
    default: break
    }
  }

  private func written(_ value: [UInt8], to index: Int) {
    let handle = live[index].handle
    switch live[index].description.behaviour {
    case .echo: update { $0.notify(value, at: handle) + $0.indicate(value, at: handle) }
    case .sink: show(live[index].number + value.count, at: index)
    case .counter, .ramp: show(live[index].number, at: index)
    case .constant: break
    }
  }

  private func scheduleChange(of index: Int) {
    let interval = Picoseconds.milliseconds(live[index].description.intervalMilliseconds)
    live[index].timer = simulation.schedule(after: interval) { [weak self] in self?.change(index) }
  }

  /// An interval is over. An indication waits for the confirmation of the one before: the client then gets the value
  /// of a later interval.
  private func change(_ index: Int) {
    scheduleChange(of: index)
    show(live[index].description.number(after: live[index].number), at: index)
    guard hasRoom() else { return }
    let (handle, value) = (live[index].handle, live[index].description.octets(live[index].number))
    update { $0.notify(value, at: handle) }
    guard !live[index].isIndicating else { return }
    update { link in
      live[index].isIndicating = link.subscription(to: handle) & 2 != 0
      return link.indicate(value, at: handle)
    }
  }

  private func show(_ number: Int, at index: Int) {
    let (handle, value) = (live[index].handle, live[index].description.octets(number))
    live[index].number = number
    update { link in
      link.server.database.setValue(value, at: handle)
      return []
    }
  }
}
