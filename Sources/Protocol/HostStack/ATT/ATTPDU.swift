internal import Notation
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

/// The kind of an ATT PDU; bit 6 marks a command, bit 7 a signature. [Vol 3, Part F, 3.4.8]
public enum ATTOpcode: UInt8, Sendable, CaseIterable {
  case errorResponse = 0x01
  case exchangeMTURequest = 0x02
  case exchangeMTUResponse = 0x03
  case findInformationRequest = 0x04
  case findInformationResponse = 0x05
  case findByTypeValueRequest = 0x06
  case findByTypeValueResponse = 0x07
  case readByTypeRequest = 0x08
  case readByTypeResponse = 0x09
  case readRequest = 0x0A
  case readResponse = 0x0B
  case readBlobRequest = 0x0C
  case readBlobResponse = 0x0D
  case readByGroupTypeRequest = 0x10
  case readByGroupTypeResponse = 0x11
  case writeRequest = 0x12
  case writeResponse = 0x13
  case prepareWriteRequest = 0x16
  case prepareWriteResponse = 0x17
  case executeWriteRequest = 0x18
  case executeWriteResponse = 0x19
  case handleValueNotification = 0x1B
  case handleValueIndication = 0x1D
  case handleValueConfirmation = 0x1E
  case writeCommand = 0x52

  /// Whether a server sends PDUs of this opcode; false for an unknown one.
  static func isFromServer(_ octet: UInt8) -> Bool {
    switch ATTOpcode(rawValue: octet) {
    case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
      .readByTypeResponse, .readResponse, .readBlobResponse, .readByGroupTypeResponse, .writeResponse,
      .prepareWriteResponse, .executeWriteResponse, .handleValueNotification, .handleValueIndication:
      true
    default: false
    }
  }

  /// Whether a PDU of this opcode may be a request, which alone gets an Error Response. An unknown opcode may if it is
  /// even, as those of all requests are, and no command. [Vol 3, Part F, 3.3, 3.4.1.1]
  static func mayBeRequest(_ octet: UInt8) -> Bool {
    octet & 0x41 == 0 && octet != handleValueConfirmation.rawValue
  }
}

/// Why a server refuses a request. [Vol 3, Part F, 3.4.1.1]
public struct ATTErrorCode: RawRepresentable, Hashable, Error, Sendable, CustomStringConvertible {
  /// The octet on the air.
  public var rawValue: UInt8

  /// Wraps any octet; unknown codes are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0x01
  public static let invalidHandle = ATTErrorCode(rawValue: 0x01)
  /// 0x02
  public static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
  /// 0x03
  public static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
  /// 0x04
  public static let invalidPDU = ATTErrorCode(rawValue: 0x04)
  /// 0x05
  public static let insufficientAuthentication = ATTErrorCode(rawValue: 0x05)
  /// 0x06
  public static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
  /// 0x07
  public static let invalidOffset = ATTErrorCode(rawValue: 0x07)
  /// 0x08
  public static let insufficientAuthorization = ATTErrorCode(rawValue: 0x08)
  /// 0x09
  public static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
  /// 0x0A
  public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
  /// 0x0B
  public static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
  /// 0x0C
  public static let encryptionKeySizeTooShort = ATTErrorCode(rawValue: 0x0C)
  /// 0x0D
  public static let invalidAttributeValueLength = ATTErrorCode(rawValue: 0x0D)
  /// 0x0E
  public static let unlikelyError = ATTErrorCode(rawValue: 0x0E)
  /// 0x0F
  public static let insufficientEncryption = ATTErrorCode(rawValue: 0x0F)
  /// 0x10
  public static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
  /// 0x11
  public static let insufficientResources = ATTErrorCode(rawValue: 0x11)
  /// 0x12
  public static let databaseOutOfSync = ATTErrorCode(rawValue: 0x12)
  /// 0x13
  public static let valueNotAllowed = ATTErrorCode(rawValue: 0x13)
  /// 0xFC
  public static let writeRequestRejected = ATTErrorCode(rawValue: 0xFC)
  /// 0xFD
  public static let clientConfigurationImproper = ATTErrorCode(rawValue: 0xFD)

  private static let names: [UInt8: String] = [
    0x01: "Invalid Handle", 0x02: "Read Not Permitted", 0x03: "Write Not Permitted", 0x04: "Invalid PDU",
    0x05: "Insufficient Authentication", 0x06: "Request Not Supported", 0x07: "Invalid Offset",
    0x08: "Insufficient Authorization", 0x09: "Prepare Queue Full", 0x0A: "Attribute Not Found",
    0x0B: "Attribute Not Long", 0x0C: "Encryption Key Size Too Short",
    0x0D: "Invalid Attribute Value Length", 0x0E: "Unlikely Error", 0x0F: "Insufficient Encryption",
    0x10: "Unsupported Group Type", 0x11: "Insufficient Resources", 0x12: "Database Out Of Sync",
    0x13: "Value Not Allowed", 0xFC: "Write Request Rejected",
    0xFD: "Client Characteristic Configuration Descriptor Improperly Configured",
    0xFE: "Procedure Already in Progress", 0xFF: "Out of Range",
  ]

  /// The code and its name, for people: `0x05 Insufficient Authentication`.
  public var description: String {
    // What those mean is up to the service.
    let unnamed = (0x80...0x9F).contains(rawValue) ? "Application Error" : "Reserved"
    return rawValue.hex(2) + " " + (Self.names[rawValue] ?? unnamed)
  }
}

/// Handles from `start` to `end`, both included.
public struct HandleRange: Hashable, Sendable {
  /// The first handle, 1 or more where it is legal.
  public var start: UInt16
  /// The last handle.
  public var end: UInt16

  /// Makes a range; it need not be a legal one.
  public init(_ start: UInt16, _ end: UInt16) {
    self.start = start
    self.end = end
  }

  /// Every handle there is: 0x0001 to 0xFFFF.
  public static let all = HandleRange(0x0001, 0xFFFF)

  /// Whether a request may carry it.
  public var isLegal: Bool { start > 0 && start <= end }

  /// Whether the handle is inside.
  public func contains(_ handle: UInt16) -> Bool { start <= handle && handle <= end }
}
