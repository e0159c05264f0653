import Foundation
import ProjectFiles
import Testing
import VirtualAccessorySetupKit
import VirtualCoreBluetooth
import VirtualPhone

/// An app with a session, which writes down every event.
final class Setup {
  static let probe = ProjectFolder.url.appending(path: "Tests/Fixtures/accessories/probe.yaml").path
  static let nordic = "nordic-nrf54l15-ipt"
  static let infoDictionary: [String: [String]] = [
    "NSAccessorySetupSupports": ["Bluetooth"],
    "NSAccessorySetupBluetoothServices": ["185B", "8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE"],
    "NSAccessorySetupBluetoothCompanyIdentifiers": ["012D"],
    "NSAccessorySetupBluetoothNames": ["Smoker"],
  ]

  let world: VirtualWorld
  let session: ASAccessorySession
  private let queue = DispatchQueue(label: "app")
  private(set) var lines: [String] = []
  private(set) var lastAccessory: ASAccessory?
  var onEvent: (ASAccessoryEventType) -> Void = { _ in }

  init(
    _ accessories: [String] = [probe], faults: [String] = [], seed: UInt64 = 7, activates: Bool = true
  ) throws {
    world = try VirtualWorld(seed: seed)
    world.phone.infoDictionary = Self.infoDictionary
    for (index, accessory) in accessories.enumerated() {
      try world.addAccessory(accessory, x: 1.5 + Double(index), y: 0, faults: faults)
    }
    session = ASAccessorySession()
    guard activates else { return }
    session.activate(on: queue) { [unowned self] event in
      lines.append("\(event.eventType)" + (event.accessory.map { " \($0.displayName)" } ?? ""))
      if let accessory = event.accessory { lastAccessory = accessory }
      onEvent(event.eventType)
    }
  }

  static func item(_ change: (ASDiscoveryDescriptor) -> Void = { _ in }) -> ASPickerDisplayItem {
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothServiceUUID = CBUUID(string: "185B")
    descriptor.supportedOptions = .bluetoothPairingLE
    change(descriptor)
    return ASPickerDisplayItem(name: "Probe", productImage: UIImage(), descriptor: descriptor)
  }

  func note(_ what: String) -> @Sendable ((any Error)?) -> Void {
    nonisolated(unsafe) let setup = self
    return { error in
      setup.lines.append("\(what) " + ((error as? ASError).map { "\($0.code)" } ?? "nil"))
    }
  }

  func show(_ items: ASPickerDisplayItem..., within span: Duration = .seconds(40)) -> [String] {
    session.showPicker(for: items.isEmpty ? [Self.item()] : items, completionHandler: note("showPicker"))
    world.run(for: span)
    return takeLines()
  }

  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
}

private let added = [
  "activated", "pickerDidPresent", "pickerSetupPairing", "accessoryAdded Probe", "pickerDidDismiss",
  "showPicker nil",
]

@Suite("The accessory picker")
struct PickerTests {
  @Test("bonds with the accessory that is chosen, and then there is an identifier")
  func choose() throws {
    let setup = try Setup()
    #expect(setup.session.accessories.isEmpty)
    #expect(setup.show() == added)
    let accessory = try #require(setup.session.accessories.first)
    #expect(accessory.state == .authorized && accessory.displayName == "Probe")
    #expect(accessory.descriptor.bluetoothServiceUUID == CBUUID(string: "185B"))
    #expect(accessory.bluetoothIdentifier == setup.world.accessories[0].bluetoothIdentifier)
    #expect(accessory.bluetoothIdentifier != nil && setup.lastAccessory === accessory)
  }

  @Test("chooses by advertised name, and offers nothing that is set up already")
  func several() throws {
    let setup = try Setup([Setup.nordic, Setup.probe])
    setup.world.phone.picker = .choose("Smoker probe, left side")
    #expect(setup.show() == added)
    #expect(setup.world.accessories.map { $0.bluetoothIdentifier != nil } == [false, true])
    #expect(setup.show() == ["pickerDidPresent", "pickerDidDismiss", "showPicker discoveryTimeout"])
    setup.world.phone.picker = .chooseFirst
    #expect(setup.show() == Array(added.dropFirst()))
    #expect(setup.session.accessories.count == 2)
    #expect(setup.show() == ["pickerDidPresent", "pickerDidDismiss", "showPicker discoveryTimeout"])
  }

