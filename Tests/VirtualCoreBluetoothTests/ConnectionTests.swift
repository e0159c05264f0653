import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A connection")
struct ConnectionTests {
  @Test("is reported once, and ends with no error when the app cancels it")
  func cancel() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    kitchen.manager.connect(peripheral)
    #expect(peripheral.state == .connecting)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didConnect, connected"])
    kitchen.manager.cancelPeripheralConnection(peripheral)
    #expect(peripheral.state == .disconnecting)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDisconnect nil, disconnected"])
  }

  @Test("that is there is reported at once when the app asks for it again; a pending one is not reported")
  func repeated() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .zero)
    #expect(kitchen.diary.takeLines() == ["didConnect, connected"])
    kitchen.world.accessories[0].powerOff()
    #expect(kitchen.run(until: "didDisconnect"))
    _ = kitchen.diary.takeLines()
    kitchen.manager.connect(peripheral)
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.isEmpty && peripheral.state == .connecting)
    #expect(try kitchen.connectRequestCount() == 1)
  }

  @Test("begins after the start delay of its options, unless it was cancelled before")
  func startDelay() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    let options = [CBConnectPeripheralOptionStartDelayKey: 3]
    kitchen.manager.connect(peripheral, options: options)
    kitchen.world.run(for: .seconds(2.9))
    #expect(kitchen.diary.lines.isEmpty && peripheral.state == .connecting)
    #expect(try kitchen.connectRequestCount() == 0)
    kitchen.world.run(for: .seconds(3))
    #expect(kitchen.diary.takeLines() == ["didConnect, connected"])
    kitchen.manager.cancelPeripheralConnection(peripheral)
    try #require(kitchen.run(until: "didDisconnect"))
    kitchen.manager.connect(peripheral, options: options)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines.last == "didDisconnect nil, disconnected")
    #expect(try kitchen.connectRequestCount() == 1)
  }

  @Test("has no timeout: an absent accessory is connected to when it comes")
  func absent() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    kitchen.world.accessories[0].powerOff()
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(600))
    #expect(kitchen.diary.lines.isEmpty && peripheral.state == .connecting)
    kitchen.world.accessories[0].powerOn()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines == ["didConnect, connected"])
  }

  @Test("that is pending ends with no error when it is cancelled, and does not come about later")
  func cancelPending() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    kitchen.world.accessories[0].powerOff()
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(2))
    kitchen.manager.cancelPeripheralConnection(peripheral)
    #expect(kitchen.diary.lines.isEmpty)
    kitchen.world.run(for: .seconds(1))
    kitchen.world.accessories[0].powerOn()
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines == ["didDisconnect nil, disconnected"])
    #expect(try kitchen.connectRequestCount() == 0)
    kitchen.manager.connect(peripheral)
    #expect(kitchen.run(until: "didConnect"))
    #expect(try kitchen.connectRequestCount() == 1)
  }

  /// Connects to a peripheral, or begins to, and drops it.
  private static func drop(in kitchen: Kitchen, _ isConnected: Bool) throws -> UUID {
    let peripheral = try kitchen.discover()
    if !isConnected { kitchen.world.accessories[0].powerOff() }
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(3))
    _ = kitchen.diary.takeLines()
    kitchen.diary.peripherals = []
    return peripheral.identifier
  }

  @Test(
    "is given up when the app drops the peripheral, before it came about or after", arguments: [false, true])
  func drop(_ isConnected: Bool) throws {
    let kitchen = try Kitchen()
    let identifier = try Self.drop(in: kitchen, isConnected)
    kitchen.world.run(for: .seconds(3))
    if !isConnected { kitchen.world.accessories[0].powerOn() }
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines.isEmpty)
    #expect(kitchen.world.phone.log.count { $0.contains("dropped a peripheral") } == 1)
    // It advertises again, and can be connected to.
    let again = try #require(kitchen.manager.retrievePeripherals(withIdentifiers: [identifier]).first)
    #expect(again.state == .disconnected)
    kitchen.manager.connect(again)
    #expect(kitchen.run(until: "didConnect"))
  }

  @Test("that is pending, cancelled and asked for again is connecting until it comes about")
  func renewPending() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    kitchen.world.accessories[0].powerOff()
    kitchen.manager.connect(peripheral)
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDisconnect nil, connecting"])
    #expect(peripheral.state == .connecting)
    kitchen.world.accessories[0].powerOn()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didConnect, connected"])
  }

  @Test("that is cancelled and asked for again at once ends and begins, without the attributes of before")
  func renew() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let notifying = characteristics[1]
    peripheral.setNotifyValue(true, for: notifying)
    #expect(kitchen.run(until: "didUpdateNotificationState true nil"))
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.manager.connect(peripheral)
    _ = kitchen.diary.takeLines()
    kitchen.world.run(for: .seconds(5))
    #expect(
      kitchen.diary.lines == ["didDisconnect nil, connecting", "didConnect, connected"])
    #expect(peripheral.services == nil && !notifying.isNotifying)
    #expect(try kitchen.connectRequestCount() == 2)
  }

  @Test(
    "that another object of a dropped peripheral asks for at once is not given up with it",
    arguments: [false, true])
  func dropAndConnect(_ isConnected: Bool) throws {
    let kitchen = try Kitchen()
    let identifier = try Self.drop(in: kitchen, isConnected)
    let again = try #require(kitchen.manager.retrievePeripherals(withIdentifiers: [identifier]).first)
    kitchen.manager.connect(again)
    if !isConnected { kitchen.world.accessories[0].powerOn() }
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines == ["didConnect, connected"] && again.state == .connected)
    #expect(try kitchen.connectRequestCount() == (isConnected ? 2 : 1))
  }

  @Test("that the accessory's silence ends is reported after the supervision timeout, once")
  func silence() throws {
    let kitchen = try Kitchen()
    _ = try kitchen.connect()
    let before = kitchen.world.now
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .milliseconds(1900))
    #expect(kitchen.diary.lines.isEmpty)
    #expect(kitchen.run(until: "didDisconnect"))
    #expect((.seconds(1.9)...(.seconds(2.2))).contains(kitchen.world.now - before))
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines == ["didDisconnect connectionTimeout, disconnected"])
  }

  @Test("comes back by itself where the app wants that, and not after a cancellation")
  func autoReconnect() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect(options: [CBConnectPeripheralOptionEnableAutoReconnect: true])
    kitchen.world.accessories[0].powerOff()
    #expect(kitchen.run(until: "didDisconnect"))
    #expect(kitchen.diary.takeLines() == ["didDisconnect connectionTimeout, connecting"])
    kitchen.world.accessories[0].powerOn()
    #expect(kitchen.run(until: "didConnect"))
    _ = kitchen.diary.takeLines()
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines == ["didDisconnect nil, disconnected"])
  }

  @Test("tells the method with a time instead of the one without, where the delegate has it")
  func timestamps() throws {
    final class Timed: Diary {
      override init() { super.init() }

      func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
      ) {
        note("timed \(isReconnecting) \(Self.text(error))")
      }
    }
    // A method that only the subclass of a conforming class has is not called; Apple's systems would call it.
    let kitchen = try Kitchen()
    let diary = Timed()
    kitchen.manager.delegate = diary
    kitchen.world.run(for: .seconds(1))
    #expect(diary.lines == ["state poweredOn"])
  }

  @Test("is shared by the managers of a phone: it ends when the last of them ends it")
  func shared() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    let diary = Diary()
    let other = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(other.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first)
    #expect(same !== peripheral && same.identifier == peripheral.identifier)
    other.connect(same)
    kitchen.world.run(for: .milliseconds(1))
    #expect(diary.lines == ["state poweredOn", "didConnect, connected"])
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.world.run(for: .seconds(3))
    #expect(kitchen.diary.takeLines() == ["didDisconnect nil, disconnected"])
    #expect(same.state == .connected)
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(3))
    #expect(diary.lines.last == "didDisconnect connectionTimeout, disconnected")
    #expect(kitchen.diary.lines.isEmpty)
  }

  @Test("ignores a peripheral of another manager, and says so in the log")
  func foreign() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.discover()
    let diary = Diary()
    let other = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.run(for: .seconds(1))
    other.connect(peripheral)
    kitchen.world.run(for: .seconds(3))
    #expect(diary.lines == ["state poweredOn"] && peripheral.state == .disconnected)
    other.cancelPeripheralConnection(peripheral)
    #expect(
      kitchen.world.phone.log
        == ["connect", "cancelPeripheralConnection"].map {
          "\($0) has no effect: the peripheral is another manager's, expected one that this manager discovered or "
            + "retrieved by its identifier"
        })
  }

  @Test("goes to seven accessories at once; the eighth waits for nothing and fails")
  func seven() throws {
    // With other seeds an advertising PDU may collide with a CONNECT_IND: that link is begun and not established.
    let kitchen = try Kitchen(seed: 1, probes: 8)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(10))
    kitchen.manager.stopScan()
    #expect(kitchen.diary.peripherals.count == 8)
    _ = kitchen.diary.takeLines()
    for peripheral in kitchen.diary.peripherals.prefix(7) { kitchen.manager.connect(peripheral) }
    kitchen.world.run(for: .seconds(30))
    #expect(kitchen.diary.takeLines() == Array(repeating: "didConnect, connected", count: 7))
    kitchen.manager.connect(kitchen.diary.peripherals[7])
    kitchen.world.run(for: .seconds(1))
    #expect(
      kitchen.diary.takeLines() == ["didFailToConnect connectionLimitReached, disconnected"])
    for peripheral in kitchen.diary.peripherals.prefix(7) { peripheral.discoverServices([Kitchen.service]) }
    kitchen.world.run(for: .seconds(30))
    #expect(
      kitchen.diary.takeLines()
        == Array(repeating: "didDiscoverServices [\"\(Kitchen.service)\"] nil", count: 7))
  }

  @Test("that is pending does not use the bond of an accessory that the user removes meanwhile")
  func removedBond() throws {
    let kitchen = try Kitchen(faults: ["security-request-at-connect"])
    let peripheral = try kitchen.discover()
    let accessory = kitchen.world.accessories[0]
    kitchen.world.phone.setUp(accessory)
    kitchen.world.run(for: .seconds(10))
    try #require(accessory.bluetoothIdentifier != nil)
    kitchen.manager.connect(peripheral)
    kitchen.world.phone.remove(accessory)
    kitchen.world.phone.acceptsPairing = false
    try #require(kitchen.run(until: "didConnect"))
    peripheral.discoverServices([Kitchen.service])
    try #require(kitchen.run(until: "didDiscoverServices"))
    let service = try #require(peripheral.services?.first)
    peripheral.discoverCharacteristics(nil, for: service)
    try #require(kitchen.run(until: "didDiscoverCharacteristics"))
    _ = kitchen.diary.takeLines()
    peripheral.readValue(for: try #require(service.characteristics)[3])
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.first?.hasPrefix("didUpdateValue [] insufficient") == true)
  }

  @Test("to a bonded accessory that lost its key fails, and says so")
  func lostKey() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.readValue(for: characteristics[3])
    #expect(kitchen.run(until: "didUpdateValue"))
    kitchen.manager.cancelPeripheralConnection(peripheral)
    #expect(kitchen.run(until: "didDisconnect"))
    _ = kitchen.diary.takeLines()
    kitchen.manager.connect(peripheral)
    #expect(kitchen.run(until: "didConnect"))
    kitchen.world.accessories[0].powerOff()
    #expect(kitchen.run(until: "didDisconnect"))
    kitchen.world.accessories[0].forgetBond()
    kitchen.world.accessories[0].powerOn()
    _ = kitchen.diary.takeLines()
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(10))
    #expect(
      kitchen.diary.lines == ["didFailToConnect peerRemovedPairingInformation, disconnected"])
  }
}
