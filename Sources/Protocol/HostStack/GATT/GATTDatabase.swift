/// One attribute of a server. [Vol 3, Part F, 3.2]
public struct GATTAttribute: Hashable, Sendable {
  /// What a write of the attribute means to the server.
  enum WriteRule: Hashable, Sendable {
    /// It is stored.
    case value
    /// It is stored if the configuration at the handle is not 0.
    case subscribedValue(configuration: UInt16)
    /// It configures the value at the handle with `allowed` bits, unless the configuration at `excluded` is not 0.
    case configuration(of: UInt16, allowed: UInt16, excluded: UInt16?)
  }

  /// The handle, 1 or more.
  public internal(set) var handle: UInt16
  /// The attribute type.
  public let type: BluetoothUUID
  /// What a client may do.
  public let permissions: AttributePermissions
  /// The value, up to 512 octets.
  public internal(set) var value: [UInt8]
  /// The last handle of the service that this attribute declares.
  var groupEnd: UInt16?
  var rule = WriteRule.value

  /// Whether it declares a service, primary or secondary.
  public var declaresService: Bool { type == .primaryService || type == .secondaryService }
}

/// What a client has configured for a value. [Vol 3, Part G, 3.3.3.3]
public struct ClientConfiguration: Hashable, Sendable {
  /// The handle of the value.
  public let valueHandle: UInt16
  /// Bit 0 notifications, bit 1 indications.
  public let bits: UInt16
}

/// The attributes of a server by ascending handle, as one client sees them. [Vol 3, Part G, 2.6]
///
/// It holds the client's own configurations, so each link has its copy.
public struct GATTDatabase: Hashable, Sendable {
  /// The most octets a value has. [Vol 3, Part F, 3.2.9]
  public static let maximumValueLength = 512

  /// The attributes, the first at handle 1, without gaps.
  public private(set) var attributes: [GATTAttribute] = []

  /// Lays out services in order. An index in `includes` must be that of a service in the list.
  public init(_ services: [GATTService] = []) {
    var ranges: [HandleRange] = []
    for service in services { ranges.append(append(service)) }
    for (service, range) in zip(services, ranges) {
      for (position, index) in service.includes.enumerated() {
        precondition(services.indices.contains(index), "no service has index \(index)")
        let (included, uuid) = (ranges[index], services[index].uuid.octets)
        setValue(
          included.start.octets + included.end.octets + (uuid.count == 2 ? uuid : []),
          at: range.start + 1 + UInt16(position))
      }
    }
  }

  /// The attribute at a handle.
  public subscript(handle: UInt16) -> GATTAttribute? {
    handle >= 1 && Int(handle) <= attributes.count ? attributes[Int(handle) - 1] : nil
  }

  /// The attributes of a range.
  public subscript(range: HandleRange) -> ArraySlice<GATTAttribute> {
    let start = min(Int(range.start), attributes.count + 1) - 1
    let end = min(Int(range.end), attributes.count)
    return start >= 0 && start < end ? attributes[start..<end] : []
  }

  /// The handle of a characteristic's value; nil if the service has no such characteristic.
  public func valueHandle(of characteristic: BluetoothUUID, in service: BluetoothUUID) -> UInt16? {
    let declaration = attributes.first { $0.declaresService && $0.value == service.octets }
    guard let declaration, let end = declaration.groupEnd else { return nil }
    return self[HandleRange(declaration.handle, end)].first {
      $0.type == characteristic && $0.handle > declaration.handle
    }?.handle
  }

  /// The handle of the configuration of a value; nil if the value cannot be subscribed.
  public func configurationHandle(of valueHandle: UInt16) -> UInt16? {
    attributes.first {
      if case .configuration(of: valueHandle, allowed: _, excluded: _) = $0.rule { true } else { false }
    }?.handle
  }

  /// The configuration a client wrote for a value: bit 0 notifications, bit 1 indications.
  public func configuration(of valueHandle: UInt16) -> UInt16 {
    configurationHandle(of: valueHandle).flatMap { self[$0]?.value.handle(at: 0) } ?? 0
  }

  /// What the client has configured, without the services of the kind `service`.
  public func configurations(outside service: BluetoothUUID) -> [ClientConfiguration] {
    let excluded = attributes.filter { $0.declaresService && $0.value == service.octets }.map {
      HandleRange($0.handle, $0.groupEnd ?? $0.handle)
    }
    return attributes.compactMap { attribute in
      guard case .configuration(let valueHandle, _, _) = attribute.rule, attribute.value != [0, 0],
        !excluded.contains(where: { $0.contains(attribute.handle) })
      else { return nil }
      return ClientConfiguration(valueHandle: valueHandle, bits: attribute.value.handle(at: 0))
    }
  }

