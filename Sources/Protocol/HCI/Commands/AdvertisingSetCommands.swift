public import CoreTypes
public import Wire

/// Starts or stops advertising sets. [Vol 4, Part E, 7.8.56]
public struct LESetExtendedAdvertisingEnableCommand: HCICompletedCommand {
  /// How long one set advertises.
  public struct Entry: HCIParameters {
    /// The advertising set, 0x00 to 0xEF.
    public var advertisingHandle: UInt8 = 0
    /// In units of 10 ms; 0 for no end.
    public var duration: UInt16 = 0
    /// In advertising events; 0 for no limit.
    public var maxExtendedAdvertisingEvents: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u8("Advertising_Handle", &advertisingHandle)
      try visitor.u16("Duration", &duration)
      try visitor.u8("Max_Extended_Advertising_Events", &maxExtendedAdvertisingEvents)
    }
  }

  public static let opcode = Opcode.leSetExtendedAdvertisingEnable

  /// 0 or 1.
  public var enable: UInt8 = 0
  /// One entry a set; none to disable all sets.
  ///
  /// Interpretation: the parameters of one set stay together, as hosts send them; the notation of arrays can
  /// also be read as each parameter for all sets in turn.
  public var sets: [Entry] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Enable", &enable)
    try visitor.counted("Num_Sets", &sets)
  }
}

/// Asks how much data an advertising set can hold. [Vol 4, Part E, 7.8.57]
public struct LEReadMaximumAdvertisingDataLengthCommand: HCICompletedCommand, ParameterlessCommand {
  /// What the controller returns.
  public typealias Return = LEReadMaximumAdvertisingDataLengthReturn
  public static let opcode = Opcode.leReadMaximumAdvertisingDataLength

  public init() {}
}

/// The return parameters of HCI_LE_Read_Maximum_Advertising_Data_Length. [Vol 4, Part E, 7.8.57]
public struct LEReadMaximumAdvertisingDataLengthReturn: HCIReturn {
  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// In octets, 31 to 1650.
  public var maxAdvertisingDataLength: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.u16("Max_Advertising_Data_Length", &maxAdvertisingDataLength)
  }
}

/// Asks how many advertising sets there may be. [Vol 4, Part E, 7.8.58]
public struct LEReadNumberOfSupportedAdvertisingSetsCommand: HCICompletedCommand, ParameterlessCommand {
  /// What the controller returns.
  public typealias Return = LEReadNumberOfSupportedAdvertisingSetsReturn
  public static let opcode = Opcode.leReadNumberOfSupportedAdvertisingSets

  public init() {}
}

/// The return parameters of HCI_LE_Read_Number_Of_Supported_Advertising_Sets. [Vol 4, Part E, 7.8.58]
public struct LEReadNumberOfSupportedAdvertisingSetsReturn: HCIReturn {
  /// Success, or why it failed.
  public var status = ErrorCode.success
  /// 1 to 240.
  public var numSupportedAdvertisingSets: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.status(&status)
    try visitor.u8("Num_Supported_Advertising_Sets", &numSupportedAdvertisingSets)
  }
}

/// Forgets an advertising set. [Vol 4, Part E, 7.8.59]
public struct LERemoveAdvertisingSetCommand: HCICompletedCommand {
  public static let opcode = Opcode.leRemoveAdvertisingSet

  /// The advertising set, 0x00 to 0xEF.
  public var advertisingHandle: UInt8 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
  }
}

/// Forgets every advertising set. [Vol 4, Part E, 7.8.60]
public struct LEClearAdvertisingSetsCommand: HCICompletedCommand, ParameterlessCommand {
  public static let opcode = Opcode.leClearAdvertisingSets

  public init() {}
}
