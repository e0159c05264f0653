import Foundation
import ProjectFiles
import Testing
import VirtualCoreBluetooth
import VirtualPhone

/// An app that writes down every callback, in order.
class Diary: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  private(set) var lines: [String] = []
  /// The peripherals that it keeps, in the order of discovery.
  var peripherals: [CBPeripheral] = []
  var advertisements: [[String: Any]] = []
  var strengths: [Int] = []
  var values: [Data] = []
  var channel: CBL2CAPChannel?
  /// Called after each callback, with what was written down.
  var onLine: (String) -> Void = { _ in }

  func note(_ line: String) {
    lines.append(line)
    onLine(line)
  }

  /// What was written down since the last time.
  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  static func text(_ error: (any Error)?) -> String {
    switch error {
    case nil: "nil"
    case let error as CBError: "\(error.code)"
    case let error as CBATTError: "\(error.code)"
    case let error?: "\((error as NSError).domain) \((error as NSError).code)"
    }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) { note("state \(central.state)") }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    if !peripherals.contains(peripheral) { peripherals.append(peripheral) }
    advertisements.append(advertisementData)
    strengths.append(RSSI.intValue)
    note("didDiscover \(peripheral.name ?? "nil")")
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.delegate = self
    note("didConnect, \(peripheral.state)")
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    note("didFailToConnect \(Self.text(error)), \(peripheral.state)")
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    note("didDisconnect \(Self.text(error)), \(peripheral.state)")
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    note("didDiscoverServices \(peripheral.services?.map(\.uuid.uuidString) ?? []) \(Self.text(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
  ) {
    note(
      "didDiscoverIncludedServices \(service.includedServices?.map(\.uuid.uuidString) ?? []) \(Self.text(error))"
    )
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
  ) {
    note(
      "didDiscoverCharacteristics \(service.characteristics?.map(\.uuid.uuidString) ?? []) \(Self.text(error))"
    )
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note(
      "didDiscoverDescriptors \(characteristic.descriptors?.map(\.uuid.uuidString) ?? []) \(Self.text(error))"
    )
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    if error == nil, let value = characteristic.value { values.append(value) }
    note("didUpdateValue \(characteristic.value?.map(String.init) ?? []) \(Self.text(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {
    note("didUpdateDescriptor \(descriptor.value ?? "nil") \(Self.text(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    note("didWriteValue \(Self.text(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("didUpdateNotificationState \(characteristic.isNotifying) \(Self.text(error))")
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    note("didReadRSSI \(RSSI) \(Self.text(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?, error: (any Error)?
  ) {}

  func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {}

  func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
    self.channel = channel
    note("didOpen \(channel.map { "\($0.psm)" } ?? "nil") \(Self.text(error))")
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { note("isReady") }
}

/// A world with probes, and an app in it.
final class Kitchen {
  static let probe = ProjectFolder.url.appending(path: "Tests/Fixtures/accessories/probe.yaml").path
  static var service: CBUUID { CBUUID(string: "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE") }

  let world: VirtualWorld
  let diary: Diary
  let manager: CBCentralManager

  /// - Parameter queue: where callbacks run; one of its own unless given.
  init(
    seed: UInt64 = 7, probes: Int = 1, faults: [String] = [], phone: String = "iphone-ios27",
    queue: DispatchQueue? = DispatchQueue(label: "app"), diary: Diary = Diary()
  ) throws {
    self.diary = diary
    world = try VirtualWorld(phone: phone, seed: seed)
    for index in 0..<probes { try world.addAccessory(Self.probe, x: 1 + Double(index), y: 0, faults: faults) }
    manager = CBCentralManager(delegate: diary, queue: queue)
  }

  /// Runs until a line that begins so is written down.
  func run(until start: String, atMost span: Duration = .seconds(30)) -> Bool {
    var isSeen = false
    diary.onLine = { isSeen = isSeen || $0.hasPrefix(start) }
    defer { diary.onLine = { _ in } }
    return world.run(atMost: span) { isSeen }
  }

  /// Scans, keeps what is found, and connects to the first.
  func connect(options: [String: Any]? = nil) throws -> CBPeripheral {
    let peripheral = try discover()
    manager.connect(peripheral, options: options)
    try #require(run(until: "didConnect"))
    _ = diary.takeLines()
    return peripheral
  }

  func discover() throws -> CBPeripheral {
    try #require(run(until: "state poweredOn"))
    manager.scanForPeripherals(withServices: [CBUUID(string: "185B")])
    try #require(run(until: "didDiscover"))
    manager.stopScan()
    _ = diary.takeLines()
    return try #require(diary.peripherals.first)
  }

  /// The CONNECT_INDs on the air so far.
  func connectRequestCount() throws -> Int { try advertisingPDUCount(ofType: 5) }

  /// The SCAN_REQs on the air so far.
  func scanRequestCount() throws -> Int { try advertisingPDUCount(ofType: 3) }

  private func advertisingPDUCount(ofType type: UInt8) throws -> Int {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcapng")
    defer { try? FileManager.default.removeItem(at: file) }
    try world.writeCapture(file.path)
    let advertisingAccess = Data([0xD6, 0xBE, 0x89, 0x8E])
    let octets = try Data(contentsOf: file)
    // The header before a packet has its access address, too, and two octets behind it.
    return octets.ranges(of: advertisingAccess).count {
      octets[($0.upperBound + 2)...].starts(with: advertisingAccess)
        && octets[$0.upperBound + 6] & 0x0F == type
    }
  }

  /// Connects and discovers the characteristics of the probe's own service.
  func open() throws -> (CBPeripheral, [CBCharacteristic]) {
    let peripheral = try connect()
    peripheral.discoverServices([Self.service])
    try #require(run(until: "didDiscoverServices"))
    let service = try #require(peripheral.services?.first)
    peripheral.discoverCharacteristics(nil, for: service)
    try #require(run(until: "didDiscoverCharacteristics"))
    _ = diary.takeLines()
    return (peripheral, try #require(service.characteristics))
  }
}
