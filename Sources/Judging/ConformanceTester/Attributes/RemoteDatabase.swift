internal import CoreTypes
package import HostStack

/// The attributes of an accessory as a phone finds them.
package struct RemoteDatabase: Equatable {
  /// A primary service.
  package struct Service: Equatable {
    package let uuid: BluetoothUUID
    /// The handles of its attributes.
    package let range: HandleRange
  }

  /// A characteristic.
  package struct Characteristic: Equatable {
    package let uuid: BluetoothUUID
    /// The properties of its value.
    package let properties: CharacteristicProperties
    /// The handle of its declaration.
    package let declaration: UInt16
    /// The handle of its value.
    package let valueHandle: UInt16
  }

  /// An attribute.
  package struct Attribute: Equatable {
    package let handle: UInt16
    package let type: BluetoothUUID
  }

  /// The primary services by handle.
  package var services: [Service] = []
  /// The characteristics of all services by handle.
  package var characteristics: [Characteristic] = []
  /// All attributes by handle.
  package var attributes: [Attribute] = []

  /// The characteristics of a service.
  package func characteristics(of uuid: BluetoothUUID) -> [Characteristic] {
    guard let service = services.first(where: { $0.uuid == uuid }) else { return [] }
    return characteristics.filter { service.range.contains($0.declaration) }
  }

  /// The handle of a characteristic's Client Characteristic Configuration, which is anywhere among its descriptors;
  /// nil if there is none. [Vol 3, Part G, 3.3.3]
  package func configurationHandle(of characteristic: Characteristic) -> UInt16? {
    let next = characteristics.first { $0.declaration > characteristic.declaration }?.declaration
    let serviceEnd = ranges.first { $0.contains(characteristic.declaration) }?.end ?? 0xFFFF
    let end = min(serviceEnd, next.map { $0 - 1 } ?? 0xFFFF)
    return attributes.first {
      $0.type == .clientCharacteristicConfiguration && $0.handle > characteristic.valueHandle
        && $0.handle <= end
    }?.handle
  }

  /// The first characteristic that can be read and written. Generic Access and Generic Attribute are left out: what is
  /// written there changes the link, as Client Supported Features does.
  package var writable: Characteristic? {
    let ofLink = [.genericAccess, .genericAttribute].flatMap(characteristics(of:))
    return characteristics.first {
      $0.properties.isSuperset(of: [.read, .write]) && !ofLink.contains($0)
    }
  }

  /// The services that an app on a phone sees, by handle.
  package var servicesOfApps: [BluetoothUUID] {
    services.map(\.uuid).filter { !BluetoothUUID.keptFromApps.contains($0) }
  }

  /// The handles of the secondary services, whose declarations are among the attributes. Each ends where the next
  /// service begins. [Vol 3, Part G, 3.1]
  private var secondaryRanges: [HandleRange] {
    let types: [BluetoothUUID] = [.primaryService, .secondaryService]
    let starts = attributes.filter { types.contains($0.type) }.map(\.handle)
    return attributes.filter { $0.type == .secondaryService }.map { declaration in
      let next = starts.first { $0 > declaration.handle }
      return HandleRange(declaration.handle, next.map { $0 - 1 } ?? 0xFFFF)
    }
  }

  /// The handles of all services, those of the primary ones first.
  private var ranges: [HandleRange] { services.map(\.range) + secondaryRanges }

  /// The first inconsistency; nil if there is none. [Vol 3, Part G, 3]
  package var flaw: String? {
    let isInAnother = secondaryRanges.contains { secondary in
      services.contains { $0.range.contains(secondary.start) }
    }
    if isInAnother || zip(services, services.dropFirst()).contains(where: { $0.range.end >= $1.range.start })
    {
      return "services overlap"
    }
    if zip(attributes, attributes.dropFirst()).contains(where: { $0.handle >= $1.handle }) {
      return "handles are not in ascending order"
    }
    for characteristic in characteristics {
      let name = "the characteristic at \(characteristic.declaration)"
      guard let service = ranges.first(where: { $0.contains(characteristic.declaration) }) else {
        return "\(name) is outside every service"
      }
      guard service.contains(characteristic.valueHandle),
        characteristic.valueHandle == characteristic.declaration &+ 1
      else { return "\(name) has its value at \(characteristic.valueHandle)" }
      guard
        attributes.contains(where: {
          $0.handle == characteristic.valueHandle && $0.type == characteristic.uuid
        })
      else { return "\(name) declares \(characteristic.uuid), which is not at \(characteristic.valueHandle)" }
    }
    return nil
  }
}

extension Tester {
  /// Finds all services, characteristics and attributes; ends the case if that is refused.
  package func readDatabase() throws(TesterStop) -> RemoteDatabase {
    let (database, refusal) = try discover()
    if let refusal { throw .inconclusive("discovery: \(refusal.text)") }
    return database
  }

  /// Finds all services, characteristics and attributes, until the accessory refuses a request.
  package func discover() throws(TesterStop) -> (database: RemoteDatabase, refusal: ChannelAnswer?) {
    var database = RemoteDatabase()
    if let refusal = try walk(
      { .readByGroupTypeRequest(ATTTypedRange($0, type: .primaryService)) },
      { pdu in
        guard case .readByGroupTypeResponse(let list) = pdu, let records = list.records else { return nil }
        for record in records where record.count >= 6 {
          guard let uuid = BluetoothUUID(octets: Array(record.dropFirst(4))) else { return nil }
          let range = HandleRange(Self.handle(record, 0), Self.handle(record, 2))
          database.services.append(RemoteDatabase.Service(uuid: uuid, range: range))
        }
        return database.services.last?.range.end
      })
    {
      return (database, refusal)
    }
    if let refusal = try walk(
      { .readByTypeRequest(ATTTypedRange($0, type: .characteristic)) },
      { pdu in
        guard case .readByTypeResponse(let list) = pdu, let records = list.records else { return nil }
        for record in records where record.count >= 7 {
          guard let uuid = BluetoothUUID(octets: Array(record.dropFirst(5))) else { return nil }
          database.characteristics.append(
            RemoteDatabase.Characteristic(
              uuid: uuid, properties: CharacteristicProperties(rawValue: record[2]),
              declaration: Self.handle(record, 0), valueHandle: Self.handle(record, 3)))
        }
        return database.characteristics.last?.declaration
      })
    {
      return (database, refusal)
    }
    let refusal = try walk(
      { .findInformationRequest(ATTFindInformationRequest($0)) },
      { pdu in
        guard case .findInformationResponse(let list) = pdu, let entries = list.entries else { return nil }
        database.attributes += entries.map { RemoteDatabase.Attribute(handle: $0.handle, type: $0.type) }
        return database.attributes.last?.handle
      })
    return (database, refusal)
  }

  /// Repeats a request after the last handle found until nothing more is found. Returns the answer that was
  /// neither; nil if there was none.
  private func walk(
    _ request: (HandleRange) -> ATTPDU, _ take: (ATTPDU) -> UInt16?
  ) throws(TesterStop) -> ChannelAnswer? {
    var next: UInt16 = 1
    while true {
      let answer = try ask(request(HandleRange(next, 0xFFFF)))
      if answer.errorCode == .attributeNotFound { return nil }
      guard let pdu = answer.attributePDU, let last = take(pdu), last >= next else { return answer }
      if last == 0xFFFF { return nil }
      next = last + 1
    }
  }

  private static func handle(_ octets: [UInt8], _ offset: Int) -> UInt16 {
    UInt16(octets: octets[offset], octets[offset + 1])
  }
}
