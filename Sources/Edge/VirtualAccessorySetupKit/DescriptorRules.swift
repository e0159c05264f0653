internal import Foundation
internal import HostStack
internal import Initiator
internal import VirtualCoreBluetooth
internal import VirtualPhone

extension ASDiscoveryDescriptor {
  /// What speaks against the descriptor: what it lacks itself, or what the app's property list does not have.
  ///
  /// - Parameter list: the property list; nil where it is not known and nothing is compared with it.
  func refusal(under list: InfoDictionary?) -> String? {
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
    guard let list else { return nil }
    guard list.supportsBluetooth else { return "NSAccessorySetupSupports in Info.plist lacks Bluetooth" }
    if let service = bluetoothServiceUUID, !list.services.contains(service.value) {
      return "NSAccessorySetupBluetoothServices in Info.plist lacks \(service.uuidString)"
    }
    if company != 0, !list.companies.contains(company) {
      let digits = String(company, radix: 16, uppercase: true)
      let text = String(repeating: "0", count: 4 - digits.count) + digits
      return "NSAccessorySetupBluetoothCompanyIdentifiers in Info.plist lacks \(text)"
    }
    if let name = bluetoothNameSubstring, !list.names.contains(name) {
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
