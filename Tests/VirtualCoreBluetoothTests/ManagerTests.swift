import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A central manager")
struct ManagerTests {
  @Test("is unknown at first, calls nobody from its initialiser, and then tells the state once")
  func begin() throws {
    let kitchen = try Kitchen()
    #expect(kitchen.manager.state == .unknown)
    #expect(kitchen.diary.lines.isEmpty)
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.lines == ["state poweredOn"])
  }

  @Test("is powered off if Bluetooth is switched off before the controller is up, until it is switched on")
  func offAtOnce() throws {
    let kitchen = try Kitchen()
    kitchen.world.phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOff"])
    kitchen.world.phone.isBluetoothOn = true
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOn"])
  }

  @Test("tells the state again for a manager made later, after its initialiser")
  func secondManager() throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    let diary = Diary()
    let second = CBCentralManager(delegate: diary, queue: nil)
    #expect(second.state == .unknown && diary.lines.isEmpty)
    kitchen.world.run(for: .milliseconds(1))
    #expect(diary.lines == ["state poweredOn"])
    #expect(kitchen.diary.lines == ["state poweredOn"])
  }

  @Test("made while Bluetooth is on takes no calls before it was told so, and says that in the log")
  func early() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    let diary = Diary()
    let manager = CBCentralManager(delegate: diary, queue: nil)
    manager.scanForPeripherals(withServices: nil)
    #expect(!manager.isScanning)
    #expect(manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).isEmpty)
    #expect(
      kitchen.world.phone.log
        == ["scanForPeripherals", "retrievePeripherals"].map {
          "\($0) has no effect: Bluetooth is unknown, expected poweredOn"
        })
    kitchen.world.run(for: .seconds(3))
    #expect(diary.lines == ["state poweredOn"])
  }

  @Test("made in the moment of a change is told one state, once")
  func change() throws {
    let kitchen = try Kitchen()
    kitchen.world.run(for: .seconds(1))
    let diary = Diary()
    let manager = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    #expect(diary.lines == ["state poweredOff"] && manager.state == .poweredOff)
  }

  @Test("supports Channel Sounding once powered on, where the phone has it")
  func features() throws {
    let kitchen = try Kitchen()
    #expect(!CBCentralManager.supports(.channelSounding))
    kitchen.world.run(for: .seconds(1))
    #expect(CBCentralManager.supports(.channelSounding))
    #expect(!CBCentralManager.supports([.channelSounding, .extendedScanAndConnect]))
  }

  @Test("alone makes the features known: Bluetooth that is on, and a setup without a manager, do not")
  func featuresWithoutManager() throws {
    let world = try VirtualWorld(seed: 7)
    world.phone.setUp(try world.addAccessory(Kitchen.probe, x: 1, y: 0))
    world.run(for: .seconds(10))
    #expect(world.accessories[0].bluetoothIdentifier != nil)
    #expect(!CBCentralManager.supports(.channelSounding))
    let diary = Diary()
    let manager = CBCentralManager(delegate: diary, queue: DispatchQueue(label: "app"))
    world.run(for: .seconds(1))
    #expect(CBCentralManager.supports(.channelSounding) && manager.state == .poweredOn)
  }

  @Test(
    "takes scans and connections only when powered on: nothing on the air, one line in the log",
    arguments: [nil, WorldPhone.Obstacle.unsupported, .unauthorized, .resetting])
  func otherStates(_ obstacle: WorldPhone.Obstacle?) throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    if let obstacle { kitchen.world.phone.block(obstacle) } else { kitchen.world.phone.isBluetoothOn = false }
    kitchen.world.run(for: .milliseconds(100))
    #expect(kitchen.diary.takeLines() == ["state \(kitchen.manager.state)"])
    #expect(kitchen.manager.state != .poweredOn)
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.manager.connect(peripheral)
    #expect(kitchen.manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).isEmpty)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.isEmpty && peripheral.state == .disconnected)
    #expect(
      kitchen.world.phone.log.map { String($0.prefix { $0 != " " }) } == [
        "scanForPeripherals", "connect", "retrievePeripherals",
      ])
    if obstacle == nil { kitchen.world.phone.isBluetoothOn = true } else { kitchen.world.phone.block(nil) }
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOn"])
    kitchen.manager.connect(peripheral)
    #expect(kitchen.run(until: "didConnect"))
  }

  @Test(
    "stays kept from Bluetooth when the user uses the switch, and is powered off as the switch says afterwards"
  )
  func blockAndSwitch() throws {
    let kitchen = try Kitchen()
    let phone = kitchen.world.phone
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOn"])
    phone.block(.unauthorized)
    kitchen.world.run(for: .seconds(1))
    phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    phone.isBluetoothOn = true
    kitchen.world.run(for: .seconds(1))
    phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state unauthorized"])
    #expect(CBCentralManager.authorization == .denied && !phone.isBluetoothOn)
    phone.block(nil)
    kitchen.world.run(for: .seconds(1))
    phone.block(nil)
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOff"])
    phone.isBluetoothOn = true
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOn"])
  }

  @Test("loses scan and connections when Bluetooth is switched off, and tells only the state")
  func powerOff() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["state poweredOff"])
    #expect(peripheral.state == .disconnected && !kitchen.manager.isScanning)
    kitchen.world.phone.isBluetoothOn = true
    #expect(kitchen.run(until: "state poweredOn"))
    kitchen.manager.connect(peripheral)
    #expect(kitchen.run(until: "didConnect"))
  }

  @Test("that the app drops leaves its peripherals disconnected, and ends their connections")
  func drop() throws {
    let kitchen = try Kitchen()
    let identifier = try kitchen.discover().identifier
    let diary = Diary()
    var manager: CBCentralManager? = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let peripheral = try #require(manager?.retrievePeripherals(withIdentifiers: [identifier]).first)
    manager?.connect(peripheral)
    kitchen.world.run(for: .seconds(2))
    #expect(diary.takeLines() == ["state poweredOn", "didConnect, connected"])
    peripheral.discoverServices(nil)
    kitchen.world.run(for: .seconds(2))
    #expect(peripheral.services?.isEmpty == false)
    manager = nil
    #expect(peripheral.state == .disconnected && peripheral.services == nil)
    // The accessory advertises again.
    kitchen.diary.peripherals = []
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(3))
    #expect(kitchen.diary.lines.contains { $0.hasPrefix("didDiscover") })
  }

  @Test("needs a world: the one of its thread, the one whose callback runs, or the only one")
  func worlds() throws {
    let first = try Kitchen(seed: 1)
    let second = try Kitchen(seed: 2)
    first.world.run(for: .seconds(1))
    #expect(first.diary.lines == ["state poweredOn"] && second.diary.lines.isEmpty)
    let diary = Diary()
    let manager = first.world.perform { CBCentralManager(delegate: diary, queue: nil) }
    first.world.run(for: .seconds(1))
    #expect(diary.lines == ["state poweredOn"] && manager.state == .poweredOn)
    #expect(second.diary.lines.isEmpty)
  }
}
