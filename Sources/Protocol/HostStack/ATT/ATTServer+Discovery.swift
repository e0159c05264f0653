internal import Faults

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
    guard attribute.declaresService, let wanted = BluetoothUUID(octets: value) else {
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

extension ATTServer {
  /// What a request does with a value.
  enum Access {
    case read, write
  }

  func readable(_ handle: UInt16, _ security: LinkSecurity) throws(ATTRefusal) -> GATTAttribute {
    try accessible(handle, .read, security)
  }

  func blob(_ request: ATTReadBlobRequest, _ security: LinkSecurity) throws(ATTRefusal) -> ATTValue {
    let attribute = try readable(request.handle, security)
    let (offset, count) = (Int(request.offset), attribute.value.count)
    guard faults.contains(.endOfValueRefused) ? offset < count : offset <= count else {
      throw ATTRefusal(.invalidOffset, request.handle)
    }
    return ATTValue(Array(attribute.value.dropFirst(offset).prefix(mtu - 1)))
  }

  mutating func store(
    _ value: [UInt8], at handle: UInt16, _ security: LinkSecurity, _ actions: inout [ATTServerAction]
  ) throws(ATTRefusal) {
    let attribute = try accessible(handle, .write, security)
    switch attribute.rule {
    case .configuration(let valueHandle, let allowed, let excluded):
      guard value.count == 2 else { throw ATTRefusal(.invalidAttributeValueLength, handle) }
      let bits = value.handle(at: 0)
      guard bits & ~allowed == 0 else { throw ATTRefusal(.valueNotAllowed, handle) }
      if bits != 0, let excluded, database[excluded]?.value != [0, 0] {
        throw ATTRefusal(.clientConfigurationImproper, handle)
      }
      actions.append(.subscriptionChanged(valueHandle: valueHandle, bits: bits))
    case .subscribedValue(let configuration) where database[configuration]?.value == [0, 0]:
      throw ATTRefusal(.clientConfigurationImproper, handle)
    case .subscribedValue, .value:
      guard value.count <= GATTDatabase.maximumValueLength else {
        throw ATTRefusal(.invalidAttributeValueLength, handle)
      }
      actions.append(.written(handle: handle, value: value))
    }
    database.setValue(value, at: handle)
  }

  mutating func prepare(
    _ request: ATTPreparedWrite, _ security: LinkSecurity
  ) throws(ATTRefusal) -> ATTPreparedWrite {
    _ = try accessible(request.handle, .write, security)
    guard prepared.count < Self.prepareQueueLimit else {
      throw ATTRefusal(.prepareQueueFull, request.handle)
    }
    prepared.append(request)
    return request
  }

  mutating func execute(
    _ request: ATTExecuteWriteRequest, _ security: LinkSecurity, _ actions: inout [ATTServerAction]
  ) throws(ATTRefusal) -> ATTPDU {
    let queue = prepared
    prepared = []
    guard request.flags <= 1 else { throw ATTRefusal(.invalidPDU, 0) }
    if request.flags == 1 {
      let before = database
      do {
        for (handle, parts) in Self.runs(of: queue) {
          try store(try joined(parts, at: handle), at: handle, security, &actions)
        }
      } catch {
        database = before
        throw error
      }
    }
    return .executeWriteResponse(ATTEmpty())
  }

  /// Why an attribute is out of reach, in the order of Vol 3, Part F, 4: the permission first, then what the
  /// link lacks. A link that only lacks encryption, though a key exists, says so. [Vol 3, Part C, 10.3.1]
  func refusal(
    of attribute: GATTAttribute, _ access: Access, _ security: LinkSecurity
  ) -> ATTErrorCode? {
    let permissions = attribute.permissions
    switch access == .read ? permissions.read : permissions.write {
    case nil:
      return access == .read ? .readNotPermitted : .writeNotPermitted
    case .open:
      return nil
    case let required?:
      guard security.isEncrypted else {
        return security.hasKey ? .insufficientEncryption : .insufficientAuthentication
      }
      let lacksAuthentication = required == .authenticated && !security.isAuthenticated
      return lacksAuthentication ? .insufficientAuthentication : nil
    }
  }

  private func accessible(
    _ handle: UInt16, _ access: Access, _ security: LinkSecurity
  ) throws(ATTRefusal) -> GATTAttribute {
    guard let attribute = database[handle] else { throw ATTRefusal(.invalidHandle, handle) }
    if let code = refusal(of: attribute, access, security) { throw ATTRefusal(code, handle) }
    return attribute
  }

  /// The parts of a queue by attribute, in the order in which they are written.
  private static func runs(
    of queue: [ATTPreparedWrite]
  ) -> [(handle: UInt16, parts: [ATTPreparedWrite])] {
    var runs: [(handle: UInt16, parts: [ATTPreparedWrite])] = []
    for part in queue {
      if runs.last?.handle != part.handle { runs.append((part.handle, [])) }
      runs[runs.count - 1].parts.append(part)
    }
    return runs
  }

  /// The value of an attribute with `parts` written into it. [Vol 3, Part F, 3.4.6.3]
  ///
  /// Interpretation: parts that follow each other from the first octet on are a whole value, which ends with them, as
  /// that of a Write Request does. Other parts leave the octets around them as they are.
  private func joined(_ parts: [ATTPreparedWrite], at handle: UInt16) throws(ATTRefusal) -> [UInt8] {
    var value = database[handle]?.value ?? []
    // The octets from the first on that are written without a gap; nil after a gap.
    var wholeCount: Int? = 0
    for part in parts {
      let offset = Int(part.offset)
      let end = offset + part.value.count
      guard offset <= value.count else { throw ATTRefusal(.invalidOffset, handle) }
      guard end <= GATTDatabase.maximumValueLength else {
        throw ATTRefusal(.invalidAttributeValueLength, handle)
      }
      value.replaceSubrange(offset..<min(end, value.count), with: part.value)
      wholeCount = wholeCount.flatMap { offset <= $0 ? max($0, end) : nil }
    }
    return wholeCount.map { Array(value.prefix($0)) } ?? value
  }
}
