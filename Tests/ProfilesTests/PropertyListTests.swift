import Profiles
import Testing

@Suite("The keys of an Info.plist")
struct PropertyListTests {
  @Test(
    "name companies by hex digits or numbers",
    arguments: [("012D", 0x012D), ("0x12d", 0x012D), ("0301", 0x0301), ("FFFF", 0xFFFF)])
  func companies(_ text: String, _ expected: UInt16) throws {
    let key = "NSAccessorySetupBluetoothCompanyIdentifiers"
    let app = try AppDescription(file: "Info.plist", keys: [key: [text, Int(expected)] as [Any]])
    #expect(app.companyIDs == [expected, expected])
  }

  @Test("support Bluetooth under either key", arguments: AppDescription.supportKeys)
  func supports(_ key: String) throws {
    #expect(try AppDescription(file: "Info.plist", keys: [key: ["Bluetooth"]]).supportsBluetooth)
    #expect(try !AppDescription(file: "Info.plist", keys: [key: ["WiFi"]]).supportsBluetooth)
  }
}
