import CoreBluetooth
import Foundation

/// An app for a meat thermometer, as the public articles show such apps: it finds the probe, connects, reads, writes,
/// and follows the temperature. The same file compiles for an iPhone.
final class ProbeApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  static var service: CBUUID { CBUUID(string: "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE") }
  static var temperature: CBUUID { CBUUID(string: "8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE") }
  static var limit: CBUUID { CBUUID(string: "8D5A0005-4E2B-4C0B-9C51-1F60C0DE5EEE") }

  private(set) var isAvailable = false
  private(set) var degrees: [Double] = []
  private(set) var limit: Int?
  private(set) var message: String?
  private(set) var connectionCount = 0
  private var manager: CBCentralManager?
  private var probe: CBPeripheral?
  /// What the app keeps between launches.
  private(set) var identifier: UUID?

  init(queue: DispatchQueue?, identifier: UUID? = nil) {
    self.identifier = identifier
    super.init()
    manager = CBCentralManager(delegate: self, queue: queue)
  }

  func setLimit(_ value: UInt8) {
    guard let limit = characteristic(Self.limit) else { return }
    probe?.writeValue(Data([value]), for: limit, type: .withResponse)
  }

  func leave() {
    if let probe { manager?.cancelPeripheralConnection(probe) }
  }

  private func characteristic(_ uuid: CBUUID) -> CBCharacteristic? {
    probe?.services?.flatMap { $0.characteristics ?? [] }.first { $0.uuid == uuid }
  }

  // MARK: CBCentralManagerDelegate

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    isAvailable = central.state == .poweredOn
    guard central.state == .poweredOn else { return }
    if let identifier, let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
      connect(known, central)
    } else {
      central.scanForPeripherals(withServices: [CBUUID(string: "185B")])
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    guard let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String, name.contains("probe")
    else {
      return
    }
    central.stopScan()
    identifier = peripheral.identifier
    connect(peripheral, central)
  }

  private func connect(_ peripheral: CBPeripheral, _ central: CBCentralManager) {
    probe = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    connectionCount += 1
    peripheral.discoverServices([Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    message = error?.localizedDescription
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    // The probe went out of reach: take it up again when it comes back.
    if error != nil { central.connect(peripheral) }
  }

  // MARK: CBPeripheralDelegate

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([Self.temperature, Self.limit], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      if characteristic.properties.contains(.notify) {
        peripheral.setNotifyValue(true, for: characteristic)
      } else {
        peripheral.readValue(for: characteristic)
      }
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    if let error {
      do { throw error } catch CBATTError.insufficientAuthentication {
        message = "The probe wants to be paired."
      } catch {
        message = error.localizedDescription
      }
      return
    }
    guard let value = characteristic.value else { return }
    switch characteristic.uuid {
    case Self.temperature: degrees.append(Double(value[0]) / 10 + Double(value[1]) * 25.6)
    default: limit = Int(value[0])
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    if error == nil { peripheral.readValue(for: characteristic) }
  }
}
