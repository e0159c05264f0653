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
  /// The advertising data, with the services that a bonded accessory still advertises, and the scan response
  /// data, which takes what has no room there.
  func data(isBonded: Bool) -> (advertising: AdvertisingData, scanResponse: AdvertisingData) {
    var structures = [ADStructure.flags(HostStack.AdvertisingFlags(rawValue: flags.rawValue))]
    if !services.isEmpty, !isBonded || keepsServicesWhenBonded {
      structures.append(.serviceUUIDs(services.compactMap { BluetoothUUID(octets: $0.octets) }))
    }
    if let companyID {
      structures.append(.manufacturerData(company: companyID, manufacturerData))
    }
    var overflow: [ADStructure] = []
    for structure in optionalStructures {
      let isRoom = AdvertisingData(structures + [structure]).encoded.count <= AdvertisingData.legacyLimit
      if isRoom { structures.append(structure) } else { overflow.append(structure) }
    }
    return (AdvertisingData(structures), AdvertisingData(overflow))
  }

  private var optionalStructures: [ADStructure] {
    var structures: [ADStructure] = []
    if let txPowerDbm { structures.append(.txPowerLevel(dBm: txPowerDbm)) }
    if let appearance {
      structures.append(
        ADStructure(
          ADType(rawValue: 0x19), [UInt8(truncatingIfNeeded: appearance), UInt8(appearance >> 8)]))
    }
    if !name.isEmpty { structures.append(.localName(name)) }
    return structures
  }
}
