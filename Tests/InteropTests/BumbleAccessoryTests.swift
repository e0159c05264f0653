import Foundation
import HCITransport
import Testing
import VirtualAccessorySetupKit
import VirtualCoreBluetooth
import VirtualPhone

extension BumbleTests {
  @Suite("An app uses an accessory whose host is Bumble")
  struct Accessory {
    /// An app that sets an accessory up, reads and follows its temperature, and ranges with it.
    private final class App: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
      private static var service: CBUUID { CBUUID(string: "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE") }
      private static var temperature: CBUUID { CBUUID(string: "8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE") }
      private let queue = DispatchQueue(label: "app")
      private let session = ASAccessorySession()
      private var manager: CBCentralManager?
      private var probe: CBPeripheral?
      private(set) var tenths: [Int] = []
      private(set) var distances: [Double] = []
      private(set) var message: String?

      var isDone: Bool { tenths.count > 4 && distances.count > 4 }

      override init() {
        super.init()
        session.activate(on: queue) { [weak self] in self?.take($0) }
      }

      private func take(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
          let descriptor = ASDiscoveryDescriptor()
          descriptor.bluetoothServiceUUID = CBUUID(string: "185B")
          descriptor.supportedOptions = .bluetoothPairingLE
          let item = ASPickerDisplayItem(name: "Probe", productImage: UIImage(), descriptor: descriptor)
          session.showPicker(for: [item]) { [weak self] error in
            if let error { self?.message = error.localizedDescription }
          }
        case .pickerDidDismiss: manager = CBCentralManager(delegate: self, queue: queue)
        default: break
        }
      }

      func centralManagerDidUpdateState(_ central: CBCentralManager) {
        let identifiers = session.accessories.compactMap(\.bluetoothIdentifier)
        guard central.state == .poweredOn,
          let known = central.retrievePeripherals(withIdentifiers: identifiers).first
        else { return }
        probe = known
        known.delegate = self
        central.connect(known)
      }

      func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
        peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
      }

      func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
          peripheral.discoverCharacteristics([Self.temperature], for: service)
        }
      }

      func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
      ) {
        for characteristic in service.characteristics ?? [] {
          peripheral.readValue(for: characteristic)
          peripheral.setNotifyValue(true, for: characteristic)
        }
      }

      func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
      ) {
        if let error { message = error.localizedDescription }
        if let value = characteristic.value { tenths.append(Int(value[0]) + Int(value[1]) << 8) }
      }

      func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
      ) {
        if let distance = results?.distance { distances.append(distance) }
      }

      func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        if let error { message = error.localizedDescription }
      }
    }

    @Test("pairs, reads, subscribes and ranges")
    func session() async throws {
      let python = try #require(Bumble.python, Bumble.missing)
      let loop = PacedLoop()
      let port = try TransportPort(TransportAddress("tcp:127.0.0.1:0"), on: loop)
      defer { port.close() }
      let world = try VirtualWorld()
      try world.addAccessory("nordic-nrf54l15-ipt", x: 3, y: 4, hostedAt: port, loop)
      let number = try #require("\(port.address)".split(separator: ":").last.flatMap { UInt16($0) })
      let host = try BumbleHost(.accessory, python: python, port: number, ["--thermometer", "--stay"])
      defer { host.program.kill() }
      let app = world.perform { App() }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          world.run(atMost: .seconds(40)) { app.isDone || app.message != nil }
          continuation.resume()
        }
      }
      #expect(app.isDone && app.message == nil, "\(app.message ?? ""): \(host.program.said.suffix(20))")
      let notified = app.tenths.dropFirst()
      #expect(zip(notified, notified.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(app.tenths)")
      #expect(try #require(app.tenths.first) < #require(notified.first))
      #expect(app.distances.allSatisfy { abs($0 - 5) < 0.2 }, "\(app.distances)")
    }
  }
}
