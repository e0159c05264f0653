internal import CoreTypes
public import Foundation
internal import HostStack
internal import Initiator
internal import PhoneSystem
internal import VirtualPhone

/// Scans for peripherals and connects to them.
open class CBCentralManager: CBManager {
  /// What a phone can do beyond the common.
  public struct Feature: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let extendedScanAndConnect = Feature(rawValue: 1)
    public static let channelSounding = Feature(rawValue: 1 << 10)
  }

  private struct Kept {
    weak var peripheral: CBPeripheral?
  }

  /// Where callbacks run; main where it is nil.
  let queue: DispatchQueue?
  /// This manager's place in the system of the phone.
  private(set) var client: CentralClient?
  private var kept: [AccessoryIdentifier: Kept] = [:]

  /// Receives the callbacks.
  open weak var delegate: (any CBCentralManagerDelegate)?

  public convenience init() { self.init(delegate: nil, queue: nil) }

  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; callbacks come later, on `queue`. `options` have no effect here.
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
  ) {
    let current = CurrentPhone.required(for: "a CBCentralManager")
    self.delegate = delegate
    self.queue = queue
    super.init(on: current)
    client = world.gate.withLock {
      phone.system.addClient { [weak self, weak world, weak phone] event in
        guard let world, let phone else { return }
        world.post(on: queue, as: phone) { self?.take(event) }
      }
    }
  }

  deinit {
    if let client { world.postpone(for: client) { $0.close() } }
    world.gate.withLock { for peripheral in kept.values { peripheral.peripheral?.end() } }
  }

  /// Whether the phone has features. False until a manager has been powered on.
  open class func supports(_ features: Feature) -> Bool {
    guard let current = CurrentPhone.current else { return false }
    let supported = current.world.gate.withLock {
      current.phone.system.supportsChannelSounding ? Feature.channelSounding : []
    }
    return supported.isSuperset(of: features)
  }

  /// The name of a talk for what the SDK calls `supports(_:)`.
  @available(*, deprecated, renamed: "supports(_:)")
  open class func supportsFeatures(_ features: Feature) -> Bool { supports(features) }

  // MARK: Scanning

  /// Whether the manager scans.
  open var isScanning: Bool { world.gate.withLock { client?.isScanning ?? false } }

  /// Scans for advertisers of one of some services, or for all if the array is nil or empty; a new scan replaces the one before.
  open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
    let allowsDuplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey].map(Self.isTrue) ?? false
    world.gate.withLock {
      client?.startScan(for: CBUUID.filter(serviceUUIDs), allowsDuplicates: allowsDuplicates)
    }
  }

  /// Ends the scan.
  open func stopScan() { world.gate.withLock { client?.stopScan() } }

  // MARK: Peripherals

  /// Those of some peripherals that the phone knows.
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    world.gate.withLock {
      (client?.known(identifiers.map(AccessoryIdentifier.init)) ?? []).map(peripheral)
    }
  }

  /// The peripherals with one of some services to which an app of the phone is connected, once an app has discovered
  /// services in that connection.
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    world.gate.withLock { (client?.connected(with: serviceUUIDs.map(\.value)) ?? []).map(peripheral) }
  }

  /// Connects as soon as the peripheral advertises, after the start delay of the options. There is no timeout; the attempt
  /// ends when it is cancelled, or when nobody keeps the peripheral.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    let reconnects = options?[CBConnectPeripheralOptionEnableAutoReconnect].map(Self.isTrue) ?? false
    let delay = options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber
    world.gate.withLock {
      guard let client, owns(peripheral, for: "connect") else { return }
      if lastState == .poweredOn, peripheral.lastState != .connected { peripheral.lastState = .connecting }
      client.connect(
        peripheral.accessory, reconnects: reconnects, delaySeconds: delay?.doubleValue ?? 0)
    }
  }

  /// Ends a connection, or the attempt.
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    world.gate.withLock {
      guard let client, owns(peripheral, for: "cancelPeripheralConnection") else { return }
      if peripheral.lastState == .connected { peripheral.lastState = .disconnecting }
      client.cancelConnection(peripheral.accessory)
    }
  }

  /// Whether a peripheral is this manager's. If not, the log says that `call` has no effect.
  private func owns(_ peripheral: CBPeripheral, for call: String) -> Bool {
    if kept[peripheral.accessory]?.peripheral === peripheral { return true }
    phone.system.log(
      "\(call) has no effect: the peripheral is another manager's, expected one that this manager discovered or "
        + "retrieved by its identifier")
    return false
  }

  private func peripheral(_ accessory: AccessoryIdentifier) -> CBPeripheral {
    if let known = kept[accessory]?.peripheral { return known }
    giveUpDropped(accessory)
    let peripheral = CBPeripheral(accessory, name: client?.name(of: accessory), of: self)
    kept[accessory] = Kept(peripheral: peripheral)
    return peripheral
  }

  /// Gives up what the app wanted of a peripheral, if it has dropped it: before it gets another object for it.
  func giveUpDropped(_ accessory: AccessoryIdentifier) {
    guard let last = kept[accessory], last.peripheral == nil else { return }
    kept[accessory] = nil
    client?.release(accessory)
  }

  private static func isTrue(_ value: Any) -> Bool { (value as? NSNumber)?.boolValue ?? false }

  // MARK: Events

  private func take(_ event: CentralEvent) {
    let call = world.gate.withLock { callback(for: event) }
    call?()
  }

  /// The end of a connection, or of an attempt. There may be another attempt already.
  private func end(_ peripheral: CBPeripheral) {
    peripheral.end()
    if client?.wantsConnection(to: peripheral.accessory) == true { peripheral.lastState = .connecting }
  }

  /// Learns of an event, and gives the call of the delegate.
  private func callback(for event: CentralEvent) -> (() -> Void)? {
    switch event {
    case .stateChanged(let state):
      lastState = CBManagerState(state)
      if lastState != .poweredOn { for peripheral in kept.values { peripheral.peripheral?.end() } }
      return { [self] in delegate?.centralManagerDidUpdateState(self) }
    case .discovered(let accessory, let sighting):
      let found = peripheral(accessory)
      found.lastName = found.lastName ?? sighting.data.localName
      let content = AdvertisementContent(sighting, date: world.date).dictionary
      let rssi = NSNumber(value: sighting.rssi.rawValue)
      return { [self] in
        delegate?.centralManager(self, didDiscover: found, advertisementData: content, rssi: rssi)
      }
    case .connected(let accessory):
      guard let peripheral = kept[accessory]?.peripheral else { return nil }
      peripheral.lastState = .connected
      return { [self] in delegate?.centralManager(self, didConnect: peripheral) }
    case .connectionFailed(let accessory, let failure):
      guard let peripheral = kept[accessory]?.peripheral else { return nil }
      end(peripheral)
      return { [self] in
        delegate?.centralManager(self, didFailToConnect: peripheral, error: failure.error)
      }
    case .disconnected(let accessory, let failure, let reconnects):
      guard let peripheral = kept[accessory]?.peripheral else { return nil }
      end(peripheral)
      let timestamp = world.date.timeIntervalSinceReferenceDate
      return { [self] in
        delegate?.centralManager(
          self, didDisconnectPeripheral: peripheral, timestamp: timestamp, isReconnecting: reconnects,
          error: failure?.error)
      }
    case .nameChanged(let accessory, _), .valueChanged(let accessory, _, _), .hasRoom(let accessory),
      .sounded(let accessory, _), .soundingEnded(let accessory, _),
      .soundingStartRefused(let accessory):
      return kept[accessory]?.peripheral?.callback(for: event)
    case .channel(let channel, _):
      return kept[channel.accessory]?.peripheral?.callback(for: event)
    }
  }
}

/// Options of a central manager.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"

/// Options of a scan.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"

/// Options of a connection.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey = "kCBConnectOptionNotifyOnDisconnection"
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
public let CBConnectPeripheralOptionEnableTransportBridgingKey = "kCBConnectOptionEnableTransportBridging"
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"

/// What a restored manager gets.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

/// What advertising says.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"
