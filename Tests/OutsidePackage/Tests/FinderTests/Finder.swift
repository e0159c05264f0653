import CoreBluetooth
import Foundation

/// An app that measures how far an accessory is.
final class Finder: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  private(set) var distances: [Double] = []
  private var central: CBCentralManager?
  private var accessory: CBPeripheral?

  override init() {
    super.init()
    central = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, CBCentralManager.supports(.channelSounding) else { return }
    central.scanForPeripherals(withServices: [CBUUID(string: "185B")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    accessory = peripheral
    peripheral.delegate = self
    central.stopScan()
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?, error: (any Error)?
  ) {
    if let distance = results?.distance, distance > 0 { distances.append(distance) }
  }
}
