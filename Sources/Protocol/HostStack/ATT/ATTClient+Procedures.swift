extension ATTClient {
  mutating func firstStep(of operation: ATTClientOperation) -> Step {
    switch operation {
    case .exchangeMTU(let octets):
      .request(.exchangeMTURequest(ATTReceiveMTU(UInt16(clamping: octets))))
    case .discoverServices(let uuid): .request(serviceRequest(from: 1, uuid))
    case .findIncludedServices(let range):
      .request(.readByTypeRequest(ATTTypedRange(range, type: .include)))
    case .discoverCharacteristics(let range, _):
      .request(.readByTypeRequest(ATTTypedRange(range, type: .characteristic)))
    case .discoverDescriptors(let range):
      .request(.findInformationRequest(ATTFindInformationRequest(range)))
    case .read(let handle): .request(.readRequest(ATTReadRequest(handle: handle)))
    case .write(let handle, let value):
      firstWrite(operation, [ATTHandleValue(handle: handle, value: value)], needsQueue: value.count > mtu - 3)
    case .writeReliably(let writes): firstWrite(operation, writes, needsQueue: true)
    }
  }

  mutating func afterResponse(
    _ operation: ATTClientOperation, _ request: ATTPDU, _ pdu: ATTPDU
  ) -> Step {
    switch (operation, pdu) {
    case (.exchangeMTU(let offered), .exchangeMTUResponse(let response)):
      mtu = max(ATTServer.defaultMTU, min(offered, Int(response.receiveMTU)))
      return .finished(.mtuChanged(mtu))
    case (.discoverServices(nil), .readByGroupTypeResponse(let list)):
      guard let found = Self.services(in: list) else { return .finished(.violated(pdu)) }
      return addServices(found, nil, pdu)
    case (.discoverServices(let uuid?), .findByTypeValueResponse(let response)):
      guard let groups = response.groups else { return .finished(.violated(pdu)) }
      return addServices(groups.map { DiscoveredService(uuid: uuid, range: $0) }, uuid, pdu)
    case (.findIncludedServices(let range), .readByTypeResponse(let list)):
      return addIncludes(list, range)
    case (.findIncludedServices, .readResponse(let value)):
      return nameInclude(value)
    case (.discoverCharacteristics(let range, let uuid), .readByTypeResponse(let list)):
      return addCharacteristics(list, range, uuid)
    case (.discoverDescriptors(let range), .findInformationResponse(let response)):
      return addDescriptors(response, range)
    case (.read(let handle), .readResponse(let part)), (.read(let handle), .readBlobResponse(let part)):
      value += part.value
      guard part.value.count == mtu - 1, value.count < GATTDatabase.maximumValueLength else {
        return .finished(.value(handle: handle, value: value))
      }
      return .request(.readBlobRequest(ATTReadBlobRequest(handle: handle, offset: UInt16(value.count))))
    case (.write(let handle, _), .writeResponse):
      return .finished(.written(handle: handle))
    default:
      return .finished(.violated(pdu))
    }
  }

  /// A search ends with "attribute not found"; a value that just fills a response may refuse the next part.
  func afterError(_ operation: ATTClientOperation, _ request: ATTPDU, _ error: ATTErrorResponse) -> Step {
    switch (operation, request, error.errorCode) {
    case (.discoverServices, _, .attributeNotFound):
      .finished(.services(services))
    case (.findIncludedServices, .readByTypeRequest, .attributeNotFound):
      nextUnnamedInclude()
    case (.discoverCharacteristics(let range, let uuid), _, .attributeNotFound):
      .finished(.characteristics(characteristics(endingAt: range.end, uuid)))
    case (.discoverDescriptors, _, .attributeNotFound):
      .finished(.descriptors(descriptors))
    case (.read(let handle), .readBlobRequest, .invalidOffset),
      (.read(let handle), .readBlobRequest, .attributeNotLong):
      .finished(.value(handle: handle, value: value))
    default:
      .finished(.refused(operation, handle: error.handle, code: error.errorCode))
    }
  }

  private func serviceRequest(from start: UInt16, _ uuid: BluetoothUUID?) -> ATTPDU {
    let range = HandleRange(start, 0xFFFF)
    guard let uuid else { return .readByGroupTypeRequest(ATTTypedRange(range, type: .primaryService)) }
    let type = BluetoothUUID.primaryService.octets.handle(at: 0)
    return .findByTypeValueRequest(ATTFindByTypeValueRequest(range, type: type, value: uuid.octets))
  }

  private static func services(in list: ATTAttributeList) -> [DiscoveredService]? {
    guard let records = list.records, list.length == 6 || list.length == 20 else { return nil }
    return records.compactMap { record in
      BluetoothUUID(octets: Array(record.dropFirst(4))).map {
        DiscoveredService(uuid: $0, range: HandleRange(record.handle(at: 0), record.handle(at: 2)))
      }
    }
  }

  /// Handles must ascend, or a server could keep a client asking for ever.
  private mutating func addServices(
    _ found: [DiscoveredService], _ uuid: BluetoothUUID?, _ pdu: ATTPDU
  ) -> Step {
    for service in found {
      guard service.range.isLegal, service.range.start > services.last?.range.end ?? 0 else {
        return .finished(.violated(pdu))
      }
      services.append(service)
    }
    guard let end = services.last?.range.end, end < 0xFFFF else { return .finished(.services(services)) }
    return .request(serviceRequest(from: end + 1, uuid))
  }

  private mutating func addCharacteristics(
    _ list: ATTAttributeList, _ range: HandleRange, _ uuid: BluetoothUUID?
  ) -> Step {
    let violation = Step.finished(.violated(.readByTypeResponse(list)))
    guard let records = list.records, list.length == 7 || list.length == 21 else { return violation }
    for record in records {
      let handle = record.handle(at: 0)
      guard range.contains(handle), handle > declarations.last?.handle ?? 0,
        let type = BluetoothUUID(octets: Array(record.dropFirst(5)))
      else { return violation }
      let characteristic = DiscoveredCharacteristic(
        uuid: type, properties: CharacteristicProperties(rawValue: record[2]),
        valueHandle: record.handle(at: 3), endHandle: range.end)
      declarations.append((handle, characteristic))
    }
    guard let last = declarations.last?.handle, last < range.end else {
      return .finished(.characteristics(characteristics(endingAt: range.end, uuid)))
    }
    let rest = HandleRange(last + 1, range.end)
    return .request(.readByTypeRequest(ATTTypedRange(rest, type: .characteristic)))
  }

  private func characteristics(endingAt end: UInt16, _ uuid: BluetoothUUID?) -> [DiscoveredCharacteristic] {
    let ends = declarations.dropFirst().map { $0.handle - 1 } + [end]
    return zip(declarations, ends).map { declaration, end in
      var characteristic = declaration.1
      characteristic.endHandle = end
      return characteristic
    }.filter { uuid == nil || $0.uuid == uuid }
  }

  private mutating func addDescriptors(_ response: ATTFindInformationResponse, _ range: HandleRange) -> Step {
    let violation = Step.finished(.violated(.findInformationResponse(response)))
    guard let entries = response.entries else { return violation }
    for entry in entries {
      guard range.contains(entry.handle), entry.handle > descriptors.last?.handle ?? 0 else {
        return violation
      }
      descriptors.append(DiscoveredDescriptor(uuid: entry.type, handle: entry.handle))
    }
    guard let last = descriptors.last?.handle, last < range.end else {
      return .finished(.descriptors(descriptors))
    }
    return .request(.findInformationRequest(ATTFindInformationRequest(HandleRange(last + 1, range.end))))
  }
}

