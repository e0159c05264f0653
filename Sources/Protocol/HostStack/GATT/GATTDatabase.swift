/// One attribute of a server. [Vol 3, Part F, 3.2]
public struct GATTAttribute: Hashable, Sendable {
  /// What a client may do with the value.
  public struct Access: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Read it.
    public static let read = Access(rawValue: 1)
    /// Write it, with or without a response.
    public static let write = Access(rawValue: 2)
  }

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
  public let access: Access
  /// What the link must be for that.
  public let security: AttributeSecurity
  /// The value, up to 512 octets.
  public internal(set) var value: [UInt8]
  /// The last handle of the service that this attribute declares.
  var groupEnd: UInt16?
  var rule = WriteRule.value
}

/// The attributes of a server by ascending handle, as one client sees them. [Vol 3, Part G, 2.6]
///
/// It holds the client's own configurations, so each link has its copy.
public struct GATTDatabase: Hashable, Sendable {
  /// The most octets a value has. [Vol 3, Part F, 3.2.9]
  public static let maximumValueLength = 512

  /// The attributes, the first at handle 1, without gaps.
  public private(set) var attributes: [GATTAttribute] = []

  /// Lays out services in order.
  public init(_ services: [GATTService] = []) {
    for service in services { append(service) }
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
    let declaration = attributes.first { $0.type == .primaryService && $0.value == service.octets }
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

  /// Replaces the value of an existing attribute; up to 512 octets.
  public mutating func setValue(_ value: [UInt8], at handle: UInt16) {
    precondition(self[handle] != nil, "no attribute has handle \(handle)")
    precondition(value.count <= Self.maximumValueLength, "a value has 512 octets at most")
    attributes[Int(handle) - 1].value = value
  }

  private mutating func append(_ service: GATTService) {
    let declaration = append(.primaryService, value: service.uuid.octets)
    for characteristic in service.characteristics { append(characteristic) }
    attributes[Int(declaration) - 1].groupEnd = UInt16(attributes.count)
    for characteristic in service.characteristics {
      guard let excluded = characteristic.excludedSubscription else { continue }
      exclude(excluded, from: characteristic.uuid, in: HandleRange(declaration, UInt16(attributes.count)))
    }
  }

  private mutating func append(_ characteristic: GATTCharacteristic) {
    let properties = characteristic.properties
    let valueHandle = UInt16(attributes.count + 2)
    append(
      .characteristic, value: [properties.rawValue] + valueHandle.octets + characteristic.uuid.octets)
    var access: GATTAttribute.Access = properties.contains(.read) ? .read : []
    if !properties.isDisjoint(with: [.write, .writeWithoutResponse]) { access.insert(.write) }
    append(characteristic.uuid, access, characteristic.security, value: characteristic.value)
    if !properties.isDisjoint(with: [.notify, .indicate]) {
      let handle = append(
        .clientCharacteristicConfiguration, [.read, .write], characteristic.security, value: [0, 0])
      let allowed: UInt16 = (properties.contains(.notify) ? 1 : 0) | (properties.contains(.indicate) ? 2 : 0)
      attributes[Int(handle) - 1].rule = .configuration(of: valueHandle, allowed: allowed, excluded: nil)
      if characteristic.needsSubscriptionForWrite {
        attributes[Int(valueHandle) - 1].rule = .subscribedValue(configuration: handle)
      }
    }
    for descriptor in characteristic.descriptors { append(descriptor.uuid, value: descriptor.value) }
  }

  @discardableResult
  private mutating func append(
    _ type: BluetoothUUID, _ access: GATTAttribute.Access = .read, _ security: AttributeSecurity = .open,
    value: [UInt8]
  ) -> UInt16 {
    precondition(attributes.count < 0xFFFF, "a database has 65535 attributes at most")
    precondition(value.count <= Self.maximumValueLength, "a value has 512 octets at most")
    let handle = UInt16(attributes.count + 1)
    attributes.append(
      GATTAttribute(handle: handle, type: type, access: access, security: security, value: value))
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
