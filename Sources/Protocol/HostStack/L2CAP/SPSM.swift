public import CoreTypes
internal import Notation

/// What a connection-oriented channel is for: 0x0001 to 0x007F are assigned, 0x0080 to 0x00FF are dynamic.
/// [Vol 3, Part A, 4.22]
public struct SPSM: FieldValue {
  /// The number in a request.
  public var rawValue: UInt16

  /// Wraps any number; reserved ones are kept.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether a channel can have it.
  public var isLegal: Bool { (0x0001...0x00FF).contains(rawValue) }

  /// The number, as `0x80`.
  public var description: String { rawValue.hex() }
}

/// How a request for a credit-based channel ends. [Vol 3, Part A, 4.23]
public struct CreditBasedResult: FieldValue {
  /// The number in a response.
  public var rawValue: UInt16

  /// Wraps any number; reserved ones are kept.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 0x0000
  public static let success = CreditBasedResult(rawValue: 0x0000)
  /// 0x0002
  public static let spsmNotSupported = CreditBasedResult(rawValue: 0x0002)
  /// 0x0004
  public static let noResources = CreditBasedResult(rawValue: 0x0004)
  /// 0x0005
  public static let insufficientAuthentication = CreditBasedResult(rawValue: 0x0005)
  /// 0x0006
  public static let insufficientAuthorization = CreditBasedResult(rawValue: 0x0006)
  /// 0x0007
  public static let encryptionKeySizeTooShort = CreditBasedResult(rawValue: 0x0007)
  /// 0x0008
  public static let insufficientEncryption = CreditBasedResult(rawValue: 0x0008)
  /// 0x0009
  public static let invalidSourceCID = CreditBasedResult(rawValue: 0x0009)
  /// 0x000A
  public static let sourceCIDAlreadyAllocated = CreditBasedResult(rawValue: 0x000A)
  /// 0x000B
  public static let unacceptableParameters = CreditBasedResult(rawValue: 0x000B)

  private static let names: [CreditBasedResult: String] = [
    success: "success", spsmNotSupported: "SPSM not supported", noResources: "no resources available",
    insufficientAuthentication: "insufficient authentication",
    insufficientAuthorization: "insufficient authorization",
    encryptionKeySizeTooShort: "encryption key size too short",
    insufficientEncryption: "insufficient encryption", invalidSourceCID: "invalid Source CID",
    sourceCIDAlreadyAllocated: "Source CID already allocated",
    unacceptableParameters: "unacceptable parameters",
  ]

  /// The result and its name, for people: `0x0002 SPSM not supported`.
  public var description: String { rawValue.hex(4) + " " + (Self.names[self] ?? "reserved") }
}
