public import CoreTypes
internal import HCI
public import VirtualHost

/// What a phone does on the advertising channels beside looking for its accessory.
extension VirtualInitiator {
  /// Scans for `span` and asks advertisers for their scan responses.
  public func scanActively(for span: Picoseconds) throws(HostError) {
    _ = try driver.complete(
      LESetScanParametersCommand {
        $0.leScanType = 1
        ($0.leScanInterval, $0.leScanWindow) = (0x60, 0x60)
      })
    _ = try driver.complete(LESetScanEnableCommand { $0.leScanEnable = 1 })
    idle(span)
    _ = try driver.complete(LESetScanEnableCommand { $0.leScanEnable = 0 })
  }

  /// Advertises for `span` as something that can be scanned and connected to.
  public func advertise(for span: Picoseconds) throws(HostError) {
    _ = try driver.complete(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x20, 0x20)
      })
    _ = try driver.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = 1 })
    idle(span)
    _ = try driver.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = 0 })
  }
}
