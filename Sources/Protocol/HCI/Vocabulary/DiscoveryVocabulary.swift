public import CoreTypes

/// Own_Address_Type: the address with which a device advertises, scans or connects. [Vol 4, Part E, 7.8.5]
public struct OwnAddressType: NamedFieldValue {
  @inlinable public static var `public`: OwnAddressType { OwnAddressType(rawValue: 0) }
  @inlinable public static var random: OwnAddressType { OwnAddressType(rawValue: 1) }
  @inlinable public static var resolvableOrPublic: OwnAddressType { OwnAddressType(rawValue: 2) }
  @inlinable public static var resolvableOrRandom: OwnAddressType { OwnAddressType(rawValue: 3) }
  public static let defined: [OwnAddressType] = [`public`, random, resolvableOrPublic, resolvableOrRandom]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the controller generates a private address, if the resolving list has keys for the peer.
  public var isResolvable: Bool { self == .resolvableOrPublic || self == .resolvableOrRandom }

  /// The kind of the address that needs no keys.
  public var identity: DeviceAddress.Kind {
    self == .random || self == .resolvableOrRandom ? .random : .public
  }
}

/// Advertising_Filter_Policy: whose requests an advertiser answers. [Vol 4, Part E, 7.8.5]
public struct AdvertisingFilterPolicy: NamedFieldValue {
  @inlinable public static var unfiltered: AdvertisingFilterPolicy { AdvertisingFilterPolicy(rawValue: 0) }
  @inlinable public static var scanRequests: AdvertisingFilterPolicy { AdvertisingFilterPolicy(rawValue: 1) }
  @inlinable public static var connections: AdvertisingFilterPolicy { AdvertisingFilterPolicy(rawValue: 2) }
  @inlinable public static var all: AdvertisingFilterPolicy { AdvertisingFilterPolicy(rawValue: 3) }
  public static let defined: [AdvertisingFilterPolicy] = [unfiltered, scanRequests, connections, all]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a scanner must be on the filter accept list.
  public var filtersScanners: Bool { self == .scanRequests || self == .all }
  /// Whether an initiator must be on the filter accept list.
  public var filtersInitiators: Bool { self == .connections || self == .all }
}

/// Scanning_Filter_Policy: whose advertising is reported. [Vol 4, Part E, 7.8.10]
public struct ScanningFilterPolicy: NamedFieldValue {
  @inlinable public static var unfiltered: ScanningFilterPolicy { ScanningFilterPolicy(rawValue: 0) }
  @inlinable public static var filterAcceptList: ScanningFilterPolicy { ScanningFilterPolicy(rawValue: 1) }
  /// As `unfiltered`, and directed advertising to a private address that nothing resolves as well.
  @inlinable public static var unfilteredExtended: ScanningFilterPolicy { ScanningFilterPolicy(rawValue: 2) }
  /// As `filterAcceptList`, and directed advertising to a private address that nothing resolves as well.
  @inlinable public static var filterAcceptListExtended: ScanningFilterPolicy {
    ScanningFilterPolicy(rawValue: 3)
  }
  public static let defined: [ScanningFilterPolicy] = [
    unfiltered, filterAcceptList, unfilteredExtended, filterAcceptListExtended,
  ]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether directed advertising to unresolved private addresses is left out.
  public var isBasic: Bool { self == .unfiltered || self == .filterAcceptList }
}

