public import CoreTypes
public import HCI
public import HostStack
public import VirtualHost

/// An advertiser as a scanning phone knows it.
public struct Sighting: Hashable, Sendable {
  public var address: DeviceAddress
  public var advertising: AdvertisingData
  public var scanResponse: AdvertisingData
  /// Whether it can be connected to.
  public var isConnectable: Bool
  /// The strength of the last report.
  public var rssi: ReceivedPowerLevel

  /// Advertising data and scan response together.
  public var data: AdvertisingData { advertising.merged(with: scanResponse) }
}

/// What a phone has heard in one scan: each advertiser, with what its PDUs said together.
public struct ScanRecord: Sendable {
  /// What each advertiser has said, in the order in which they were first heard.
  private struct Advertiser {
    var address: DeviceAddress
    var advertising = AdvertisingData()
    var scanResponse = AdvertisingData()
    var isConnectable = false
    /// Whether no scan response is to be awaited: it has come, the advertiser has none, or it advertised again without.
    var isWhole = false
  }

  private var advertisers: [Advertiser] = []

  public init() {}

  /// Takes a report. Returns the advertiser as it is known now, and whether its scan response is known as well or
  /// is not to be awaited any longer.
  public mutating func take(
    _ report: LEAdvertisingReportEvent.Report
  ) -> (sighting: Sighting, isWhole: Bool) {
    let address = report.address.asPublicOrRandom
    let known = advertisers.firstIndex { $0.address == address }
    let index = known ?? advertisers.count
    if known == nil { advertisers.append(Advertiser(address: address)) }
    let data = AdvertisingData(parsing: report.data)
    if report.eventType == .scanResponse {
      advertisers[index].scanResponse = data
      advertisers[index].isWhole = true
    } else {
      advertisers[index].isWhole = known != nil || !report.eventType.isScannable
      advertisers[index].advertising = data
      advertisers[index].isConnectable = report.eventType.isConnectable
    }
    let advertiser = advertisers[index]
    let sighting = Sighting(
      address: address, advertising: advertiser.advertising, scanResponse: advertiser.scanResponse,
      isConnectable: advertiser.isConnectable, rssi: report.rssi)
    return (sighting, advertiser.isWhole)
  }
}

extension Phone {
  /// Starts a scan; advertising reports are events.
  ///
  /// - Parameters:
  ///   - isActive: whether the phone asks advertisers for their scan responses.
  ///   - interval: from the start of one window to that of the next.
  ///   - window: how long the phone listens, at most the interval.
  public func startScan(
    isActive: Bool = true, interval: ScanTime = 0x60, window: ScanTime = 0x60
  ) -> HostRequest<Void> {
    HostRequest.complete(
      LESetScanParametersCommand {
        $0.leScanType = isActive ? .active : .passive
        ($0.leScanInterval, $0.leScanWindow) = (interval, window)
        $0.ownAddressType = isActive && privateAddress != nil ? .random : .public
      }
    ).then { _ in HostRequest.complete(LESetScanEnableCommand { $0.leScanEnable = .enabled }) }.map { _ in }
  }

  /// Ends a scan.
  public func stopScan() -> HostRequest<Void> {
    HostRequest.complete(LESetScanEnableCommand { $0.leScanEnable = .disabled }).map { _ in }
  }
}
