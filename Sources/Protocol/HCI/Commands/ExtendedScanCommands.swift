public import CoreTypes
public import Wire

/// Says how to scan on each primary PHY. [Vol 4, Part E, 7.8.64]
public struct LESetExtendedScanParametersCommand: HCICompletedCommand {
  /// How to scan on one PHY.
  public struct PHYParameters: HCIParameters {
    public var scanType = ScanType.passive
    public var scanInterval: ScanTime = 0x10
    public var scanWindow: ScanTime = 0x10

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u8("Scan_Type", &scanType)
      try visitor.u16("Scan_Interval", &scanInterval)
      try visitor.u16("Scan_Window", &scanWindow)
    }
  }

  public static let opcode = Opcode.leSetExtendedScanParameters

  public var ownAddressType = OwnAddressType.public
  public var scanningFilterPolicy = ScanningFilterPolicy.unfiltered
  /// LE 1M and LE Coded; the other bits are reserved.
  public var scanningPHYs: PHYSet = []
  /// One entry for each bit of `scanningPHYs`, from the lowest on.
  public var phys: [PHYParameters] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try visitor.u8("Scanning_Filter_Policy", &scanningFilterPolicy)
    try visitor.u8("Scanning_PHYs", &scanningPHYs)
    try visitor.each(scanningPHYs.rawValue.nonzeroBitCount, &phys)
  }
}

/// Starts or stops scanning. [Vol 4, Part E, 7.8.65]
public struct LESetExtendedScanEnableCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetExtendedScanEnable

  public var enable = EnableState.disabled
  public var filterDuplicates = DuplicateFilter.off
  public var duration = DiscoveryDuration.endless
  public var period = ScanPeriod.once

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Enable", &enable)
    try visitor.u8("Filter_Duplicates", &filterDuplicates)
    try visitor.u16("Duration", &duration)
    try visitor.u16("Period", &period)
  }
}

/// Starts to look for an advertiser, extended ones too, and connects. [Vol 4, Part E, 7.8.66]
public struct LEExtendedCreateConnectionCommand: HCICommand {
  /// How to look for the advertiser on one PHY, and what a connection on it is like.
  public struct PHYParameters: HCIParameters {
    public var scanInterval: ScanTime = 0x60
    public var scanWindow: ScanTime = 0x60
    public var parameters = ConnectionParameterRange()
    public var ceLengths = ConnectionEventLengths()

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u16("Scan_Interval", &scanInterval)
      try visitor.u16("Scan_Window", &scanWindow)
      try parameters.connectionFields(&visitor)
      try ceLengths.fields(&visitor)
    }
  }

  public static let opcode = Opcode.leExtendedCreateConnection

  public var initiatorFilterPolicy = InitiatorFilterPolicy.peerAddress
  public var ownAddressType = OwnAddressType.public
  public var peerAddress = DeviceAddress()
  public var initiatingPHYs: PHYSet = []
  /// One entry for each bit of `initiatingPHYs`, from the lowest on.
  public var phys: [PHYParameters] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Initiator_Filter_Policy", &initiatorFilterPolicy)
    try visitor.u8("Own_Address_Type", &ownAddressType)
    try visitor.address("Peer_Address_Type", "Peer_Address", &peerAddress)
    try visitor.u8("Initiating_PHYs", &initiatingPHYs)
    try visitor.each(initiatingPHYs.rawValue.nonzeroBitCount, &phys)
  }
}