/// LE_Scan_Type, Scan_Type: whether a scanner asks for scan responses. [Vol 4, Part E, 7.8.10]
public struct ScanType: NamedFieldValue {
  @inlinable public static var passive: ScanType { ScanType(rawValue: 0) }
  @inlinable public static var active: ScanType { ScanType(rawValue: 1) }
  public static let defined: [ScanType] = [passive, active]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Filter_Duplicates: which reports of a scan are left out. [Vol 4, Part E, 7.8.65]
public struct DuplicateFilter: NamedFieldValue {
  @inlinable public static var off: DuplicateFilter { DuplicateFilter(rawValue: 0) }
  @inlinable public static var on: DuplicateFilter { DuplicateFilter(rawValue: 1) }
  /// Duplicates are left out until the next period.
  @inlinable public static var withinPeriod: DuplicateFilter { DuplicateFilter(rawValue: 2) }
  public static let defined: [DuplicateFilter] = [off, on, withinPeriod]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the legacy command has it, which knows no periods.
  public var isLegacy: Bool { self == .off || self == .on }
}

/// Privacy_Mode: whether a peer with keys may use its identity address too. [Vol 4, Part E, 7.8.77]
public struct PrivacyMode: NamedFieldValue {
  /// It may not.
  @inlinable public static var network: PrivacyMode { PrivacyMode(rawValue: 0) }
  /// It may.
  @inlinable public static var device: PrivacyMode { PrivacyMode(rawValue: 1) }
  public static let defined: [PrivacyMode] = [network, device]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Initiator_Filter_Policy: to whom an initiator connects. [Vol 4, Part E, 7.8.12]
public struct InitiatorFilterPolicy: NamedFieldValue {
  @inlinable public static var peerAddress: InitiatorFilterPolicy { InitiatorFilterPolicy(rawValue: 0) }
  @inlinable public static var filterAcceptList: InitiatorFilterPolicy { InitiatorFilterPolicy(rawValue: 1) }
  public static let defined: [InitiatorFilterPolicy] = [peerAddress, filterAcceptList]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Advertising_Type: what a device advertises with the legacy commands. [Vol 4, Part E, 7.8.5]
public struct AdvertisingType: NamedFieldValue {
  /// ADV_IND.
  @inlinable public static var connectable: AdvertisingType { AdvertisingType(rawValue: 0) }
  /// ADV_DIRECT_IND, which ends after 1.28 s.
  @inlinable public static var directedHighDutyCycle: AdvertisingType { AdvertisingType(rawValue: 1) }
  /// ADV_SCAN_IND.
  @inlinable public static var scannable: AdvertisingType { AdvertisingType(rawValue: 2) }
  /// ADV_NONCONN_IND.
  @inlinable public static var nonConnectable: AdvertisingType { AdvertisingType(rawValue: 3) }
  /// ADV_DIRECT_IND.
  @inlinable public static var directed: AdvertisingType { AdvertisingType(rawValue: 4) }
  public static let defined: [AdvertisingType] = [
    connectable, directedHighDutyCycle, scannable, nonConnectable, directed,
  ]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Advertising_Handle: the number by which a host knows an advertising set, 0x00 to 0xEF. [Vol 4, Part E, 7.8.53]
public struct AdvertisingHandle: FieldValue, Comparable {
  /// The greatest legal handle.
  public static let greatest: AdvertisingHandle = 0xEF

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Advertising_Event_Properties: what an advertising set advertises. [Vol 4, Part E, 7.8.53]
public struct AdvertisingEventProperties: OptionSet, FieldValue {
  public static let connectable = AdvertisingEventProperties(rawValue: 1 << 0)
  public static let scannable = AdvertisingEventProperties(rawValue: 1 << 1)
  public static let directed = AdvertisingEventProperties(rawValue: 1 << 2)
  public static let highDutyCycle = AdvertisingEventProperties(rawValue: 1 << 3)
  public static let legacy = AdvertisingEventProperties(rawValue: 1 << 4)
  public static let anonymous = AdvertisingEventProperties(rawValue: 1 << 5)
  public static let includesTXPower = AdvertisingEventProperties(rawValue: 1 << 6)

  public static let advInd: AdvertisingEventProperties = [.legacy, .connectable, .scannable]
  public static let advDirectInd: AdvertisingEventProperties = [.legacy, .connectable, .directed]
  public static let advScanInd: AdvertisingEventProperties = [.legacy, .scannable]
  public static let advNonconnInd: AdvertisingEventProperties = [.legacy]