  @Test("asks for a name before the accessory is added, if the item says so", arguments: ["Brisket", nil])
  func rename(_ typed: String?) throws {
    let setup = try Setup()
    setup.world.phone.typedName = typed
    let item = Setup.item()
    item.setupOptions = .rename
    #expect(
      setup.show(item) == [
        "activated", "pickerDidPresent", "pickerSetupPairing", "pickerSetupRename",
        "accessoryAdded \(typed ?? "Probe")", "pickerDidDismiss", "showPicker nil",
      ])
    #expect(setup.session.accessories.map(\.displayName) == [typed ?? "Probe"])
  }

  @Test("closes when the user wants that")
  func cancel() throws {
    let setup = try Setup()
    setup.world.phone.picker = .cancel
    #expect(
      setup.show() == ["activated", "pickerDidPresent", "pickerDidDismiss", "showPicker userCancelled"])
    #expect(setup.session.accessories.isEmpty)
  }

  @Test("fails where the accessory does not pair")
  func refusedByAccessory() throws {
    let setup = try Setup(faults: ["pairing-refused"])
    #expect(
      setup.show().suffix(3) == ["pickerSetupFailed", "pickerDidDismiss", "showPicker connectionFailed"])
    #expect(setup.session.accessories.isEmpty && setup.world.accessories[0].bluetoothIdentifier == nil)
  }

  @Test("fails where the user does not pair, and can be shown again")
  func declined() throws {
    let setup = try Setup()
    setup.world.phone.acceptsPairing = false
    #expect(
      setup.show() == [
        "activated", "pickerDidPresent", "pickerSetupPairing", "pickerSetupFailed", "pickerDidDismiss",
        "showPicker connectionFailed",
      ])
    #expect(setup.session.accessories.isEmpty)
    setup.world.phone.acceptsPairing = true
    #expect(setup.show() == Array(added.dropFirst()))
  }

  @Test("gives an accessory up that vanishes while it is set up, also when that comes back later")
  func vanished() throws {
    let setup = try Setup()
    let probe = setup.world.accessories[0]
    setup.onEvent = { if $0 == .pickerSetupPairing { probe.powerOff() } }
    #expect(
      setup.show() == [
        "activated", "pickerDidPresent", "pickerSetupPairing", "pickerSetupFailed", "pickerDidDismiss",
        "showPicker connectionFailed",
      ])
    probe.powerOn()
    setup.world.run(for: .seconds(20))
    #expect(setup.takeLines() == [] && setup.session.accessories.isEmpty)
  }

  @Test("does not cut a setup off that began in time")
  func choiceInTime() throws {
    let earlier = try Setup()
    var choice = Duration.zero
    earlier.onEvent = { [unowned earlier] in if $0 == .pickerSetupPairing { choice = earlier.world.now } }
    #expect(earlier.show() == added)
    let setup = try Setup()
    let limit = (choice + .milliseconds(1)) / .seconds(1)
    setup.session.pickerDisplaySettings = .default
    setup.session.pickerDisplaySettings?.discoveryTimeout = .init(rawValue: limit)
    #expect(setup.show() == added)
  }

  @Test("waits as long as its settings say", arguments: [(nil, 30), (60, 60)])
  func timeout(_ seconds: TimeInterval?, _ expected: Int) throws {
    let setup = try Setup([])
    if let seconds {
      setup.session.pickerDisplaySettings = .default
      setup.session.pickerDisplaySettings?.discoveryTimeout = .init(rawValue: seconds)
    }
    _ = setup.show(within: .seconds(expected - 1))
    setup.world.run(for: .seconds(2))
    #expect(setup.takeLines() == ["pickerDidDismiss", "showPicker discoveryTimeout"])
  }

  @Test(
    "is refused with the key that lacks",
    arguments: ["identity", "service", "company", "name", "mask", "plist"])
  func refused(_ kind: String) throws {
    let setup = try Setup()
    let item = Setup.item { descriptor in
      switch kind {
      case "identity": descriptor.bluetoothServiceUUID = nil
      case "service": descriptor.bluetoothServiceUUID = CBUUID(string: "180F")
      case "company": descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x59)
      case "name": descriptor.bluetoothNameSubstring = "Grill"
      case "mask":
        (descriptor.bluetoothServiceDataBlob, descriptor.bluetoothServiceDataMask) = (
          Data([1, 2]), Data([1])
        )
      default: setup.world.phone.infoDictionary = [:]
      }
    }
    let lacking = [
      "identity": "neither bluetoothServiceUUID nor bluetoothCompanyIdentifier",
      "service": "NSAccessorySetupBluetoothServices in Info.plist lacks 180F",
      "company": "NSAccessorySetupBluetoothCompanyIdentifiers in Info.plist lacks 0059",
      "name": "NSAccessorySetupBluetoothNames in Info.plist lacks Grill",
      "mask": "bluetoothServiceDataMask 1", "plist": "NSAccessorySetupSupports in Info.plist lacks Bluetooth",
    ]
    #expect(setup.show(item) == ["activated", "showPicker invalidRequest"])
    #expect(setup.world.phone.log.contains { $0.contains(lacking[kind] ?? "?") })
    setup.world.phone.infoDictionary = Setup.infoDictionary
    #expect(setup.show() == Array(added.dropFirst()))
  }

  @Test(
    "finds what the descriptor says", arguments: ["company", "name", "case", "other name", "range", "masks"])
  func descriptors(_ kind: String) throws {
    let setup = try Setup([Setup.nordic, Setup.probe])
    var isFound = true
    var infoDictionary = Setup.infoDictionary
    infoDictionary["NSAccessorySetupBluetoothNames"] = ["Smoker", "sMOKER", "Grill"]
    setup.world.phone.infoDictionary = infoDictionary
    let item = Setup.item { descriptor in
      switch kind {
      case "company":
        descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x012D)
        isFound = false
      case "name": descriptor.bluetoothNameSubstring = "Smoker"
      case "case":
        descriptor.bluetoothNameSubstring = "sMOKER"
        descriptor.bluetoothNameSubstringCompareOptions = .caseInsensitive
      case "other name":
        descriptor.bluetoothNameSubstring = "Grill"
        isFound = false
      case "range":
        descriptor.bluetoothRange = .immediate
      default:
        (descriptor.bluetoothServiceDataBlob, descriptor.bluetoothServiceDataMask) = (Data([1]), Data([1]))
        isFound = false
      }
    }
    if kind == "range" {
      setup.world.phone.stand(x: -40, y: 0)
      #expect(setup.show(item).last == "showPicker discoveryTimeout")
      setup.world.phone.stand(x: 1.4, y: 0)
    }
    #expect(setup.show(item).last == (isFound ? "showPicker nil" : "showPicker discoveryTimeout"))
    if ["name", "case"].contains(kind) {
      #expect(setup.world.accessories.map { $0.bluetoothIdentifier != nil } == [false, true])
    }
  }

  @Test(
    "compares manufacturer data where the mask has ones",
    arguments: [
      ([1, 0xFF], [0xFF, 0], true), ([1, 0xFF], [0xFF, 1], false), ([1, 2, 3], [0, 0, 0], false),
    ])
  func manufacturerData(_ blob: [UInt8], _ mask: [UInt8], _ isFound: Bool) throws {
    let setup = try Setup(["everything"])
    setup.world.phone.infoDictionary = [
      "NSAccessorySetupSupports": ["Bluetooth"], "NSAccessorySetupBluetoothCompanyIdentifiers": ["FFFF"],
    ]
    let item = Setup.item {
      $0.bluetoothServiceUUID = nil
      $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0xFFFF)
      ($0.bluetoothManufacturerDataBlob, $0.bluetoothManufacturerDataMask) = (Data(blob), Data(mask))
    }
    #expect(setup.show(item).last == (isFound ? "showPicker nil" : "showPicker discoveryTimeout"))
  }

  @Test("ends at once where its timeout is below zero")
  func negativeTimeout() throws {
    let setup = try Setup()
    setup.session.pickerDisplaySettings = .default
    setup.session.pickerDisplaySettings?.discoveryTimeout = .init(rawValue: -1)
    #expect(setup.show(within: .zero).last == "showPicker discoveryTimeout")
  }

  @Test("without a timeout waits for days", arguments: [TimeInterval.infinity, 1e30, .nan])
  func unbounded(_ seconds: TimeInterval) throws {
    let setup = try Setup([])
    setup.session.pickerDisplaySettings = .default
    setup.session.pickerDisplaySettings?.discoveryTimeout = .init(rawValue: seconds)
    #expect(setup.show(within: .seconds(200_000)) == ["activated", "pickerDidPresent"])
  }

  @Test("is refused where Info.plist makes no sense, in words")
  func badPropertyList() throws {
    let setup = try Setup()
    setup.world.phone.infoDictionary = [
      "NSAccessorySetupSupports": ["Bluetooth"], "NSAccessorySetupBluetoothCompanyIdentifiers": ["Nordic"],
    ]
    #expect(setup.show() == ["activated", "showPicker invalidRequest"])
    #expect(
      setup.world.phone.log == [
        "accessory picker: Info.plist: found 'Nordic' under NSAccessorySetupBluetoothCompanyIdentifiers, "
          + "expected hex digits as 012D, or a number from 0 to 65535."
      ])
  }

  @Test("keeps no session, and so no world, before it is there or while it is", arguments: [false, true])
  func dropped(_ isPresented: Bool) throws {
    weak var world: VirtualWorld?
    func use() throws {
      let setup = try Setup([])
      world = setup.world
      setup.world.run(for: .seconds(1))
      setup.session.showPicker(for: [Setup.item()]) { _ in }
      guard isPresented else { return }
      setup.world.run(for: .seconds(1))
      #expect(setup.takeLines() == ["activated", "pickerDidPresent"])
    }
    try use()
    #expect(world == nil)
  }

  @Test("keeps no accessory, and so no world, of which the app has yet to hear")
  func unheard() throws {
    weak var world: VirtualWorld?
    func use() throws {
      let setup = try Setup()
      world = setup.world
      #expect(setup.show() == added)
      setup.session.removeAccessory(try #require(setup.lastAccessory)) { _ in }
    }
    try use()
    #expect(world == nil)
  }

  @Test("needs an active session, one picker, and an item")
  func requests() throws {
    let idle = try Setup(activates: false)
    #expect(idle.show() == ["showPicker invalidRequest"])
    let setup = try Setup([])
    setup.session.showPicker(completionHandler: setup.note("none"))
    setup.session.showPicker(for: [Setup.item()], completionHandler: setup.note("first"))
    setup.session.showPicker(for: [Setup.item()], completionHandler: setup.note("second"))
    setup.world.run(for: .seconds(40))
    #expect(
      setup.takeLines() == [
        "activated", "none extensionNotFound", "pickerDidPresent", "second pickerAlreadyActive",
        "pickerDidDismiss", "first discoveryTimeout",
      ])
    setup.session.invalidate()
    #expect(setup.show() == ["invalidated", "showPicker invalidated"])
  }

  @Test("gives the same events and the same capture for a seed")
  func same() throws {
    func run() throws -> Data {
      let setup = try Setup([Setup.nordic, Setup.probe], seed: 3)
      #expect(setup.show() == added)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcapng")
      defer { try? FileManager.default.removeItem(at: file) }
      try setup.world.writeCapture(file.path)
      return try Data(contentsOf: file)
    }
    #expect(try run() == run())
  }
}
