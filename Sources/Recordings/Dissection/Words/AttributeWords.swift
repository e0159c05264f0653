internal import HostStack
internal import Notation
internal import RangingService
internal import Wire

/// What packets of the Attribute protocol are for. [Vol 3, Part F, 3.4]
enum AttributeWords {
  private static let names: [ATTOpcode: (name: String, purpose: String)] = [
    .errorResponse: ("ATT_ERROR_RSP", "The server refuses a request."),
    .exchangeMTURequest: ("ATT_EXCHANGE_MTU_REQ", "The client sends its receive MTU."),
    .exchangeMTUResponse: ("ATT_EXCHANGE_MTU_RSP", "The server sends its receive MTU."),
    .findInformationRequest: ("ATT_FIND_INFORMATION_REQ", "The client discovers attributes."),
    .findInformationResponse: (
      "ATT_FIND_INFORMATION_RSP", "The server sends handles and types of attributes."
    ),
    .findByTypeValueRequest: ("ATT_FIND_BY_TYPE_VALUE_REQ", "The client discovers a service by UUID."),
    .findByTypeValueResponse: ("ATT_FIND_BY_TYPE_VALUE_RSP", "The server sends the handles of the service."),
    .readByTypeRequest: ("ATT_READ_BY_TYPE_REQ", "The client reads attributes of a type."),
    .readByTypeResponse: ("ATT_READ_BY_TYPE_RSP", "The server sends attributes of the type."),
    .readRequest: ("ATT_READ_REQ", "The client reads a value."),
    .readResponse: ("ATT_READ_RSP", "The server sends the value."),
    .readBlobRequest: ("ATT_READ_BLOB_REQ", "The client reads the next part of a long value."),
    .readBlobResponse: ("ATT_READ_BLOB_RSP", "The server sends the next part of the value."),
    .readByGroupTypeRequest: ("ATT_READ_BY_GROUP_TYPE_REQ", "The client discovers services."),
    .readByGroupTypeResponse: ("ATT_READ_BY_GROUP_TYPE_RSP", "The server sends services."),
    .writeRequest: ("ATT_WRITE_REQ", "The client writes a value and waits for an answer."),
    .writeResponse: ("ATT_WRITE_RSP", "The server confirms the write."),
    .prepareWriteRequest: ("ATT_PREPARE_WRITE_REQ", "The client queues a part of a long value."),
    .prepareWriteResponse: ("ATT_PREPARE_WRITE_RSP", "The server confirms the queued part."),
    .executeWriteRequest: ("ATT_EXECUTE_WRITE_REQ", "The client executes or cancels the queued writes."),
    .executeWriteResponse: ("ATT_EXECUTE_WRITE_RSP", "The server confirms the execution."),
    .handleValueNotification: (
      "ATT_HANDLE_VALUE_NTF", "The server notifies a value."
    ),
    .handleValueIndication: (
      "ATT_HANDLE_VALUE_IND", "The server indicates a value and waits for a confirmation."
    ),
    .handleValueConfirmation: ("ATT_HANDLE_VALUE_CFM", "The client confirms the indication."),
    .writeCommand: ("ATT_WRITE_CMD", "The client writes a value, without an answer."),
  ]

  /// What a PDU is to the one before or after it.
  enum Part { case request, answer, neither }

  /// PDUs that the specification defines and this tool does not decode.
  private static let undecoded: [UInt8: (name: String, purpose: String, part: Part)] = [
    0x0E: ("ATT_READ_MULTIPLE_REQ", "The client reads several values of known lengths.", .request),
    0x0F: ("ATT_READ_MULTIPLE_RSP", "The server sends the values.", .answer),
    0x20: ("ATT_READ_MULTIPLE_VARIABLE_REQ", "The client reads several values.", .request),
    0x21: ("ATT_READ_MULTIPLE_VARIABLE_RSP", "The server sends the values with their lengths.", .answer),
    0x23: ("ATT_MULTIPLE_HANDLE_VALUE_NTF", "The server notifies several values.", .neither),
    0xD2: (
      "ATT_SIGNED_WRITE_CMD", "The client writes a value with a signature, without an answer.", .neither
    ),
  ]

  private static let types: [BluetoothUUID: String] = [
    .primaryService: "Primary Service", .secondaryService: "Secondary Service", .include: "Include",
    .characteristic: "Characteristic",
    .clientCharacteristicConfiguration: "Client Characteristic Configuration",
    .genericAccess: "Generic Access", .genericAttribute: "Generic Attribute", .deviceName: "Device Name",
    .appearance: "Appearance", .centralAddressResolution: "Central Address Resolution",
    .serviceChanged: "Service Changed", .ranging: "Ranging Service", .rasFeatures: "RAS Features",
    .realTimeRangingData: "Real-time Ranging Data", .onDemandRangingData: "On-demand Ranging Data",
    .rasControlPoint: "RAS Control Point", .rangingDataReady: "Ranging Data Ready",
    .rangingDataOverwritten: "Ranging Data Overwritten",
  ]

  static func name(_ pdu: ATTPDU) -> String { name(pdu.opcode) }

  private static func name(_ opcode: UInt8) -> String {
    ATTOpcode(rawValue: opcode).flatMap { names[$0]?.name } ?? undecoded[opcode]?.name
      ?? "ATT opcode " + opcode.hex()
  }

  /// What a PDU is in an exchange; an unknown one has no part in any.
  static func part(_ pdu: ATTPDU) -> Part {
    switch pdu {
    case .handleValueNotification, .writeCommand: .neither
    case .handleValueIndication: .request
    case .handleValueConfirmation: .answer
    case .unknown(let pdu): undecoded[pdu.opcode]?.part ?? .neither
    default: pdu.isFromServer ? .answer : .request
    }
  }

  /// A type for people, as `Ranging Service (185B)`.
  static func text(_ type: BluetoothUUID) -> String { types[type].map { "\($0) (\(type))" } ?? "\(type)" }

  /// What a packet is for, then what it says; `type` knows which attribute stands at a handle.
  static func sentences(_ pdu: ATTPDU, type: (UInt16) -> BluetoothUUID?) -> [String] {
    let purpose = ATTOpcode(rawValue: pdu.opcode).flatMap { names[$0]?.purpose }
    if let undecoded = undecoded[pdu.opcode] {
      return [undecoded.purpose, "This tool does not decode its parameters."]
    }
    var sentences = [purpose ?? "Unknown opcode."]
    func place(_ handle: UInt16) -> String {
      let number = handle.hex()
      return type(handle).map { "\(text($0)) at handle \(number)" } ?? "the attribute at handle \(number)"
    }
    switch pdu {
    case .errorResponse(let error):
      // Handle 0 stands for no attribute.
      let about = error.handle == 0 ? "" : " about \(place(error.handle))"
      sentences.append("It answers \(name(error.requestOpcode))\(about): \(error.errorCode).")
    case .readByTypeRequest(let request), .readByGroupTypeRequest(let request):
      sentences.append("The type is \(text(request.type)).")
    case .readRequest(let request): sentences.append("It is \(place(request.handle)).")
    case .readBlobRequest(let request): sentences.append("It is \(place(request.handle)).")
    case .writeRequest(let write), .writeCommand(let write):
      sentences.append("It is \(place(write.handle)).")
      if let type = type(write.handle) { sentences += RangingWords.sentences(written: write.value, to: type) }
    case .handleValueNotification(let value), .handleValueIndication(let value):
      sentences.append("It is \(place(value.handle)).")
      if let type = type(value.handle) { sentences += RangingWords.sentences(told: value.value, by: type) }
    default: break
    }
    return sentences
  }
}
