internal import CoreTypes
internal import HostStack
internal import Wire

/// The ATT exchanges of one connection, and what they show of the servers at both ends.
struct AttributeTraffic {
  /// What each end asked and was not answered yet.
  private var asked: [ATTPDU?] = [nil, nil]
  /// What our own end reads from the peer's Ranging Service.
  var ranging = RangingTraffic()

  mutating func take(
    _ pdu: ATTPDU, from sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    switch pdu {
    case .exchangeMTURequest(let mtu), .exchangeMTUResponse(let mtu):
      connection[sender].receiveMTU.see(mtu.receiveMTU, frame)
    case .writeRequest(let write), .writeCommand(let write):
      Self.takeWrite(write, frame, &connection[sender.other].database)
      if sender == .own { ranging.written(write, connection.peer.database) }
    case .handleValueNotification(let value), .handleValueIndication(let value):
      if sender == .peer { ranging.notified(value, connection.peer.database, frame) }
      return
    default: break
    }
    if pdu.isFromServer {
      answer(pdu, from: sender, frame, &connection)
    } else if pdu.isRequest {
      // A client sends no request before the last one is answered.
      if asked[sender.rawValue] != nil { connection[sender.other].database.seeGap() }
      asked[sender.rawValue] = pdu
    }
  }

  private mutating func answer(
    _ pdu: ATTPDU, from sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    // A request with an unknown opcode was not kept, so its error answers none of those kept.
    if case .errorResponse(let error) = pdu, ATTOpcode(rawValue: error.requestOpcode) == nil { return }
    guard let request = asked[sender.other.rawValue] else {
      if connection.isWhole { connection[sender].database.seeGap() }
      return
    }
    asked[sender.other.rawValue] = nil
    guard pdu.canAnswer(request) else { return connection[sender].database.seeGap() }
    Self.take(pdu, answering: request, frame, &connection[sender].database)
  }

  private static func takeWrite(_ write: ATTHandleValue, _ frame: Int, _ database: inout RecordedDatabase) {
    let isConfiguration = database.type(of: write.handle) == .clientCharacteristicConfiguration
    if isConfiguration { database.see(subscription: write.value, of: write.handle, frame) }
  }

  private static func take(
    _ answer: ATTPDU, answering request: ATTPDU, _ frame: Int, _ database: inout RecordedDatabase
  ) {
    switch (request, answer) {
    case (.readByGroupTypeRequest(let request), .readByGroupTypeResponse(let list)):
      takeServices(list, answering: request, frame, &database)
    case (.findByTypeValueRequest(let request), .findByTypeValueResponse(let found)):
      takeGroups(found, of: request, frame, &database)
    case (.readByTypeRequest(let request), .readByTypeResponse(let list)):
      takeList(list, type: request.type, frame, &database)
    case (.findInformationRequest, .findInformationResponse(let found)):
      for entry in found.entries ?? [] {
        database.see(attribute: .init(handle: entry.handle, type: entry.type, frame: frame))
      }
    case (.readRequest(let request), .readResponse(let value)):
      database.see(value.value, of: request.handle, frame)
    case (.readBlobRequest(let request), .readBlobResponse(let value)):
      database.see(value.value, of: request.handle, from: Int(request.offset), frame)
    case (_, .errorResponse(let error)):
      takeError(error, answering: request, frame, &database)
    default: break
    }
  }

  private static func takeServices(
    _ list: ATTAttributeList, answering request: ATTTypedRange, _ frame: Int,
    _ database: inout RecordedDatabase
  ) {
    let isPrimary = request.type == .primaryService
    for record in list.records ?? [] {
      guard record.count >= 6, let uuid = BluetoothUUID(octets: Array(record[4...])) else { continue }
      let handles = HandleRange(number(record, 0), number(record, 2))
      database.see(
        service: .init(uuid: uuid, handles: handles, isPrimary: isPrimary, frame: frame))
      if isPrimary {
        database.see(allServicesIn: HandleRange(request.range.start, handles.end), frame)
      }
    }
  }

  private static func takeGroups(
    _ found: ATTFindByTypeValueResponse, of request: ATTFindByTypeValueRequest, _ frame: Int,
    _ database: inout RecordedDatabase
  ) {
    guard BluetoothUUID(request.type) == .primaryService, let uuid = BluetoothUUID(octets: request.value)
    else {
      return
    }
    for handles in found.groups ?? [] {
      database.see(service: .init(uuid: uuid, handles: handles, isPrimary: true, frame: frame))
    }
  }

  private static func takeList(
    _ list: ATTAttributeList, type: BluetoothUUID, _ frame: Int, _ database: inout RecordedDatabase
  ) {
    for record in list.records ?? [] where record.count >= 2 {
      let handle = number(record, 0)
      guard type == .characteristic else {
        database.see(attribute: .init(handle: handle, type: type, frame: frame))
        database.see(Array(record[2...]), of: handle, frame)
        continue
      }
      guard record.count >= 7, let uuid = BluetoothUUID(octets: Array(record[5...])) else { continue }
      database.see(
        characteristic: .init(
          uuid: uuid, properties: CharacteristicProperties(rawValue: record[2]), declarationHandle: handle,
          valueHandle: number(record, 3), frame: frame))
    }
  }

  private static func takeError(
    _ error: ATTErrorResponse, answering request: ATTPDU, _ frame: Int, _ database: inout RecordedDatabase
  ) {
    guard error.errorCode == .attributeNotFound else {
      database.see(
        refusal: .init(
          handle: error.handle, request: error.requestOpcode, reason: error.errorCode, frame: frame))
      return
    }
    switch request {
    case .readByGroupTypeRequest(let request) where request.type == .primaryService:
      database.see(allServicesIn: request.range, frame)
    case .findByTypeValueRequest(let request):
      guard BluetoothUUID(request.type) == .primaryService, request.range == .all,
        let uuid = BluetoothUUID(octets: request.value)
      else { return }
      database.see(absent: uuid, frame)
    default: break
    }
  }

  private static func number(_ octets: [UInt8], _ place: Int) -> UInt16 {
    UInt16(octets: octets[place], octets[place + 1])
  }
}

extension ATTPDU {
  /// Whether a client sends it and waits for the answer.
  fileprivate var isRequest: Bool {
    switch ATTOpcode(rawValue: opcode) {
    case .writeCommand, .handleValueConfirmation, nil: false
    default: !isFromServer
    }
  }

  /// Whether a server can send it in answer to a request; an error names the request, and the handle where it begins.
  /// [Vol 3, Part F, 3.4.1.1]
  fileprivate func canAnswer(_ request: ATTPDU) -> Bool {
    guard case .errorResponse(let error) = self else { return opcode == request.opcode &+ 1 }
    guard error.requestOpcode == request.opcode else { return false }
    return switch request {
    case .readByGroupTypeRequest(let request): [0, request.range.start].contains(error.handle)
    case .findByTypeValueRequest(let request): [0, request.range.start].contains(error.handle)
    default: true
    }
  }
}
