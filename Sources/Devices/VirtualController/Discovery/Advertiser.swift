internal import CoreTypes
internal import LinkLayer

/// Everything a controller advertises: the one set of the legacy commands, or those of the extended commands.
///
/// The radio is in one place at a time, so that an event waits for the end of another set's.
final class Advertiser {
  /// How many sets a host may have.
  static let setCount = 4

  private unowned let controller: VirtualController
  /// The set of the legacy commands.
  let legacy: AdvertisingSet
  private(set) var sets: [UInt8: AdvertisingSet] = [:]
  private var madeCount = 0
  private var onAir: AdvertisingSet?
  private var waiting: [AdvertisingSet] = []

  init(controller: VirtualController) {
    self.controller = controller
    legacy = AdvertisingSet(controller: controller)
  }

  /// The sets of the extended commands, in order of their handles.
  var orderedSets: [AdvertisingSet] {
    sets.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether any set is on.
  var isEnabled: Bool { legacy.isEnabled || orderedSets.contains(where: \.isEnabled) }

  /// Whether the filter accept list decides who may answer, so that it must not change.
  var usesFilterAcceptList: Bool {
    ([legacy] + orderedSets).contains { $0.isEnabled && $0.parameters.usesFilterAcceptList }
  }

  /// The set with this handle, a new one if there is room for it.
  func set(making handle: UInt8) -> AdvertisingSet? {
    if let set = sets[handle] { return set }
    guard sets.count < Self.setCount else { return nil }
    madeCount += 1
    return AdvertisingSet(handle: handle, number: madeCount, controller: controller)
  }

  /// Keeps a set that `set(making:)` gave.
  func keep(_ set: AdvertisingSet) {
    if let handle = set.handle { sets[handle] = set }
  }

  func remove(handle: UInt8) { sets[handle] = nil }

  func removeAll() { sets.removeAll() }

  /// Forgets what the host set.
  func reset() {
    for set in [legacy] + orderedSets { set.stop() }
    legacy.reset()
    removeAll()
  }

  // MARK: Turns

  /// Has `set` advertise as soon as no other set does.
  func takeTurn(_ set: AdvertisingSet) {
    guard onAir == nil || onAir === set else {
      if !waiting.contains(where: { $0 === set }) { waiting.append(set) }
      return
    }
    onAir = set
    set.advertise()
  }

  /// The event of `set` is over, or will not come.
  func endTurn(_ set: AdvertisingSet) {
    waiting.removeAll { $0 === set }
    guard onAir === set else { return }
    onAir = nil
    controller.stopListening(for: .advertiser)
    if waiting.isEmpty { controller.radioIsFree() } else { takeTurn(waiting.removeFirst()) }
  }

  /// A frame on the channel this device just advertised on has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?) { onAir?.receive(frame, pdu) }
}
