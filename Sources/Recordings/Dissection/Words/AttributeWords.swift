internal import CoreTypes
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

  /// The specification's name.
  static func name(_ pdu: ATTPDU) -> String { name(pdu.opcode) }

  private static func name(_ opcode: UInt8) -> String {
    ATTOpcode(rawValue: opcode).flatMap { names[$0]?.name }
      ?? "ATT opcode " + opcode.hex()
  }

  /// A type for people, as `Ranging Service (185B)`.
  static func text(_ type: BluetoothUUID) -> String { types[type].map { "\($0) (\(type))" } ?? "\(type)" }

  /// What a packet is for, then what it says; `type` knows which attribute stands at a handle.
  static func sentences(_ pdu: ATTPDU, type: (UInt16) -> BluetoothUUID?) -> [String] {
    let purpose = ATTOpcode(rawValue: pdu.opcode).flatMap { names[$0]?.purpose }
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

/// What commands of the LE signalling channel are for. [Vol 3, Part A, 4]
enum SignallingWords {
  private static let names: [UInt8: (name: String, purpose: String, isAnswer: Bool)] = [
    0x01: ("L2CAP_COMMAND_REJECT_RSP", "The device rejects the received command.", true),
    0x06: ("L2CAP_DISCONNECTION_REQ", "The device closes a channel.", false),
    0x07: ("L2CAP_DISCONNECTION_RSP", "The channel is closed.", true),
    0x12: (
      "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
      "The peripheral requests another interval, latency and timeout.", false
    ),
    0x13: ("L2CAP_CONNECTION_PARAMETER_UPDATE_RSP", "The central accepts or refuses the request.", true),
    0x14: ("L2CAP_LE_CREDIT_BASED_CONNECTION_REQ", "The device requests a channel with credits.", false),
    0x15: ("L2CAP_LE_CREDIT_BASED_CONNECTION_RSP", "The device accepts or refuses the channel.", true),
    0x16: ("L2CAP_FLOW_CONTROL_CREDIT_IND", "The device grants credits on a channel.", false),
    0x17: ("L2CAP_CREDIT_BASED_CONNECTION_REQ", "The device requests channels with credits.", false),
    0x18: ("L2CAP_CREDIT_BASED_CONNECTION_RSP", "The device sends the accepted channels.", true),
  ]

  /// The specification's name.
  static func name(_ command: SignallingCommand) -> String {
    names[command.code]?.name ?? "L2CAP command " + command.code.hex()
  }

  /// Whether a command answers one with the same identifier.
  static func isAnswer(_ command: SignallingCommand) -> Bool { names[command.code]?.isAnswer ?? false }

  /// What a command is for, then what it says.
  static func sentences(_ command: SignallingCommand) -> [String] {
    [names[command.code]?.purpose ?? "Unknown command code."] + detail(command)
  }

  private static let rejections = ["command not understood", "signalling MTU exceeded", "invalid CID"]

  private static func detail(_ command: SignallingCommand) -> [String] {
    do throws(WireError) {
      switch command.code {
      case CommandReject.code:
        let reason = Int(try CommandReject(decoding: command.data).reason)
        let name = rejections.indices.contains(reason) ? rejections[reason] : "reserved"
        return ["The reason is \(reason.hex(4)) (\(name))."]
      case ConnectionParameterUpdateRequest.code:
        let wanted = try ConnectionParameterUpdateRequest(decoding: command.data).parameters
        return [
          "It requests an interval of \(FieldNotes.milliseconds(UInt64(wanted.intervalMin), of: 1_250)) to "
            + "\(FieldNotes.milliseconds(UInt64(wanted.intervalMax), of: 1_250)), latency \(wanted.latency), "
            + "timeout \(FieldNotes.milliseconds(UInt64(wanted.timeout), of: 10_000))."
        ]
      case ConnectionParameterUpdateResponse.code:
        let result = try ConnectionParameterUpdateResponse(decoding: command.data).result
        return [result == 0 ? "It accepts." : "It refuses."]
      default: return []
      }
    } catch {
      return ["Its data is invalid: \(error)."]
    }
  }
}
