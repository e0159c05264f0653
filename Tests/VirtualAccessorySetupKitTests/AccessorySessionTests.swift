import Foundation
import Testing
import VirtualAccessorySetupKit
import VirtualCoreBluetooth
import VirtualPhone

/// A delegate that notes what it finds.
private final class Finder: NSObject, CBCentralManagerDelegate {
  var found: [UUID] = []
  var connected: [UUID] = []
  private var kept: [CBPeripheral] = []

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    found.append(peripheral.identifier)
    kept.append(peripheral)
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    connected.append(peripheral.identifier)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    connected.removeAll { $0 == peripheral.identifier }
  }
}

@Suite("A session of accessories that are set up")
struct AccessorySessionTests {
  @Test("a central manager that was made before the picker keeps it shut; let go, it does not")
  func earlyManager() throws {
    let setup = try Setup()
    var manager: CBCentralManager? = CBCentralManager()
    #expect(setup.show() == ["activated", "showPicker pickerRestricted"])
    #expect(setup.world.phone.log.last?.contains("CBCentralManager") == true)
    #expect(manager?.state == .poweredOn)
    manager = nil
    #expect(setup.show().last == "showPicker nil")
    let late = CBCentralManager()
    #expect(setup.show().first == "pickerDidPresent")
    #expect(late.state == .poweredOn)
  }

