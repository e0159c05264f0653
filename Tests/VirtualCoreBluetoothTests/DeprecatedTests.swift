import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

/// Properties that Apple has deprecated: a conformance reaches them without a warning.
private protocol MeasuresStrength { var rssi: NSNumber? { get } }
private protocol IsBroadcast { var isBroadcasted: Bool { get } }

extension CBPeripheral: MeasuresStrength {}
extension CBCharacteristic: IsBroadcast {}

@Suite("What Apple has deprecated")
struct DeprecatedTests {
  @Test("the RSSI of a peripheral is nil until the first measurement")
  func rssi() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    let measured: any MeasuresStrength = peripheral
    #expect(measured.rssi == nil)
    peripheral.readRSSI()
    kitchen.world.run(for: .seconds(1))
    let dBm = try #require(measured.rssi).intValue
    #expect((-90)...(-10) ~= dBm)
    #expect(kitchen.diary.takeLines().contains("didReadRSSI \(dBm) nil"))
  }

  @Test("no characteristic is broadcast")
  func broadcast() throws {
    let kitchen = try Kitchen()
    let characteristics: [any IsBroadcast] = try kitchen.open().1
    #expect(!characteristics.isEmpty && characteristics.allSatisfy { !$0.isBroadcasted })
  }

  @Test("the type of an observation schedule is a UUID of the Bluetooth SIG")
  func observationSchedule() {
    #expect(CBUUID(string: CBUUIDCharacteristicObservationScheduleString).data == Data([0x29, 0x10]))
  }
}