  /// Configures values as the client did on an earlier link with the same attributes.
  public mutating func restore(_ configurations: [ClientConfiguration]) {
    for configuration in configurations {
      guard let handle = configurationHandle(of: configuration.valueHandle) else { continue }
      setValue(configuration.bits.octets, at: handle)
    }
  }

  /// Whether a Write Command may write an attribute: a characteristic value says so by its properties.
  /// [Vol 3, Part G, 3.3.1.1]
  func takesWriteCommand(_ handle: UInt16) -> Bool {
    guard handle > 1, let declaration = self[handle - 1], declaration.type == .characteristic,
      let octet = declaration.value.first
    else { return true }
    return CharacteristicProperties(rawValue: octet).contains(.writeWithoutResponse)
  }

  /// Replaces the value of an existing attribute; up to 512 octets.
  public mutating func setValue(_ value: [UInt8], at handle: UInt16) {
    precondition(self[handle] != nil, "no attribute has handle \(handle)")
    precondition(value.count <= Self.maximumValueLength, "a value has 512 octets at most")
    attributes[Int(handle) - 1].value = value
  }

  /// Include declarations stay empty until all services have their handles. [Vol 3, Part G, 3.2]
  private mutating func append(_ service: GATTService) -> HandleRange {
    let declaration = append(
      service.isPrimary ? .primaryService : .secondaryService, value: service.uuid.octets)
    for _ in service.includes { append(.include, value: []) }
    for characteristic in service.characteristics { append(characteristic) }
    attributes[Int(declaration) - 1].groupEnd = UInt16(attributes.count)
    for characteristic in service.characteristics {
      guard let excluded = characteristic.excludedSubscription else { continue }
      exclude(excluded, from: characteristic.uuid, in: HandleRange(declaration, UInt16(attributes.count)))
    }
    return HandleRange(declaration, UInt16(attributes.count))
  }

  private mutating func append(_ characteristic: GATTCharacteristic) {
    let properties = characteristic.properties
    let valueHandle = UInt16(attributes.count + 2)
    append(
      .characteristic, value: [properties.rawValue] + valueHandle.octets + characteristic.uuid.octets)
    let security = characteristic.security
    let isWritable = !properties.isDisjoint(with: [.write, .writeWithoutResponse])
    let permissions =
      characteristic.permissions
      ?? AttributePermissions(
        read: properties.contains(.read) ? security : nil, write: isWritable ? security : nil)
    append(characteristic.uuid, permissions, value: characteristic.value)
    if !properties.isDisjoint(with: [.notify, .indicate]) {
      // A configuration is read without authentication. [Vol 3, Part G, 3.3.3.3, table 3.10]
      let readSecurity = security == .authenticated ? .encrypted : security
      let handle = append(
        .clientCharacteristicConfiguration, AttributePermissions(read: readSecurity, write: security),
        value: [0, 0])
      let allowed: UInt16 = (properties.contains(.notify) ? 1 : 0) | (properties.contains(.indicate) ? 2 : 0)
      attributes[Int(handle) - 1].rule = .configuration(of: valueHandle, allowed: allowed, excluded: nil)
      if characteristic.needsSubscriptionForWrite {
        attributes[Int(valueHandle) - 1].rule = .subscribedValue(configuration: handle)
      }
    }
    for descriptor in characteristic.descriptors {
      append(descriptor.uuid, descriptor.permissions, value: descriptor.value)
    }
  }

  @discardableResult
  private mutating func append(
    _ type: BluetoothUUID, _ permissions: AttributePermissions = AttributePermissions(read: .open),
    value: [UInt8]
  ) -> UInt16 {
    precondition(attributes.count < 0xFFFF, "a database has 65535 attributes at most")
    precondition(value.count <= Self.maximumValueLength, "a value has 512 octets at most")
    let handle = UInt16(attributes.count + 1)
    attributes.append(GATTAttribute(handle: handle, type: type, permissions: permissions, value: value))
    return handle
  }

  private mutating func exclude(
    _ excluded: BluetoothUUID, from characteristic: BluetoothUUID, in service: HandleRange
  ) {
    func configuration(of uuid: BluetoothUUID) -> UInt16? {
      self[service].first { $0.type == uuid }.flatMap { configurationHandle(of: $0.handle) }
    }
    guard let own = configuration(of: characteristic), let other = configuration(of: excluded),
      case .configuration(let value, let allowed, _) = attributes[Int(own) - 1].rule
    else { return }
    attributes[Int(own) - 1].rule = .configuration(of: value, allowed: allowed, excluded: other)
  }
}
