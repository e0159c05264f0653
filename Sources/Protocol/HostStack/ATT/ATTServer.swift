public import Faults

/// What protects a link, as far as a server asks. [Vol 3, Part C, 10.2]
public struct LinkSecurity: Hashable, Sendable {
  /// Whether the link is encrypted.
  public var isEncrypted: Bool
  /// Whether the key resisted a man in the middle.
  public var isAuthenticated: Bool
  /// Whether both sides hold a key that could encrypt the link.
  public var hasKey: Bool

  /// States what protects a link; by default nothing.
  public init(isEncrypted: Bool = false, isAuthenticated: Bool = false, hasKey: Bool = false) {
    self.isEncrypted = isEncrypted
    self.isAuthenticated = isAuthenticated
    self.hasKey = hasKey
  }
}

/// What a server wants done.
public enum ATTServerAction: Hashable, Sendable {
  case send(ATTPDU)
  /// The client wrote a value, which the database holds now.
  case written(handle: UInt16, value: [UInt8])
  /// The client configured a value: bit 0 notifications, bit 1 indications.
  case subscriptionChanged(valueHandle: UInt16, bits: UInt16)
  /// The MTU of the link is agreed, in octets.
  case mtuChanged(Int)
  /// The client confirmed an indication.
  case indicationConfirmed(handle: UInt16)
}

/// A server of the Attribute protocol for one link. [Vol 3, Part F, 3.4]
public struct ATTServer: Sendable {
  /// The MTU before an exchange, in octets. [Vol 3, Part G, 5.2.1]
  public static let defaultMTU = 23
  static let prepareQueueLimit = 32

  /// The attributes with the client's configurations.
  public var database: GATTDatabase
  /// The MTU of the link, in octets.
  public internal(set) var mtu = Self.defaultMTU
  /// The MTU that is answered to an exchange, in octets.
  public let maximumMTU: Int
  /// What it does wrong: nothing in a correct device.
  public var faults = FaultSet()
  var prepared: [ATTPreparedWrite] = []
  private var waitingIndications: [ATTHandleValue] = []
  private var unconfirmed: UInt16?
  private var indicationCount = 0

  /// Starts with the default MTU; `maximumMTU` is 23 to 517.
  public init(database: GATTDatabase, maximumMTU: Int = 247) {
    precondition((23...517).contains(maximumMTU), "an LE server takes 23 to 517 octets")
    self.database = database
    self.maximumMTU = maximumMTU
  }

  /// Takes a PDU for a server.
  public mutating func receive(_ pdu: ATTPDU, security: LinkSecurity) -> [ATTServerAction] {
    switch pdu {
    case .writeCommand(let write):
      return command(write, security)
    case .handleValueConfirmation:
      return confirmed()
    case _ where !ATTOpcode.mayBeRequest(pdu.opcode):
      return []
    case _ where faults.ignore(pdu):
      return []
    default:
      var actions: [ATTServerAction] = []
      do {
        actions.insert(.send(try response(to: pdu, security, &actions)), at: 0)
      } catch {
        actions = [
          .send(
            .errorResponse(
              ATTErrorResponse(
                requestOpcode: pdu.opcode, handle: faults.contains(.errorNamesNoHandle) ? 0 : error.handle,
                errorCode: error.code)))
        ]
      }
      return actions
    }
  }

  /// Answers octets that are no PDU of the opcode they begin with; nothing if that is no request.
  public func refuseMalformed(opcode: UInt8) -> [ATTServerAction] {
    guard ATTOpcode.mayBeRequest(opcode) else { return [] }
    let refusal = ATTErrorResponse(requestOpcode: opcode, handle: 0, errorCode: .invalidPDU)
    return [.send(.errorResponse(refusal))]
  }

  /// Notifies a value, cut to the MTU; nothing if the client did not subscribe, or could not on this link.
  public func notify(_ value: [UInt8], at handle: UInt16, security: LinkSecurity) -> [ATTServerAction] {
    guard subscription(to: handle, security) & 1 != 0 else { return [] }
    return [.send(.handleValueNotification(ATTHandleValue(handle: handle, value: cut(value))))]
  }

