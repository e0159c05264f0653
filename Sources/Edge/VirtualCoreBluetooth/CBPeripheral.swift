internal import CoreTypes
public import Foundation
internal import HostStack
internal import PhoneSystem
internal import VirtualPhone

/// How far a connection is.
public enum CBPeripheralState: Int, Sendable {
  case disconnected = 0
  case connecting = 1
  case connected = 2
  case disconnecting = 3
}

/// A peripheral that a central manager has found.
///
/// Whoever wants a connection keeps the peripheral: when the last reference is gone, the connection or the attempt is
/// given up.
open class CBPeripheral: CBPeer {
  let world: VirtualWorld
  private weak var manager: CBCentralManager?
  var lastName: String?
  var lastState = CBPeripheralState.disconnected
  /// In dBm, as last measured by `readRSSI`.
  private var lastRSSI: NSNumber?
  var foundServices: [CBService]?
  /// Every service object of this connection, primary or included, by the handle of its declaration.
  var serviceObjects: [UInt16: CBService] = [:]
  /// The open channels.
  var channels: [ClientChannel: KeptChannel] = [:]

  /// Receives the callbacks.
  open weak var delegate: (any CBPeripheralDelegate)?

  init(_ accessory: AccessoryIdentifier, name: String?, of manager: CBCentralManager) {
    world = manager.world
    self.manager = manager
    lastName = name
    super.init(accessory)
  }

  deinit {
    guard let manager else { return }
    world.postpone(for: manager) { [accessory] in $0.giveUpDropped(accessory) }
  }

  /// The advertised name; nil while none has been heard.
  open var name: String? { world.gate.withLock { lastName } }

  /// The services that were discovered in this connection, in order of handle; nil before.
  open var services: [CBService]? { world.gate.withLock { foundServices } }

  /// How far the connection is.
  open var state: CBPeripheralState { world.gate.withLock { lastState } }

  /// Whether there is room for a write without response.
  open var canSendWriteWithoutResponse: Bool {
    world.gate.withLock { lastState == .connected && client?.hasRoom(for: accessory) ?? false }
  }

  /// Whether the accessory may get the notifications of the phone. The virtual phone has none to give.
  open var ancsAuthorized: Bool { false }

