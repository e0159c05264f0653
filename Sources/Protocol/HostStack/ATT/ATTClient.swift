/// A service that a client found. [Vol 3, Part G, 4.4]
public struct DiscoveredService: Hashable, Sendable {
  public var uuid: BluetoothUUID
  /// Its declaration to its last attribute.
  public var range: HandleRange
}

/// A characteristic that a client found. [Vol 3, Part G, 4.6]
public struct DiscoveredCharacteristic: Hashable, Sendable {
  public var uuid: BluetoothUUID
  /// What may be done with it.
  public var properties: CharacteristicProperties
  /// The handle of its value.
  public var valueHandle: UInt16
  /// Its last handle; its descriptors are after the value up to here.
  public var endHandle: UInt16
}

/// A descriptor that a client found. [Vol 3, Part G, 4.7]
public struct DiscoveredDescriptor: Hashable, Sendable {
  public var uuid: BluetoothUUID
  public var handle: UInt16
}

/// Something a client is asked to do; each takes one or several requests.
public enum ATTClientOperation: Hashable, Sendable {
  /// Agree on an MTU, offering this many octets, 23 to 517.
  case exchangeMTU(Int)
  /// Find the primary services, or those of one UUID.
  case discoverServices(BluetoothUUID?)
  /// Find the services that the service of a range includes.
  case findIncludedServices(HandleRange)
  /// Find the characteristics in a service's range, or those of one UUID.
  case discoverCharacteristics(HandleRange, BluetoothUUID?)
  /// Find all attributes in a range, such as a characteristic's descriptors.
  case discoverDescriptors(HandleRange)
  /// Read a whole value, long or short.
  case read(UInt16)
  /// Write a value with a response. Above MTU - 3 octets the server queues it in parts and then writes it; above
  /// 512 octets it is refused here, with Invalid Attribute Value Length. [Vol 3, Part G, 4.9.3 and 4.9.4]
  case write(UInt16, [UInt8])
  /// Write values together or not at all, after the server returned each as it got it. If one has more than 512
  /// octets, all are refused here, with Invalid Attribute Value Length. [Vol 3, Part G, 4.9.5]
  case writeReliably([ATTHandleValue])
}

/// What a client learnt.
public enum ATTClientEvent: Hashable, Sendable {
  /// The MTU of the link is agreed, in octets.
  case mtuChanged(Int)
  /// The services found, by ascending handle.
  case services([DiscoveredService])
  /// The included services found, in the order of their declarations. A client does not learn here whether they are
  /// primary services.
  case includedServices([DiscoveredService])
  /// The characteristics found, by ascending handle.
  case characteristics([DiscoveredCharacteristic])
  /// The descriptors found, by ascending handle.
  case descriptors([DiscoveredDescriptor])
  /// A value was read.
  case value(handle: UInt16, value: [UInt8])
  /// A value was written.
  case written(handle: UInt16)
  /// Values were written together, in this order.
  case writtenReliably(handles: [UInt16])
  /// A write command is longer than `ATTClient.maximumCommandLength` and was not sent.
  case commandDropped(handle: UInt16, value: [UInt8])
  /// The server refused an operation, or it was refused here because no server could take the value.
  case refused(ATTClientOperation, handle: UInt16, code: ATTErrorCode)
  /// The server sent something that does not answer the request.
  case violated(ATTPDU)
  /// The server notified a value.
  case notification(handle: UInt16, value: [UInt8])
  /// The server indicated a value; the confirmation is sent.
  case indication(handle: UInt16, value: [UInt8])
}

/// What a client wants done.
public enum ATTClientAction: Hashable, Sendable {
  case send(ATTPDU)
  /// Tell the user.
  case report(ATTClientEvent)
}

/// A client of the Attribute protocol for one link, with one request in flight; others wait their turn.
/// [Vol 3, Part F, 3.3.2]
public struct ATTClient: Sendable {
  /// The MTU of the link, in octets.
  public internal(set) var mtu = ATTServer.defaultMTU
  var current: ATTClientOperation?
  private var waiting: [ATTClientOperation] = []
  private var request: ATTPDU?
  /// The requests sent so far; each is a transaction of its own.
  private(set) var requestCount = 0
  var services: [DiscoveredService] = []
  var includes = IncludedServiceSearch()
  var declarations: [(handle: UInt16, DiscoveredCharacteristic)] = []
  var descriptors: [DiscoveredDescriptor] = []
  var value: [UInt8] = []
  var queuedWrites = QueuedWrites()

  /// Starts idle with the default MTU.
  public init() {}

  /// Whether a request awaits its response.
  public var isBusy: Bool { current != nil }

  /// The most octets that a write command carries now: MTU - 3, and 512 at most. [Vol 3, Part F, 3.4.5.3]
  public var maximumCommandLength: Int { min(mtu - 3, GATTDatabase.maximumValueLength) }

  /// Begins an operation, or queues it behind those before it.
  public mutating func start(_ operation: ATTClientOperation) -> [ATTClientAction] {
    waiting.append(operation)
    return current == nil ? next() : []
  }

  /// Takes a PDU of a server.
  public mutating func receive(_ pdu: ATTPDU) -> [ATTClientAction] {
    switch pdu {
    case .handleValueNotification(let it):
      return [.report(.notification(handle: it.handle, value: it.value))]
    case .handleValueIndication(let it):
      return [
        .send(.handleValueConfirmation(ATTEmpty())),
        .report(.indication(handle: it.handle, value: it.value)),
      ]
    default:
      guard let operation = current, let request else { return [.report(.violated(pdu))] }
      return advance(operation, request, pdu)
    }
  }

  private mutating func advance(
    _ operation: ATTClientOperation, _ request: ATTPDU, _ pdu: ATTPDU
  ) -> [ATTClientAction] {
    let step: Step
    switch (request, pdu) {
    case (.prepareWriteRequest(let part), _): step = afterPrepare(operation, part, pdu)
    case (.executeWriteRequest, _): step = afterExecute(operation, pdu)
    case (_, .errorResponse(let error)):
      guard error.requestOpcode == request.opcode else { return finish(.violated(pdu)) }
      step = afterError(operation, request, error)
    default: step = afterResponse(operation, request, pdu)
    }
    switch step {
    case .finished(let event): return finish(event)
    case .request(let following):
      self.request = following
      requestCount += 1
      return [.send(following)]
    }
  }

  private mutating func finish(_ event: ATTClientEvent) -> [ATTClientAction] {
    current = nil
    request = nil
    return [.report(event)] + next()
  }

  private mutating func next() -> [ATTClientAction] {
    var actions: [ATTClientAction] = []
    while !waiting.isEmpty {
      let operation = waiting.removeFirst()
      services = []
      includes = IncludedServiceSearch()
      declarations = []
      descriptors = []
      value = []
      queuedWrites = QueuedWrites()
      switch firstStep(of: operation) {
      case .finished(let event): actions.append(.report(event))
      case .request(let first):
        current = operation
        request = first
        requestCount += 1
        return actions + [.send(first)]
      }
    }
    return actions
  }

  /// How an operation begins, and what follows a response.
  enum Step {
    case request(ATTPDU)
    case finished(ATTClientEvent)
  }
}
