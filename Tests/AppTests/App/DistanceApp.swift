import AccessorySetupKit
import CoreBluetooth
import Foundation

/// An app that tells how far a probe is, as the public articles show such apps: the user sets the probe up in the picker,
/// then it is connected and measured. The same file compiles for an iPhone.
final class DistanceApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private(set) var message: String?
  private(set) var distances: [Double] = []
  private(set) var completionCount = 0
  private(set) var pickerCount = 0
  /// Whether the user is within 3 m, each time that it changes.
  private(set) var isNear: [Bool] = []
  private var recent: [Double] = []
  private let session = ASAccessorySession()
  private var accessory: ASAccessory?
  private var manager: CBCentralManager?
  private var probe: CBPeripheral?

  var isConnected: Bool { probe?.state == .connected }

  override init() {
    super.init()
    session.activate(on: .main) { [weak self] event in self?.take(event) }
  }

  private func take(_ event: ASAccessoryEvent) {
    switch event.eventType {
    case .activated:
      accessory = session.accessories.first
      if accessory == nil { showPicker() } else { start() }
    case .accessoryAdded, .accessoryChanged: accessory = event.accessory
    case .accessoryRemoved:
      accessory = nil
      (probe, manager) = (nil, nil)
    case .pickerDidDismiss: start()
    default: break
    }
  }

  func showPicker() {
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothServiceUUID = CBUUID(string: "185B")
    descriptor.supportedOptions = .bluetoothPairingLE
    let image = UIImage(named: "Probe") ?? UIImage()
    let item = ASPickerDisplayItem(name: "Smoker probe", productImage: image, descriptor: descriptor)
    pickerCount += 1
    session.showPicker(for: [item]) { [weak self] error in
      if let error { self?.message = error.localizedDescription }
    }
  }

  func stop() { probe?.cancelChannelSoundingSession() }

  /// Only now, with an accessory that is set up, may there be a central manager.
  private func start() {
    if accessory != nil, manager == nil { manager = CBCentralManager(delegate: self, queue: nil) }
  }

  // MARK: CBCentralManagerDelegate

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, let identifier = accessory?.bluetoothIdentifier else { return }
    if let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
      connect(known, central)
    } else {
      central.scanForPeripherals(withServices: [CBUUID(string: "185B")])
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    guard peripheral.identifier == accessory?.bluetoothIdentifier else { return }
    central.stopScan()
    connect(peripheral, central)
  }

  private func connect(_ peripheral: CBPeripheral, _ central: CBCentralManager) {
    probe = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    guard CBCentralManager.supports(.channelSounding) else {
      message = "This phone measures no distance."
      return
    }
    peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
  }

  // MARK: CBPeripheralDelegate

  func peripheral(
    _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?, error: (any Error)?
  ) {
    guard let distance = results?.distance, distance > 0 else { return }
    distances.append(distance)
    recent = (recent + [distance]).suffix(5)
    let median = recent.sorted()[recent.count / 2]
    let wasNear = isNear.last ?? false
    // Farther out than in, so that it does not change all the time at the edge.
    if (median < (wasNear ? 3.5 : 3)) != wasNear { isNear.append(!wasNear) }
  }

  func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
    completionCount += 1
    if let error { message = error.localizedDescription }
  }
}
