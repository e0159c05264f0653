public import Wire

/// A PDU of the Attribute protocol. [Vol 3, Part F, 3.3]
public enum ATTPDU: Hashable, Sendable {
  case errorResponse(ATTErrorResponse)
  case exchangeMTURequest(ATTReceiveMTU)
  case exchangeMTUResponse(ATTReceiveMTU)
  case findInformationRequest(ATTFindInformationRequest)
  case findInformationResponse(ATTFindInformationResponse)
  case findByTypeValueRequest(ATTFindByTypeValueRequest)
  case findByTypeValueResponse(ATTFindByTypeValueResponse)
  case readByTypeRequest(ATTTypedRange)
  case readByTypeResponse(ATTAttributeList)
  case readRequest(ATTReadRequest)
  case readResponse(ATTValue)
  case readBlobRequest(ATTReadBlobRequest)
  case readBlobResponse(ATTValue)
  case readByGroupTypeRequest(ATTTypedRange)
  case readByGroupTypeResponse(ATTAttributeList)
  case writeRequest(ATTHandleValue)
  case writeResponse(ATTEmpty)
  case prepareWriteRequest(ATTPreparedWrite)
  case prepareWriteResponse(ATTPreparedWrite)
  case executeWriteRequest(ATTExecuteWriteRequest)
  case executeWriteResponse(ATTEmpty)
  case handleValueNotification(ATTHandleValue)
  case handleValueIndication(ATTHandleValue)
  case handleValueConfirmation(ATTEmpty)
  case writeCommand(ATTHandleValue)
  case unknown(ATTUnknown)

  /// Reads a PDU; an unknown opcode is kept.
  public init(decoding octets: [UInt8]) throws(WireError) {
    guard let first = octets.first else {
      throw .truncated(field: "Attribute Opcode", neededBits: 8, availableBits: 0)
    }
    let rest = Array(octets.dropFirst())
    switch ATTOpcode(rawValue: first) {
    case .errorResponse: self = .errorResponse(try .init(decoding: rest))
    case .exchangeMTURequest: self = .exchangeMTURequest(try .init(decoding: rest))
    case .exchangeMTUResponse: self = .exchangeMTUResponse(try .init(decoding: rest))
    case .findInformationRequest: self = .findInformationRequest(try .init(decoding: rest))
    case .findInformationResponse: self = .findInformationResponse(try .init(decoding: rest))
    case .findByTypeValueRequest: self = .findByTypeValueRequest(try .init(decoding: rest))
    case .findByTypeValueResponse: self = .findByTypeValueResponse(try .init(decoding: rest))
    case .readByTypeRequest: self = .readByTypeRequest(try .init(decoding: rest))
    case .readByTypeResponse: self = .readByTypeResponse(try .init(decoding: rest))
    case .readRequest: self = .readRequest(try .init(decoding: rest))
    case .readResponse: self = .readResponse(try .init(decoding: rest))
    case .readBlobRequest: self = .readBlobRequest(try .init(decoding: rest))
    case .readBlobResponse: self = .readBlobResponse(try .init(decoding: rest))
    case .readByGroupTypeRequest: self = .readByGroupTypeRequest(try .init(decoding: rest))
    case .readByGroupTypeResponse: self = .readByGroupTypeResponse(try .init(decoding: rest))
    case .writeRequest: self = .writeRequest(try .init(decoding: rest))
    case .writeResponse: self = .writeResponse(try .init(decoding: rest))
    case .prepareWriteRequest: self = .prepareWriteRequest(try .init(decoding: rest))
    case .prepareWriteResponse: self = .prepareWriteResponse(try .init(decoding: rest))
    case .executeWriteRequest: self = .executeWriteRequest(try .init(decoding: rest))
    case .executeWriteResponse: self = .executeWriteResponse(try .init(decoding: rest))
    case .handleValueNotification: self = .handleValueNotification(try .init(decoding: rest))
    case .handleValueIndication: self = .handleValueIndication(try .init(decoding: rest))
    case .handleValueConfirmation: self = .handleValueConfirmation(try .init(decoding: rest))
    case .writeCommand: self = .writeCommand(try .init(decoding: rest))
    case nil: self = .unknown(ATTUnknown(opcode: first, parameters: rest))
    }
  }

  /// The first octet.
  public var opcode: UInt8 { parts.opcode }

  /// What follows the opcode.
  public var payload: any PDU { parts.payload }

  /// The PDU as octets.
  public func encoded() -> [UInt8] {
    let parts = parts
    return [parts.opcode] + parts.payload.encoded()
  }

  /// Whether a server sends it; all others are for a server, an unknown opcode too.
  public var isFromServer: Bool { ATTOpcode.isFromServer(opcode) }

  private var parts: (opcode: UInt8, payload: any PDU) {
    func known(_ opcode: ATTOpcode, _ payload: any PDU) -> (opcode: UInt8, payload: any PDU) {
      (opcode.rawValue, payload)
    }
    return switch self {
    case .errorResponse(let p): known(.errorResponse, p)
    case .exchangeMTURequest(let p): known(.exchangeMTURequest, p)
    case .exchangeMTUResponse(let p): known(.exchangeMTUResponse, p)
    case .findInformationRequest(let p): known(.findInformationRequest, p)
    case .findInformationResponse(let p): known(.findInformationResponse, p)
    case .findByTypeValueRequest(let p): known(.findByTypeValueRequest, p)
    case .findByTypeValueResponse(let p): known(.findByTypeValueResponse, p)
    case .readByTypeRequest(let p): known(.readByTypeRequest, p)
    case .readByTypeResponse(let p): known(.readByTypeResponse, p)
    case .readRequest(let p): known(.readRequest, p)
    case .readResponse(let p): known(.readResponse, p)
    case .readBlobRequest(let p): known(.readBlobRequest, p)
    case .readBlobResponse(let p): known(.readBlobResponse, p)
    case .readByGroupTypeRequest(let p): known(.readByGroupTypeRequest, p)
    case .readByGroupTypeResponse(let p): known(.readByGroupTypeResponse, p)
    case .writeRequest(let p): known(.writeRequest, p)
    case .writeResponse(let p): known(.writeResponse, p)
    case .prepareWriteRequest(let p): known(.prepareWriteRequest, p)
    case .prepareWriteResponse(let p): known(.prepareWriteResponse, p)
    case .executeWriteRequest(let p): known(.executeWriteRequest, p)
    case .executeWriteResponse(let p): known(.executeWriteResponse, p)
    case .handleValueNotification(let p): known(.handleValueNotification, p)
    case .handleValueIndication(let p): known(.handleValueIndication, p)
    case .handleValueConfirmation(let p): known(.handleValueConfirmation, p)
    case .writeCommand(let p): known(.writeCommand, p)
    case .unknown(let p): (p.opcode, p)
    }
  }
}