/// What a client knows of the services that a service includes.
struct IncludedServiceSearch: Sendable {
  /// The declaration found last.
  var lastHandle: UInt16 = 0
  /// The services; the UUID is nil where the declaration does not have it.
  var found: [(uuid: BluetoothUUID?, range: HandleRange)] = []
}

/// The search for included services. [Vol 3, Part G, 4.5.1]
extension ATTClient {
  fileprivate mutating func addIncludes(_ list: ATTAttributeList, _ range: HandleRange) -> Step {
    let violation = Step.finished(.violated(.readByTypeResponse(list)))
    guard let records = list.records, list.length == 6 || list.length == 8 else { return violation }
    for record in records {
      let handle = record.handle(at: 0)
      let included = HandleRange(record.handle(at: 2), record.handle(at: 4))
      guard range.contains(handle), handle > includes.lastHandle, included.isLegal else { return violation }
      includes.lastHandle = handle
      includes.found.append((BluetoothUUID(octets: Array(record.dropFirst(6))), included))
    }
    guard includes.lastHandle < range.end else { return nextUnnamedInclude() }
    let rest = HandleRange(includes.lastHandle + 1, range.end)
    return .request(.readByTypeRequest(ATTTypedRange(rest, type: .include)))
  }

  /// A declaration has no room for a UUID of 128 bits; that of the included service has it.
  fileprivate func nextUnnamedInclude() -> Step {
    if let unnamed = includes.found.first(where: { $0.uuid == nil }) {
      return .request(.readRequest(ATTReadRequest(handle: unnamed.range.start)))
    }
    let services = includes.found.compactMap { include in
      include.uuid.map { DiscoveredService(uuid: $0, range: include.range) }
    }
    return .finished(.includedServices(services))
  }

  fileprivate mutating func nameInclude(_ declaration: ATTValue) -> Step {
    guard let index = includes.found.firstIndex(where: { $0.uuid == nil }), declaration.value.count == 16,
      let uuid = BluetoothUUID(octets: declaration.value)
    else { return .finished(.violated(.readResponse(declaration))) }
    includes.found[index].uuid = uuid
    return nextUnnamedInclude()
  }
}
