internal import Foundation
internal import HostStack
internal import Initiator
internal import Notation
internal import Profiles
internal import VirtualCoreBluetooth

extension ASDiscoveryDescriptor {
  /// What speaks against the descriptor: what it lacks itself, or what the app's property list does not have.
  ///
  /// - Parameter app: what the property list says; nil where it is not known and nothing is compared with it.
  func refusal(under app: AppDescription?) -> String? {
    let company = bluetoothCompanyIdentifier.rawValue
    guard bluetoothServiceUUID != nil || company != 0 else {
      return "a descriptor has neither bluetoothServiceUUID nor bluetoothCompanyIdentifier"
    }
    for (blob, mask, name) in [
      (bluetoothManufacturerDataBlob, bluetoothManufacturerDataMask, "bluetoothManufacturerData"),
      (bluetoothServiceDataBlob, bluetoothServiceDataMask, "bluetoothServiceData"),
    ] where blob?.count != mask?.count {
      return
        "\(name)Blob has \(blob?.count ?? 0) octets and \(name)Mask \(mask?.count ?? 0), expected as many"
    }
    if ssid != nil, ssidPrefix != nil { return "a descriptor has both ssid and ssidPrefix" }
    guard let app else { return nil }
    guard app.supportsBluetooth else { return "NSAccessorySetupSupports in Info.plist lacks Bluetooth" }
    if let service = bluetoothServiceUUID,
      !app.services.contains(where: { BluetoothUUID(octets: $0.octets) == service.value })
    {
      return "NSAccessorySetupBluetoothServices in Info.plist lacks \(service.uuidString)"
    }
    if company != 0, !app.companyIDs.contains(company) {
      return "NSAccessorySetupBluetoothCompanyIdentifiers in Info.plist lacks \(company.hexDigits(4))"
    }
    if let name = bluetoothNameSubstring, !app.names.contains(name) {
      return "NSAccessorySetupBluetoothNames in Info.plist lacks \(name)"
    }
    return nil
  }

  /// Whether advertising data is that of such an accessory.
  func matches(_ data: AdvertisingData) -> Bool {
    let company = bluetoothCompanyIdentifier.rawValue
    let descriptor = AccessoryDescriptor(
      serviceUUID: bluetoothServiceUUID?.value, companyIdentifier: company == 0 ? nil : company,
      manufacturerData: Self.pattern(bluetoothManufacturerDataBlob, bluetoothManufacturerDataMask),
      serviceData: Self.pattern(bluetoothServiceDataBlob, bluetoothServiceDataMask))
    guard descriptor.match(data) == .matched else { return false }
    guard let part = bluetoothNameSubstring else { return true }
    return data.localName?.range(of: part, options: bluetoothNameSubstringCompareOptions) != nil
  }

  private static func pattern(_ blob: Data?, _ mask: Data?) -> AccessoryDescriptor.MaskedData? {
    guard let blob, let mask else { return nil }
    return AccessoryDescriptor.MaskedData(octets: Array(blob), mask: Array(mask))
  }
}
