internal import CoreTypes
internal import LinkLayer

/// What the host set for one kind of advertising.
struct AdvertisingParameters {
  /// Advertising_Event_Properties of LE Set Extended Advertising Parameters. [Vol 4, Part E, 7.8.53]
  struct Properties: OptionSet, Hashable {
    var rawValue: UInt16

    static let connectable = Properties(rawValue: 1 << 0)
    static let scannable = Properties(rawValue: 1 << 1)
    static let directed = Properties(rawValue: 1 << 2)
    static let highDutyCycle = Properties(rawValue: 1 << 3)
    static let legacy = Properties(rawValue: 1 << 4)
    static let anonymous = Properties(rawValue: 1 << 5)
    static let includesTXPower = Properties(rawValue: 1 << 6)

    static let advInd: Properties = [.legacy, .connectable, .scannable]
    static let advDirectInd: Properties = [.legacy, .connectable, .directed]
    static let advScanInd: Properties = [.legacy, .scannable]
    static let advNonconnInd: Properties = [.legacy]

    /// Those with legacy PDUs that there are.
    static let legacyKinds = [
      advInd, advDirectInd, advDirectInd.union(.highDutyCycle), advScanInd, advNonconnInd,
    ]
    /// All bits with a meaning.
    static let known = Properties(rawValue: 0x7F)

    /// The properties that Advertising_Type of LE Set Advertising Parameters stands for; nil if it is reserved.
    init?(advertisingType: UInt8) {
      let types: [Properties] = [
        .advInd, .advDirectInd.union(.highDutyCycle), .advScanInd, .advNonconnInd, .advDirectInd,
      ]
      guard advertisingType < types.count else { return nil }
      self = types[Int(advertisingType)]
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Whether its advertising PDUs have room for data of the host.
    var allowsData: Bool {
      contains(.legacy) ? !contains(.directed) : !contains(.scannable)
    }

    /// Whether some device may answer.
    var allowsRequests: Bool { !isDisjoint(with: [.connectable, .scannable]) }

    /// AdvMode of the extended PDUs.
    var advMode: UInt8 { contains(.connectable) ? 1 : contains(.scannable) ? 2 : 0 }
  }

  var properties = Properties.advInd
  /// In units of 0.625 ms.
  var interval: UInt32 = 0x0800
  /// Bits 0 to 2 for channels 37 to 39.
  var channelMap: UInt8 = 7
  var ownAddressType: UInt8 = 0
  /// The one device that may answer directed advertising.
  var peer = DeviceAddress(0, kind: .public)
  var filtersScanners = false
  var filtersInitiators = false
  /// In dBm; nil for the power of the radio.
  var txPower: Int8?
  var primaryPHY = PHY.le1M
  var secondaryPHY = PHY.le1M
  var sid: UInt8 = 0
  var notifiesScanRequests = false

  var usesFilterAcceptList: Bool { filtersScanners || filtersInitiators }

  /// The time from one event to the next, without the random delay.
  var intervalTime: Picoseconds {
    properties.contains(.highDutyCycle) ? .microseconds(3750) : .microseconds(625 * Int(interval))
  }
}
