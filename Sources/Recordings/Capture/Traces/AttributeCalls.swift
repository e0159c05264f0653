internal import CoreTypes
internal import HostStack

/// What GATT clients do in Silicon Labs' API, as the ATT PDUs that it stands for.
struct AttributeCalls {
  private var clients: [ConnectionHandle: AttributeClient] = [:]

  /// The packets that a line stands for; none if it is about something else.
  mutating func packets(_ line: TraceLine) throws(TraceFault) -> [TracePacket] {
    guard line.name.dropFirst(7).hasPrefix("gatt_"), !line.name.hasPrefix("bt_rsp_") else { return [] }
    let connection = try line.connection()
    var client = clients[connection] ?? AttributeClient()
    let pdus = try client.take(line)
    clients[connection] = client
    return pdus.map {
      TracePacket($0, on: connection, $0.isFromServer ? .controllerToHost : .hostToController)
    }
  }
}

/// The client of one connection: what it has asked for and not been answered.
private struct AttributeClient {
  private enum Subject {
    case services
    case servicesLike(BluetoothUUID)
    case characteristics
  }

  /// A search, which a stack goes on with by itself until nothing is left.
  private struct Search {
    var subject: Subject
    var next: Int
    var end: Int
    /// Whether the request for what comes next has been given.
    var isAsked = true
  }

  private static let longestValue = 512
  /// The high octet of a result that stands for an ATT error; the low one is its code.
  private static let attributeError: UInt16 = 0x11

  private var search: Search?
  private var readHandle: UInt16?
  private var writtenHandle: UInt16?

  /// The PDUs that a line stands for.
  mutating func take(_ line: TraceLine) throws(TraceFault) -> [ATTPDU] {
    switch line.name {
    case "bt_cmd_gatt_discover_primary_services": return begin(.services, .all)
    case "bt_cmd_gatt_discover_primary_services_by_uuid":
      return begin(.servicesLike(try Self.uuid(line)), .all)
    case "bt_cmd_gatt_discover_characteristics": return begin(.characteristics, try Self.handles(line))
    case "bt_evt_gatt_service": return try service(line)
    case "bt_evt_gatt_characteristic": return try characteristic(line)
    case "bt_evt_gatt_descriptor": return try descriptor(line)
    case "bt_cmd_gatt_read_characteristic_value": return read(try line.number("characteristic"))
    case "bt_cmd_gatt_read_descriptor_value": return read(try line.number("descriptor"))
    case "bt_cmd_gatt_write_characteristic_value": return try write(line, "characteristic")
    case "bt_cmd_gatt_write_descriptor_value": return try write(line, "descriptor")
    case "bt_cmd_gatt_write_characteristic_value_without_response":
      return [.writeCommand(try Self.value(line, "characteristic"))]
    case "bt_evt_gatt_characteristic_value":
      return try told(line, "characteristic", by: ATTOpcode(rawValue: line.number("att_opcode")))
    case "bt_evt_gatt_descriptor_value":
      let isFirst = try line.number("offset") == (0 as UInt16)
      return try told(line, "descriptor", by: isFirst ? .readResponse : .readBlobResponse)
    case "bt_evt_gatt_procedure_completed": return end(result: try line.number("result"))
    default: return []
    }
  }

  // MARK: Searches

  private mutating func begin(_ subject: Subject, _ handles: HandleRange) -> [ATTPDU] {
    let search = Search(subject: subject, next: Int(handles.start), end: Int(handles.end))
    self.search = search
    return [Self.request(search)]
  }

  private static func request(_ search: Search) -> ATTPDU {
    let range = HandleRange(UInt16(clamping: search.next), UInt16(clamping: search.end))
    return switch search.subject {
    case .services: .readByGroupTypeRequest(ATTTypedRange(range, type: .primaryService))
    case .servicesLike(let uuid):
      .findByTypeValueRequest(ATTFindByTypeValueRequest(range, type: primaryService, value: uuid.octets))
    case .characteristics: .readByTypeRequest(ATTTypedRange(range, type: .characteristic))
    }
  }

  private static let primaryService: UInt16 = 0x2800

  private mutating func service(_ line: TraceLine) throws(TraceFault) -> [ATTPDU] {
    let (handles, uuid) = (try Self.handles(line), try Self.uuid(line))
    var search = search ?? Search(subject: .services, next: Int(handles.start), end: 0xFFFF, isAsked: false)
    if case .characteristics = search.subject { return [] }
    let answer: ATTPDU =
      if case .servicesLike = search.subject {
        .findByTypeValueResponse(ATTFindByTypeValueResponse([handles]))
      } else {
        .readByGroupTypeResponse(
          ATTAttributeList(records: [Self.octets(handles.start) + Self.octets(handles.end) + uuid.octets]))
      }
    return found(answer, upTo: Int(handles.end), &search)
  }

