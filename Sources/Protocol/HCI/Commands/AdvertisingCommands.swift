public import CoreTypes
public import Wire

/// Gives the controller its random address. [Vol 4, Part E, 7.8.4]
public struct LESetRandomAddressCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetRandomAddress

  public var randomAddress: BDADDR = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Random_Address", &randomAddress)
  }
}

/// Says how to advertise. [Vol 4, Part E, 7.8.5]
public struct LESetAdvertisingParametersCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetAdvertisingParameters

  public var advertisingIntervalMin: AdvertisingInterval = 0x800
  public var advertisingIntervalMax: AdvertisingInterval = 0x800
  public var advertisingType = AdvertisingType.connectable
  public var ownAddressType = OwnAddressType.public
  public var peerAddress = DeviceAddress()
  public var advertisingChannelMap = AdvertisingChannelMap.all
  public var advertisingFilterPolicy = AdvertisingFilterPolicy.unfiltered

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Advertising_Interval_Min", &advertisingIntervalMin)
    try visitor.u16("Advertising_Interval_Max", &advertisingIntervalMax)
    try visitor.u8("Advertising_Type", &advertisingType)
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try visitor.address("Peer_Address_Type", "Peer_Address", &peerAddress)
    try visitor.u8("Advertising_Channel_Map", &advertisingChannelMap)
    try visitor.u8("Advertising_Filter_Policy", &advertisingFilterPolicy)
  }
}

/// Asks how strong the advertising is. [Vol 4, Part E, 7.8.6]
public struct LEReadAdvertisingPhysicalChannelTXPowerCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In dBm.
    public var txPowerLevel: TransmitPowerLevel = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.i8("TX_Power_Level", &txPowerLevel)
    }
  }

  public static let opcode = Opcode.leReadAdvertisingPhysicalChannelTXPower

  public init() {}
}

/// Gives the data to advertise. [Vol 4, Part E, 7.8.7]
public struct LESetAdvertisingDataCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetAdvertisingData

  /// 0 to 31: the octets that count.
  public var advertisingDataLength: UInt8 = 0
  /// 31 octets, padded with 0.
  public var advertisingData = [UInt8](repeating: 0, count: 31)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Data_Length", &advertisingDataLength)
    try visitor.octets(31, "Advertising_Data", &advertisingData)
  }
}

/// Gives the data that answers a scan. [Vol 4, Part E, 7.8.8]
public struct LESetScanResponseDataCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetScanResponseData

  /// 0 to 31: the octets that count.
  public var scanResponseDataLength: UInt8 = 0
  /// 31 octets, padded with 0.
  public var scanResponseData = [UInt8](repeating: 0, count: 31)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Scan_Response_Data_Length", &scanResponseDataLength)
    try visitor.octets(31, "Scan_Response_Data", &scanResponseData)
  }
}

/// Starts or stops advertising. [Vol 4, Part E, 7.8.9]
public struct LESetAdvertisingEnableCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetAdvertisingEnable

  public var advertisingEnable = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Advertising_Enable", &advertisingEnable)
  }
}

/// Says how to scan. [Vol 4, Part E, 7.8.10]
public struct LESetScanParametersCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetScanParameters

  public var leScanType = ScanType.passive
  public var leScanInterval: ScanTime = 0x10
  public var leScanWindow: ScanTime = 0x10
  public var ownAddressType = OwnAddressType.public
  public var scanningFilterPolicy = ScanningFilterPolicy.unfiltered

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("LE_Scan_Type", &leScanType)
    try visitor.u16("LE_Scan_Interval", &leScanInterval)
    try visitor.u16("LE_Scan_Window", &leScanWindow)
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try visitor.u8("Scanning_Filter_Policy", &scanningFilterPolicy)
  }
}

/// Starts or stops scanning. [Vol 4, Part E, 7.8.11]
public struct LESetScanEnableCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetScanEnable

  public var leScanEnable = EnableState.disabled
  /// `withinPeriod` is reserved here.
  public var filterDuplicates = DuplicateFilter.off

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("LE_Scan_Enable", &leScanEnable)
    try visitor.u8("Filter_Duplicates", &filterDuplicates)
  }
}

/// Asks how many devices the filter accept list holds. [Vol 4, Part E, 7.8.14]
public struct LEReadFilterAcceptListSizeCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// In devices.
    public var filterAcceptListSize: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("Filter_Accept_List_Size", &filterAcceptListSize)
    }
  }

  public static let opcode = Opcode.leReadFilterAcceptListSize

  public init() {}
}

/// Empties the filter accept list. [Vol 4, Part E, 7.8.15]
public struct LEClearFilterAcceptListCommand: HCICompletedCommand, ParameterlessCommand {
  public static let opcode = Opcode.leClearFilterAcceptList

  public init() {}
}

/// Puts a device on the filter accept list. [Vol 4, Part E, 7.8.16]
public struct LEAddDeviceToFilterAcceptListCommand: HCICompletedCommand {
  public static let opcode = Opcode.leAddDeviceToFilterAcceptList

  public var address = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Address_Type", "Address", &address)
  }
}

/// Takes a device off the filter accept list. [Vol 4, Part E, 7.8.17]
public struct LERemoveDeviceFromFilterAcceptListCommand: HCICompletedCommand {
  public static let opcode = Opcode.leRemoveDeviceFromFilterAcceptList

  public var address = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Address_Type", "Address", &address)
  }
}
