public import CoreTypes
public import Wire

/// Gives an advertising set its random address. [Vol 4, Part E, 7.8.52]
public struct LESetAdvertisingSetRandomAddressCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetAdvertisingSetRandomAddress

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  public var randomAddress: BDADDR = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.address("Random_Address", &randomAddress)
  }
}

/// Says how an advertising set advertises, and makes the set if there is none yet. [Vol 4, Part E, 7.8.53]
public struct LESetExtendedAdvertisingParametersCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In dBm.
    public var selectedTXPower: TransmitPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.i8("Selected_TX_Power", &selectedTXPower)
    }
  }

  public static let opcode = Opcode.leSetExtendedAdvertisingParameters

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  public var advertisingEventProperties: AdvertisingEventProperties = []
  public var primaryAdvertisingIntervalMin: PrimaryAdvertisingInterval = 0x800
  public var primaryAdvertisingIntervalMax: PrimaryAdvertisingInterval = 0x800
  public var primaryAdvertisingChannelMap = AdvertisingChannelMap.all
  public var ownAddressType = OwnAddressType.public
  public var peerAddress = DeviceAddress()
  public var advertisingFilterPolicy = AdvertisingFilterPolicy.unfiltered
  /// Unknown without a preference.
  public var advertisingTXPower = TransmitPowerLevel.unknown
  /// LE 1M or LE Coded.
  public var primaryAdvertisingPHY = PHYNumber.le1M
  /// The most advertising events without an AUX_ADV_IND between two with one.
  public var secondaryAdvertisingMaxSkip: UInt8 = 0
  public var secondaryAdvertisingPHY = PHYNumber.le1M
  /// The set's SID in the ADI field.
  public var advertisingSID: AdvertisingSID = 0
  public var scanRequestNotificationEnable = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.u16("Advertising_Event_Properties", &advertisingEventProperties)
    try visitor.u24("Primary_Advertising_Interval_Min", &primaryAdvertisingIntervalMin)
    try visitor.u24("Primary_Advertising_Interval_Max", &primaryAdvertisingIntervalMax)
    try visitor.u8("Primary_Advertising_Channel_Map", &primaryAdvertisingChannelMap)
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try visitor.address("Peer_Address_Type", "Peer_Address", &peerAddress)
    try visitor.u8("Advertising_Filter_Policy", &advertisingFilterPolicy)
    try visitor.i8("Advertising_TX_Power", &advertisingTXPower)
    try visitor.u8("Primary_Advertising_PHY", &primaryAdvertisingPHY)
    try visitor.u8("Secondary_Advertising_Max_Skip", &secondaryAdvertisingMaxSkip)
    try visitor.u8("Secondary_Advertising_PHY", &secondaryAdvertisingPHY)
    try visitor.u8("Advertising_SID", &advertisingSID)
    try visitor.u8("Scan_Request_Notification_Enable", &scanRequestNotificationEnable)
  }
}

/// What a part of the data of an advertising set is to the whole. [Vol 4, Part E, 7.8.54]
public enum AdvertisingDataOperation: UInt8, Sendable {
  case intermediateFragment = 0
  case firstFragment = 1
  case lastFragment = 2
  case complete = 3
  /// The data stays; the DID of the ADI field changes.
  case unchanged = 4
}

/// Gives an advertising set the data to advertise, or a part of it. [Vol 4, Part E, 7.8.54]
public struct LESetExtendedAdvertisingDataCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetExtendedAdvertisingData

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  /// An `AdvertisingDataOperation`.
  public var operation = AdvertisingDataOperation.complete.rawValue
  /// 0 the controller may fragment the data, 1 it should not.
  public var fragmentPreference: UInt8 = 0
  /// At most 251 octets.
  public var advertisingData: [UInt8] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.u8("Operation", &operation)
    try visitor.u8("Fragment_Preference", &fragmentPreference)
    try visitor.lengthPrefixed("Advertising_Data_Length", "Advertising_Data", &advertisingData)
  }
}

/// Gives an advertising set the data that answers a scan, or a part of it. [Vol 4, Part E, 7.8.55]
public struct LESetExtendedScanResponseDataCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetExtendedScanResponseData

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0
  /// An `AdvertisingDataOperation` other than `unchanged`.
  public var operation = AdvertisingDataOperation.complete.rawValue
  /// 0 the controller may fragment the data, 1 it should not.
  public var fragmentPreference: UInt8 = 0
  /// At most 251 octets.
  public var scanResponseData: [UInt8] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Handle", &advertisingHandle)
    try visitor.u8("Operation", &operation)
    try visitor.u8("Fragment_Preference", &fragmentPreference)
    try visitor.lengthPrefixed("Scan_Response_Data_Length", "Scan_Response_Data", &scanResponseData)
  }
}

/// Starts or stops advertising sets. [Vol 4, Part E, 7.8.56]
public struct LESetExtendedAdvertisingEnableCommand: HCICompletedCommand {
  /// How long one set advertises.
  public struct Entry: HCIParameters {
    /// The advertising set.
    public var advertisingHandle: AdvertisingHandle = 0
    public var duration = DiscoveryDuration.endless
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

  public var enable = EnableState.disabled
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
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In octets, 31 to 1650.
    public var maxAdvertisingDataLength: UInt16 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u16("Max_Advertising_Data_Length", &maxAdvertisingDataLength)
    }
  }

  public static let opcode = Opcode.leReadMaximumAdvertisingDataLength

  public init() {}
}

/// Asks how many advertising sets there may be. [Vol 4, Part E, 7.8.58]
public struct LEReadNumberOfSupportedAdvertisingSetsCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// 1 to 240.
    public var numSupportedAdvertisingSets: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("Num_Supported_Advertising_Sets", &numSupportedAdvertisingSets)
    }
  }

  public static let opcode = Opcode.leReadNumberOfSupportedAdvertisingSets

  public init() {}
}

/// Forgets an advertising set. [Vol 4, Part E, 7.8.59]
public struct LERemoveAdvertisingSetCommand: HCICompletedCommand {
  public static let opcode = Opcode.leRemoveAdvertisingSet

  /// The advertising set.
  public var advertisingHandle: AdvertisingHandle = 0

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