  private mutating func characteristic(_ line: TraceLine) throws(TraceFault) -> [ATTPDU] {
    let handle: UInt16 = try line.number("characteristic", in: 2...0xFFFF)
    let (properties, uuid): (UInt8, BluetoothUUID) = (try line.number("properties"), try Self.uuid(line))
    var search =
      search ?? Search(subject: .characteristics, next: Int(handle) - 1, end: 0xFFFF, isAsked: false)
    guard case .characteristics = search.subject else { return [] }
    let record = Self.octets(handle - 1) + [properties] + Self.octets(handle) + uuid.octets
    return found(
      .readByTypeResponse(ATTAttributeList(records: [record])), upTo: Int(handle), &search)
  }

  /// An answer with its request, if that was not given before.
  private mutating func found(_ answer: ATTPDU, upTo handle: Int, _ search: inout Search) -> [ATTPDU] {
    let request = search.isAsked ? [] : [Self.request(search)]
    search.isAsked = false
    search.next = handle + 1
    self.search = search
    return request + [answer]
  }

  private func descriptor(_ line: TraceLine) throws(TraceFault) -> [ATTPDU] {
    let (handle, uuid): (UInt16, BluetoothUUID) = (
      try line.number("descriptor", in: 1...0xFFFF), try Self.uuid(line)
    )
    return [
      .findInformationRequest(ATTFindInformationRequest(HandleRange(handle, handle))),
      .findInformationResponse(ATTFindInformationResponse([(handle, uuid)])),
    ]
  }

  // MARK: Values

  private mutating func read(_ handle: UInt16) -> [ATTPDU] {
    readHandle = handle
    return [.readRequest(ATTReadRequest(handle: handle))]
  }

  private mutating func write(_ line: TraceLine, _ key: String) throws(TraceFault) -> [ATTPDU] {
    let value = try Self.value(line, key)
    writtenHandle = value.handle
    return [.writeRequest(value)]
  }

  private mutating func told(
    _ line: TraceLine, _ key: String, by opcode: ATTOpcode?
  ) throws(TraceFault) -> [ATTPDU] {
    let value = try Self.value(line, key)
    switch opcode {
    case .handleValueNotification: return [.handleValueNotification(value)]
    case .handleValueIndication: return [.handleValueIndication(value)]
    case .readResponse:
      let request = readHandle == value.handle ? [] : read(value.handle)
      readHandle = nil
      return request + [.readResponse(ATTValue(value.value))]
    case .readBlobResponse:
      readHandle = nil
      return [
        .readBlobRequest(ATTReadBlobRequest(handle: value.handle, offset: try line.number("offset"))),
        .readBlobResponse(ATTValue(value.value)),
      ]
    default: return []
    }
  }

  /// Ends what was asked for: with what a server answers when there is no more, or with its refusal.
  private mutating func end(result: UInt16) -> [ATTPDU] {
    defer { (search, readHandle, writtenHandle) = (nil, nil, nil) }
    let refusal = result >> 8 == Self.attributeError ? ATTErrorCode(rawValue: UInt8(result & 0xFF)) : nil
    if let handle = writtenHandle {
      if result == 0 { return [.writeResponse(ATTEmpty())] }
      return refusal.map { [Self.error(.writeRequest, handle, $0)] } ?? []
    }
    if let handle = readHandle { return refusal.map { [Self.error(.readRequest, handle, $0)] } ?? [] }
    guard let search, search.next <= search.end else { return [] }
    guard let code = result == 0 ? .attributeNotFound : refusal else { return [] }
    let request = Self.request(search)
    let error = Self.error(ATTOpcode(rawValue: request.opcode), UInt16(clamping: search.next), code)
    return search.isAsked ? [error] : [request, error]
  }

  private static func error(_ request: ATTOpcode?, _ handle: UInt16, _ code: ATTErrorCode) -> ATTPDU {
    .errorResponse(
      ATTErrorResponse(requestOpcode: request?.rawValue ?? 0, handle: handle, errorCode: code))
  }

  // MARK: Fields

  /// The handles of a service, of which the API makes one number.
  private static func handles(_ line: TraceLine) throws(TraceFault) -> HandleRange {
    let service: UInt32 = try line.number("service")
    return HandleRange(UInt16(service >> 16), UInt16(service & 0xFFFF))
  }

  private static func uuid(_ line: TraceLine) throws(TraceFault) -> BluetoothUUID {
    let octets = try line.octets("uuid", 2...16)
    guard octets.count != 4, let uuid = BluetoothUUID(octets: octets) else {
      throw .field("\(line.name).uuid", found: "\(octets.count) octets", expected: "2 or 16 octets")
    }
    return uuid
  }

  private static func value(_ line: TraceLine, _ key: String) throws(TraceFault) -> ATTHandleValue {
    ATTHandleValue(handle: try line.number(key), value: try line.octets("value", 0...longestValue))
  }

  private static func octets(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }
}
