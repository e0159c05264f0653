internal import Foundation
package import HostStack

/// What an app's Info.plist says of the accessories that it sets up.
package struct InfoDictionary {
  /// Two pages of the documentation name the key differently.
  private static let supportKeys = ["NSAccessorySetupSupports", "NSAccessorySetupKitSupports"]

  private let keys: [String: Any]

  package init(_ keys: [String: Any]) { self.keys = keys }

  private func values(_ key: String) -> [Any] { keys[key] as? [Any] ?? [] }
  private func strings(_ key: String) -> [String] { values(key).compactMap { $0 as? String } }

  package var supportsBluetooth: Bool { Self.supportKeys.contains { strings($0).contains("Bluetooth") } }
  package var names: [String] { strings("NSAccessorySetupBluetoothNames") }

  /// Texts that are no UUID count for nothing.
  package var services: [BluetoothUUID] {
    strings("NSAccessorySetupBluetoothServices").compactMap { BluetoothUUID($0) }
  }

  /// Numbers, or strings of hex digits.
  package var companies: [UInt16] {
    values("NSAccessorySetupBluetoothCompanyIdentifiers").compactMap { value in
      if let text = value as? String { return UInt16(text, radix: 16) }
      return (value as? NSNumber).flatMap { UInt16(exactly: $0.intValue) }
    }
  }
}
