/// The Attribute protocol of a link, server and client.
extension HostLink {
  /// Asks the peer's server; operations are done one after the other.
  public mutating func start(_ operation: ATTClientOperation) -> [HostAction] {
    perform(client.start(operation))
  }

  /// Writes to the peer's server without a response. A value of more than `ATTClient.maximumCommandLength` octets is
  /// not sent, and reported as `.commandDropped`.
  public func writeCommand(_ value: [UInt8], to handle: UInt16) -> [HostAction] {
    guard value.count <= client.maximumCommandLength else {
      return [.client(.commandDropped(handle: handle, value: value))]
    }
    return send(.attribute, ATTPDU.writeCommand(ATTHandleValue(handle: handle, value: value)).encoded())
  }

  /// The configuration of a value of our server, as far as it holds on the link now: bit 0 notifications, bit 1
  /// indications.
  public func subscription(to valueHandle: UInt16) -> UInt16 {
    server.subscription(to: valueHandle, security)
  }

  /// Notifies a value of our server; nothing if the peer did not subscribe.
  public mutating func notify(_ value: [UInt8], at handle: UInt16) -> [HostAction] {
    perform(server.notify(value, at: handle, security: security))
  }

  /// Indicates a value of our server; nothing if the peer did not subscribe.
  public mutating func indicate(_ value: [UInt8], at handle: UInt16) -> [HostAction] {
    perform(server.indicate(value, at: handle, security: security))
  }

  /// The number of our requests, each of which the peer's server has to answer within 30 s.
  public var attributeRequestCount: Int { client.requestCount }

  /// The number of our indication that awaits its confirmation, counted from 1 on this link; nil without one. Where
  /// the number stays for 30 s, the owner calls `attributeTransactionTimedOut()`.
  public var awaitedConfirmation: Int? { carriesAttributes ? server.awaitedConfirmation : nil }

  /// Ends the Attribute protocol on this link, after a transaction of 30 s: from now on nothing is sent or taken,
  /// since a further PDU needs a new bearer. [Vol 3, Part F, 3.3.3]
  public mutating func attributeTransactionTimedOut() -> [HostAction] {
    carriesAttributes = false
    return []
  }

  mutating func receive(_ pdu: ATTPDU) -> [HostAction] {
    pdu.isFromServer ? perform(client.receive(pdu)) : perform(server.receive(pdu, security: security))
  }

  mutating func perform(_ actions: [ATTServerAction]) -> [HostAction] {
    var performed: [HostAction] = []
    for action in actions {
      switch action {
      case .send(let pdu): performed += send(.attribute, pdu.encoded())
      case .written(let handle, let value):
        performed.append(.attributeWritten(handle: handle, value: value))
      case .subscriptionChanged(let handle, let bits):
        performed.append(.subscriptionChanged(valueHandle: handle, bits: bits))
      case .indicationConfirmed(let handle): performed.append(.indicationConfirmed(handle: handle))
      case .mtuChanged(let octets):
        client.mtu = octets
        performed.append(.mtuChanged(octets))
      }
    }
    return performed
  }

  mutating func perform(_ actions: [ATTClientAction]) -> [HostAction] {
    var performed: [HostAction] = []
    for action in actions {
      switch action {
      case .send(let pdu): performed += send(.attribute, pdu.encoded())
      case .report(.mtuChanged(let octets)):
        server.mtu = octets
        performed.append(.mtuChanged(octets))
      case .report(let event): performed.append(.client(event))
      }
    }
    return performed
  }
}