  /// Indicates a value, cut to the MTU, once the indications before it are confirmed; nothing where `notify` sends
  /// nothing.
  public mutating func indicate(
    _ value: [UInt8], at handle: UInt16, security: LinkSecurity
  ) -> [ATTServerAction] {
    guard subscription(to: handle, security) & 2 != 0 else { return [] }
    waitingIndications.append(ATTHandleValue(handle: handle, value: cut(value)))
    return nextIndication()
  }

  /// The configuration of a value; 0 on a link that lacks what it takes to subscribe. A bonded client has its
  /// configurations before its link is encrypted. [Vol 3, Part C, 10.3.1.1]
  func subscription(to valueHandle: UInt16, _ security: LinkSecurity) -> UInt16 {
    guard let handle = database.configurationHandle(of: valueHandle), let attribute = database[handle],
      refusal(of: attribute, .write, security) == nil
    else { return 0 }
    return attribute.value.handle(at: 0)
  }

  /// The number of the indication that awaits its confirmation, counted from 1; nil without one.
  var awaitedConfirmation: Int? { unconfirmed == nil ? nil : indicationCount }

  private func cut(_ value: [UInt8]) -> [UInt8] { Array(value.prefix(mtu - 3)) }

  private mutating func confirmed() -> [ATTServerAction] {
    guard let handle = unconfirmed else { return [] }
    unconfirmed = nil
    return [.indicationConfirmed(handle: handle)] + nextIndication()
  }

  private mutating func nextIndication() -> [ATTServerAction] {
    guard unconfirmed == nil, !waitingIndications.isEmpty else { return [] }
    let next = waitingIndications.removeFirst()
    unconfirmed = next.handle
    indicationCount += 1
    return [.send(.handleValueIndication(next))]
  }

  private mutating func command(_ write: ATTHandleValue, _ security: LinkSecurity) -> [ATTServerAction] {
    guard database.takesWriteCommand(write.handle) else { return [] }
    var actions: [ATTServerAction] = []
    do {
      try store(write.value, at: write.handle, security, &actions)
    } catch {
      return []
    }
    return actions
  }

  private mutating func response(
    to pdu: ATTPDU, _ security: LinkSecurity, _ actions: inout [ATTServerAction]
  ) throws(ATTRefusal) -> ATTPDU {
    if let refusal = faults.refusal(of: pdu, security) { throw refusal }
    switch pdu {
    case .exchangeMTURequest(let request):
      mtu = max(Self.defaultMTU, min(Int(request.receiveMTU), maximumMTU))
      actions.append(.mtuChanged(mtu))
      return .exchangeMTUResponse(ATTReceiveMTU(UInt16(maximumMTU)))
    case .findInformationRequest(let request):
      return .findInformationResponse(try information(request))
    case .findByTypeValueRequest(let request):
      return .findByTypeValueResponse(try groups(request, security))
    case .readByTypeRequest(let request):
      return .readByTypeResponse(try values(request, security))
    case .readByGroupTypeRequest(let request):
      return .readByGroupTypeResponse(try services(request, security))
    case .readRequest(let request):
      let attribute = try readable(request.handle, security)
      return .readResponse(ATTValue(Array(attribute.value.prefix(mtu - 1))))
    case .readBlobRequest(let request):
      return .readBlobResponse(try blob(request, security))
    case .writeRequest(let request):
      try store(request.value, at: request.handle, security, &actions)
      return .writeResponse(ATTEmpty())
    case .prepareWriteRequest(let request):
      return .prepareWriteResponse(try prepare(request, security))
    case .executeWriteRequest(let request):
      return try execute(request, security, &actions)
    default:
      throw ATTRefusal(.requestNotSupported, 0)
    }
  }
}

/// A request that a server refuses.
struct ATTRefusal: Error {
  var code: ATTErrorCode
  var handle: UInt16

  init(_ code: ATTErrorCode, _ handle: UInt16) {
    self.code = code
    self.handle = handle
  }
}
