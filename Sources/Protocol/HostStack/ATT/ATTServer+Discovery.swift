extension ATTServer {
  func information(
    _ request: ATTFindInformationRequest
  ) throws(ATTRefusal) -> ATTFindInformationResponse {
    let attributes = try found(request.range) { _ in true }
    let typeLength = attributes[0].type.octets.count
    let fitting = attributes.prefix((mtu - 2) / (2 + typeLength))
    let alike = fitting.prefix { $0.type.octets.count == typeLength }
    return ATTFindInformationResponse(alike.map { ($0.handle, $0.type) })
  }

  func groups(
    _ request: ATTFindByTypeValueRequest, _ security: LinkSecurity
  ) throws(ATTRefusal) -> ATTFindByTypeValueResponse {
    let type = BluetoothUUID(request.type)
    let attributes = try found(request.range) { attribute in
      attribute.type == type && matches(attribute, request.value)
        && refusal(of: attribute, .read, security) == nil
    }
    let groups = attributes.prefix((mtu - 1) / 4)
    return ATTFindByTypeValueResponse(groups.map { HandleRange($0.handle, $0.groupEnd ?? $0.handle) })
  }

  func values(
    _ request: ATTTypedRange, _ security: LinkSecurity
  ) throws(ATTRefusal) -> ATTAttributeList {
    let attributes = try found(request.range) { $0.type == request.type }
    return try list(attributes, security, room: mtu - 2, largest: min(mtu - 4, 253)) { $0.handle.octets }
  }

  func services(
    _ request: ATTTypedRange, _ security: LinkSecurity
  ) throws(ATTRefusal) -> ATTAttributeList {
    guard request.range.isLegal else { throw ATTRefusal(.invalidHandle, request.range.start) }
    guard [.primaryService, .secondaryService].contains(request.type) else {
      throw ATTRefusal(.unsupportedGroupType, request.range.start)
    }
    let attributes = try found(request.range) { $0.type == request.type }
    return try list(attributes, security, room: mtu - 2, largest: min(mtu - 6, 251)) {
      $0.handle.octets + ($0.groupEnd ?? $0.handle).octets
    }
  }

  /// A service UUID is compared in its full form, any other value octet by octet. [Vol 3, Part F, 3.4.3.3]
  private func matches(_ attribute: GATTAttribute, _ value: [UInt8]) -> Bool {
    guard attribute.type == .primaryService, let wanted = BluetoothUUID(octets: value) else {
      return attribute.value == value
    }
    return BluetoothUUID(octets: attribute.value) == wanted
  }

  private func found(
    _ range: HandleRange, where isWanted: (GATTAttribute) -> Bool
  ) throws(ATTRefusal) -> [GATTAttribute] {
    guard range.isLegal else { throw ATTRefusal(.invalidHandle, range.start) }
    let found = database[range].filter(isWanted)
    guard !found.isEmpty else { throw ATTRefusal(.attributeNotFound, range.start) }
    return found
  }

  /// Lists values as long as the first until one differs, may not be read, or does not fit.
  private func list(
    _ attributes: [GATTAttribute], _ security: LinkSecurity, room: Int, largest: Int,
    header: (GATTAttribute) -> [UInt8]
  ) throws(ATTRefusal) -> ATTAttributeList {
    var records: [[UInt8]] = []
    let valueLength = attributes[0].value.count
    for attribute in attributes.prefix(while: { $0.value.count == valueLength }) {
      if let code = refusal(of: attribute, .read, security) {
        if records.isEmpty { throw ATTRefusal(code, attribute.handle) }
        break
      }
      let record = header(attribute) + attribute.value.prefix(largest)
      if record.count * (records.count + 1) > room { break }
      records.append(record)
    }
    return ATTAttributeList(records: records)
  }
}