  /// The most octets of a value: 512 with a response; without one 3 less than the ATT_MTU, which grows soon after a
  /// connection has begun.
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    world.gate.withLock {
      client?.maximumWriteLength(of: accessory, withResponse: type == .withResponse) ?? 0
    }
  }

  /// How strong the peripheral was heard, in dBm; nil before the first `readRSSI` that succeeds.
  @available(*, deprecated, message: "Use peripheral(_:didReadRSSI:error:) of the delegate.")
  open var rssi: NSNumber? { world.gate.withLock { lastRSSI } }

  /// Measures how strong the peripheral is heard.
  open func readRSSI() {
    request { [self] client, finish in
      client.readRSSI(of: accessory) { result in
        finish(result) { peripheral, result in
          if let value = result.value {
            peripheral.world.gate.withLock { peripheral.lastRSSI = NSNumber(value: value.rawValue) }
          }
          let rssi = NSNumber(value: (result.value ?? .unavailable).rawValue)
          peripheral.delegate?.peripheral(peripheral, didReadRSSI: rssi, error: result.error)
        }
      }
    }
  }

  // MARK: Requests

  var client: CentralClient? { manager?.client }

  /// What becomes of a request: it is given to a function that runs on the manager's queue, unless the connection has
  /// ended, which is reported instead.
  typealias Finish<Value> = (
    Result<Value, AttributeFailure>, @escaping (CBPeripheral, Result<Value, AttributeFailure>) -> Void
  ) -> Void

  /// Makes a request at the manager's client.
  func request<Value>(_ make: (CentralClient, @escaping Finish<Value>) -> Void) {
    world.gate.withLock {
      guard let client else { return }
      make(client) { [weak self] result, finish in
        if case .failure(.disconnected) = result { return }
        self?.post { finish($0, result) }
      }
    }
  }

  /// Makes a request for an attribute. One that was not discovered in this connection is not used, since its handle may
  /// be that of another attribute now: the log says that `call` has no effect.
  func request<Value>(
    _ call: String, of attribute: CBAttribute,
    _ make: (CentralClient, @escaping Finish<Value>) -> Void
  ) {
    world.gate.withLock {
      guard lastState != .connected || has(attribute) else {
        manager?.phone.system.log(
          "\(call) has no effect: \(attribute.uuid) is of another connection or peripheral, expected an attribute "
            + "that was discovered in this connection")
        return
      }
      request(make)
    }
  }

  /// Whether an attribute was discovered in this connection.
  private func has(_ attribute: CBAttribute) -> Bool {
    let characteristic = (attribute as? CBDescriptor)?.characteristic ?? attribute as? CBCharacteristic
    guard let service = characteristic?.service ?? attribute as? CBService else { return false }
    return serviceObjects[service.found.range.start] === service
  }

  /// Runs `body` on the manager's queue, unless the app has released the peripheral by then.
  func post(_ body: @escaping (CBPeripheral) -> Void) {
    guard let manager else { return }
    world.post(on: manager.queue, as: manager.phone) { [weak self] in self.map(body) }
  }

  /// Forgets what belonged to a connection.
  func end() {
    lastState = .disconnected
    for service in serviceObjects.values {
      for characteristic in service.characteristics ?? [] { characteristic.isNotifying = false }
    }
    foundServices = nil
    serviceObjects = [:]
  }

  /// Learns of an event, and gives the call of the delegate.
  func callback(for event: CentralEvent) -> (() -> Void)? {
    switch event {
    case .nameChanged(_, let name):
      guard lastName != name else { return nil }
      lastName = name
      return { [self] in delegate?.peripheralDidUpdateName(self) }
    case .valueChanged(_, let handle, let value):
      guard let characteristic = characteristic(at: handle) else { return nil }
      characteristic.value = Data(value)
      return { [self] in delegate?.peripheral(self, didUpdateValueFor: characteristic, error: nil) }
    case .hasRoom:
      return { [self] in delegate?.peripheralIsReady(toSendWriteWithoutResponse: self) }
    case .channel(let opened, let event):
      guard let channel = channels[opened]?.channel else { return nil }
      if event == .closed { channels[opened] = nil }
      return channel.callback(for: event)
    case .sounded(_, let metres):
      let results = CBChannelSoundingProcedureResults(distance: metres ?? -1)
      return { [self] in delegate?.peripheral(self, didReceive: results, error: nil) }
    case .soundingEnded(_, let failure):
      return { [self] in
        delegate?.peripheral(self, didCompleteChannelSoundingSession: failure?.error)
      }
    case .soundingStartRefused:
      return { [self] in
        delegate?.peripheral(
          self, didCompleteChannelSoundingSession: SoundingFailure.configuration.error)
      }
    default: return nil
    }
  }

  private func characteristic(at handle: UInt16) -> CBCharacteristic? {
    let services = serviceObjects.values.filter { $0.found.range.contains(handle) }
    return services.lazy.compactMap { $0.characteristics?.first { $0.found.valueHandle == handle } }.first
  }
}

extension Result where Failure == AttributeFailure {
  var value: Success? { if case .success(let value) = self { value } else { nil } }

  /// What an app gets as the error.
  var error: (any Error)? { if case .failure(let failure) = self { failure.error } else { nil } }
}

/// A remote device.
open class CBPeer: NSObject, NSCopying {
  let accessory: AccessoryIdentifier

  init(_ accessory: AccessoryIdentifier) { self.accessory = accessory }

  /// The name by which this phone knows the device, the same in every run.
  open var identifier: UUID { accessory.uuid }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}
