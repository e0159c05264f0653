/// How an app on a phone says which accessory it means, after AccessorySetupKit's discovery descriptor.
///
/// A service UUID or a company identifier is required; all other clauses only refine.
public struct AccessoryDescriptor: Hashable, Sendable {
  /// Octets that must be equal where the mask has a 1.
  public struct MaskedData: Hashable, Sendable {
    /// The wanted octets.
    public var octets: [UInt8]
    /// The bits that count, as many octets as are wanted.
    public var mask: [UInt8]

    /// Makes a pattern; both must have the same count.
    public init(octets: [UInt8], mask: [UInt8]) {
      precondition(octets.count == mask.count, "a mask has as many octets as its data")
      self.octets = octets
      self.mask = mask
    }

    /// Whether data begins with the pattern.
    public func matches(_ data: [UInt8]) -> Bool {
      data.count >= octets.count
        && octets.indices.allSatisfy { data[$0] & mask[$0] == octets[$0] & mask[$0] }
    }
  }

  /// A service that must be advertised.
  public var serviceUUID: BluetoothUUID?
  /// A company whose data must be advertised.
  public var companyIdentifier: UInt16?
  /// A part of the advertised name, compared exactly.
  public var nameSubstring: String?
  /// What the company's data begins with, after the identifier.
  public var manufacturerData: MaskedData?
  /// What the service's data begins with, after the UUID.
  public var serviceData: MaskedData?

  public init(
    serviceUUID: BluetoothUUID? = nil, companyIdentifier: UInt16? = nil, nameSubstring: String? = nil,
    manufacturerData: MaskedData? = nil, serviceData: MaskedData? = nil
  ) {
    self.serviceUUID = serviceUUID
    self.companyIdentifier = companyIdentifier
    self.nameSubstring = nameSubstring
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
  }

  /// Holds advertising data against the descriptor, clause by clause.
  public func match(_ data: AdvertisingData) -> AccessoryMatch {
    if serviceUUID == nil && companyIdentifier == nil { return .failed(.identity) }
    if let serviceUUID, !data.serviceUUIDs.contains(serviceUUID) { return .failed(.serviceUUID) }
    if let companyIdentifier, !data.manufacturerData.contains(where: { $0.company == companyIdentifier }) {
      return .failed(.companyIdentifier)
    }
    if let nameSubstring, data.localName?.contains(nameSubstring) != true { return .failed(.nameSubstring) }
    if let manufacturerData {
      let isFound = data.manufacturerData.contains {
        $0.company == companyIdentifier && manufacturerData.matches($0.data)
      }
      if !isFound { return .failed(.manufacturerData) }
    }
    if let serviceData {
      let isFound = data.serviceData.contains { $0.uuid == serviceUUID && serviceData.matches($0.data) }
      if !isFound { return .failed(.serviceData) }
    }
    return .matched
  }
}

extension AccessoryDescriptor {
  /// Whether it has a clause besides service and company, which a scan response may fulfil.
  public var isRefined: Bool { nameSubstring != nil || manufacturerData != nil || serviceData != nil }

  /// Holds advertising data and a scan response against the descriptor. The advertising data alone must have the
  /// service and the company; the other clauses may be met by either.
  public func match(_ data: AdvertisingData, scanResponse: AdvertisingData) -> AccessoryMatch {
    let identity = Self(serviceUUID: serviceUUID, companyIdentifier: companyIdentifier).match(data)
    return identity == .matched ? match(data.merged(with: scanResponse)) : identity
  }
}

/// Whether an accessory is the one meant, and if not, why.
public enum AccessoryMatch: Hashable, Sendable {
  /// The part of a descriptor that an advertisement did not fulfil.
  public enum Clause: String, Hashable, Sendable, CaseIterable {
    /// The descriptor itself names neither a service nor a company.
    case identity
    case serviceUUID
    case companyIdentifier
    case nameSubstring
    case manufacturerData
    case serviceData
  }

  /// Every clause holds.
  case matched
  /// The first clause that does not hold.
  case failed(Clause)
}
