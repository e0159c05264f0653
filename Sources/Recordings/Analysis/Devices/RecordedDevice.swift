package import ChannelSounding
package import CoreTypes
package import HostStack

/// What a recording shows of one end of a connection; what it does not show is nil or empty.
package struct RecordedDevice: Sendable {
  /// What a controller says of its make. [Vol 6, Part B, 2.4.2.13]
  package struct Version: Hashable, Sendable {
    package var core: CoreVersion
    /// The maker.
    package var company: CompanyIdentifier
    /// The maker's own number of the implementation.
    package var subversion: UInt16
  }

  /// A page of features behind page 0. [Vol 6, Part B, 4.6]
  package struct FeaturePage: Hashable, Sendable {
    /// 1 to 10.
    package var number: UInt8
    /// The 24 octets, least significant first; bit 0 of page 1 is feature 64.
    package var octets: [UInt8]
  }

  /// The PHYs a device takes. [Vol 6, Part B, 2.4.2.22]
  package struct PHYs: Hashable, Sendable {
    package var tx: PHYSet
    package var rx: PHYSet
  }

  private static let keptRequests = 16
  /// The bits of octet 0 that devices tell each other; bits 6 and 7 are of the host alone. [Vol 6, Part B, 4.6]
  private static let exchangedFeatures: FeaturePage0 = 0x3F

  /// The address it uses on the connection.
  package var address: Seen<DeviceAddress>?
  /// The address behind that one, as bonding distributes it, or as the controller resolved it.
  package var identityAddress: Seen<DeviceAddress>?
  /// What its controller says of its make.
  package var version: Seen<Version>?
  /// Page 0 of its features; octet 0 of LL_FEATURE_RSP is what both ends have.
  package var features: Seen<FeaturePage0>?
  /// The bits of octet 0 that are clear in `features` because the other end lacks them or is unknown: whether this
  /// device has them is unknown.
  package internal(set) var openFeatures: FeaturePage0 = []
  /// Further pages of its features, in ascending order.
  package var featurePages: [Seen<FeaturePage>] = []
  /// What it can do in Channel Sounding.
  package var capabilities: Seen<CSCapabilities>?
  /// Whether they have the tail of version [v2]; else its values are not shown.
  package var hasCapabilityTail = false
  /// Its frequency actuation errors, one for each of the 72 channels in units of 1/32 ppm.
  package var faeTable: Seen<FAETable>?
  /// The antenna that its host selects for CS_SYNC packets.
  package var syncAntennas: Seen<CSSyncAntennaSelection>?
  /// Its longest data PDUs, as LL_LENGTH_REQ and LL_LENGTH_RSP tell them. [Vol 6, Part B, 2.4.2.21]
  package var dataLength: Seen<DataLengths>?
  package var phys: Seen<PHYs>?
  /// The PHYs that it asked for by itself.
  package var requestedPHYs: Seen<PHYs>?
  /// The longest ATT PDU it receives, in octets.
  package var receiveMTU: Seen<UInt16>?
  /// What it asked the connection to be, over L2CAP or by LL_CONNECTION_PARAM_REQ; the first 16.
  package var parameterRequests: [Seen<ConnectionParameterRange>] = []
  /// Its sleep clock.
  package var clockAccuracy: Seen<SleepClockAccuracy>?
  /// What it says in Pairing Request or Pairing Response.
  package var pairing: Seen<PairingFeatures>?
  /// What it asks for in a Security Request.
  package var securityRequest: Seen<AuthenticationRequirements>?
  /// What its GATT server was seen to hold.
  package var database = RecordedDatabase()

  package init() {}

  /// Takes page 0 from an answer to page 0 of the asker, if known: octet 0 is what both have.
  /// [Vol 6, Part B, 2.4.2.10]
  mutating func see(answer: FeaturePage0, to asker: FeaturePage0?, _ frame: Int) {
    features.see(answer, frame)
    openFeatures = Self.exchangedFeatures.subtracting(answer).subtracting(asker ?? [])
  }

  /// Takes the features of another account: what one account leaves open, the other may show.
  private mutating func complete(featuresFrom other: RecordedDevice) {
    guard let told = other.features?.value else { return }
    guard let features else {
      (self.features, openFeatures) = (other.features, other.openFeatures)
      return
    }
    self.features?.value = features.value.union(openFeatures.intersection(told))
    openFeatures = openFeatures.subtracting(told).intersection(other.openFeatures)
  }

  mutating func see(page: FeaturePage, _ frame: Int) {
    guard let place = featurePages.firstIndex(where: { $0.value.number >= page.number }) else {
      featurePages.append(Seen(page, frame: frame))
      return
    }
    if featurePages[place].value.number != page.number {
      featurePages.insert(Seen(page, frame: frame), at: place)
    } else if featurePages[place].value != page {
      featurePages[place] = Seen(page, frame: frame)
    }
  }

  mutating func see(request: ConnectionParameterRange, _ frame: Int) {
    guard parameterRequests.count < Self.keptRequests, parameterRequests.last?.value != request else {
      return
    }
    parameterRequests.append(Seen(request, frame: frame))
  }

  /// Takes from another account of the same device what this one lacks.
  mutating func complete(from other: RecordedDevice) {
    address = address ?? other.address
    identityAddress = identityAddress ?? other.identityAddress
    version = version ?? other.version
    complete(featuresFrom: other)
    for page in other.featurePages
    where !featurePages.contains(where: { $0.value.number == page.value.number }) {
      see(page: page.value, page.frame)
    }
    if capabilities == nil || other.hasCapabilityTail && !hasCapabilityTail {
      (capabilities, hasCapabilityTail) = (other.capabilities, other.hasCapabilityTail)
    }
    faeTable = faeTable ?? other.faeTable
    syncAntennas = syncAntennas ?? other.syncAntennas
    dataLength = dataLength ?? other.dataLength
    phys = phys ?? other.phys
    requestedPHYs = requestedPHYs ?? other.requestedPHYs
    receiveMTU = receiveMTU ?? other.receiveMTU
    if parameterRequests.isEmpty { parameterRequests = other.parameterRequests }
    clockAccuracy = clockAccuracy ?? other.clockAccuracy
    pairing = pairing ?? other.pairing
    securityRequest = securityRequest ?? other.securityRequest
    if other.database.attributeCount > database.attributeCount { database = other.database }
  }
}

