public import AccessoryProfile
public import HostStack

extension PhoneProfile {
  /// What the phone looks for: any of these.
  public var descriptors: [AccessoryDescriptor] {
    let services: [BluetoothUUID?] =
      match.services.isEmpty ? [nil] : match.services.compactMap { BluetoothUUID(octets: $0.octets) }
    let data =
      match.manufacturerData.isEmpty
      ? nil
      : AccessoryDescriptor.MaskedData(octets: match.manufacturerData, mask: match.manufacturerMask)
    return services.map {
      AccessoryDescriptor(
        serviceUUID: $0, companyIdentifier: match.companyID,
        nameSubstring: match.nameContains.isEmpty ? nil : match.nameContains, manufacturerData: data)
    }
  }
}
