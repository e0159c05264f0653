/// What an app's property list says of the accessories that it sets up with AccessorySetupKit.
public struct AppDescription: Sendable, Equatable {
  public var file: String
  /// What it sets up, by the key that says so: NSAccessorySetupSupports, or NSAccessorySetupKitSupports as another
  /// page has it. Empty where neither is there.
  public var supports: [String: [String]] = [:]
  /// NSAccessorySetupBluetoothServices
  public var services: [AttributeUUID] = []
  /// NSAccessorySetupBluetoothCompanyIdentifiers
  public var companyIDs: [UInt16] = []
  /// NSAccessorySetupBluetoothNames
  public var names: [String] = []

  /// The keys that say what an app sets up, the usual one first.
  public static let supportKeys = ["NSAccessorySetupSupports", "NSAccessorySetupKitSupports"]

  /// Whether it sets up accessories over Bluetooth.
  public var supportsBluetooth: Bool {
    Self.supportKeys.contains { supports[$0]?.contains("Bluetooth") == true }
  }

  /// An app that sets nothing up.
  public init(file: String) { self.file = file }
}

extension AttributeUUID {
  /// Reads what property lists have: `185B`, `0x185B` or the 8-4-4-4-12 form; nil for anything else.
  public init?(propertyListText text: String) {
    self.init(text: text.utf8.count == 4 ? "0x" + text : text)
  }
}
