import Foundation
import Testing

@Suite("The property list of an app")
struct AppFileTests {
  private static func list(_ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>\(keys)</dict></plist>
    """
  }

  private static func check(_ text: String, only ids: String) throws -> Tool.Ended {
    let folder = try Folder()
    try folder.write(text, "Info.plist")
    return try Tool.run(
      [
        "check", "Profiles/accessories/reference.yaml", "--requirements", "apple-ask", "--only", ids, "--app",
        "Info.plist", "--no-capture",
      ], in: folder)
  }

  private static let supports = "<key>NSAccessorySetupSupports</key><array><string>Bluetooth</string></array>"

  @Test(
    "that lists the service passes, whatever form its UUID has",
    arguments: ["185B", "0x185B", "0000185B-0000-1000-8000-00805F9B34FB"])
  func complete(uuid: String) throws {
    let services = "<key>NSAccessorySetupBluetoothServices</key><array><string>\(uuid)</string></array>"
    let ended = try Self.check(Self.list(Self.supports + services), only: "ASK-01,ASK-02")
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
  }

  @Test("that does not list the service fails")
  func incomplete() throws {
    let ended = try Self.check(Self.list(Self.supports), only: "ASK-02")
    #expect(ended.status == 1 && ended.output.contains("not listed"))
    #expect(ended.output.contains("--app Info.plist"))
  }

  @Test(
    "that makes no sense is refused",
    arguments: [
      ("no list", "found no property list"),
      (list("<key>NSAccessorySetupSupports</key><string>Bluetooth</string>"), "expected an array"),
      (
        list("<key>NSAccessorySetupBluetoothServices</key><array><string>tag</string></array>"),
        "expected a UUID as 185B"
      ),
      (
        list("<key>NSAccessorySetupBluetoothCompanyIdentifiers</key><array><integer>70000</integer></array>"),
        "found '70000' under NSAccessorySetupBluetoothCompanyIdentifiers, expected hex digits as 012D, or a number from 0 to 65535"
      ),
      (
        list("<key>NSAccessorySetupBluetoothCompanyIdentifiers</key><array><dict/></array>"),
        "found a dictionary under"
      ),
      ("<plist version=\"1.0\"><array/></plist>", "a property list that is no dictionary"),
    ])
  func refused(text: String, message: String) throws {
    let ended = try Self.check(text, only: "ASK-01")
    #expect(ended.status == 2 && ended.error.contains(message), "\(ended.error)")
  }

  @Test("that is too large is refused as what it is, not as a profile")
  func large() throws {
    let ended = try Self.check(String(repeating: " ", count: 1_048_577), only: "ASK-01")
    #expect(ended.status == 2)
    #expect(
      ended.error.contains(
        "found 1048577 octets or more in Info.plist, expected at most 1048576. Give the app's Info.plist."),
      "\(ended.error)")
  }
}
