internal import CoreTypes
internal import HCI

/// One advertisement or scan response that was heard, whole or as far as it came.
struct Advertisement {
  var isConnectable = false
  var isScannable = false
  var isScanResponse = false
  var isLegacy = false
  /// What the advertiser calls itself; nil if it does not tell.
  var address: DeviceAddress?
  /// Who that is; nil if it does not tell, or is not to be listened to.
  var sender: VirtualController.Seen?
  /// The one device that is meant.
  var target: DeviceAddress?
  var primaryPHY = PHY.le1M
  var secondaryPHY: PHY?
  /// Advertising SID and DID.
  var sid: UInt8?
  var did: UInt16?
  var txPower: Int8?
  /// In units of 1.25 ms; 0 without periodic advertising.
  var periodicInterval: UInt16 = 0
  var rssiDbm: Int8 = 127
  var data: [UInt8] = []
  /// Whether data is missing at the end.
  var isTruncated = false

  /// Event_Type of LE Extended Advertising Report without the data status. [Vol 4, Part E, 7.7.65.13]
  private var kind: UInt8 {
    let bits = [isConnectable, isScannable, target != nil, isScanResponse, isLegacy]
    return bits.enumerated().reduce(0) { $0 | ($1.element ? 1 : 0) << UInt8($1.offset) }
  }

  /// What two reports have in common that a host calls duplicates. [Vol 6, Part B, 4.4.3.5]
  var identity: [UInt8] {
    var identity = [kind]
    if let sender { identity += [sender.identity.kind.rawValue] + sender.identity.octets }
    if let sid, let did { identity += [0xFF, sid, UInt8(did >> 8), UInt8(did & 0xFF)] }
    return identity
  }

  /// Event_Type of LE Advertising Report. [Vol 4, Part E, 7.7.65.2]
  private var legacyEventType: UInt8 {
    if isScanResponse { return 4 }
    if target != nil { return 1 }
    return isConnectable ? 0 : isScannable ? 2 : 3
  }

  /// The report to a host that scans with the legacy commands.
  var legacyReport: LEAdvertisingReportEvent.Report {
    .init {
      $0.eventType = legacyEventType
      $0.addressType = sender?.addressType ?? 0
      $0.address = sender?.identity.octets ?? $0.address
      $0.data = data
      $0.rssi = rssiDbm
    }
  }

  /// The reports to a host that scans with the extended commands, each with as much data as it holds.
  var extendedReports: [LEExtendedAdvertisingReportEvent.Report] {
    typealias Report = LEExtendedAdvertisingReportEvent.Report
    let maximum = Report.maximumDataLength
    let starts = Array(stride(from: 0, to: max(1, data.count), by: maximum))
    return starts.map { start in
      let isLast = start == starts.last
      let status: UInt16 = isLast ? (isTruncated ? 2 : 0) : 1
      return Report {
        $0.eventType = UInt16(kind) | status << 5
        $0.addressType = sender?.addressType ?? Report.anonymous
        $0.address = sender?.identity.octets ?? $0.address
        $0.primaryPHY = primaryPHY.rawValue
        $0.secondaryPHY = secondaryPHY?.rawValue ?? 0
        $0.advertisingSID = sid ?? Report.noSID
        $0.txPower = txPower ?? 127
        $0.rssi = rssiDbm
        $0.periodicAdvertisingInterval = periodicInterval
        $0.directAddressType = target?.kind.rawValue ?? 0
        $0.directAddress = target?.octets ?? $0.directAddress
        $0.data = Array(data[start..<min(start + maximum, data.count)])
      }
    }
  }
}
