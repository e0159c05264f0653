extension ATTServer {
  func readable(_ handle: UInt16, _ security: LinkSecurity) throws(ATTRefusal) -> GATTAttribute {
    try accessible(handle, .read, security)
  }

  func blob(_ request: ATTReadBlobRequest, _ security: LinkSecurity) throws(ATTRefusal) -> ATTValue {
    let attribute = try readable(request.handle, security)
    let (offset, count) = (Int(request.offset), attribute.value.count)
    guard deviations.refusesEndOfValue ? offset < count : offset <= count else {
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
        for (handle, value) in try joined(queue) { try store(value, at: handle, security, &actions) }
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
    of attribute: GATTAttribute, _ access: GATTAttribute.Access, _ security: LinkSecurity
  ) -> ATTErrorCode? {
    guard attribute.access.contains(access) else {
      return access == .read ? .readNotPermitted : .writeNotPermitted
    }
    switch attribute.security {
    case .open:
      return nil
    case .encrypted, .authenticated:
      guard security.isEncrypted else {
        return security.hasKey ? .insufficientEncryption : .insufficientAuthentication
      }
      let lacksAuthentication = attribute.security == .authenticated && !security.isAuthenticated
      return lacksAuthentication ? .insufficientAuthentication : nil
    }
  }

  private func accessible(
    _ handle: UInt16, _ access: GATTAttribute.Access, _ security: LinkSecurity
  ) throws(ATTRefusal) -> GATTAttribute {
    guard let attribute = database[handle] else { throw ATTRefusal(.invalidHandle, handle) }
    if let code = refusal(of: attribute, access, security) { throw ATTRefusal(code, handle) }
    return attribute
  }

  private func joined(
    _ queue: [ATTPreparedWrite]
  ) throws(ATTRefusal) -> [(handle: UInt16, value: [UInt8])] {
    var writes: [(handle: UInt16, value: [UInt8])] = []
    for part in queue {
      if writes.last?.handle != part.handle { writes.append((part.handle, [])) }
      let last = writes.count - 1
      let offset = Int(part.offset)
      guard offset <= writes[last].value.count else { throw ATTRefusal(.invalidOffset, part.handle) }
      guard offset + part.value.count <= GATTDatabase.maximumValueLength else {
        throw ATTRefusal(.invalidAttributeValueLength, part.handle)
      }
      let overlap = min(offset + part.value.count, writes[last].value.count)
      writes[last].value.replaceSubrange(offset..<overlap, with: part.value)
    }
    return writes
  }
}
