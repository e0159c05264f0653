internal import CoreTypes

/// What the host set for scanning.
struct ScanParameters {
  /// When the radio listens on one primary PHY.
  struct Window: Hashable {
    var phy = PHY.le1M
    var isActive = false
    /// In units of 0.625 ms.
    var interval: UInt16 = 0x10
    /// In units of 0.625 ms.
    var window: UInt16 = 0x10

    /// Whether scanning may have these times. [Vol 4, Part E, 7.8.10]
    var isLegal: Bool { interval >= 4 && (4...interval).contains(window) }

    /// Whether a legacy command may have these times.
    var isLegalForLegacy: Bool { isLegal && interval <= 0x4000 }
  }

  /// Filter_Duplicates of LE Set Extended Scan Enable.
  enum DuplicateFilter: UInt8 { case off = 0, on = 1, withinPeriod = 2 }

  var windows = [Window()]
  var ownAddressType: UInt8 = 0
  var usesFilterAcceptList = false
}

/// A connection that waits for its advertiser.
struct ConnectionTarget {
  /// How the connection is to be if it begins on a PHY.
  struct Parameters {
    var phy = PHY.le1M
    /// When the radio listens for the advertiser, if this is a primary PHY.
    var window = ScanParameters.Window()
    /// In units of 1.25 ms.
    var interval: UInt16
    var latency: UInt16
    /// In units of 10 ms.
    var timeout: UInt16
  }

  /// The advertiser; nil for any of the filter accept list.
  var peer: DeviceAddress?
  var ownAddress: DeviceAddress
  /// Own_Address_Type, which may ask for an address made for the advertiser.
  var ownAddressType: UInt8 = 0
  /// Whether the extended commands asked for it.
  var isExtended = false
  /// At least one, in order of the PHYs.
  var phys: [Parameters]

  /// The windows in which the radio listens.
  var windows: [ScanParameters.Window] { phys.filter { $0.phy != .le2M }.map(\.window) }

  /// How the connection is to be on `phy`.
  ///
  /// Interpretation: on a PHY that the host gave no parameters for, those of its first PHY hold; a controller
  /// could also leave such an advertiser alone.
  func parameters(on phy: PHY) -> Parameters { phys.first { $0.phy == phy } ?? phys[0] }
}
