internal import CoreTypes
internal import HCI
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
  private(set) var sets: [AdvertisingHandle: AdvertisingSet] = [:]
  private var madeCount = 0
  private var onAir: AdvertisingSet?
  private var waiting: [AdvertisingSet] = []

  init(controller: VirtualController) {
    self.controller = controller
    legacy = AdvertisingSet(controller: controller)
  }

  /// The sets of the extended commands, in order of their handles.
  var orderedSets: [AdvertisingSet] { sets.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether any set is on.
  var isEnabled: Bool { legacy.isEnabled || orderedSets.contains(where: \.isEnabled) }

  /// Whether the filter accept list decides who may answer, so that it must not change.
  var usesFilterAcceptList: Bool {
    ([legacy] + orderedSets).contains { $0.isEnabled && $0.parameters.usesFilterAcceptList }
  }

  /// The set with this handle, a new one if there is room for it.
  func set(making handle: AdvertisingHandle) -> AdvertisingSet? {
    if let set = sets[handle] { return set }
    guard sets.count < Self.setCount else { return nil }
    madeCount += 1
    return AdvertisingSet(handle: handle, number: madeCount, controller: controller)
  }

  /// Keeps a set that `set(making:)` gave.
  func keep(_ set: AdvertisingSet) {
    if let handle = set.handle { sets[handle] = set }
  }

  func remove(handle: AdvertisingHandle) { sets[handle] = nil }

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

/// What the host set for one kind of advertising.
struct AdvertisingParameters {
  var properties = AdvertisingEventProperties.advInd
  var interval: PrimaryAdvertisingInterval = 0x0800
  var channelMap = AdvertisingChannelMap.all
  var ownAddressType = OwnAddressType.public
  /// The one device that may answer directed advertising.
  var peer = DeviceAddress(0, kind: .public)
  var filterPolicy = AdvertisingFilterPolicy.unfiltered
  /// In dBm; nil for the power of the radio.
  var txPower: TransmitPowerLevel?
  var primaryPHY = PHY.le1M
  var secondaryPHY = PHY.le1M
  var sid: AdvertisingSID = 0
  var notifiesScanRequests = false

  var usesFilterAcceptList: Bool { filterPolicy != .unfiltered }

  /// The time from one event to the next, without the random delay.
  var intervalTime: Picoseconds {
    properties.contains(.highDutyCycle) ? .microseconds(3750) : interval.time
  }
}

extension AdvertisingEventProperties {
  /// AdvMode of the extended PDUs.
  var advMode: AdvMode {
    contains(.connectable) ? .connectable : contains(.scannable) ? .scannable : []
  }
}

/// The advertising or scan response data of a set, which a host may give in parts. [Vol 4, Part E, 7.8.54]
struct AdvertisingSetData {
  /// The most that a set holds.
  static let capacity = 1650
  /// The most that a legacy PDU holds.
  static let legacyCapacity = 31

  private(set) var octets: [UInt8] = []
  /// Whether the last part has yet to come.
  private(set) var isPartial = false

  init() {}

  init(_ octets: [UInt8]) { self.octets = octets }

  /// Adds a part; if there is more than the set holds, all of it is dropped.
  mutating func append(_ part: [UInt8], _ operation: AdvertisingDataOperation) -> ErrorCode {
    switch operation {
    case .unchanged: return .success
    case .complete, .firstFragment: octets = part
    case .intermediateFragment, .lastFragment:
      guard isPartial else { return .commandDisallowed }
      octets += part
    }
    isPartial = operation == .firstFragment || operation == .intermediateFragment
    guard octets.count <= Self.capacity else {
      self = AdvertisingSetData()
      return .memoryCapacityExceeded
    }
    return .success
  }
}
