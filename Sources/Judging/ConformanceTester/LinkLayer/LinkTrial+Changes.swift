package import CoreTypes
internal import HCI
internal import LinkLayer
package import VirtualHost

extension DataChannelMap {
  /// Every second data channel.
  package static let half = DataChannelMap(bits: 0x15_5555_5555)
}

/// What the host of the central changes of a link: that of the lower tester, or that under test.
extension LinkTrial {
  /// Leaves data channels out.
  package func useChannels(_ map: DataChannelMap, byIUT: Bool = false) throws(HostError) {
    _ = try central(byIUT).driver.complete(LESetHostChannelClassificationCommand { $0.channelMap = map.bits })
  }

  /// Changes the connection interval, in units of 1.25 ms.
  package func changeInterval(to units: UInt16, byIUT: Bool = false) throws(HostError) {
    let (driver, handle) = central(byIUT)
    _ = try driver.begin(
      LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        ($0.connectionIntervalMin, $0.connectionIntervalMax, $0.supervisionTimeout) = (units, units, 500)
      })
  }

  /// Asks for LE 2M in both directions.
  package func askFor2M(byIUT: Bool = false) throws(HostError) {
    let (driver, handle) = central(byIUT)
    _ = try driver.begin(
      LESetPHYCommand {
        ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (handle, PHY.le2M.bit, PHY.le2M.bit)
      })
  }

  private func central(_ byIUT: Bool) -> (driver: HCIDriver, handle: UInt16) {
    byIUT ? (iut, link.iutHandle) : (lowerTester, link.peerHandle)
  }
}
