internal import Notation

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
  /// 0x09
  public static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
  /// 0x0A
  public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
  /// 0x0B
  public static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
  /// 0x0D
  public static let invalidAttributeValueLength = ATTErrorCode(rawValue: 0x0D)
  /// 0x0E
  public static let unlikelyError = ATTErrorCode(rawValue: 0x0E)
  /// 0x0F
  public static let insufficientEncryption = ATTErrorCode(rawValue: 0x0F)
  /// 0x10
  public static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
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