/// A link, of which one file may have several accounts: those of both ends' HCI, and that of the air.
package struct RecordedLink: Sendable {
  /// The indices of the accounts among the connections of the analysis, in ascending order.
  package var connections: [Int]
  /// All that the accounts show of the central. Each fact is of the first account that has it.
  package var central: RecordedDevice
  /// All that the accounts show of the peripheral.
  package var peripheral: RecordedDevice

  /// Joins accounts to links, in the order of their first account. Logs of text are no accounts of a link, nor are
  /// connections of which it is not known which end is central.
  package static func links(of connections: [RecordedConnection]) -> [RecordedLink] {
    var links: [RecordedLink] = []
    var places: [Int: Int] = [:]
    for (index, connection) in connections.enumerated() where !connection.isRemainder {
      guard let role = connection.role else { continue }
      let (central, peripheral) =
        role == .central ? (connection.own, connection.peer) : (connection.peer, connection.own)
      if let place = places[connection.link] {
        links[place].connections.append(index)
        links[place].central.complete(from: central)
        links[place].peripheral.complete(from: peripheral)
      } else {
        places[connection.link] = links.count
        links.append(RecordedLink(connections: [index], central: central, peripheral: peripheral))
      }
    }
    return links
  }
}

/// A value that a recording shows, with the frame that shows it.
package struct Seen<Value: Sendable>: Sendable {
  package var value: Value
  /// The number of the frame in its file, as Wireshark counts it, from 1.
  package var frame: Int

  package init(_ value: Value, frame: Int) {
    self.value = value
    self.frame = frame
  }
}

extension Seen: Equatable where Value: Equatable {}
extension Seen: Hashable where Value: Hashable {}

extension Optional {
  /// Takes what a frame shows; the frame stays that of the first showing while the value stays.
  mutating func see<Value: Equatable>(_ value: Value, _ frame: Int) where Wrapped == Seen<Value> {
    if self?.value != value { self = Seen(value, frame: frame) }
  }
}
