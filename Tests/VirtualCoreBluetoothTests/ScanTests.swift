import CoreTypes
import Foundation
import HCI
import Initiator
import PhoneSystem
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A scan")
struct ScanTests {
  @Test("reports each accessory once, with advertising data and scan response together")
  func once() throws {
    let kitchen = try Kitchen(probes: 2)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: [CBUUID(string: "185B")])
    #expect(kitchen.manager.isScanning)
    kitchen.world.run(for: .seconds(10))
    #expect(
      kitchen.diary.lines == ["state poweredOn"]
        + Array(repeating: "didDiscover Smoker probe, left side", count: 2))
    #expect(Set(kitchen.diary.peripherals.map(\.identifier)).count == 2)
    let content = try #require(kitchen.diary.advertisements.first)
    #expect(content[CBAdvertisementDataLocalNameKey] as? String == "Smoker probe, left side")
    #expect(
      content[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
        == [CBUUID(string: "185B"), CBUUID(string: "180F")])
    #expect(content[CBAdvertisementDataIsConnectable] as? Bool == true)
    #expect(kitchen.diary.strengths.allSatisfy { (-90 ... -20).contains($0) })

    // A new scan reports them again.
    kitchen.manager.scanForPeripherals(withServices: [CBUUID(string: "185B")])
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines.count == 5)
    kitchen.manager.stopScan()
    kitchen.world.run(for: .seconds(1))
    let frames = kitchen.diary.lines.count
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.count == frames && !kitchen.manager.isScanning)
  }

  @Test("reports each advertising report with duplicates allowed")
  func duplicates() throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(
      withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.count > 20)
    #expect(kitchen.diary.peripherals.count == 1)
  }

  @Test(
    "filters by advertised services, of which 16-bit and 128-bit forms are equal",
    arguments: [
      (["0000185B-0000-1000-8000-00805F9B34FB"], 1), (["180F"], 1), (["180A"], 0), ([], 1),
      (["180A", "0000180F"], 1),
    ])
  func filter(_ services: [String], _ count: Int) throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: services.map { CBUUID(string: $0) })
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.peripherals.count == count)
  }

  @Test("of one manager is not the scan of another")
  func twoManagers() throws {
    let kitchen = try Kitchen()
    let diary = Diary()
    let other = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.run(for: .seconds(1))
    other.scanForPeripherals(withServices: [CBUUID(string: "180A")])
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(5))
    #expect(diary.lines == ["state poweredOn"])
    #expect(kitchen.diary.peripherals.count == 1)
    kitchen.manager.stopScan()
    other.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(5))
    #expect(diary.lines == ["state poweredOn", "didDiscover Smoker probe, left side"])
  }

  /// Has the phone of a world hear an advertising PDU of a device at the address of zeros.
  private static func hear(
    _ data: [UInt8], ofType type: AdvertisingReportType = .connectable, in kitchen: Kitchen
  ) {
    var report = LEAdvertisingReportEvent.Report()
    (report.eventType, report.data, report.rssi) = (type, data, -50)
    var event = LEAdvertisingReportEvent()
    event.reports = [report]
    kitchen.world.phone.system.phone.receiver?(.event(.leAdvertisingReport(event)))
    kitchen.world.run(for: .zero)
  }

  @Test("reports an accessory again when it says more, as a scan response that was missed at first")
  func more() throws {
    let kitchen = try Kitchen(probes: 0)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(1))
    _ = kitchen.diary.takeLines()
    let (advertising, scanResponse): ([UInt8], [UInt8]) = ([2, 0x01, 6], [4, 0x09, 0x54, 0x61, 0x67])
    for _ in 0..<3 { Self.hear(advertising, in: kitchen) }
    #expect(kitchen.diary.takeLines() == ["didDiscover nil"])
    for _ in 0..<3 {
      Self.hear(scanResponse, ofType: .scanResponse, in: kitchen)
      Self.hear(advertising, in: kitchen)
    }
    #expect(kitchen.diary.lines == ["didDiscover Tag"])
    #expect(kitchen.diary.advertisements.last?[CBAdvertisementDataLocalNameKey] as? String == "Tag")
  }

  @Test("tells the delegate of a peripheral its name, once for each that is new")
  func names() throws {
    final class Reader: NSObject, CBPeripheralDelegate {
      private(set) var names: [String] = []

      func peripheralDidUpdateName(_ peripheral: CBPeripheral) { names.append(peripheral.name ?? "nil") }
    }
    let kitchen = try Kitchen(probes: 0)
    let reader = Reader()
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(1))
    for _ in 0..<2 { Self.hear([2, 0x01, 6], in: kitchen) }
    let peripheral = try #require(kitchen.diary.peripherals.first)
    peripheral.delegate = reader
    #expect(peripheral.name == nil)
    for letter: UInt8 in [0x54, 0x54, 0x42] {
      Self.hear([4, 0x09, letter, 0x61, 0x67], ofType: .scanResponse, in: kitchen)
    }
    #expect(reader.names == ["Tag", "Bag"])
  }

  @Test("gives manufacturer data as it is on the air, and none of an iBeacon", arguments: [false, true])
  func manufacturerData(_ isBeacon: Bool) throws {
    let kitchen = try Kitchen(probes: 0)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(1))
    let octets = [0x4C, 0x00, isBeacon ? 0x02 : 0x10, 0x15] + [UInt8](repeating: 7, count: 21)
    Self.hear([2, 0x01, 6, UInt8(octets.count + 1), 0xFF] + octets, ofType: .nonConnectable, in: kitchen)
    let content = try #require(kitchen.diary.advertisements.first)
    let data = content[CBAdvertisementDataManufacturerDataKey] as? Data
    #expect(data == (isBeacon ? nil : Data(octets)))
    #expect(content[CBAdvertisementDataIsConnectable] as? Bool == false)
  }

  @Test("of an app in the background reports nothing without services, and with them each accessory once")
  func background() throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    _ = kitchen.diary.takeLines()
    kitchen.world.phone.isAppInForeground = false
    let options = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
    kitchen.manager.scanForPeripherals(withServices: nil, options: options)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines().isEmpty)
    kitchen.manager.scanForPeripherals(withServices: [CBUUID(string: "185B")], options: options)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDiscover Smoker probe, left side"])
    kitchen.world.phone.isAppInForeground = true
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.count > 20)
  }

  @Test("that is stopped at once ends on the air too, and can be started again")
  func stoppedAtOnce() throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.manager.stopScan()
    kitchen.world.run(for: .seconds(1))
    let count = try kitchen.scanRequestCount()
    kitchen.world.run(for: .seconds(5))
    #expect(try kitchen.scanRequestCount() == count)
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.manager.stopScan()
    kitchen.manager.scanForPeripherals(withServices: nil)
    #expect(kitchen.run(until: "didDiscover"))
    #expect(try kitchen.scanRequestCount() > count)
  }

  @Test("gives an accessory the same identifier in every run of a phone, and another phone another")
  func identifiers() throws {
    func identifier(_ phone: String, seed: UInt64) throws -> UUID {
      try Kitchen(seed: seed, phone: phone).discover().identifier
    }
    let first = try identifier("iphone-ios27", seed: 1)
    #expect(try identifier("iphone-ios27", seed: 2) == first)
    #expect(try identifier("android16", seed: 1) != first)
  }
}
