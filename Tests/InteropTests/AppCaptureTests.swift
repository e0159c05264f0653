import Foundation
import Testing
import VirtualAccessorySetupKit
import VirtualCoreBluetooth
import VirtualPhone

@Suite("Wireshark reads what apps do", .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct AppCaptureTests {
  /// An app that connects to all that it finds, asks each for its attributes and ranges with the first.
  private final class App: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager?
    private var peripherals: [CBPeripheral] = []
    private(set) var distances: [Double] = []
    private(set) var serviceCount = 0

    override init() {
      super.init()
      manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      central.scanForPeripherals(withServices: nil)
    }

    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
      rssi RSSI: NSNumber
    ) {
      peripherals.append(peripheral)
      peripheral.delegate = self
      central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
      peripheral.discoverServices(nil)
      if peripheral == peripherals[0] {
        peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
      }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) { serviceCount += 1 }

    func peripheral(
      _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
      error: (any Error)?
    ) {
      distances.append(results?.distance ?? .nan)
    }
  }

  @Test("with two accessories, and has nothing against it")
  func clean() throws {
    let gate = try #require(WiresharkGate.installed)
    let world = try VirtualWorld(seed: 5)
    let session = ASAccessorySession()
    session.activate(on: .main) { _ in }
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothServiceUUID = CBUUID(string: "185B")
    descriptor.supportedOptions = .bluetoothPairingLE
    for place in [1.5, 4] {
      try world.addAccessory("nordic-nrf54l15-ipt", x: place, y: 0)
      let item = ASPickerDisplayItem(name: "Tag", productImage: UIImage(), descriptor: descriptor)
      session.showPicker(for: [item]) { _ in }
      world.run(for: .seconds(5))
    }
    #expect(session.accessories.count == 2)
    let app = App()
    world.run(for: .seconds(8))
    #expect(app.serviceCount == 2 && app.distances.count > 20)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try world.writeCapture(file)
    #expect(try gate.complaints(about: file, in: gate.widestScope) == [])
    #expect(try gate.count(in: file, where: "btatt") > 20)
    #expect(try gate.count(in: file, where: "btsmp.opcode == 0x01 && btsmp.sc_flag == 1") >= 2)
    #expect(try gate.count(in: file, where: "btle.control_opcode == 0x30") >= 1)
  }
}
