package import CoreTypes
internal import HCI
internal import LinkLayer
package import VirtualHost

extension DataChannelMap {
  /// Every second data channel.
  package static let half = DataChannelMap(bits: 0x15_5555_5555)
}

/// What the lower tester's host changes of a link of which it is the central.
extension LinkTrial {
  /// Leaves data channels out.
  package func useChannels(_ map: DataChannelMap) throws(HostError) {
    _ = try lowerTester.complete(LESetHostChannelClassificationCommand { $0.channelMap = map.bits })
  }

  /// Changes the connection interval, in units of 1.25 ms.
  package func changeInterval(to units: UInt16) throws(HostError) {
    let handle = link.peerHandle
    _ = try lowerTester.begin(
      LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        ($0.connectionIntervalMin, $0.connectionIntervalMax, $0.supervisionTimeout) = (units, units, 500)
      })
  }

  /// Asks for LE 2M in both directions.
  package func askFor2M() throws(HostError) {
    let handle = link.peerHandle
    _ = try lowerTester.begin(
      LESetPHYCommand {
        ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (handle, PHY.le2M.bit, PHY.le2M.bit)
      })
  }
}
