internal import AccessoryProfile
internal import HostStack

extension AccessoryProfile {
  /// How the accessory pairs.
  var pairingPolicy: PairingPolicy {
    var policy = PairingPolicy()
    policy.acceptsPairing = !behaviouralFaults.contains(.pairingRefused)
    policy.isBondable = security.bonds
    policy.ioCapability = IOCapability(rawValue: security.ioCapability.octet) ?? .noInputNoOutput
    return policy
  }

  /// The attributes the accessory serves.
  var database: GATTDatabase {
    var services = [
      GATTService.genericAccess(deviceName: advertising.name), .genericAttribute(),
    ]
    if gatt.hasRangingService { services.append(.ranging(features: 1)) }
    return GATTDatabase(services)
  }
}

extension AdvertisingDescription {
  /// The advertising data, with the services that a bonded accessory still advertises.
  func data(isBonded: Bool) -> AdvertisingData {
    var structures = [ADStructure.flags(HostStack.AdvertisingFlags(rawValue: flags.rawValue))]
    if !services.isEmpty, !isBonded || keepsServicesWhenBonded {
      structures.append(.serviceUUIDs(services.map(BluetoothUUID.init)))
    }
    if let companyID {
      structures.append(.manufacturerData(company: companyID, manufacturerData))
    }
    if let txPowerDbm { structures.append(.txPowerLevel(dBm: txPowerDbm)) }
    if !name.isEmpty { structures.append(.localName(name)) }
    return AdvertisingData(structures)
  }
}

extension BluetoothUUID {
  init(_ uuid: ServiceUUID) {
    switch uuid {
    case .short(let number): self.init(number)
    case .long:
      guard let long = BluetoothUUID(octets: uuid.octets) else {
        preconditionFailure("a long UUID has 16 octets")
      }
      self = long
    }
  }
}
