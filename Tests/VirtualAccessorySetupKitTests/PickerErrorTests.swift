import Foundation
import Testing
import VirtualAccessorySetupKit
import VirtualPhone

@Suite("The text of a picker's error")
struct PickerErrorTests {
  private static let name = "'Smoker probe, left side'"

  /// An app whose user chooses the probe by its name.
  private static func setup(_ accessories: [String] = [Setup.probe], faults: [String] = []) throws -> Setup {
    let setup = try Setup(accessories, faults: faults)
    setup.world.phone.picker = .choose("Smoker probe, left side")
    return setup
  }

  @Test("names the accessory that refused to pair, with the reason")
  func refused() throws {
    let setup = try Self.setup(faults: ["pairing-refused"])
    #expect(setup.show().last == "showPicker connectionFailed")
    let line = try #require(setup.world.phone.log.last)
    #expect(line.contains("\(Self.name) was not set up: pairing failed"))
    #expect(line.hasSuffix("sent by the accessory."))
  }

  @Test("names the accessory with which the user declined to pair")
  func declined() throws {
    let setup = try Self.setup()
    setup.world.phone.acceptsPairing = false
    #expect(setup.show().last == "showPicker connectionFailed")
    #expect(
      setup.world.phone.log.last
        == "accessory picker: \(Self.name) was not set up: the user declined to pair.")
  }

  @Test("names the accessory that vanished")
  func vanished() throws {
    let setup = try Self.setup()
    let probe = setup.world.accessories[0]
    setup.onEvent = { if $0 == .pickerSetupPairing { probe.powerOff() } }
    #expect(setup.show().last == "showPicker connectionFailed")
    let line = try #require(setup.world.phone.log.last)
    #expect(line.contains("\(Self.name) was not set up: "))
  }

  @Test("says of each accessory in the air why it was not chosen")
  func passed() throws {
    let setup = try Self.setup([Setup.nordic, Setup.probe])
    #expect(setup.show().last == "showPicker nil")
    #expect(setup.show().last == "showPicker discoveryTimeout")
    let line = try #require(setup.world.phone.log.last)
    #expect(line.contains("\(Self.name) is set up already"))
    #expect(line.contains("was offered, and the user wants another one"))
    setup.world.phone.stand(x: -40, y: 0)
    let item = Setup.item { $0.bluetoothRange = .immediate }
    #expect(setup.show(item).last == "showPicker discoveryTimeout")
    #expect(setup.world.phone.log.last?.contains("dBm, expected -50 or more") == true)
  }

  @Test("says that an app in the background has no picker")
  func background() throws {
    let setup = try Setup()
    setup.world.phone.isAppInForeground = false
    #expect(setup.show() == ["activated", "showPicker pickerRestricted"])
    #expect(setup.world.phone.log.last == "accessory picker: The app is in the background.")
    setup.world.phone.isAppInForeground = true
    #expect(setup.show().last == "showPicker nil")
  }

  @Test("says that no accessory is in the air")
  func silence() throws {
    let setup = try Self.setup([])
    #expect(setup.show().last == "showPicker discoveryTimeout")
    #expect(
      setup.world.phone.log.last
        == "accessory picker: No accessory was chosen in time. None was heard.")
  }
}
