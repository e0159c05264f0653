internal import CoreTypes
internal import Faults
internal import HostStack
internal import Profiles
internal import RangingService

extension AccessoryProfile {
  /// How the accessory pairs.
  var pairingPolicy: PairingPolicy {
    var policy = PairingPolicy()
    policy.acceptsPairing = !faults.contains(.pairingRefused)
    policy.timesOut = !faults.contains(.pairingTimeoutMissing)
    policy.isBondable = security.bonds
    policy.identityDistribution = identityDistribution
    policy.ioCapability = IOCapability(rawValue: security.ioCapability.octet) ?? .noInputNoOutput
    if faults.contains(.asksForConfirmation) {
      policy.requestsMITM = true
      if policy.ioCapability == .noInputNoOutput { policy.ioCapability = .displayYesNo }
    }
    return policy
  }

  private var identityDistribution: IdentityDistribution {
    if faults.contains(.identityNotSent) { return .never }
    if faults.contains(.identitySentTwice) { return .twice }
    return faults.contains(.identityAddressReversed) ? .reversed : .once
  }

  /// The attributes the accessory serves.
  var database: GATTDatabase {
    var services = [
      GATTService.genericAccess(deviceName: advertising.name, appearance: advertising.appearance ?? 0),
      .genericAttribute(canChange: gatt.hasServiceChanged),
    ]
    if gatt.hasRangingService, !faults.contains(.rangingServiceMissing) {
      services += repeatElement(rangingService, count: faults.contains(.rangingServiceTwice) ? 2 : 1)
    }
    if let uuid = gatt.vendorService.flatMap({ BluetoothUUID(octets: $0.octets) }) {
      services.append(.vendor(uuid))
    }
    return GATTDatabase(services + gatt.services.compactMap(GATTService.init))
  }

  private var rangingService: GATTService {
    var service = GATTService.ranging(
      features: rangingConfiguration.features.rawValue,
      security: faults.contains(.rasUnencryptedAccess) ? .open : .encrypted,
      isExclusive: !faults.contains(.rasExclusiveCCCDMissing))
    guard faults.contains(.rasAuthenticatedControl) else { return service }
    for index in service.characteristics.indices
    where service.characteristics[index].uuid == RangingCharacteristic.controlPoint.uuid {
      service.characteristics[index].security = .authenticated
    }
    return service
  }

  /// How the Ranging Service is built.
  var rangingConfiguration: RangingServer.Configuration {
    var features: RASFeatures = []
    if gatt.ranging.sendsRealTime { features.insert(.realTime) }
    if gatt.ranging.resendsLostSegments { features.insert(.lostSegments) }
    if gatt.ranging.aborts { features.insert(.abort) }
    if gatt.ranging.filters { features.insert(.filter) }
    return RangingServer.Configuration(
      features: features, bufferCount: gatt.ranging.bufferCount, faults: FaultSet(faults))
  }
}

extension LinkDescription {
  /// The connection parameters that it asks for.
  var wantedParameters: ConnectionParameterRange {
    ConnectionParameterRange(
      intervalMin: ConnectionInterval(nearestMilliseconds: requestedIntervalMinMilliseconds),
      intervalMax: ConnectionInterval(nearestMilliseconds: requestedIntervalMaxMilliseconds),
      latency: requestedLatency,
      timeout: SupervisionTimeout(nearestMilliseconds: requestedTimeoutMilliseconds))
  }
}

extension GATTService {
  /// Octets of the open value, more than one response of the default MTU holds.
  private static let settingsCount: UInt8 = 64

  /// A service of the vendor: its settings, which anyone may read and write, and a value for bonded phones. Their
  /// UUIDs are its own with 1 and 2 added to the first group, as vendors do.
  fileprivate static func vendor(_ uuid: BluetoothUUID) -> GATTService {
    func next(_ offset: UInt8) -> BluetoothUUID {
      var octets = uuid.expanded
      octets[12] &+= offset
      return BluetoothUUID(octets: octets) ?? uuid
    }
    return GATTService(
      uuid,
      [
        GATTCharacteristic(next(1), [.read, .write], value: Array(0..<settingsCount)),
        GATTCharacteristic(next(2), .read, security: .encrypted, value: [1]),
      ])
  }
}

extension AdvertisingDescription {
  /// The advertising data, with the services that a bonded accessory still advertises, and the scan response
  /// data, which takes what has no room there.
  ///
  /// - Parameter shownName: the name as it is advertised; the declared one unless given.
  func data(
    isBonded: Bool, name shownName: ADStructure? = nil
  ) -> (advertising: AdvertisingData, scanResponse: AdvertisingData) {
    var structures: [ADStructure] = []
    if !flags.isEmpty { structures.append(.flags(AdvertisingFlags(rawValue: flags.rawValue))) }
    if !isBonded || keepsServicesWhenBonded { structures += serviceLists }
    if let beacon {
      structures.append(.manufacturerData(company: BeaconDescription.companyID, beacon.octets))
    } else if let companyID {
      structures.append(.manufacturerData(company: companyID, manufacturerData))
    }
    var overflow: [ADStructure] = []
    for structure in optionalStructures(shownName ?? .localName(name)) {
      let isRoom = AdvertisingData(structures + [structure]).encoded.count <= AdvertisingData.legacyLimit
      if isRoom { structures.append(structure) } else { overflow.append(structure) }
    }
    return (AdvertisingData(structures), AdvertisingData(overflow))
  }

  /// One list for each form of UUID, since a list holds UUIDs of one form.
  private var serviceLists: [ADStructure] {
    let uuids = services.compactMap { BluetoothUUID(octets: $0.octets) }
    return [2, 16].compactMap { length in
      let list = uuids.filter { $0.octets.count == length }
      return list.isEmpty ? nil : .serviceUUIDs(list)
    }
  }

  private func optionalStructures(_ shownName: ADStructure) -> [ADStructure] {
    var structures: [ADStructure] = []
    if let txPowerDbm { structures.append(.txPowerLevel(dBm: txPowerDbm)) }
    if let appearance {
      structures.append(
        ADStructure(ADType(rawValue: 0x19), [UInt8(truncatingIfNeeded: appearance), UInt8(appearance >> 8)]))
    }
    if !name.isEmpty { structures.append(shownName) }
    return structures
  }
}

extension BeaconDescription {
  /// Apple, Inc.
  fileprivate static let companyID: UInt16 = 0x004C

  /// What follows the company identifier: type, length, then all numbers most significant octet first.
  fileprivate var octets: [UInt8] {
    let numbers = [major, minor].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return [0x02, 0x15] + uuid.octets.reversed() + numbers + [UInt8(bitPattern: measuredPowerDbm)]
  }
}