  @Test("a central manager that is made while the picker is open closes it")
  func managerDuringPicker() throws {
    let setup = try Setup([])
    var manager: CBCentralManager?
    setup.onEvent = { if $0 == .pickerDidPresent { manager = CBCentralManager() } }
    #expect(
      setup.show() == ["activated", "pickerDidPresent", "pickerDidDismiss", "showPicker pickerRestricted"])
    #expect(manager?.state == .poweredOn)
  }

  @Test(
    "its end closes the picker without a setup, while it searches and while it sets up",
    arguments: [false, true])
  func invalidation(_ isSettingUp: Bool) throws {
    let setup = try Setup(isSettingUp ? [Setup.probe] : [])
    let last: ASAccessoryEventType = isSettingUp ? .pickerSetupPairing : .pickerDidPresent
    setup.onEvent = { [unowned setup] in if $0 == last { setup.session.invalidate() } }
    #expect(
      setup.show() == ["activated", "pickerDidPresent"] + (isSettingUp ? ["pickerSetupPairing"] : []) + [
        "pickerDidDismiss", "showPicker invalidated", "invalidated",
      ])
    #expect(setup.session.accessories.isEmpty)
    let next = ASAccessorySession()
    nonisolated(unsafe) var events: [ASAccessoryEventType] = []
    next.activate(on: .main) { events.append($0.eventType) }
    setup.world.run(for: .seconds(1))
    #expect(events == [.activated])
  }

  @Test("a session that has ended has no use: activation has no effect but a line in the log")
  func unusable() throws {
    let setup = try Setup()
    setup.session.invalidate()
    nonisolated(unsafe) var events: [ASAccessoryEventType] = []
    setup.session.activate(on: .main) { events.append($0.eventType) }
    #expect(setup.show() == ["activated", "invalidated", "showPicker invalidated"])
    #expect(events.isEmpty)
    #expect(
      setup.world.phone.log.contains { $0.contains("activate has no effect: The session was invalidated") })
  }

  @Test("the scans of an app that sets accessories up report no others")
  func scans() throws {
    let setup = try Setup([Setup.nordic, Setup.probe])
    setup.world.phone.picker = .choose("Smoker probe, left side")
    #expect(setup.show().last == "showPicker nil")
    let finder = Finder()
    let manager = CBCentralManager(delegate: finder, queue: DispatchQueue(label: "finder"))
    setup.world.run(for: .seconds(5))
    let identifier = try #require(setup.session.accessories.first?.bluetoothIdentifier)
    #expect(finder.found == [identifier] && finder.connected == [identifier])
    setup.world.phone.infoDictionary = nil
    manager.scanForPeripherals(withServices: nil)
    setup.world.run(for: .seconds(5))
    #expect(Set(finder.found).count == 2)
  }

  @Test("removal takes the bond and the link, by the app and in the settings", arguments: [true, false])
  func removal(_ isByApp: Bool) throws {
    let setup = try Setup()
    #expect(setup.show().last == "showPicker nil")
    let finder = Finder()
    let manager = CBCentralManager(delegate: finder, queue: DispatchQueue(label: "finder"))
    setup.world.run(for: .seconds(5))
    #expect(finder.connected.count == 1 && manager.isScanning)
    let accessory = try #require(setup.session.accessories.first)
    if isByApp {
      setup.session.removeAccessory(accessory, completionHandler: setup.note("remove"))
    } else {
      setup.world.phone.remove(setup.world.accessories[0])
    }
    setup.world.run(for: .seconds(5))
    #expect(setup.takeLines() == ["accessoryRemoved "] + (isByApp ? ["remove nil"] : []))
    #expect(setup.session.accessories.isEmpty && finder.connected.isEmpty)
    #expect(accessory.state == .unauthorized && accessory.bluetoothIdentifier == nil)
    #expect(setup.world.accessories[0].bluetoothIdentifier == nil)
    setup.session.removeAccessory(accessory, completionHandler: setup.note("again"))
    setup.world.run(for: .seconds(1))
    #expect(setup.takeLines() == ["again invalidRequest"])
    setup.world.phone.acceptsPairing = false
    #expect(setup.show().last == "showPicker connectionFailed")
  }

  @Test("an accessory that the picker did not pair is set up, and not measured")
  func unpaired() throws {
    let setup = try Setup()
    #expect(
      setup.show(Setup.item { $0.supportedOptions = [] }) == [
        "activated", "pickerDidPresent", "accessoryAdded Probe", "pickerDidDismiss", "showPicker nil",
      ])
    let finder = Finder()
    let manager = CBCentralManager(delegate: finder, queue: DispatchQueue(label: "finder"))
    setup.world.run(for: .seconds(5))
    let identifier = try #require(finder.connected.first)
    manager.retrievePeripherals(withIdentifiers: [identifier])[0]
      .startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
    #expect(setup.world.phone.log.last?.contains("not set up with the accessory picker") == true)
  }

  @Test("a name is the one that the user types, or stays")
  func rename() throws {
    let setup = try Setup()
    #expect(setup.show().last == "showPicker nil")
    let accessory = try #require(setup.session.accessories.first)
    setup.session.renameAccessory(accessory, completionHandler: setup.note("rename"))
    setup.world.phone.typedName = "Brisket"
    setup.world.run(for: .seconds(1))
    setup.session.renameAccessory(accessory, completionHandler: setup.note("rename"))
    setup.world.run(for: .seconds(1))
    #expect(setup.takeLines() == ["rename userCancelled", "accessoryChanged Brisket", "rename nil"])
    #expect(accessory.displayName == "Brisket")
  }

  @Test("no name is asked for an accessory that was removed, and none by a session that has ended")
  func renameInVain() throws {
    let setup = try Setup()
    #expect(setup.show().last == "showPicker nil")
    let accessory = try #require(setup.session.accessories.first)
    setup.world.phone.remove(setup.world.accessories[0])
    setup.world.run(for: .seconds(1))
    _ = setup.takeLines()
    setup.session.renameAccessory(accessory, completionHandler: setup.note("removed"))
    setup.world.run(for: .seconds(1))
    #expect(setup.takeLines() == ["removed invalidRequest"])
    setup.session.invalidate()
    setup.session.renameAccessory(accessory, completionHandler: setup.note("ended"))
    setup.world.run(for: .seconds(1))
    #expect(setup.takeLines() == ["invalidated", "ended invalidated"])
  }

  @Test("the app confirms or declines what awaits authorization", arguments: [true, false])
  func confirmation(_ isWanted: Bool) throws {
    let setup = try Setup()
    let item = Setup.item()
    item.setupOptions = .confirmAuthorization
    #expect(setup.show(item).last == "showPicker nil")
    let accessory = try #require(setup.session.accessories.first)
    #expect(accessory.state == .awaitingAuthorization)
    if isWanted {
      setup.session.finishAuthorization(
        for: accessory, settings: .default, completionHandler: setup.note("finish"))
    } else {
      setup.session.failAuthorization(for: accessory, completionHandler: setup.note("fail"))
    }
    setup.world.run(for: .seconds(1))
    #expect(
      setup.takeLines()
        == (isWanted ? ["accessoryChanged Probe", "finish nil"] : ["accessoryRemoved ", "fail nil"]))
    #expect(accessory.state == (isWanted ? .authorized : .unauthorized))
  }

  @Test("an accessory that awaits authorization is not found before the app has confirmed it")
  func unconfirmed() throws {
    let setup = try Setup()
    let item = Setup.item()
    item.setupOptions = .confirmAuthorization
    #expect(setup.show(item).last == "showPicker nil")
    let accessory = try #require(setup.session.accessories.first)
    let finder = Finder()
    let manager = CBCentralManager(delegate: finder, queue: DispatchQueue(label: "finder"))
    setup.world.run(for: .seconds(5))
    #expect(finder.found.isEmpty)
    setup.session.finishAuthorization(
      for: accessory, settings: .default, completionHandler: setup.note("finish"))
    setup.world.run(for: .seconds(5))
    let identifier = try #require(accessory.bluetoothIdentifier)
    #expect(finder.found == [identifier] && manager.isScanning)
  }

  @Test("migration takes over what the app knew before, without a picker")
  func migration() throws {
    let setup = try Setup()
    setup.world.phone.infoDictionary = nil
    let finder = Finder()
    var manager: CBCentralManager? = CBCentralManager(
      delegate: finder, queue: DispatchQueue(label: "finder"))
    setup.world.run(for: .seconds(5))
    setup.world.phone.infoDictionary = Setup.infoDictionary
    let item = ASMigrationDisplayItem(
      name: "Old probe", productImage: UIImage(), descriptor: Setup.item().descriptor)
    item.peripheralIdentifier = finder.found[0]
    #expect(setup.show(item) == ["activated", "showPicker pickerRestricted"])
    #expect(manager?.state == .poweredOn)
    manager = nil
    #expect(setup.show(item) == ["accessoryAdded Old probe", "migrationComplete", "showPicker nil"])
    #expect(setup.session.accessories.map(\.bluetoothIdentifier) == [item.peripheralIdentifier])
  }

  @Test("a session of the next launch has the accessories when it is activated")
  func nextLaunch() throws {
    let setup = try Setup()
    #expect(setup.show().last == "showPicker nil")
    let next = ASAccessorySession()
    nonisolated(unsafe) var names: [String] = []
    next.activate(on: .main) { event in
      if event.eventType == .activated { names = next.accessories.map(\.displayName) }
    }
    setup.world.run(for: .seconds(1))
    #expect(names == ["Probe"])
  }
}