  /// Those with legacy PDUs that there are.
  public static let legacyKinds = [
    advInd, advDirectInd, advDirectInd.union(.highDutyCycle), advScanInd, advNonconnInd,
  ]
  /// All bits with a meaning.
  public static let known = AdvertisingEventProperties(rawValue: 0x7F)
  /// Those that a scanner reports too, as the same bits of Event_Type. [Vol 4, Part E, 7.7.65.13]
  public static let reported: AdvertisingEventProperties = [.connectable, .scannable, .directed, .legacy]

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What a type stands for; nil if it is reserved.
  public init?(_ type: AdvertisingType) {
    switch type {
    case .connectable: self = Self.advInd
    case .directedHighDutyCycle: self = Self.advDirectInd.union(.highDutyCycle)
    case .scannable: self = Self.advScanInd
    case .nonConnectable: self = Self.advNonconnInd
    case .directed: self = Self.advDirectInd
    default: return nil
    }
  }

  /// Whether its advertising PDUs have room for data of the host.
  public var allowsData: Bool { contains(.legacy) ? !contains(.directed) : !contains(.scannable) }

  /// Whether some device may answer.
  public var allowsRequests: Bool { !isDisjoint(with: [.connectable, .scannable]) }
}

/// Event_Type of a report of legacy scanning: which PDU was heard. [Vol 4, Part E, 7.7.65.2]
public struct AdvertisingReportType: NamedFieldValue {
  /// ADV_IND.
  @inlinable public static var connectable: AdvertisingReportType { AdvertisingReportType(rawValue: 0) }
  /// ADV_DIRECT_IND.
  @inlinable public static var directed: AdvertisingReportType { AdvertisingReportType(rawValue: 1) }
  /// ADV_SCAN_IND.
  @inlinable public static var scannable: AdvertisingReportType { AdvertisingReportType(rawValue: 2) }
  /// ADV_NONCONN_IND.
  @inlinable public static var nonConnectable: AdvertisingReportType { AdvertisingReportType(rawValue: 3) }
  /// SCAN_RSP.
  @inlinable public static var scanResponse: AdvertisingReportType { AdvertisingReportType(rawValue: 4) }
  public static let defined: [AdvertisingReportType] = [
    connectable, directed, scannable, nonConnectable, scanResponse,
  ]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the PDU lets others connect.
  public var isConnectable: Bool { self == .connectable || self == .directed }
  /// Whether the PDU lets others ask for a scan response.
  public var isScannable: Bool { self == .connectable || self == .scannable }
}

/// Event_Type of a report of extended scanning. [Vol 4, Part E, 7.7.65.13]
public struct ExtendedReportType: OptionSet, FieldValue {
  public static let connectable = ExtendedReportType(rawValue: 1 << 0)
  public static let scannable = ExtendedReportType(rawValue: 1 << 1)
  public static let directed = ExtendedReportType(rawValue: 1 << 2)
  public static let scanResponse = ExtendedReportType(rawValue: 1 << 3)
  public static let legacy = ExtendedReportType(rawValue: 1 << 4)

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Bits 5 and 6.
  public var dataStatus: AdvertisingDataStatus {
    get { AdvertisingDataStatus(rawValue: UInt8(rawValue >> 5 & 3)) }
    set { rawValue = rawValue & ~(3 << 5) | UInt16(newValue.rawValue & 3) << 5 }
  }
}

/// Data_Status: how much of the data a report of extended scanning ends with. [Vol 4, Part E, 7.7.65.13]
public struct AdvertisingDataStatus: NamedFieldValue {
  @inlinable public static var complete: AdvertisingDataStatus { AdvertisingDataStatus(rawValue: 0) }
  @inlinable public static var moreToCome: AdvertisingDataStatus { AdvertisingDataStatus(rawValue: 1) }
  @inlinable public static var truncated: AdvertisingDataStatus { AdvertisingDataStatus(rawValue: 2) }
  public static let defined: [AdvertisingDataStatus] = [complete, moreToCome, truncated]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
