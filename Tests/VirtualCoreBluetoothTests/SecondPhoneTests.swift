import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A second phone")
struct SecondPhoneTests {
  private struct Two {
    let world: VirtualWorld
    let first = Diary()
    let second = Diary()
    let managers: [CBCentralManager]

    init() throws {
      let world = try VirtualWorld(seed: 3)
      try world.addAccessory("nordic-nrf54l15-ipt", x: 2, y: 0)
      let other = try world.addPhone(x: 5, y: 0)
      let (first, second) = (first, second)
      managers = [
        CBCentralManager(delegate: first, queue: nil),
        world.perform(as: other) { CBCentralManager(delegate: second, queue: nil) },
      ]
      self.world = world
      world.run(for: .seconds(1))
      for manager in managers { manager.scanForPeripherals(withServices: nil) }
      world.run(for: .seconds(2))
      // Requests of a scanner would collide with the connection of the other phone.
      for manager in managers { manager.stopScan() }
    }

    func connect(_ index: Int) { managers[index].connect([first, second][index].peripherals[0]) }
  }

  @Test("knows an accessory by another identifier, and hears it from where it stands")
  func identifiers() throws {
    let two = try Two()
    #expect(two.first.lines == two.second.lines && two.first.lines.count == 2)
    #expect(two.first.peripherals[0].identifier != two.second.peripherals[0].identifier)
    #expect(two.first.strengths[0] > two.second.strengths[0])
  }

  @Test("waits for an accessory that holds one link, and is connected to it when the first phone leaves")
  func waits() throws {
    let two = try Two()
    two.connect(0)
    two.world.run(for: .seconds(2))
    _ = (two.first.takeLines(), two.second.takeLines())
    two.connect(1)
    two.world.run(for: .seconds(60))
    #expect(
      two.second.lines == [] && two.second.peripherals[0].state == .connecting,
      "\(two.first.lines) \(two.second.lines)")
    two.managers[0].cancelPeripheralConnection(two.first.peripherals[0])
    two.world.run(for: .seconds(5))
    #expect(two.first.lines.count == 1 && two.first.lines[0].hasPrefix("didDisconnect nil"))
    #expect(two.second.lines.count == 1 && two.second.lines[0].hasPrefix("didConnect"))
  }

  @Test("sets accessories up for itself, and forgets them by itself")
  func setup() throws {
    let world = try VirtualWorld(seed: 3)
    let accessory = try world.addAccessory("nordic-nrf54l15-ipt", x: 2, y: 0)
    let other = try world.addPhone(x: 5, y: 0)
    other.setUp(accessory)
    world.run(for: .seconds(5))
    #expect(other.bluetoothIdentifier(of: accessory) != nil && accessory.bluetoothIdentifier == nil)
    world.phone.setUp(accessory)
    world.run(for: .seconds(5))
    #expect(world.phone.bluetoothIdentifier(of: accessory) == accessory.bluetoothIdentifier)
    #expect(accessory.bluetoothIdentifier != other.bluetoothIdentifier(of: accessory))
    other.remove(accessory)
    #expect(other.bluetoothIdentifier(of: accessory) == nil && accessory.bluetoothIdentifier != nil)
  }

  @Test("is switched off by itself")
  func power() throws {
    let two = try Two()
    two.world.phones[1].isBluetoothOn = false
    two.world.run(for: .seconds(1))
    #expect(two.managers.map(\.state) == [.poweredOn, .poweredOff])
    #expect(two.world.phones[1].log == [] && two.world.phones.count == 2)
  }

  @Test("makes managers in its callbacks that are its own")
  func callbacks() throws {
    let world = try VirtualWorld()
    let other = try world.addPhone(x: 1, y: 1)
    let diary = Diary()
    var made: CBCentralManager?
    diary.onLine = { _ in if made == nil { made = CBCentralManager(delegate: nil, queue: nil) } }
    let manager = world.perform(as: other) { CBCentralManager(delegate: diary, queue: nil) }
    world.run(for: .seconds(1))
    other.isBluetoothOn = false
    world.run(for: .seconds(1))
    #expect(manager.state == .poweredOff && made?.state == .poweredOff)
  }
}
