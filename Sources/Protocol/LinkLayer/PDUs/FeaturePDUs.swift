public import CoreTypes
public import Wire

/// LL_FEATURE_REQ [Vol 6, Part B, 2.4.2.9]
public struct FeatureReq: PDU {
  public var featureSet: FeaturePage0 = []

  public init() {}

  /// Makes a PDU of page 0.
  public init(featureSet: FeaturePage0) { self.featureSet = featureSet }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u64("FeatureSet", &featureSet)
  }
}

/// LL_FEATURE_RSP [Vol 6, Part B, 2.4.2.10]
public typealias FeatureRsp = FeatureReq
/// LL_PERIPHERAL_FEATURE_REQ [Vol 6, Part B, 2.4.2.15]
public typealias PeripheralFeatureReq = FeatureReq

/// LL_FEATURE_EXT_REQ [Vol 6, Part B, 2.4.2.41]
public struct FeatureExtReq: PDU {
  /// The highest page the sender has, 1 to 10.
  public var maxPage: UInt8 = 0
  /// The page carried or asked for, 1 to 10.
  public var pageNumber: UInt8 = 0
  /// The 192 bits of the page in 24 octets, least significant first; bit 0 of page 1 is feature 64.
  public var featurePage = [UInt8](repeating: 0, count: 24)

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("MaxPage", &maxPage)
    try visitor.u8("PageNumber", &pageNumber)
    try visitor.octets(24, "FeaturePage", &featurePage)
  }
}

/// LL_FEATURE_EXT_RSP [Vol 6, Part B, 2.4.2.41]
public typealias FeatureExtRsp = FeatureExtReq

/// LL_VERSION_IND [Vol 6, Part B, 2.4.2.13]
public struct VersionInd: PDU {
  public var version: CoreVersion = 0
  /// The controller's manufacturer.
  public var companyIdentifier: CompanyIdentifier = 0
  /// The manufacturer's own number of the implementation.
  public var subversion: UInt16 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Version", &version)
    try visitor.u16("Company_Identifier", &companyIdentifier)
    try visitor.u16("Subversion", &subversion)
  }
}
